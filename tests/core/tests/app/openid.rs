//! `Client<OpenId>` at a small provider in this process, whose user approves by itself.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode, Uri};
use serde_json::json;
use stagepass::{Client, Code, Config, ConfigBuilder, LoginOptions, OpenId};
use stagepass_core::pkce::base64url;
use stagepass_test_support::answer;
use tempfile::TempDir;
use tokio::net::TcpListener;

/// A provider with one user, and the folder of an app there.
struct Provider {
    issuer: String,
    seen: Seen,
    folder: TempDir,
}

/// What the provider has seen. Clones share it.
#[derive(Clone, Default)]
struct Seen {
    /// The nonce of the last authorization request.
    nonce: Arc<Mutex<String>>,
    /// The paths of all requests.
    requests: Arc<Mutex<Vec<String>>>,
}

impl Provider {
    async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let seen = Seen::default();
        let router = Router::new().fallback(respond).with_state((issuer.clone(), seen.clone()));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { issuer, seen, folder: tempfile::tempdir().unwrap() }
    }

    /// Returns the configuration of an app. `nonce` is what the provider puts into ID tokens, in place of the nonce
    /// that was sent.
    fn configuration(&self, nonce: Option<&'static str>) -> ConfigBuilder<OpenId> {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let seen = self.seen.clone();
        let open = move |url: &str| {
            let [state, redirect_uri, sent] = ["state", "redirect_uri", "nonce"].map(|name| answer(url, name).unwrap());
            *seen.nonce.lock().unwrap() = nonce.map_or(sent, str::to_owned);
            let response = format!("{redirect_uri}?code=a-code&state={state}");
            tokio::spawn(reqwest::Client::new().get(response).send());
            Ok(())
        };
        let config = Config::openid(format!("http://127.0.0.1:{port}/callback")).issuer(&self.issuer).client_id("app");
        config.scope("openid email").folder(self.folder.path()).open_with(open)
    }

    fn client(&self, nonce: Option<&'static str>) -> Client<OpenId> {
        Client::new(self.configuration(nonce).build().unwrap())
    }

    fn requests(&self) -> Vec<String> {
        self.seen.requests.lock().unwrap().clone()
    }
}

async fn respond(
    State((issuer, seen)): State<(String, Seen)>,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> (StatusCode, String) {
    seen.requests.lock().unwrap().push(uri.path().to_owned());
    let is_authorized = headers.get(AUTHORIZATION).is_some_and(|value| value == "Bearer an-access-token");
    let answer = match uri.path() {
        "/.well-known/openid-configuration" => json!({
            "issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"), "userinfo_endpoint": format!("{issuer}/me"),
            "revocation_endpoint": format!("{issuer}/revoke"), "end_session_endpoint": format!("{issuer}/end"),
        }),
        "/token" if body.contains("code=a-code") => {
            let nonce = seen.nonce.lock().unwrap().clone();
            let claims = json!({
                "iss": issuer, "sub": "u1", "aud": "app", "exp": 4_000_000_000_u64, "iat": 1, "nonce": nonce,
                "name": "Ann",
            });
            let encoded = |part: serde_json::Value| base64url(part.to_string().as_bytes());
            let [header, claims] = [json!({ "alg": "RS256" }), claims].map(encoded);
            json!({
                "access_token": "an-access-token", "token_type": "Bearer", "expires_in": 3600,
                "refresh_token": "a-refresh-token", "id_token": format!("{header}.{claims}.c2ln"),
            })
        }
        "/me" if is_authorized => json!({ "sub": "u1", "email": "ann@example.com" }),
        "/orders" if is_authorized => json!([7]),
        "/revoke" => json!({}),
        _ => return (StatusCode::NOT_FOUND, String::new()),
    };
    (StatusCode::OK, answer.to_string())
}

