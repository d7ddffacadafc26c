//! The session of a native app: in files, and signing out.

use std::net::Ipv4Addr;

use axum::Router;
use axum::http::{Request, StatusCode};
use stagepass::{Client, Code, Session};
use tokio::net::TcpListener;

use crate::app::App;

#[tokio::test]
async fn another_process_finds_the_session_in_private_files() {
    let app = App::new().await;
    app.signed_in().await;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;

        let mode = |path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(app.tokens()), 0o700);
        for entry in std::fs::read_dir(app.tokens()).unwrap() {
            let path = entry.unwrap().path();
            assert_eq!(mode(path.clone()), 0o600, "{path:?}");
        }
    }
    let other = app.client();
    assert!(matches!(other.session().await.unwrap(), Session::SignedIn { .. }));
    assert_eq!(other.user().await.unwrap().handle, "demo");
}

#[tokio::test]
async fn sign_out_deletes_and_revokes_the_session() {
    let app = App::new().await;
    let client = app.signed_in().await;
    let token = client.access_token().await.unwrap();
    assert_eq!(app.service.me(token.expose()).await.status, 200);
    assert!(client.logout().await.unwrap().revoked);
    assert!(app.records().is_empty());
    assert_eq!(app.service.me(token.expose()).await.status, 401);
    for client in [client, app.client()] {
        assert_eq!(client.user().await.unwrap_err().code(), Code::NotSignedIn);
    }
}

#[tokio::test]
async fn another_origins_401_is_its_response() {
    let app = App::new().await;
    app.signed_in().await;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().fallback(async || StatusCode::UNAUTHORIZED);
    tokio::spawn(async move { axum::serve(listener, router).await });
    let client = Client::new(app.configuration().origin(&origin).build().unwrap());
    let response = client.fetch(Request::get(format!("{origin}/files/1")).body(Vec::new()).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(client.user().await.unwrap().handle, "demo");
}
