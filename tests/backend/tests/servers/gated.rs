//! The whole way of a gated track, with nothing that pretends: uploaded to the service, made by way of an access
//! server, heard from a node.

mod drill;
mod embedding;
mod traces;

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
use stagepass_test_support::secrets::note_document;
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
    nodes_clock: Arc<ManualClock>,
}

impl Stage {
    async fn new() -> Self {
        Self::with(stagepass_test_support::settings(), stagepass_test_support::database()).await
    }

    /// With a new service of these settings, and this database of the access server.
    async fn with(settings: Settings, database: DatabaseAddress) -> Self {
        let later = Arc::new(Later::default());
        let (node, nodes_clock) = start_node(later.clone()).await;
        let scene = ApiClient::with(Settings { node_url: Some(node.origin()), ..settings }).await;
        later.0.set(stagepass_backend::catalog(&scene.world.service)).unwrap();
        let access = start_access(&scene, database).await;
        Self { scene, node, access, nodes_clock }
    }

    /// Stops all servers, and starts others with these settings, which have only what is stored there.
    async fn restarted(self, settings: Settings, database: DatabaseAddress) -> Self {
        let Self { scene, node, access, .. } = self;
        access.shutdown().await;
        node.shutdown().await;
        let later = Arc::new(Later::default());
        let (node, nodes_clock) = start_node(later.clone()).await;
        let scene = scene.restarted(Settings { node_url: Some(node.origin()), ..settings }).await;
        later.0.set(stagepass_backend::catalog(&scene.world.service)).unwrap();
        let access = start_access(&scene, database).await;
        Self { scene, node, access, nodes_clock }
    }

