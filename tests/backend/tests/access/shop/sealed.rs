//! Secrets that must be kept as they are: a copy of the database holds none of them, and a changed one opens
//! nothing.

use std::sync::Arc;

use serde_json::json;
use stagepass_backend::access::{AccessSettings, start};
use stagepass_gate::Signer;
use stagepass_test_support::dump::assert_no_secret;
use stagepass_test_support::{TestStorage, sent};

use crate::support::shop::{Hook, bad_signature, paid, signed};
use crate::support::{NOW, Reply, TICKET, TestServer, client, no, settings};

const STRIPES: &str = "whsec_0123456789abcdef0123456789abcdef";

async fn world_at(place: &TestStorage) -> TestServer {
    let database = place.database();
    TestServer::with(|settings| AccessSettings { database, ..settings }).await
}

#[tokio::test]
async fn database_contains_no_secret_in_any_form() {
    let place = TestStorage::new();
    let server = world_at(&place).await;
    server.sells("album").await;
    let hook = server.hook().await;
    server.deliver(&hook, &paid("e1")).await;
    let stripe = server.post(TICKET, "/owner/webhooks", &json!({ "kind": "stripe", "secret": STRIPES })).await;
    assert_eq!(stripe.status, 201);
    let site = server.post(TICKET, "/owner/sites", &json!({ "id": "radio", "name": "Radio" })).await;
    let site = site.json()["secret"].as_str().unwrap().to_owned();

    let rows = place.rows();
    for table in ["products", "purchases", "purchase_events", "webhooks", "site_keys"] {
        assert!(rows.iter().any(|row| row.table == table), "{table} is empty");
    }
    assert_no_secret(&rows, &[&hook.secret, STRIPES, &site]);
    server.access.shutdown().await;
}

#[tokio::test]
async fn secrets_open_after_restart_only_with_same_signer() {
    let place = TestStorage::new();
    let server = world_at(&place).await;
    server.sells("album").await;
    let hook = server.hook().await;
    let TestServer { access, service, clock, http: _ } = server;
    access.shutdown().await;

    let again = |signer: [u8; 32]| {
        let settings = settings(&service.base_url, &clock);
        let signer = Arc::new(Signer::from_bytes(&signer).unwrap());
        AccessSettings { database: place.database(), signer, ..settings }
    };
    let thief = start(again([9; 32])).await.unwrap();
    let reply = sent_to(&thief.origin(), &hook).await;
    assert_eq!(reply.refusal(), no(500, "server_error"));
    assert!(!reply.body.contains("seal"), "{}", reply.body);
    thief.shutdown().await;

    let owner = start(again([1; 32])).await.unwrap();
    let reply = sent_to(&owner.origin(), &hook).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    owner.shutdown().await;
}

async fn sent_to(origin: &str, hook: &Hook) -> Reply {
    let body = paid("e1").to_string();
    let request = client().post(format!("{origin}/webhooks/{}", hook.id));
    sent(request.header("stagepass-signature", signed(&hook.secret, NOW, &body)).body(body)).await
}

#[tokio::test]
async fn sealed_secret_of_another_webhook_is_rejected() {
    let place = TestStorage::new();
    let server = world_at(&place).await;
    server.sells("album").await;
    let [own, other] = [server.hook().await, server.hook().await];
    assert_eq!(
        server.try_deliver(&Hook { id: other.id.clone(), ..own.clone() }, &paid("e1")).await.refusal(),
        bad_signature()
    );
    let exchange = format!(
        "UPDATE webhooks SET secret = (SELECT secret FROM webhooks WHERE webhook_id = '{}') WHERE webhook_id = '{}'",
        own.id, other.id
    );
    place.execute(&exchange);
    // An attacker who knows the secret of one, and can write to the database, cannot sign for the other.
    let forged = Hook { id: other.id.clone(), secret: own.secret.clone() };
    assert_eq!(server.try_deliver(&forged, &paid("e1")).await.refusal(), no(500, "server_error"));
    server.deliver(&own, &paid("e1")).await;
    server.access.shutdown().await;
}
