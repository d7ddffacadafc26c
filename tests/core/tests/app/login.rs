//! Signing in.

use std::net::TcpListener;
use std::time::Duration;

use stagepass::{Client, Code, LoginOptions, Redirect, Scope};
use stagepass_test_support::answer;

use crate::app::{Act, App, User};

fn read() -> LoginOptions {
    LoginOptions::new(Scope::Read)
}

fn address(uri: &str) -> &str {
    uri.strip_prefix("http://").unwrap().strip_suffix("/callback").unwrap()
}

#[tokio::test]
async fn user_who_approves_is_signed_in() {
    let app = App::new().await;
    let client = app.client_with(Act::Approve);
    let signed_in = client.login(read().app_state(&["draft", "7"])).await.unwrap();
    assert_eq!(signed_in.user.unwrap().handle, "demo");
    assert_eq!(signed_in.app_state.unwrap().read::<Vec<String>>().unwrap(), ["draft", "7"]);
    assert_eq!(client.user().await.unwrap().name, "Demo Listener");
    assert!(client.has_scope(Scope::Read).await.unwrap() && !client.has_scope(Scope::Write).await.unwrap());
    assert_eq!(app.records().len(), 1, "only the session is stored");
}

#[tokio::test]
async fn finished_login_shows_close_page_and_frees_port() {
    let app = App::new().await;
    let (client, mut opened) = app.watched_client();
    let login = client.login(read());
    let user = User::of(&app.service);
    let redirect = user.decide(&opened.recv().await.unwrap(), Act::Approve).await;
    assert!(redirect.starts_with(&format!("{}?", app.redirect_uris[0])), "{redirect}");
    let (login, (status, page)) = tokio::join!(login, user.load(&redirect));
    login.unwrap();
    assert!(status == 200 && page.contains("You can close this window"), "{page}");
    TcpListener::bind(address(&app.redirect_uris[0])).unwrap();
}

#[tokio::test]
async fn user_who_denies_is_not_signed_in() {
    let app = App::new().await;
    let client = app.client_with(Act::Deny);
    assert_eq!(client.login(read()).await.unwrap_err().code(), Code::AccessDenied);
    assert!(!client.is_authenticated().await.unwrap());
    assert!(app.records().is_empty());
}

#[tokio::test]
async fn dropped_login_removes_transaction_and_frees_port() {
    let app = App::new().await;
    let (client, mut opened) = app.watched_client();
    assert!(tokio::time::timeout(Duration::from_millis(300), client.login(read())).await.is_err());
    let url = opened.recv().await.unwrap();
    for _ in 0..100 {
        if app.records().is_empty() && TcpListener::bind(address(&app.redirect_uris[0])).is_ok() {
            // A late response finds no login.
            let redirect = User::of(&app.service).decide(&url, Act::Approve).await;
            assert_eq!(client.handle_redirect_at(redirect).await.unwrap_err().code(), Code::TransactionLost);
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the login was not aborted: {:?}", app.records());
}

#[tokio::test]
async fn next_port_is_used_if_first_is_taken() {
    let app = App::new().await;
    let taken = TcpListener::bind(address(&app.redirect_uris[0])).unwrap();
    let (client, mut opened) = app.watched_client();
    let login = client.login(read());
    let url = opened.recv().await.unwrap();
    assert_eq!(answer(&url, "redirect_uri").as_deref(), Some(app.redirect_uris[1].as_str()));
    let user = User::of(&app.service);
    let redirect = user.decide(&url, Act::Approve).await;
    let (login, _) = tokio::join!(login, user.load(&redirect));
    login.unwrap();
    drop(taken);
}

#[tokio::test]
async fn without_a_free_port_the_login_says_so() {
    let app = App::new().await;
    let _taken = app.redirect_uris.each_ref().map(|uri| TcpListener::bind(address(uri)).unwrap());
    let error = app.client().login(read()).await.unwrap_err();
    assert_eq!(error.code(), Code::PopupBlocked);
    assert!(error.to_string().contains("no port for the redirect URI"), "{error}");
    assert!(std::error::Error::source(&error).unwrap().is::<std::io::Error>());
}

#[tokio::test]
async fn browser_that_cannot_be_opened_ends_the_login() {
    let app = App::new().await;
    let broken = |_: &str| Err(std::io::ErrorKind::NotFound.into());
    let client = Client::new(app.configuration().open_with(broken).build().unwrap());
    assert_eq!(client.login(read()).await.unwrap_err().code(), Code::PopupBlocked);
    assert!(app.records().is_empty());
}

#[tokio::test]
async fn login_without_browser_finishes_with_pasted_url() {
    let app = App::new().await;
    let url = app.client().login_url(read().app_state(&7)).await.unwrap();
    let redirect = User::of(&app.service).decide(&url, Act::Approve).await;
    // In another process, for example.
    let client = app.client();
    let Redirect::SignedIn(signed_in) = client.handle_redirect_at(redirect.as_str()).await.unwrap() else {
        panic!("not signed in")
    };
    assert_eq!(signed_in.user.unwrap().handle, "demo");
    assert!(client.is_authenticated().await.unwrap());
    assert_eq!(app.records().len(), 1);
}

#[tokio::test]
async fn service_that_is_away_is_reported() {
    let app = App::new().await;
    let client = app.signed_in().await;
    app.service.service.shutdown().await;
    let error = client.user().await.unwrap_err();
    assert_eq!(error.code(), Code::Network);
    assert!(error.to_string().contains("The service could not be reached"), "{error}");
    assert!(std::error::Error::source(&error).is_some());
    assert!(client.is_authenticated().await.unwrap(), "the session stays");
}

#[tokio::test]
async fn calls_are_send_and_run_on_any_thread() {
    let app = App::new().await;
    let client = app.client_with(Act::Approve);
    tokio::spawn(async move {
        client.login(read()).await.unwrap();
        client.fetch(http::Request::get("/me").body(Vec::new()).unwrap()).await.unwrap();
        client.logout().await.unwrap();
    })
    .await
    .unwrap();
}
