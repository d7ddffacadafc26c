use leptos::prelude::*;
fn main() { leptos::mount::mount_to_body(|| { let n = RwSignal::new(0); view! { <button on:click=move |_| n.update(|n| *n += 1)>{n}</button> } }) }
