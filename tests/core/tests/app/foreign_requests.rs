//! What others send to the port of a login.

use stagepass::{LoginOptions, Scope};
use stagepass_test_support::answer;

use crate::app::{Act, App, User};

/// Other pages and programs of the machine can send anything. The login waits on, and the user's own response wins.
#[tokio::test]
async fn foreign_requests_neither_end_nor_finish_a_login() {
    let app = App::new().await;
    let (client, mut opened) = app.watched_client();
    let login = tokio::spawn(client.login(LoginOptions::new(Scope::Read)));
    let url = opened.recv().await.unwrap();
    let (state, uri) = (answer(&url, "state").unwrap(), &app.redirect_uris[0]);
    let (user, http) = (User::of(&app.service), &app.service.http);
    let (start, last) = state.split_at(state.len() - 1);
    let forged_state = [start, if last == "A" { "Q" } else { "A" }].concat();
    for (url, status) in [
        (format!("{uri}?code=x&state={forged_state}"), 200),
        (format!("{uri}?error=access_denied&state={forged_state}"), 200),
        (format!("{uri}?code=x&state=sp1.f.x"), 200),
        (format!("{uri}?code=x&state=other"), 400),
        (uri.clone(), 400),
        (format!("{uri}/more?code=x&state={state}"), 404),
        (uri.replace("/callback", "/favicon.ico"), 404),
    ] {
        assert_eq!(user.load(&url).await.0, status, "{url}");
    }
    let denial = format!("{uri}?error=access_denied&state={state}");
    let other_host = http.get(&denial).header("host", "evil.example").send().await.unwrap();
    assert_eq!(other_host.status(), 421);
    assert_eq!(http.post(&denial).send().await.unwrap().status(), 405);
    assert!(!login.is_finished());

    let redirect = user.decide(&url, Act::Approve).await;
    assert_eq!(user.load(&redirect).await.0, 200);
    assert_eq!(login.await.unwrap().unwrap().user.unwrap().handle, "demo");
}

#[tokio::test]
async fn idle_connections_do_not_keep_the_response_out() {
    let app = App::new().await;
    let (client, mut opened) = app.watched_client();
    let login = tokio::spawn(client.login(LoginOptions::new(Scope::Read)));
    let url = opened.recv().await.unwrap();
    let address = app.redirect_uris[0].strip_prefix("http://").unwrap().strip_suffix("/callback").unwrap();
    // More than are served at once. Each is closed after a few seconds.
    let mut idle = Vec::new();
    for _ in 0..20 {
        idle.push(tokio::net::TcpStream::connect(address).await.unwrap());
    }
    let user = User::of(&app.service);
    let redirect = user.decide(&url, Act::Approve).await;
    assert_eq!(user.load(&redirect).await.0, 200);
    login.await.unwrap().unwrap();
}
