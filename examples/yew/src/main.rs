//! A Yew app: sign in with the music account, upload tracks, play them.

mod client;
mod tracks;

use futures_util::{FutureExt as _, StreamExt as _};
use stagepass::{Display, Error, LoginOptions, Redirect, Scope, User};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use client::client;
use tracks::Tracks;

fn main() {
    yew::Renderer::<App>::new().render();
}

#[component]
fn App() -> Html {
    let user = use_state(|| None::<User>);
    let problem = use_state(|| None::<Error>);
    let is_ready = use_state(|| false);

    // Sign-in, profile and sign-out: from here …
    let sign_in = |display| {
        let problem = problem.setter();
        move |_| {
            // The popup opens in this call, so it must be in the click, before any `await`.
            let login = client().login(LoginOptions::new(Scope::Write).display(display));
            let problem = problem.clone();
            spawn_local(async move { problem.set(login.await.err()) });
        }
    };
    let sign_out = |_| spawn_local(client().logout().map(drop));
    let (set_user, set_problem, set_ready) = (user.setter(), problem.setter(), is_ready.setter());
    let follow_session = async move {
        match client().handle_redirect().await {
            // This is the callback page: it closes, or leaves for the page where the login began.
            Ok(Redirect::HandedOver | Redirect::Returning) => return,
            result => set_problem.set(result.err()),
        }
        let mut sessions = client().session_changes();
        while let Some(session) = sessions.next().await {
            let found = if session.is_signed_in() { Some(client().user().await) } else { None };
            found.transpose().map_or_else(|error| set_problem.set(Some(error)), |found| set_user.set(found));
            set_ready.set(true);
        }
    };
    use_effect_with((), |()| spawn_local(follow_session));
    // … to here.

    let status = match (*is_ready, user.is_some()) {
        (false, _) => "busy",
        (true, false) => "signed-out",
        (true, true) => "signed-in",
    };
    html! {
        <main data-status={status}>
            <h1>{"Radio"}</h1>
            <p role="alert">{for problem.as_ref().map(Error::to_string)}</p>
            if status == "signed-out" {
                <button id="sign-in-popup" onclick={sign_in(Display::Popup)}>{"Sign in"}</button>
                <button id="sign-in-page" onclick={sign_in(Display::FullScreen)}>{"Sign in on this page"}</button>
            }
            if let Some(user) = &*user {
                <p>{"Signed in as "}<b id="name">{&user.name}</b>{" ("}<span id="handle">{"@"}{&user.handle}</span>{")"}</p>
                <button id="sign-out" onclick={sign_out}>{"Sign out"}</button>
                <Tracks user_id={user.user_id} report={problem.setter().to_callback()} />
            }
        </main>
    }
}
