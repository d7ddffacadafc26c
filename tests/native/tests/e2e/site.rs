//! Everything that the browser talks to: the demo on `localhost`; a service, a node and an access server of its own on `127.0.0.1`.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use stagepass_backend::access::{self, AccessSettings, GeoSource, RunningAccess, Secret};
use stagepass_backend::accounts::RegisteredApp;
use stagepass_backend::base_url::BaseUrl;
use stagepass_backend::clock::SystemClock;
use stagepass_backend::node::{self, NodeSettings, RunningNode};
use stagepass_backend::password::PasswordCost;
use stagepass_backend::store::DatabaseAddress;
use stagepass_backend::{Running, Settings};
use stagepass_demo::Origins;
use stagepass_gate::Signer;
use stagepass_native_tests::service::{app, listener};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::counter::{self, Requests};
use crate::demo;

/// What a story may want to be different.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Setting {
    /// The service's pages have a Cross-Origin-Opener-Policy: popup and app no longer see each other.
    pub(crate) isolates: bool,
    /// The app is registered with another address than the one it asks to be sent back to.
    pub(crate) registers_elsewhere: bool,
    /// How long the node takes a signature, where that is not as long as the track.
    pub(crate) longest_signature: Option<Duration>,
}

/// All of it, running. It stops when dropped.
#[derive(Debug)]
pub(crate) struct Site {
    app: String,
    api_key: String,
    base_url: String,
    requests: Requests,
    service: Running,
    _node: RunningNode,
    _access: RunningAccess,
    servers: [JoinHandle<()>; 3],
}

impl Site {
    pub(crate) async fn start(setting: Setting) -> Self {
        // What stands in front of a server has its address before the server is there.
        let (front, node_front, pages) = (counter::listen().await, counter::listen().await, counter::listen().await);
        let origin = |listener: &TcpListener| format!("http://{}", listener.local_addr().unwrap());
        let (service_origin, node_origin, geo) = (origin(&front), origin(&node_front), origin(&pages) + "/geo/json");
        let base_url = format!("{service_origin}/v1");
        let app_origin = format!("http://localhost:{}", pages.local_addr().unwrap().port());
        let redirect_uri = format!("{app_origin}/callback.html");

        let settings = Settings {
            base_url: Some(BaseUrl::parse(&base_url).unwrap()),
            password_cost: PasswordCost::LOWEST,
            node_url: Some(node_origin.clone()),
            ..Settings::in_memory()
        };
        let service = stagepass_backend::start(settings).await.unwrap();
        service.accounts().add_user(listener()).await.unwrap();
        let registered =
            if setting.registers_elsewhere { format!("{app_origin}/elsewhere") } else { redirect_uri.clone() };
        let app = service.accounts().add_app(app(&registered)).await.unwrap();
        let node = start_node(&service, setting).await;
        let access = start_access(&base_url, &app, geo).await;

        let requests = Requests::default();
        let front = counter::serve(front, service.listening_on(), requests.clone(), setting.isolates);
        let node_front = counter::serve(node_front, node.listening_on(), requests.clone(), false);
        let config = json!({
            "baseUrl": base_url, "accessServer": access.origin(), "apiKey": app.api_key, "redirectUri": redirect_uri,
            "seededTracks": [],
        });
        let access_origin = access.origin().to_owned();
        let demo = async move {
            let origins = Origins { service: &service_origin, node: &node_origin, access: &access_origin };
            demo::serve(pages, &config, origins).await;
        };
        let servers = [tokio::spawn(front), tokio::spawn(node_front), tokio::spawn(demo)];
        let api_key = app.api_key;
        Self { app: app_origin, api_key, base_url, requests, service, _node: node, _access: access, servers }
    }

    /// The app's origin.
    pub(crate) fn app(&self) -> &str {
        &self.app
    }

    /// Where the service is.
    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    /// How many requests for tokens have reached the service.
    pub(crate) fn token_requests(&self) -> usize {
        self.requests.count("POST /v1/oauth/token")
    }

    /// How many requests for a revocation have reached the service.
    pub(crate) fn revocations(&self) -> usize {
        self.requests.count("POST /v1/oauth/revoke")
    }

    /// How many requests for audio the node has answered so.
    pub(crate) fn streams_answered(&self, status: u16) -> usize {
        self.requests.answered("GET /tracks/cidstream/", status)
    }

    /// What the service says to a refresh token, behind the counter's back: status and `error`.
    pub(crate) async fn refresh_with(&self, refresh_token: &str) -> (u16, Option<String>) {
        let members =
            json!({ "grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": self.api_key });
        let url = format!("{}/v1/oauth/token", self.service.listening_on());
        let answer = reqwest::Client::new().post(url).json(&members).send().await.unwrap();
        let status = answer.status().as_u16();
        let body: Value = answer.json().await.unwrap();
        (status, body.get("error").and_then(Value::as_str).map(str::to_owned))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.servers.iter().for_each(JoinHandle::abort);
    }
}

async fn start_node(service: &Running, setting: Setting) -> RunningNode {
    let settings = NodeSettings::new(Arc::new(service.catalog()));
    let longest_signature = setting.longest_signature.unwrap_or(settings.longest_signature);
    node::start(NodeSettings { longest_signature, ..settings }).await.unwrap()
}

/// An access server that asks the demo's stand-in for a geolocation service, and gates nothing of its own accord.
async fn start_access(base_url: &str, app: &RegisteredApp, geo: String) -> RunningAccess {
    let settings = AccessSettings {
        listen: ([127, 0, 0, 1], 0).into(),
        origin: None,
        service: BaseUrl::parse(base_url).unwrap(),
        api_key: app.api_key.clone(),
        bearer_token: Secret::from(app.bearer_token.clone()),
        signer: Arc::new(Signer::from_bytes(&[7; 32]).unwrap()),
        database: DatabaseAddress::Memory,
        allowed_countries: vec![],
        geo: GeoSource::Lookup(geo),
        geo_cache: Duration::ZERO,
        trusted_proxies: vec![],
        clock: Arc::new(SystemClock),
    };
    access::start(settings).await.unwrap()
}
