//! `/owner/sites`, and the tokens that owners' own sites sign with these keys.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::json;
use sha2::Sha256;
use stagepass_test_support::secrets::note;
use stagepass_test_support::sent;

use crate::support::{GATED, GRACE, GRACES, IN_JAPAN, NOW, Reply, TICKET, TestServer, no, signer};

/// A token as a site's server makes it.
fn token(secret: &str, track: u64, expiry: i64) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    let tag = mac.chain_update(format!("stagepass-site-token\n{track}\n{expiry}")).finalize().into_bytes();
    format!("st1.{expiry}.{}", URL_SAFE_NO_PAD.encode(tag))
}

impl TestServer {
    /// The secret of a new site key.
    async fn site_of(&self, ticket: &str, id: &str) -> String {
        let body = json!({ "id": id, "name": "The radio" });
        let reply = self.post(ticket, "/owner/sites", &body).await;
        assert_eq!((reply.status, &reply.json()["id"]), (201, &json!(id)), "{}", reply.body);
        let secret = reply.json()["secret"].as_str().unwrap().to_owned();
        note("API secret", &secret);
        secret
    }

    /// The track opens to listeners of the site `radio`.
    async fn opens_to_the_radio(&self) -> String {
        let secret = self.site_of(TICKET, "radio").await;
        self.rule(GATED, &json!({ "site": { "signed": "radio" } })).await;
        secret
    }

    async fn stream_by(&self, track: u64, token: &str) -> Reply {
        sent(self.get_from(IN_JAPAN, &format!("/stream/{track}")).header("stagepass-site-token", token)).await
    }
}

#[tokio::test]
async fn site_key_secret_is_shown_only_once() {
    let server = TestServer::new().await;
    let secret = server.site_of(TICKET, "radio").await;
    assert_eq!(URL_SAFE_NO_PAD.decode(&secret).unwrap().len(), 32);
    let listed = server.get(TICKET, "/owner/sites").await;
    assert_eq!(listed.json(), json!({ "sites": [{ "id": "radio", "name": "The radio" }] }));
    let again = server.post(TICKET, "/owner/sites", &json!({ "id": "radio", "name": "x" })).await;
    assert_eq!(again.refusal(), no(409, "exists"));
    for body in [
        json!({ "id": "Radio", "name": "x" }),
        json!({ "id": "radio-2" }),
        json!({ "id": "radio-2", "name": "" }),
        json!({ "id": "radio-2", "name": "x", "secret": "mine" }),
    ] {
        assert_eq!(server.post(TICKET, "/owner/sites", &body).await.refusal(), no(400, "invalid_request"), "{body}");
    }
    assert_eq!(server.delete(TICKET, "/owner/sites/radio").await.status, 204);
    assert_eq!(server.delete(TICKET, "/owner/sites/radio").await.refusal(), no(404, "not_found"));
    assert_ne!(server.site_of(TICKET, "radio").await, secret);
}

#[tokio::test]
async fn site_token_opens_one_track_until_expiry() {
    let server = TestServer::new().await;
    let secret = server.opens_to_the_radio().await;
    assert_eq!(server.stream_from(IN_JAPAN, GATED).await.refusal(), no(403, "site_token_missing"));
    let others = server.site_of(GRACES, "radio").await;
    let second = server.site_of(TICKET, "magazine").await;
    let good = token(&secret, GATED, NOW + 60);
    for (bad, why) in [
        (token(&secret, GATED, NOW + 301), "too far ahead"),
        (token(&secret, GATED + 1, NOW + 60), "of another track"),
        (token(&others, GATED, NOW + 60), "of another owner's key of the same id"),
        (token(&second, GATED, NOW + 60), "of another key"),
    ] {
        assert_eq!(server.stream_by(GATED, &bad).await.refusal(), no(403, "site_token_invalid"), "{why}");
    }
    server.clock.advance(59);
    assert_eq!(server.stream_by(GATED, &good).await.status, 302);
    server.clock.advance(1);
    assert_eq!(server.stream_by(GATED, &good).await.refusal(), no(403, "site_token_invalid"));
    let (good, graces) = (token(&secret, GATED, NOW + 120), 70);
    server.service.has_track_of(GRACE, graces, &[signer().address()]);
    let rule = json!({ "rule": { "site": { "signed": "radio" } } });
    assert_eq!(server.put(GRACES, &format!("/tracks/{graces}/rule"), &rule).await.status, 200);
    assert_eq!(server.stream_by(graces, &token(&others, graces, NOW + 120)).await.status, 302);
    let twice = server.get_from(IN_JAPAN, &format!("/stream/{GATED}"));
    let twice = twice.header("stagepass-site-token", &good).header("stagepass-site-token", &good);
    assert_eq!(sent(twice).await.refusal(), no(403, "site_token_missing"));
}

#[tokio::test]
async fn a_deleted_key_opens_nothing() {
    let server = TestServer::new().await;
    let secret = server.opens_to_the_radio().await;
    server.delete(TICKET, "/owner/sites/radio").await;
    let good = token(&secret, GATED, NOW + 60);
    assert_eq!(server.stream_by(GATED, &good).await.refusal(), no(403, "site_unknown"));
    let anew = server.site_of(TICKET, "radio").await;
    assert_eq!(server.stream_by(GATED, &good).await.refusal(), no(403, "site_token_invalid"));
    assert_eq!(server.stream_by(GATED, &token(&anew, GATED, NOW + 60)).await.status, 302);
}
