//! The credential of an access server: what it verifies, and what it does for a user.

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_backend::accounts::RegisteredAccessServer;
use stagepass_test_support::api_client::{ApiClient, sent, wav};
use stagepass_test_support::{AUDIENCE, CALLBACK, Reply, TestService, registered};
use std::time::Duration;

async fn access_server(world: &TestService) -> RegisteredAccessServer {
    world.register_access_server(world.access_server_key(), AUDIENCE).await
}

/// A ticket for `audience` with this scope.
async fn ticket(world: &TestService, token: &str, audience: &str, scope: &str) -> String {
    let body = json!({ "audience": audience, "scope": scope });
    let reply = sent(world.ask(Method::POST, "/tickets", token).json(&body)).await;
    reply.json()["ticket"].as_str().unwrap_or_else(|| panic!("{}", reply.body)).to_owned()
}

fn invalid_ticket() -> (u16, String) {
    (400, "invalid_ticket".to_owned())
}

fn denied() -> (u16, String) {
    (403, "access_denied".to_owned())
}

#[tokio::test]
async fn credential_verifies_its_origins_tickets_of_admitting_apps() {
    let world = TestService::new().await;
    let (server, token) = (access_server(&world).await, world.login().await.access);
    let other = registered(&world.service, "Other", &[CALLBACK]).await;
    let of_other = world.login_with(&other.api_key, CALLBACK).await.access;
    let verified = async |token: &str, audience: &str| {
        let ticket = ticket(&world, token, audience, "read").await;
        let reply = world.verify_ticket(&server.credential, &ticket, audience).await;
        (reply.status, reply.json()["error"].as_str().unwrap_or_default().to_owned())
    };
    let good = (200, String::new());
    assert_eq!(verified(&token, AUDIENCE).await, good);
    assert_eq!(verified(&token, "https://elsewhere.example").await, invalid_ticket());
    assert_eq!(verified(&of_other, AUDIENCE).await, invalid_ticket());

    let accounts = world.service.accounts();
    accounts.admit(&other.api_key, &server.access_server_id).await.unwrap();
    assert_eq!(verified(&of_other, AUDIENCE).await, good);
    let ended = accounts.store.end_admission(&world.app.api_key, world.demo.user_id, &server.access_server_id).await;
    assert!(ended.unwrap());
    assert_eq!(verified(&token, AUDIENCE).await, invalid_ticket());
}

#[tokio::test]
async fn credential_acts_for_no_user() {
    let scene = ApiClient::new().await;
    let world = &scene.world;
    let (server, user_id) = (access_server(world).await, world.demo.user_id);
    let track = scene.track("Tape", &scene.cid(Duration::from_secs(1)).await).await;
    for (method, path) in [
        (Method::POST, format!("/tracks?user_id={user_id}")),
        (Method::DELETE, format!("/tracks/{track}?user_id={user_id}")),
        (Method::PATCH, format!("/tracks/{track}?user_id={user_id}")),
        (Method::GET, format!("/users/{user_id}/library/tracks?user_id={user_id}")),
        (Method::GET, format!("/tracks/{track}/listens?user_id={user_id}")),
        (Method::GET, "/me".to_owned()),
        (Method::POST, "/tickets".to_owned()),
    ] {
        let reply = sent(scene.ask(method.clone(), &path, &server.credential).json(&json!({}))).await;
        assert_eq!((reply.status, reply.error()), denied(), "{method} {path}: {}", reply.body);
    }
    for path in ["/users/1".to_owned(), format!("/tracks/{track}"), "/users/1/tracks".to_owned()] {
        assert_eq!(scene.get(&path, &server.credential).await.status, 200, "{path}");
    }
}

/// An access server that creates and deletes tracks for users.
struct Maker<'a> {
    scene: &'a ApiClient,
    server: RegisteredAccessServer,
}

impl Maker<'_> {
    async fn create(&self, ticket: &str, cid: &str) -> Reply {
        let body = json!({ "title": "Gated", "track_cid": cid, "access_authorities": [] });
        let request = self.scene.ask(Method::POST, "/tracks", &self.server.credential);
        sent(request.header("stagepass-ticket", ticket).json(&body)).await
    }

    async fn delete(&self, ticket: &str, track: &Value) -> (u16, String) {
        let request = self.scene.ask(Method::DELETE, &format!("/tracks/{track}"), &self.server.credential);
        let reply = sent(request.header("stagepass-ticket", ticket)).await;
        (reply.status, if reply.status == 204 { String::new() } else { reply.error() })
    }
}

#[tokio::test]
async fn write_ticket_lets_it_create_a_track() {
    let scene = ApiClient::new().await;
    let maker = Maker { scene: &scene, server: access_server(&scene.world).await };
    let cid = scene.cid(Duration::from_secs(1)).await;
    let write = ticket(&scene.world, &scene.token, AUDIENCE, "write").await;
    let read = ticket(&scene.world, &scene.token, AUDIENCE, "read").await;
    let elsewhere = ticket(&scene.world, &scene.token, "https://elsewhere.example", "write").await;

    let created = maker.create(&write, &cid).await.with_status(201);
    assert_eq!(created.json()["data"]["user"]["user_id"], scene.world.demo.user_id);
    for (ticket, expected) in [(&read, denied()), (&elsewhere, invalid_ticket()), (&"x".to_owned(), invalid_ticket())] {
        let refused = maker.create(ticket, &cid).await;
        assert_eq!((refused.status, refused.error()), expected, "{}", refused.body);
    }
    scene.world.service.accounts().sign_out_everywhere("demo").await.unwrap();
    let refused = maker.create(&write, &cid).await;
    assert_eq!((refused.status, refused.error()), invalid_ticket());
}

#[tokio::test]
async fn it_deletes_only_what_it_created() {
    let scene = ApiClient::new().await;
    let server = access_server(&scene.world).await;
    let maker = Maker { scene: &scene, server };
    let another = Maker { scene: &scene, server: access_server(&scene.world).await };
    let (token, _) = scene.add_user("somebody", "write").await;
    scene.uploaded_by(&token, wav(Duration::from_secs(2))).await;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let by_app = json!(scene.track("Tape", &cid).await);
    let write = ticket(&scene.world, &scene.token, AUDIENCE, "write").await;
    let created = maker.create(&write, &cid).await.json()["data"]["id"].clone();

    assert_eq!(maker.delete(&write, &by_app).await, denied());
    assert_eq!(another.delete(&write, &created).await, denied());
    let of_other_user = ticket(&scene.world, &token, AUDIENCE, "write").await;
    assert_eq!(maker.delete(&of_other_user, &created).await, denied());
    assert_eq!(maker.delete(&write, &created).await, (204, String::new()));
    assert_eq!(maker.delete(&write, &created).await.0, 404);
    assert_eq!(scene.get(&format!("/tracks/{by_app}"), "").await.status, 200);
}
