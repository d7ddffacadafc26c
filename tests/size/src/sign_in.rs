//! What the region "Sign-in, profile and sign-out" of `examples/leptos` does.

use futures_util::StreamExt as _;
use leptos::prelude::*;
use leptos::task::spawn_local;
use stagepass::{Client, Config, LoginOptions, Scope};

/// What the buttons do.
pub(crate) fn actions(text: RwSignal<String>) -> [Box<dyn Fn()>; 3] {
    let config = Config::builder("https://app.example/callback").base_url("https://music.example/v1");
    let config = config.api_key("0x58802e7a660990622B728BF06ae9361BC9403eb7").access_server("https://gate.example");
    let client = match config.build() {
        Ok(config) => Client::new(config),
        Err(error) => {
            text.set(error.to_string());
            return [Box::new(|| {}), Box::new(|| {}), Box::new(|| {})];
        }
    };
    spawn_local(show_user(client.clone(), text));
    let (signing_in, signing_out) = (client.clone(), client.clone());
    let sign_in = move || {
        let login = signing_in.login(LoginOptions::new(Scope::Write));
        spawn_local(async move {
            if let Err(error) = login.await {
                text.set(error.to_string());
            }
        });
    };
    let sign_out = move || {
        let logout = signing_out.logout();
        spawn_local(async move { drop(logout.await) });
    };
    #[cfg(feature = "music")]
    let music = crate::music::action(client, text);
    #[cfg(not(feature = "music"))]
    let music = move || text.set(String::new());
    [Box::new(sign_in), Box::new(sign_out), Box::new(music)]
}

async fn show_user(client: Client, text: RwSignal<String>) {
    if let Err(error) = client.handle_redirect().await {
        text.set(error.to_string());
    }
    let mut sessions = client.session_changes();
    while let Some(session) = sessions.next().await {
        let user = if session.is_signed_in() { client.user().await.ok() } else { None };
        text.set(user.map(|user| user.name).unwrap_or_default());
    }
}
