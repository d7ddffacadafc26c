use dioxus::prelude::*;
fn App() -> Element { let mut n = use_signal(|| 0); rsx! { button { onclick: move |_| n += 1, "{n}" } } }
fn main() { dioxus::launch(App); }
