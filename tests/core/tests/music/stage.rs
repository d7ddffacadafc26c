//! A service with a link to it, an access server and a stream node.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use stagepass::{Client, Config, Storage};
use stagepass_backend::access::{AccessHandle, AccessSettings, GeoSource, ServiceLimits};
use stagepass_backend::base_url::BaseUrl;
use stagepass_backend::clock::ManualClock;
use stagepass_backend::node::catalog::Lookup;
use stagepass_backend::node::{Catalog, NodeHandle, NodeSettings, StoreCatalog};
use stagepass_backend::{Secret, ServerSettings, Settings};
use stagepass_core::config;
use stagepass_core::config::{RawConfig, RawValue};
use stagepass_gate::Signer;
use stagepass_test_support::api_client::{ApiClient, sent};
use stagepass_test_support::{CALLBACK, Tokens, exchange, person};

use crate::link::Link;
use crate::store::Store;

/// The service's store, once there is one: the service must be told the node's address first.
#[derive(Debug, Default)]
struct Later(OnceLock<StoreCatalog>);

impl Catalog for Later {
    fn content<'a>(&'a self, cid: &'a str) -> Lookup<'a> {
        self.0.get().unwrap().content(cid)
    }
}

pub(crate) struct Stage {
    pub(crate) scene: ApiClient,
    pub(crate) link: Link,
    access: AccessHandle,
    _node: NodeHandle,
}

impl Stage {
    pub(crate) async fn new() -> Self {
        let (catalog, clock) = (Arc::new(Later::default()), Arc::new(ManualClock::at(1_800_000_000)));
        let settings = NodeSettings { clock, ..NodeSettings::new(catalog.clone()) };
        let node = stagepass_backend::node::start(settings).await.unwrap();
        let link = Link::open().await;
        let base_url = BaseUrl::parse(&link.base_url()).unwrap();
        // The service is not reached before it runs.
        let settings = Settings {
            node_url: Some(node.origin()),
            base_url: Some(base_url.clone()),
            ..stagepass_test_support::settings()
        };
        let world = stagepass_test_support::TestService::with(settings).await;
        link.leads_to(world.service.address());
        catalog.0.set(stagepass_backend::catalog(&world.service)).unwrap();
        let key = world.access_server_key();
        let access = stagepass_backend::access::start(AccessSettings {
            server: ServerSettings { listen: ([127, 0, 0, 1], 0).into(), ..ServerSettings::default() },
            origin: None,
            service: base_url,
            api_key: world.app.api_key.clone(),
            credential: Secret::from(key.credential.clone()),
            signer: Arc::new(Signer::from_bytes(&[1; 32]).unwrap()),
            database: stagepass_test_support::database(),
            owners: vec![],
            allowed_countries: vec![],
            geo: GeoSource::Fixed("Sweden".parse().unwrap()),
            geo_cache: Duration::ZERO,
            service_limits: ServiceLimits::NONE,
            clock: world.clock.clone(),
        });
        let access = access.await.unwrap();
        world.register_access_server(key, access.audience()).await;
        let token = world.login().await.access;
        Self { scene: ApiClient { world, token, bucket: None }, link, access, _node: node }
    }

    /// Returns a client in which `demo`, the owner, is signed in.
    pub(crate) async fn owner(&self) -> Client {
        self.client(self.store("demo").await)
    }

    /// Returns a client in which a new user with this handle is signed in.
    pub(crate) async fn user(&self, handle: &str) -> Client {
        self.scene.world.service.accounts().add_user(person(handle, handle)).await.unwrap();
        self.client(self.store(handle).await)
    }

    /// Returns a client without a session.
    pub(crate) fn visitor(&self) -> Client {
        self.client(Store::default())
    }

    /// Returns a client of an app without an API key, in which this user is signed in.
    pub(crate) async fn of_unregistered_app(&self, handle: &str) -> Client {
        let world = &self.scene.world;
        let name = "Night Radio";
        let code = world.browser().approve(handle, &world.unregistered_request(name).path()).await;
        let tokens = Tokens::of(&world.token(&exchange(name, CALLBACK, &code)).await);
        let text = |text: &str| RawValue::Text(text.to_owned());
        let raw = RawConfig {
            base_url: text(&self.link.base_url()),
            app_name: text(name),
            redirect_uri: text(CALLBACK),
            storage: RawValue::Other,
            ..RawConfig::default()
        };
        let store = Store::signed_in(&config::Config::parse(&raw, None).unwrap(), tokens);
        let config = Config::builder(CALLBACK).base_url(self.link.base_url()).app_name(name);
        Client::new(config.access_server(self.access.origin()).storage(store).build().unwrap())
    }

    /// Returns a client with this store.
    pub(crate) fn client(&self, store: impl Storage + 'static) -> Client {
        let config = Config::builder(CALLBACK).base_url(self.link.base_url()).api_key(&self.scene.world.app.api_key);
        Client::new(config.access_server(self.access.origin()).storage(store).build().unwrap())
    }

    /// Returns the store of an app to which this user has signed in.
    pub(crate) async fn store(&self, handle: &str) -> Store {
        let tokens: Tokens = self.scene.tokens(handle, "write").await;
        let text = |text: &str| RawValue::Text(text.to_owned());
        let raw = RawConfig {
            base_url: text(&self.link.base_url()),
            api_key: text(&self.scene.world.app.api_key),
            redirect_uri: text(CALLBACK),
            storage: RawValue::Other,
            ..RawConfig::default()
        };
        Store::signed_in(&config::Config::parse(&raw, None).unwrap(), tokens)
    }

    /// Creates a track of the owner with audio of this length and this rule. Returns its number.
    pub(crate) async fn gated_track(&self, sound: Duration, rule: &Value) -> u64 {
        let metadata = json!({ "title": "Tape", "genre": "Ambient", "trackCid": self.scene.cid(sound).await });
        let track = json!({ "userId": self.scene.world.demo.user_id, "metadata": metadata, "rule": rule });
        self.owns(Method::POST, "/create-track", &track).await["trackId"].as_u64().unwrap()
    }

    /// Sends a request of the owner to the access server, and returns the response's JSON.
    pub(crate) async fn owns(&self, method: Method, path: &str, body: &Value) -> Value {
        let audience = json!({ "audience": self.access.audience() , "scope": "write" });
        let ticket = self.scene.post("/tickets", &self.scene.token, &audience).await.json();
        let ticket = format!("Ticket {}", ticket["ticket"].as_str().unwrap());
        let request = self.scene.world.http.request(method, format!("{}{path}", self.access.origin()));
        let reply = sent(request.header("authorization", ticket).json(body)).await;
        assert!((200..300).contains(&reply.status), "{}", reply.body);
        reply.json()
    }

    /// Returns the status of a request for audio.
    pub(crate) async fn hears(&self, url: &str) -> u16 {
        self.scene.world.http.get(url).send().await.unwrap().status().as_u16()
    }
}
