//! A Leptos app: sign in with the music account, upload tracks, play them.

mod tracks;

use futures_util::{FutureExt as _, StreamExt as _};
use leptos::prelude::*;
use leptos::task::spawn_local;
use stagepass::{Client, Config, Display, Error, LoginOptions, Redirect, Scope, User};

use tracks::Tracks;

fn main() {
    leptos::mount::mount_to_body(App);
}

/// The service and this app's registration there: `cargo xtask dev` sets the variables.
fn config() -> Result<Config, Error> {
    let origin = location().origin().unwrap_or_default();
    Config::builder(format!("{origin}/callback"))
        .base_url(env!("STAGEPASS_BASE_URL"))
        .api_key(env!("STAGEPASS_API_KEY"))
        .access_server(env!("STAGEPASS_ACCESS_URL"))
        .build()
}

#[component]
fn App() -> impl IntoView {
    let client = StoredValue::new_local(Client::new(config().expect("the configuration is valid")));
    let user = RwSignal::new(None::<User>);
    let problem = RwSignal::new(None::<Error>);
    let is_ready = RwSignal::new(false);

    // Sign-in, profile and sign-out: from here …
    let sign_in = move |display| {
        // The popup opens in this call, so it must be in the click, before any `await`.
        let login = client.get_value().login(LoginOptions::new(Scope::Write).display(display));
        spawn_local(async move { problem.set(login.await.err()) });
    };
    let sign_out = move |_| spawn_local(client.get_value().logout().map(drop));
    spawn_local(async move {
        let client = client.get_value();
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

    let status = move || match (is_ready.get(), user.with(Option::is_some)) {
        (false, _) => "busy",
        (true, false) => "signed-out",
        (true, true) => "signed-in",
    };
    view! {
        <main data-status=status>
            <h1>"Radio"</h1>
            <p role="alert">{move || problem.get().map(|error| error.to_string())}</p>
            <Show when=move || status() == "signed-out">
                <button id="sign-in-popup" on:click=move |_| sign_in(Display::Popup)>"Sign in"</button>
                <button id="sign-in-page" on:click=move |_| sign_in(Display::FullScreen)>"Sign in on this page"</button>
            </Show>
            {move || user.get().map(|user| view! {
                <p>"Signed in as "<b id="name">{user.name}</b>" ("<span id="handle">"@"{user.handle}</span>")"</p>
                <button id="sign-out" on:click=sign_out>"Sign out"</button>
                <Tracks client user_id=user.user_id problem />
            })}
        </main>
    }
}
