//! Sessions that are bound to a key (RFC 9449). The clocks of test services are months from the client's, so each first
//! proof is refused, and the next one has the service's time.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use stagepass::http::Request;
use stagepass::{
    Client, Code, Dpop, DpopKey, DpopKeys, KeyFuture, LoginOptions, P256PublicKey, Scope, Session, SoftwareKeys,
    UploadOptions,
};
use stagepass_backend::Settings;
use stagepass_backend::base_url::BaseUrl;
use stagepass_test_support::api_client::wav;
use stagepass_test_support::{TestService, settings};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::app::{Act, App};
use crate::front::Front;

/// An app behind the proxy.
struct BoundApp {
    app: App,
    front: Front,
}

impl BoundApp {
    async fn new() -> Self {
        Self::of(Front::start(true).await, settings()).await
    }

    async fn of(front: Front, settings: Settings) -> Self {
        let base_url = BaseUrl::parse(&format!("{}/v1", front.origin)).unwrap();
        let service = TestService::with(Settings { base_url: Some(base_url), ..settings }).await;
        front.lead_to(service.service.origin(), Arc::clone(&service.clock));
        Self { app: App::of(service).await, front }
    }

    fn client(&self, dpop: Dpop) -> Client {
        Client::new(self.app.configuration_with(Act::Approve).dpop(dpop).build().unwrap())
    }

    async fn signed_in(&self) -> Client {
        let client = self.client(Dpop::Always);
        client.login(read()).await.unwrap();
        client
    }

    fn keys(&self) -> PathBuf {
        self.app.tokens().join("keys")
    }

    /// Returns how many keys are stored.
    fn stored_keys(&self) -> usize {
        fs::read_dir(self.keys()).into_iter().flatten().count()
    }

    /// Returns whether the stored session is bound.
    fn is_bound(&self) -> bool {
        let records = self.app.records();
        let mut sessions = records.iter().filter_map(|path| fs::read_to_string(path).ok());
        sessions.any(|record| record.contains(r#""isBound":true"#))
    }
}

fn read() -> LoginOptions {
    LoginOptions::new(Scope::Read)
}

async fn status(client: &Client, path: &str) -> u16 {
    client.fetch(Request::get(path).body(Vec::new()).unwrap()).await.unwrap().status().as_u16()
}

#[tokio::test]
async fn bound_session_works_only_with_proofs_until_logout() {
    let bound = BoundApp::new().await;
    let client = bound.signed_in().await;
    assert!(bound.is_bound() && bound.stored_keys() == 1);
    assert_eq!(bound.front.proven(), ["POST /v1/oauth/token"; 2], "the clock is corrected once");
    assert_eq!((status(&client, "/me?a=b").await, client.user().await.unwrap().handle.as_str()), (200, "demo"));
    let _ = client.refresh_access_token().await.unwrap();
    let _ = client.ticket("https://api.example").await.unwrap();
    let calls = ["GET /v1/me", "GET /v1/me", "POST /v1/oauth/token", "POST /v1/tickets"];
    assert_eq!(bound.front.proven(), calls);

    let token = client.access_token().await.unwrap();
    assert_eq!(bound.app.service.me(token.expose()).await.status, 401, "it is no bearer token");
    let _ = bound.front.seen();

    // Another process, without the option, after the access token has expired.
    bound.app.service.clock.advance(2 * 60 * 60);
    let restarted = bound.app.client();
    assert_eq!(restarted.user().await.unwrap().handle, "demo");
    assert!(bound.front.proven().contains(&"POST /v1/oauth/token".to_owned()));

    assert!(client.logout().await.unwrap().revoked);
    assert!(bound.front.proven().contains(&"POST /v1/oauth/revoke".to_owned()));
    assert_eq!((bound.stored_keys(), bound.app.records().len()), (0, 1), "only the folder of the keys is left");
    assert_eq!(restarted.user().await.unwrap_err().code(), Code::NotSignedIn);
}

#[tokio::test]
async fn every_part_of_an_upload_has_a_proof() {
    let bound = BoundApp::new().await;
    let client = bound.client(Dpop::Always);
    client.login(LoginOptions::new(Scope::Write)).await.unwrap();
    let _ = bound.front.seen();
    let upload = client.tracks().upload(wav(Duration::from_secs(1)), UploadOptions::new()).await.unwrap();
    let path = format!("/v1/uploads/{}", upload.upload_id);
    assert_eq!(bound.front.proven(), ["POST /v1/uploads", &format!("PATCH {path}"), &format!("GET {path}")]);
}

#[cfg(unix)]
#[tokio::test]
async fn key_is_in_a_private_file() {
    use std::os::unix::fs::PermissionsExt as _;

    let bound = BoundApp::new().await;
    bound.signed_in().await;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&bound.keys()), 0o700);
    for entry in fs::read_dir(bound.keys()).unwrap() {
        assert_eq!(mode(&entry.unwrap().path()), 0o600);
    }
}