    fn advance(&self, seconds: i64) {
        self.scene.world.clock.advance(seconds);
        self.nodes_clock.advance(seconds);
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

    async fn create(&self, authorization: &str, body: &Value) -> Reply {
        let request = self.scene.world.http.post(format!("{}/create-track", self.access.origin()));
        let request = if authorization.is_empty() { request } else { request.header("authorization", authorization) };
        sent(request.json(body)).await
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
        let made = self.create(&format!("Ticket {}", self.good_ticket().await), &self.body(&cid)).await;
        assert_eq!((made.status, &made.json()["success"]), (200, &json!(true)), "{}", made.body);
        let track_id = made.json()["trackId"].as_u64().unwrap();
        (track_id, cid)
    }

    fn body(&self, cid: &str) -> Value {
        json!({
            "userId": self.scene.world.demo.user_id, "metadata": { "title": "Tape 1", "genre": "Ambient", "trackCid": cid },
            "rule": { "geo": { "in": ["Australia"] } },
        })
    }

    async fn tracks_of_demo(&self) -> usize {
        let list = self.scene.get(&format!("/users/{}/tracks", self.scene.world.demo.user_id), "").await;
        list.json()["data"].as_array().unwrap().len()
    }

    async fn fetch_audio(&self, url: &str) -> (u16, Vec<u8>) {
        let response = self.scene.world.http.get(url).send().await.unwrap();
        (response.status().as_u16(), response.bytes().await.unwrap().to_vec())
    }
}

async fn start_node(catalog: Arc<Later>) -> (NodeHandle, Arc<ManualClock>) {
    let clock = Arc::new(ManualClock::at(1_800_000_000));
    let settings = NodeSettings { clock: clock.clone(), ..NodeSettings::new(catalog) };
    (stagepass_backend::node::start(settings).await.unwrap(), clock)
}

async fn start_access(scene: &ApiClient, database: DatabaseAddress) -> AccessHandle {
    start_access_with(&scene.world, access_settings(&scene.world, database)).await
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

fn refusal(reply: &Reply) -> (u16, String) {
    (reply.status, reply.json()["code"].as_str().unwrap().to_owned())
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
    assert_eq!(refusal(&stage.stream(IN_THE_US, track_id, &ticket).await), (403, "country_not_allowed".to_owned()));
}

/// The attack: a listener uploads another author's recording and gates it first. Its author's public track, made later,
/// has to stay audible.
#[tokio::test]
async fn squatted_public_track_opens_by_its_own_address() {
    let stage = Stage::new().await;
    let (squatted, cid) = stage.gated().await;
    let (author, _) = stage.scene.add_user("author", "write").await;
    stage.scene.uploaded_by(&author, wav(Duration::from_secs(SECONDS))).await;
    let made = stage.scene.post("/tracks", &author, &json!({ "title": "Mine", "track_cid": cid })).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let address = async |track: &Value| {
        let reply = stage.scene.get(&format!("/tracks/{track}/stream?no_redirect=true"), "").await;
        reply.json()["data"].as_str().unwrap().to_owned()
    };
    let own = address(&made.json()["data"]["id"]).await;
    assert_eq!(stage.fetch_audio(&own).await, (200, wav(Duration::from_secs(SECONDS))));
    assert_eq!(stage.fetch_audio(&address(&json!(squatted)).await).await.0, 401, "the gated track stays gated");
    assert_eq!(stage.fetch_audio(own.split('?').next().unwrap()).await.0, 401, "an address without a track, as well");

    let signed = stage.stream(IN_AUSTRALIA, squatted, "").await;
    assert_eq!(stage.fetch_audio(location(&signed)).await.0, 200);
    let of_another = location(&signed).replace(&format!("track_id={squatted}"), own.split('?').nth(1).unwrap());
    assert_eq!(stage.fetch_audio(&of_another).await.0, 401, "a signature for another track than the address names");
}

#[tokio::test]
async fn group_rule_allows_members_and_invited_guests() {
    let stage = Stage::new().await;
    let (track_id, _) = stage.gated().await;
    let (friend, user_id) = stage.scene.add_user("friend", "read").await;
    let (guest, _) = stage.scene.add_user("guest", "read").await;
    let owner = stage.good_ticket().await;
    let rule = json!({ "rule": { "group": "friends" } });
    for (path, body) in [
        ("/owner/groups/friends".to_owned(), json!({ "name": "Friends" })),
        ("/owner/groups/friends/members/@FRIEND".to_owned(), Value::Null),
        (format!("/owner/groups/friends/members/{user_id}"), Value::Null),
        (format!("/tracks/{track_id}/rule"), rule),
    ] {
        let put = stage.send(Method::PUT, &path, &owner, &body).await;
        assert_eq!(put.status, 200, "{path}: {}", put.body);
    }
    let [friend, guest] =
        [stage.ticket(&friend, stage.access.audience()).await, stage.ticket(&guest, stage.access.audience()).await];
    let stream = async |ticket: &str| stage.stream(IN_THE_US, track_id, &format!("Ticket {ticket}")).await;
    assert_eq!(stage.fetch_audio(location(&stream(&friend).await)).await.0, 200);
    assert_eq!(refusal(&stream(&guest).await), (403, "not_a_member".to_owned()));

    let invited = stage.send(Method::POST, "/owner/groups/friends/invitations", &owner, &json!({})).await.json();
    note_document(&invited);
    let joined = stage.send(Method::POST, "/join", &guest, &json!({ "invitation": invited["invitation"] })).await;
    assert_eq!((joined.status, joined.json()), (200, json!({ "group": "friends", "name": "Friends" })));
    assert_eq!(stage.fetch_audio(location(&stream(&guest).await)).await.0, 200);
    let members = stage.send(Method::GET, "/owner/groups/friends/members", &owner, &Value::Null).await.json();
    let names: Vec<_> = members["members"].as_array().unwrap().iter().map(|one| one["handle"].clone()).collect();
    assert_eq!(names, ["guest", "friend"]);
    let tracks = stage.send(Method::GET, "/owner/tracks", &owner, &Value::Null).await.json();
    assert_eq!((&tracks["tracks"][0]["trackId"], &tracks["tracks"][0]["title"]), (&json!(track_id), &json!("Tape 1")));
}

#[tokio::test]
async fn a_signature_is_good_for_one_listen() {
    let stage = Stage::new().await;
    let (track_id, _) = stage.gated().await;
    let reply = stage.stream(IN_AUSTRALIA, track_id, "").await;
    stage.advance(60 + i64::try_from(SECONDS).unwrap());
    assert_eq!(stage.fetch_audio(location(&reply)).await.0, 200);
    stage.advance(1);
    assert_eq!(stage.fetch_audio(location(&reply)).await.0, 401);
    let again = stage.stream(IN_AUSTRALIA, track_id, "").await;
    assert_eq!(stage.fetch_audio(location(&again)).await.0, 200);
}

#[tokio::test]
async fn track_deleted_at_service_is_not_found() {
    let stage = Stage::new().await;
    let (track_id, _) = stage.gated().await;
    assert_eq!(stage.scene.delete(&format!("/tracks/{track_id}"), &stage.scene.token).await.status, 204);
    assert_eq!(refusal(&stage.stream(IN_AUSTRALIA, track_id, "").await), (404, "no_track".to_owned()));
}

#[tokio::test]
async fn track_refused_by_service_is_not_created() {
    let stage = Stage::new().await;
    let ticket = format!("Ticket {}", stage.good_ticket().await);
    let of_missing_upload = stage.create(&ticket, &stage.body("bafkreinobodysupload")).await;
    assert_eq!(refusal(&of_missing_upload), (403, "refused_by_service".to_owned()));
    // Signed in, with a ticket of their own, and without having granted the app `write`.
    let (reader, user_id) = stage.scene.add_user("reader", "read").await;
    let mut body = stage.body(&stage.scene.cid(Duration::from_secs(1)).await);
    body["userId"] = json!(user_id);
    let not_granted =
        stage.create(&format!("Ticket {}", stage.ticket(&reader, stage.access.audience()).await), &body).await;
    assert_eq!(refusal(&not_granted), (403, "insufficient_scope".to_owned()), "{}", not_granted.body);
    assert_eq!(stage.tracks_of_demo().await, 0);
}
