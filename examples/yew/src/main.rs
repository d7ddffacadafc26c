use yew::prelude::*;
#[component]
fn App() -> Html { let n = use_state(|| 0); let onclick = { let n = n.clone(); move |_| n.set(*n + 1) }; html! { <button {onclick}>{*n}</button> } }
fn main() { yew::Renderer::<App>::new().render(); }
