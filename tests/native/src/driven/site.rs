//! Everything that the browser talks to: the app's pages on `localhost`; a service, a node and an access server of its own on `127.0.0.1`.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use stagepass_backend::access::{self, AccessSettings, GeoSource, RunningAccess, Secret};
use stagepass_backend::accounts::RegisteredApp;
use stagepass_backend::base_url::BaseUrl;
use stagepass_backend::clock::SystemClock;
use stagepass_backend::node::{self, NodeSettings, RunningNode};
use stagepass_backend::password::PasswordCost;
use stagepass_backend::{Limits, Running, Settings};
use stagepass_demo::{Origins, Policy};
use stagepass_gate::Signer;
use tokio::net::TcpListener;

use super::agreement;
use super::clock::ForwardClock;
use super::engine::Engine;
use super::front::{self, Front};
use super::pages;
use super::server::Server;
pub use super::setting::Setting;
use super::setting::{Isolated, Registration, Storage};
use crate::person::Walk;
use crate::service::{app, listener};

/// Well formed, and of no app.
const UNKNOWN_API_KEY: &str = "0x00000000000000000000000000000000000000ff";

/// All of it, running. It stops when dropped.
#[derive(Debug)]
pub struct Site {
    /// What stands in front of the app's pages.
    pub to_pages: Front,
    /// What stands in front of the service.
    pub to_service: Front,
    /// What the browser takes for the service.
    pub service: Server,
    /// The service's clock.
    pub clock: Arc<ForwardClock>,
    to_node: Front,
    app: String,
    frame: String,
    api_key: String,
    base_url: String,
    real_service: Running,
    _node: RunningNode,
    _access: RunningAccess,
    _others: [Server; 3],
}

impl Site {
    /// Starts all of it, for pages that are to load this engine of the core.
    ///
    /// The app, its listener [`Ada`](crate::service::HANDLE), and nothing else is registered with the service.
    pub async fn start(setting: &Setting, engine: Engine) -> Self {
        // What stands in front of a server has its address before the server is there.
        let [front, node_front] = [front::listen().await, front::listen().await];
        let [pages_front, frame] = [front::listen().await, front::listen().await];
        let origin = |listener: &TcpListener| format!("http://{}", listener.local_addr().unwrap());
        let (service_origin, node_origin) = (origin(&front), origin(&node_front));
        let geo = origin(&pages_front) + "/geo/json";
        let base_url = format!("{service_origin}/v1");
        let app_origin = format!("http://localhost:{}", pages_front.local_addr().unwrap().port());
        let redirect_uri = format!("{app_origin}{}", setting.callback_path.unwrap_or("/callback.html"));

        let clock = Arc::new(ForwardClock::default());
        let service = start_service(&base_url, &node_origin, clock.clone()).await;
        let registered = match setting.registration {
            Registration::Elsewhere => format!("{app_origin}/elsewhere"),
            Registration::AsItIs | Registration::None => redirect_uri.clone(),
        };
        let app = service.accounts().add_app(app(&registered)).await.unwrap();
        let node = start_node(&service, setting.longest_signature).await;
        let access = start_access(&base_url, &app, geo).await;

        let is_isolated = |one| [one, Isolated::Both].contains(&setting.isolated);
        let to_service = Front { isolates: is_isolated(Isolated::Service), ..Front::default() };
        let to_node = Front { pace: setting.audio_pace, ..Front::default() };
        let to_pages = Front { isolates: is_isolated(Isolated::App), ..Front::default() };
        let api_key = if setting.registration == Registration::None { UNKNOWN_API_KEY } else { &app.api_key };
        let config = json!({
            "baseUrl": base_url, "accessServer": access.origin(), "apiKey": api_key, "redirectUri": redirect_uri,
            "engine": setting.engine.map_or("auto", Engine::name), "seededTracks": [],
        });
        let origins = Origins { service: &service_origin, node: &node_origin, access: access.origin() };
        let frame_origin = origin(&frame);
        let framed_by = (setting.storage == Storage::Partitioned).then(|| frame_origin.clone());
        let policy = Policy { refuses_wasm: setting.webassembly.is_refused(engine), framed_by };
        let pages = setting.pages.router(&config, origins, &policy);
        let mut behind = front::pass_on(service.listening_on());
        if let Some(stand_in) = &setting.stand_in {
            behind = stand_in.clone();
        }
        if setting.agrees {
            behind = agreement::before(behind, service.listening_on());
        }
        Self {
            service: Server::start(front, to_service.before(behind)),
            _others: [
                Server::start(node_front, to_node.before(front::pass_on(node.listening_on()))),
                Server::start(pages_front, to_pages.before(pages)),
                Server::start(frame, pages::frame(&app_origin)),
            ],
            to_pages,
            to_service,
            to_node,
            clock,
            app: app_origin,
            frame: frame_origin,
            api_key: app.api_key,
            base_url,
            real_service: service,
            _node: node,
            _access: access,
        }
    }

