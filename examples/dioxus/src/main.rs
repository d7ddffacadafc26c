//! A Dioxus app: sign in with the music account, upload tracks, play them.

mod tracks;

use dioxus::prelude::*;
use futures_util::{FutureExt as _, StreamExt as _};
use stagepass::{Client, Config, Display, Error, LoginOptions, Redirect, Scope, User};

use tracks::Tracks;

fn main() {
    dioxus::launch(App);
}

/// The service and this app's registration there: `cargo xtask dev` sets the variables.
fn config() -> Result<Config, Error> {
    let origin = web_sys::window().and_then(|window| window.location().origin().ok()).unwrap_or_default();
    Config::builder(format!("{origin}/callback"))
        .base_url(env!("STAGEPASS_BASE_URL"))
        .api_key(env!("STAGEPASS_API_KEY"))
        .access_server(env!("STAGEPASS_ACCESS_URL"))
        .build()
}

#[component]
fn App() -> Element {
    let client = use_signal(|| Client::new(config().expect("the configuration is valid")));
    let mut user = use_signal(|| None::<User>);
    let mut problem = use_signal(|| None::<Error>);
    let mut is_ready = use_signal(|| false);

    // Sign-in, profile and sign-out: from here …
    let sign_in = move |display| {
        // The popup opens in this call, so it must be in the click, before any `await`.
        let login = client.read().login(LoginOptions::new(Scope::Write).display(display));
        spawn(async move { problem.set(login.await.err()) });
    };
    let sign_out = move |_| {
        spawn(client.read().logout().map(drop));
    };
    use_future(move || async move {
        let client = client();
        match client.handle_redirect().await {
            // This is the callback page: it closes, or leaves for the page where the login began.
            Ok(Redirect::HandedOver | Redirect::Returning) => return,
            result => problem.set(result.err()),
        }
        let mut sessions = client.session_changes();
        while let Some(session) = sessions.next().await {
            let found = if session.is_signed_in() { Some(client.user().await) } else { None };
            found.transpose().map_or_else(|error| problem.set(Some(error)), |found| user.set(found));
            is_ready.set(true);
        }
    });
    // … to here.

    let status = match (is_ready(), user.read().is_some()) {
        (false, _) => "busy",
        (true, false) => "signed-out",
        (true, true) => "signed-in",
    };
    rsx! {
        main { "data-status": status,
            h1 { "Radio" }
            p { role: "alert",
                if let Some(error) = &*problem.read() { "{error}" }
            }
            if status == "signed-out" {
                button { id: "sign-in-popup", onclick: move |_| sign_in(Display::Popup), "Sign in" }
                button { id: "sign-in-page", onclick: move |_| sign_in(Display::FullScreen), "Sign in on this page" }
            }
            if let Some(user) = &*user.read() {
                p { "Signed in as " b { id: "name", "{user.name}" } " (" span { id: "handle", "@{user.handle}" } ")" }
                button { id: "sign-out", onclick: sign_out, "Sign out" }
                Tracks { client, user_id: user.user_id, problem }
            }
        }
    }
}
