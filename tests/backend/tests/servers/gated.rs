//! The whole way of a gated track, with nothing that pretends: uploaded to the service, made by way of an access
//! server, heard from a node.

mod embedding;
mod waveform;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_backend::access::{AccessHandle, AccessSettings, GeoSource, Secret, ServiceLimits};
use stagepass_backend::base_url::BaseUrl;
use stagepass_backend::clock::ManualClock;
use stagepass_backend::node::catalog::Lookup;
use stagepass_backend::node::{Catalog, NodeHandle, NodeSettings, StoreCatalog};
use stagepass_backend::store::DatabaseAddress;
use stagepass_backend::{ServerSettings, Settings};
use stagepass_gate::Signer;
use stagepass_test_support::api_client::{ApiClient, sent, wav};
use stagepass_test_support::{Reply, TestService};

const IN_AUSTRALIA: &str = "214.0.1.9";
const IN_THE_US: &str = "216.160.83.57";
const SECONDS: u64 = 2;

/// The service's store, once there is one: the service must be told the node's address first.
#[derive(Debug, Default)]
struct Later(OnceLock<StoreCatalog>);

impl Catalog for Later {
    fn content<'a>(&'a self, cid: &'a str) -> Lookup<'a> {
        self.0.get().unwrap().content(cid)
    }
}

struct Stage {
    scene: ApiClient,
    node: NodeHandle,
    access: AccessHandle,
}

impl Stage {
    async fn new() -> Self {
        let later = Arc::new(Later::default());
        let node = start_node(later.clone()).await;
        let scene =
            ApiClient::with(Settings { node_url: Some(node.origin()), ..stagepass_test_support::settings() }).await;
        later.0.set(stagepass_backend::catalog(&scene.world.service)).unwrap();
        let settings = access_settings(&scene.world, stagepass_test_support::database());
        let access = start_access_with(&scene.world, settings).await;
        Self { scene, node, access }
    }

    /// A ticket for `audience`, of the scope that the token has.
    async fn ticket(&self, access_token: &str, audience: &str) -> String {
        let issue = async |scope| {
            self.scene.post("/tickets", access_token, &json!({ "audience": audience, "scope": scope })).await
        };
        let reply = match issue("write").await {
            refused if refused.status == 403 => issue("read").await,
            reply => reply,
        };
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["ticket"].as_str().unwrap().to_owned()
    }

    /// A ticket of `demo`'s for the access server.
    async fn good_ticket(&self) -> String {
        self.ticket(&self.scene.token, self.access.audience()).await
    }

    async fn stream(&self, address: &str, track_id: u64, authorization: &str) -> Reply {
        let url = format!("{}/stream/{track_id}", self.access.origin());
        let request = self.scene.world.http.get(url).header("x-forwarded-for", address);
        sent(if authorization.is_empty() { request } else { request.header("authorization", authorization) }).await
    }

    /// Any request to the access server with a ticket.
    async fn send(&self, method: Method, path: &str, ticket: &str, body: &Value) -> Reply {
        let request = self.scene.world.http.request(method, format!("{}{path}", self.access.origin()));
        sent(request.header("authorization", format!("Ticket {ticket}")).json(body)).await
    }

    /// A new track of `demo`'s for listeners in Australia.
    async fn gated(&self) -> (u64, String) {
        let cid = self.scene.cid(Duration::from_secs(SECONDS)).await;
        let body = json!({
            "userId": self.scene.world.demo.user_id, "rule": { "geo": { "in": ["Australia"] } },
            "metadata": { "title": "Tape 1", "genre": "Ambient", "trackCid": cid },
        });
        let made = self.send(Method::POST, "/create-track", &self.good_ticket().await, &body).await;
        assert_eq!((made.status, &made.json()["success"]), (200, &json!(true)), "{}", made.body);
        let track_id = made.json()["trackId"].as_u64().unwrap();
        (track_id, cid)
    }

    async fn fetch_audio(&self, url: &str) -> (u16, Vec<u8>) {
        let response = self.scene.world.http.get(url).send().await.unwrap();
        (response.status().as_u16(), response.bytes().await.unwrap().to_vec())
    }
}

async fn start_node(catalog: Arc<Later>) -> NodeHandle {
    let clock = Arc::new(ManualClock::at(1_800_000_000));
    stagepass_backend::node::start(NodeSettings { clock, ..NodeSettings::new(catalog) }).await.unwrap()
}

/// Starts and registers an access server.
pub(crate) async fn start_access_with(world: &TestService, settings: AccessSettings) -> AccessHandle {
    let key = world.access_server_key();
    let settings = AccessSettings { credential: Secret::from(key.credential.clone()), ..settings };
    let access = stagepass_backend::access::start(settings).await.unwrap();
    world.register_access_server(key, access.audience()).await;
    access
}

/// Without a credential. Behind a proxy, which is this machine.
pub(crate) fn access_settings(world: &TestService, database: DatabaseAddress) -> AccessSettings {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/GeoIP2-City-Test.mmdb");
    AccessSettings {
        server: ServerSettings {
            listen: ([127, 0, 0, 1], 0).into(),
            trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()],
            ..ServerSettings::default()
        },
        origin: None,
        service: BaseUrl::parse(world.service.base_url()).unwrap(),
        api_key: world.app.api_key.clone(),
        credential: Secret::from(String::new()),
        signer: Arc::new(Signer::from_bytes(&[1; 32]).unwrap()),
        database,
        owners: vec![],
        allowed_countries: vec![],
        geo: GeoSource::Database(file.into()),
        geo_cache: Duration::ZERO,
        service_limits: ServiceLimits::NONE,
        clock: world.clock.clone(),
    }
}

fn location(reply: &Reply) -> &str {
    assert_eq!(reply.status, 302, "{}", reply.body);
    reply.header("location")
}

#[tokio::test]
async fn from_the_upload_to_the_ear() {
    let stage = Stage::new().await;
    let (track_id, cid) = stage.gated().await;
    let track = stage.scene.get(&format!("/tracks/{track_id}"), "").await.json()["data"].clone();
    assert_eq!(track["access_authorities"], json!([stage.access.signer_address().to_string()]));
    assert_eq!((&track["title"], &track["user"]["handle"]), (&json!("Tape 1"), &json!("demo")));

    let unsigned = format!("{}/tracks/cidstream/{cid}", stage.node.origin());
    assert_eq!(stage.fetch_audio(&unsigned).await.0, 401);
    let ticket = format!("Ticket {}", stage.good_ticket().await);
    for authorization in ["", &ticket] {
        let reply = stage.stream(IN_AUSTRALIA, track_id, authorization).await;
        assert!(location(&reply).starts_with(&format!("{unsigned}?track_id={track_id}&signature=")));
        assert_eq!(stage.fetch_audio(location(&reply)).await, (200, wav(Duration::from_secs(SECONDS))));
        assert_eq!(location(&reply).contains("userId"), !authorization.is_empty());
    }
    let refused = stage.stream(IN_THE_US, track_id, &ticket).await;
    assert_eq!((refused.status, &refused.json()["code"]), (403, &json!("country_not_allowed")));
}