#[tokio::test]
async fn copied_session_without_key_expires_and_sends_nothing() {
    let bound = BoundApp::new().await;
    let owner = bound.signed_in().await;
    let stolen = tempfile::tempdir().unwrap();
    for path in bound.app.records().iter().filter(|path| path.is_file()) {
        fs::copy(path, stolen.path().join(path.file_name().unwrap())).unwrap();
    }
    let _ = bound.front.seen();
    let configuration = || bound.app.configuration().folder(stolen.path());
    let thief = Client::new(configuration().build().unwrap());
    assert!(thief.is_authenticated().await.unwrap());
    let error = thief.user().await.unwrap_err();
    assert_eq!((error.code(), error.description()), (Code::SessionExpired, Some("The key is gone.")));
    assert_eq!(thief.session().await.unwrap(), Session::Expired);
    assert!(bound.front.seen().is_empty(), "nothing is sent without a proof");
    assert_eq!(owner.user().await.unwrap().handle, "demo");
}

/// A login that replaces a session revokes it, and deletes its key.
#[tokio::test]
async fn login_deletes_key_of_replaced_session() {
    let bound = BoundApp::new().await;
    bound.signed_in().await;
    bound.signed_in().await;
    assert!(bound.front.proven().contains(&"POST /v1/oauth/revoke".to_owned()));
    assert_eq!(bound.stored_keys(), 1);
}

#[tokio::test]
async fn session_ended_by_service_deletes_its_key() {
    let bound = BoundApp::new().await;
    let client = bound.signed_in().await;
    bound.app.service.service.accounts().sign_out_everywhere("demo").await.unwrap();
    assert_eq!(client.user().await.unwrap_err().code(), Code::SessionExpired);
    assert_eq!(bound.stored_keys(), 0);
}

/// The first proof lacks both the nonce and the time.
#[tokio::test]
async fn demanded_nonce_is_sent() {
    let (front, settings) = (Front::start(true).await, Settings { dpop_nonce: true, ..settings() });
    let bound = BoundApp::of(front, settings).await;
    let client = bound.signed_in().await;
    assert_eq!(status(&client, "/me").await, 200);
    let _ = bound.front.proven();
    assert_eq!(status(&client, "/me").await, 200);
    assert_eq!(bound.front.proven(), ["GET /v1/me"], "the nonce is known");
    // The nonce expires.
    bound.app.service.clock.advance(60 * 60);
    assert_eq!(client.user().await.unwrap().handle, "demo");
    assert!(client.logout().await.unwrap().revoked);
}

/// Responses without `Date` do not tell the service's time, so the client's clock stays wrong.
#[tokio::test]
async fn uncorrectable_clock_fails_login_and_stores_no_key() {
    let bound = BoundApp::of(Front::start(false).await, settings()).await;
    let error = bound.client(Dpop::Always).login(read()).await.unwrap_err();
    assert_eq!((error.code(), error.service_error()), (Code::ExchangeRefused, Some("invalid_dpop_proof")));
    assert_eq!((bound.front.proven().len(), bound.stored_keys()), (1, 0), "the code is sent once");
}