    /// The app's origin.
    pub fn app(&self) -> &str {
        &self.app
    }

    /// The origin of the page of another site's that shows the app's in a frame, where they let it ([`Storage::Partitioned`]).
    pub fn frame(&self) -> &str {
        &self.frame
    }

    /// Where the service is.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// How many requests for tokens have reached the service.
    pub fn token_requests(&self) -> usize {
        self.to_service.requests.count("POST /v1/oauth/token")
    }

    /// How many requests for a revocation have reached the service.
    pub fn revocations(&self) -> usize {
        self.to_service.requests.count("POST /v1/oauth/revoke")
    }

    /// How many requests for audio the node has answered so.
    pub fn streams_answered(&self, status: u16) -> usize {
        self.to_node.requests.answered("GET /tracks/cidstream/", status)
    }

    /// Sees to it that the pages have loaded this engine of the core, and not the other.
    pub fn check_engine(&self, engine: Engine) {
        let requests = self.to_pages.requests.all();
        let engines: Vec<_> = requests.iter().filter_map(|(request, _)| Engine::of(request)).collect();
        assert!(engines.contains(&engine), "the pages load no {engine:?}: {requests:?}");
        assert!(engines.iter().all(|loaded| *loaded == engine), "the pages load more than {engine:?}: {requests:?}");
    }

    /// Where the service leads who is asked by its page at `address`, signs in as Ada and agrees: to a callback of the app's. They do so in another browser.
    pub async fn answer_to(&self, address: &str) -> String {
        Walk::default().decide(address, "approve").await
    }

    /// What the service says to a refresh token, behind the front's back: status and `error`.
    pub async fn refresh_with(&self, refresh_token: &str) -> (u16, Option<String>) {
        let members =
            json!({ "grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": self.api_key });
        let answer = self.post("token", &members).await;
        let status = answer.status().as_u16();
        let body: Value = answer.json().await.unwrap();
        (status, body.get("error").and_then(Value::as_str).map(str::to_owned))
    }

    /// Has the service revoke a token, and all that came of the same login, behind the front's back.
    pub async fn revoke(&self, token: &str) {
        let answer = self.post("revoke", &json!({ "token": token, "client_id": self.api_key })).await;
        assert_eq!(answer.status(), 200);
    }

    /// What the service says to an access token, behind the front's back: the status.
    pub async fn me_with(&self, access_token: &str) -> u16 {
        let url = format!("{}/v1/me", self.real_service.listening_on());
        reqwest::Client::new().get(url).bearer_auth(access_token).send().await.unwrap().status().as_u16()
    }

    async fn post(&self, endpoint: &str, members: &Value) -> reqwest::Response {
        let url = format!("{}/v1/oauth/{endpoint}", self.real_service.listening_on());
        reqwest::Client::new().post(url).json(members).send().await.unwrap()
    }
}

async fn start_service(base_url: &str, node_origin: &str, clock: Arc<ForwardClock>) -> Running {
    let settings = Settings {
        base_url: Some(BaseUrl::parse(base_url).unwrap()),
        password_cost: PasswordCost::LOWEST,
        node_url: Some(node_origin.to_owned()),
        clock,
        ..stagepass_test_ground::settings()
    };
    let service = stagepass_backend::start(settings).await.unwrap();
    service.accounts().add_user(listener()).await.unwrap();
    service
}

async fn start_node(service: &Running, longest_signature: Option<Duration>) -> RunningNode {
    let settings = NodeSettings::new(Arc::new(service.catalog()));
    let longest_signature = longest_signature.unwrap_or(settings.longest_signature);
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
        database: stagepass_test_ground::database(),
        allowed_countries: vec![],
        geo: GeoSource::Lookup(geo),
        geo_cache: Duration::ZERO,
        trusted_proxies: vec![],
        metrics_listen: None,
        limits: Limits::NONE,
        clock: Arc::new(SystemClock),
    };
    access::start(settings).await.unwrap()
}