#[tokio::test]
async fn login_returns_user_of_id_token() {
    let provider = Provider::start().await;
    let client = provider.client(None);
    let signed_in = client.login(LoginOptions::default().app_state(&7)).await.unwrap();
    let user = signed_in.user.unwrap();
    assert_eq!((user.sub.as_str(), user.name.as_deref(), user.email), ("u1", Some("Ann"), None));
    assert_eq!(signed_in.app_state.unwrap().read::<u8>().unwrap(), 7);
    assert_eq!(provider.requests(), ["/.well-known/openid-configuration", "/token"]);

    let user = client.user().await.unwrap();
    assert_eq!((user.name.as_deref(), user.email.as_deref()), (Some("Ann"), Some("ann@example.com")));
    assert!(client.session().await.unwrap().is_signed_in() && client.is_authenticated().await.unwrap());
    assert!(client.has_scope("email").await.unwrap() && !client.has_scope("profile").await.unwrap());
    assert_eq!(client.access_token().await.unwrap().expose(), "an-access-token");
    let id_token = client.id_token().await.unwrap().unwrap();
    assert_eq!(id_token.expose().rsplit_once('.').unwrap().1, "c2ln");
}

#[tokio::test]
async fn another_nonce_is_refused() {
    let provider = Provider::start().await;
    let client = provider.client(Some("of-another-login"));
    let error = client.login(LoginOptions::default()).await.unwrap_err();
    assert_eq!((error.code(), error.description()), (Code::IdTokenInvalid, Some("ID token: nonce")));
    assert!(!client.is_authenticated().await.unwrap());
}

#[tokio::test]
async fn discovery_is_fetched_once_or_never() {
    let provider = Provider::start().await;
    provider.client(None).ready().await.unwrap();
    provider.client(None).ready().await.unwrap();
    assert_eq!(provider.requests(), ["/.well-known/openid-configuration"]);

    let metadata = json!({
        "issuer": provider.issuer, "authorization_endpoint": format!("{}/authorize", provider.issuer),
        "token_endpoint": format!("{}/token", provider.issuer),
    });
    let config = provider.configuration(None).memory_storage().metadata(metadata.to_string()).build().unwrap();
    let signed_in = Client::new(config).login(LoginOptions::default().scope("openid")).await.unwrap();
    assert_eq!(signed_in.user.unwrap().sub, "u1");
    assert_eq!(provider.requests().last().unwrap(), "/token");
    assert_eq!(provider.requests().len(), 2);
}

#[tokio::test]
async fn logout_revokes_tokens_and_ends_session() {
    let provider = Provider::start().await;
    let client = provider.client(None);
    client.login(LoginOptions::default()).await.unwrap();
    let page = client.logout_url(Some("https://app.example/bye")).await.unwrap().unwrap();
    assert!(page.starts_with(&format!("{}/end?client_id=app&id_token_hint=", provider.issuer)), "{page}");
    assert!(page.ends_with("&post_logout_redirect_uri=https%3A%2F%2Fapp.example%2Fbye"), "{page}");
    assert!(client.logout().await.unwrap().revoked);
    assert!(!client.is_authenticated().await.unwrap());
    assert_eq!(client.user().await.unwrap_err().code(), Code::NotSignedIn);
    assert_eq!(provider.requests().last().unwrap(), "/revoke");
}

#[tokio::test]
async fn fetch_sends_token_to_named_origins_alone() {
    let provider = Provider::start().await;
    provider.client(None).login(LoginOptions::default()).await.unwrap();
    let request = |url: String| http::Request::get(url).body(Vec::new()).unwrap();
    let orders = format!("{}/orders", provider.issuer);
    // A client without this origin, and a path: the issuer is no service.
    for url in [orders.clone(), "/orders".to_owned()] {
        assert_eq!(provider.client(None).fetch(request(url)).await.unwrap_err().code(), Code::OptionInvalid);
    }
    let client = Client::new(provider.configuration(None).origin(&provider.issuer).build().unwrap());
    assert_eq!(client.fetch(request(orders)).await.unwrap().into_body(), b"[7]");
}