/// `Dpop::Always` fails without a store for keys. `Dpop::Auto` signs in with an unbound session.
#[tokio::test]
async fn without_key_store_always_fails_auto_is_unbound() {
    let bound = BoundApp::new().await;
    let file = tempfile::NamedTempFile::new().unwrap();
    let client = |dpop| {
        let keys = SoftwareKeys::in_folder(file.path());
        let config = bound.app.configuration_with(Act::Approve).dpop(dpop).dpop_keys(keys);
        Client::new(config.build().unwrap())
    };
    assert_eq!(client(Dpop::Always).login(read()).await.unwrap_err().code(), Code::StorageUnavailable);
    assert!(bound.front.seen().is_empty(), "the code is not sent");
    let auto = client(Dpop::Auto);
    auto.login(read()).await.unwrap();
    assert!(status(&auto, "/me").await == 200 && !bound.is_bound());
}

#[tokio::test]
async fn keys_in_memory_are_of_the_process() {
    let bound = BoundApp::new().await;
    let configuration = || bound.app.configuration_with(Act::Approve).memory_storage().dpop(Dpop::Always);
    let client = Client::new(configuration().build().unwrap());
    client.login(read()).await.unwrap();
    let other = Client::new(configuration().build().unwrap());
    assert_eq!((status(&client, "/me").await, status(&other, "/me").await), (200, 200));
    assert!(!bound.app.tokens().exists());
    assert!(other.logout().await.unwrap().revoked);
}

/// Keys that cannot be read.
struct Locked;

impl DpopKeys for Locked {
    fn create<'a>(&'a self, _: &'a str) -> KeyFuture<'a, Arc<dyn DpopKey>> {
        Box::pin(async { Err(io::ErrorKind::PermissionDenied.into()) })
    }

    fn find<'a>(&'a self, _: &'a str) -> KeyFuture<'a, Option<Arc<dyn DpopKey>>> {
        Box::pin(async { Err(io::ErrorKind::PermissionDenied.into()) })
    }

    fn remove<'a>(&'a self, _: &'a str) -> KeyFuture<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}

#[tokio::test]
async fn unreadable_key_fails_call_but_keeps_session() {
    let bound = BoundApp::new().await;
    bound.signed_in().await;
    let _ = bound.front.seen();
    let locked = Client::new(bound.app.configuration().dpop_keys(Locked).build().unwrap());
    assert_eq!(locked.user().await.unwrap_err().code(), Code::StorageUnavailable);
    assert_eq!(locked.refresh_access_token().await.unwrap_err().code(), Code::StorageUnavailable);
    assert!(bound.front.seen().is_empty());
    assert_eq!(bound.app.client().user().await.unwrap().handle, "demo");
}

/// A key that waits forever when it signs. It reports that, and its removal.
#[derive(Clone)]
struct Stuck(UnboundedSender<&'static str>);

impl DpopKeys for Stuck {
    fn create<'a>(&'a self, _: &'a str) -> KeyFuture<'a, Arc<dyn DpopKey>> {
        Box::pin(async { Ok(Arc::new(self.clone()) as _) })
    }

    fn find<'a>(&'a self, _: &'a str) -> KeyFuture<'a, Option<Arc<dyn DpopKey>>> {
        Box::pin(async { Ok(None) })
    }

    fn remove<'a>(&'a self, _: &'a str) -> KeyFuture<'a, ()> {
        self.0.send("removed").unwrap();
        Box::pin(async { Ok(()) })
    }
}

impl DpopKey for Stuck {
    fn public_key(&self) -> P256PublicKey {
        P256PublicKey { x: [1; 32], y: [2; 32] }
    }

    fn sign<'a>(&'a self, _: &'a [u8]) -> KeyFuture<'a, [u8; 64]> {
        self.0.send("signing").unwrap();
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn aborted_code_exchange_deletes_its_key() {
    let bound = BoundApp::new().await;
    let (sender, mut events) = unbounded_channel();
    let configuration = bound.app.configuration_with(Act::Approve).dpop(Dpop::Always).dpop_keys(Stuck(sender));
    let client = Client::new(configuration.build().unwrap());
    let mut login = client.login(read());
    tokio::select! {
        result = &mut login => panic!("{result:?}"),
        event = events.recv() => assert_eq!(event, Some("signing")),
    }
    drop(login);
    assert_eq!(events.recv().await, Some("removed"));
    assert!(bound.front.seen().is_empty() && !bound.is_bound());
}
