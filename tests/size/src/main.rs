//! The smallest Leptos app, without and with the crate `stagepass`. The difference is what the crate adds to an app.

#[cfg(feature = "music")]
mod music;
#[cfg(not(feature = "sign-in"))]
mod plain;
#[cfg(feature = "sign-in")]
mod sign_in;

use leptos::prelude::*;

#[cfg(not(feature = "sign-in"))]
use plain::actions;
#[cfg(feature = "sign-in")]
use sign_in::actions;

fn main() {
    leptos::mount::mount_to_body(|| {
        let text = RwSignal::new(String::new());
        let [sign_in, sign_out, music] = actions(text);
        view! {
            <button on:click=move |_| sign_in()>"Sign in"</button>
            <button on:click=move |_| sign_out()>"Sign out"</button>
            <button on:click=move |_| music()>"Play"</button>
            <p>{text}</p>
        }
    });
}
