//! Several clients and processes that refresh one session.

use std::process::Stdio;

use stagepass::Client;
use tokio::process::Command;

use crate::app::{App, configuration};

/// What the test below passes to its processes.
const CHILD: &str = "STAGEPASS_TEST_CHILD";

/// Expires the access token, by the service's clock alone: the clients learn it from a 401.
fn expire(app: &App) {
    app.service.clock.advance(2 * 60 * 60);
}

/// Calls `/me`, and returns the access token after it.
async fn call(client: Client) -> String {
    client.user().await.unwrap();
    client.access_token().await.unwrap().expose().to_owned()
}

/// A second refresh would have a new access token, even within the time in which the service repeats a successor.
#[tokio::test]
async fn two_clients_at_once_make_one_refresh() {
    let app = App::new().await;
    let before = app.signed_in().await.access_token().await.unwrap().expose().to_owned();
    expire(&app);
    let (one, other) = tokio::join!(call(app.client()), call(app.client()));
    assert_ne!(one, before);
    assert_eq!(one, other);
}

#[tokio::test]
async fn two_processes_at_once_make_one_refresh() {
    let app = App::new().await;
    app.signed_in().await;
    expire(&app);
    let values = [
        app.service.service.base_url().to_owned(),
        app.api_key().to_owned(),
        app.tokens().to_str().unwrap().to_owned(),
        app.redirect_uris.join(" "),
    ];
    let start = || {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "refresh::process_of_another_test", "--nocapture"]);
        child.env(CHILD, values.join("\n")).stdout(Stdio::piped()).kill_on_drop(true).output()
    };
    let outputs: [_; 2] = tokio::join!(start(), start()).into();
    let [one, other] = outputs.map(|output| {
        let text = String::from_utf8(output.unwrap().stdout).unwrap();
        text.lines().find_map(|line| line.split_once("token ")).expect("a token").1.to_owned()
    });
    assert_eq!(one, other);
    assert_eq!(call(app.client()).await, one);
}

/// Does nothing unless the test above starts it as a process.
#[tokio::test]
async fn process_of_another_test() {
    let Ok(values) = std::env::var(CHILD) else { return };
    let [base_url, api_key, folder, uris] = values.split('\n').collect::<Vec<_>>().try_into().unwrap();
    let uris = uris.split(' ').map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
    let config = configuration(base_url, api_key, folder.into(), &uris);
    println!("token {}", call(Client::new(config.build().unwrap())).await);
}
