//! All servers of a test: the app's pages on `localhost`; a service, a node and an access server on `127.0.0.1`.

mod seeded_session;
mod servers;

use std::net::IpAddr;
use std::sync::{Arc, PoisonError};

use axum::Router;
use serde_json::{Value, json};
use stagepass_backend::ServiceHandle;
use stagepass_backend::access::AccessHandle;
use stagepass_backend::accounts::NewApp;
use stagepass_backend::node::NodeHandle;
use stagepass_core_tests::service::{HANDLE, OTHER_HANDLE, app};
use stagepass_core_tests::user;
use stagepass_demo::{Origins, Policy};
use stagepass_test_support::secrets::note_answer;
use stagepass_test_support::{Request, exchange};
use tokio::net::TcpListener;

use super::auto_consent;
use super::clock::ForwardClock;
use super::engine::Engine;
use super::fault_proxy::{self, FaultProxy, listen};
use super::owner::{Addresses, Owner};
use super::pages;
use super::server::Server;
pub use super::setting::Setting;
use super::setting::{Isolation, Storage};
use super::slow_network::Link;
pub use servers::UNITED_STATES;
use servers::{ListenerLocation, SWEDEN, start_access, start_node, start_service};

/// All servers of a test. They stop when dropped.
#[derive(Debug)]
pub struct Site {
    /// The proxy in front of the app's pages.
    pub pages_proxy: FaultProxy,
    /// The proxy in front of the service.
    pub service_proxy: FaultProxy,
    /// The server that the browser reaches as the service.
    pub service: Server,
    /// The service's clock.
    pub clock: Arc<ForwardClock>,
    /// The proxy in front of the access server.
    pub access_proxy: FaultProxy,
    node_proxy: FaultProxy,
    gated: Option<GatedTrack>,
    addresses: Addresses,
    app: String,
    frame: String,
    api_key: String,
    base_url: String,
    real_service: ServiceHandle,
    _node: NodeHandle,
    _access: AccessHandle,
    _others: [Server; 4],
    _link: Option<Link>,
}

/// The gated track of [`Setting::gated`]. Access is denied until its owner sets a rule.
#[derive(Clone, Debug)]
pub struct GatedTrack {
    /// The owner, who is not the user of the browser.
    pub owner: Owner,
    /// Its ID.
    pub track: u64,
}

impl GatedTrack {
    async fn make(addresses: &Addresses) -> Self {
        let owner = Owner::sign_in(addresses, OTHER_HANDLE).await;
        let track = owner.gated_track("Night Train", &Value::Null).await;
        Self { owner, track }
    }
}

/// How the access server learns a listener's country.
fn listener_location(setting: &Setting, pages: String) -> ListenerLocation {
    if setting.gated { ListenerLocation::ByAddress } else { ListenerLocation::AsChosen(pages + "/geo/json") }
}

async fn listeners() -> [TcpListener; 5] {
    [listen().await, listen().await, listen().await, listen().await, listen().await]
}

impl Site {
    /// Starts all servers, for pages that load this engine of the core.
    ///
    /// The service has one app, and its user [`Ada`](stagepass_core_tests::service::HANDLE).
    pub async fn start(setting: &Setting, engine: Engine) -> Self {
        // Each proxy needs an address before its server starts.
        let [front, node_front, access_front, pages_front, frame] = listeners().await;
        let origin = |listener: &TcpListener| format!("http://{}", listener.local_addr().unwrap());
        let [service_origin, node_origin, access_origin] = [&front, &node_front, &access_front].map(origin);
        let app_origin = format!("http://localhost:{}", pages_front.local_addr().unwrap().port());
        let base_url = format!("{service_origin}/v1");
        let redirect_uri = format!("{app_origin}{}", setting.callback_path.unwrap_or("/callback.html"));

        let clock = Arc::<ForwardClock>::default();
        let service = start_service(&base_url, &node_origin, clock.clone(), setting).await;
        let redirect_uris = redirect_uris(setting, &app_origin, &redirect_uri, &access_origin);
        let app = service.accounts().add_app(NewApp { redirect_uris, ..app(&redirect_uri) }).await.unwrap();
        let node = start_node(&service, setting.longest_signature).await;
        let location = listener_location(setting, origin(&pages_front));
        let access = start_access((&service, &base_url), &access_origin, &app, location).await;

        let is_isolated = |one| [one, Isolation::Both].contains(&setting.isolation);
        let [isolates, app_isolates] = [Isolation::Service, Isolation::App].map(is_isolated);
        let service_proxy = FaultProxy { isolates, clock: Some(clock.clone()), ..FaultProxy::default() };
        let pages_proxy = FaultProxy { isolates: app_isolates, ..FaultProxy::default() };
        let node_proxy = FaultProxy { pace: setting.audio_pace, ..FaultProxy::default() };
        let access_proxy = FaultProxy::default();
        let link = setting.network.map(Link::new);
        let [front, pages_front] =
            [Link::behind(link.as_ref(), front).await, Link::behind(link.as_ref(), pages_front).await];
        let service_server = Server::start(front, service_proxy.wrap(behind(setting, &service)));
        let node_server = Server::start(node_front, node_proxy.wrap(fault_proxy::forward_to(node.origin())));
        let access_server = Server::start(access_front, access_proxy.wrap(fault_proxy::forward_to(access.origin())));

        let addresses = Addresses {
            base_url: base_url.clone(),
            service: service.origin(),
            access: access_origin.clone(),
            api_key: app.api_key.clone(),
            redirect_uri: redirect_uri.clone(),
        };
        let gated = if setting.gated { Some(GatedTrack::make(&addresses).await) } else { None };
        let config = json!({
            "baseUrl": base_url, "accessServer": access_origin, "apiKey": app.api_key, "redirectUri": redirect_uri,
            "engine": setting.engine.map_or("auto", Engine::name),
            "seededTracks": gated.iter().map(|gated| gated.track).collect::<Vec<_>>(),
        });
        let origins = Origins { service: &service_origin, node: &node_origin, access: &access_origin };
        let frame_origin = origin(&frame);
        let framed_by = (setting.storage == Storage::Partitioned).then(|| frame_origin.clone());
        let policy = Policy { refuses_wasm: setting.webassembly.is_refused(engine), framed_by };
        let pages = setting.pages.router(&config, origins, &policy).merge(pages::empty_page());
        let site = Self {
            service: service_server,
            _link: link,
            _others: [
                node_server,
                access_server,
                Server::start(pages_front, pages_proxy.wrap(pages)),
                Server::start(frame, pages::frame(&app_origin)),
            ],
            pages_proxy,
            service_proxy,
            access_proxy,
            node_proxy,
            clock,
            gated,
            addresses,
            app: app_origin,
            frame: frame_origin,
            api_key: app.api_key,
            base_url,
            real_service: service,
            _node: node,
            _access: access,
        };
        if setting.gated {
            site.listen_from(SWEDEN);
        }
        site
    }

    /// Returns the app's origin.
    pub fn app(&self) -> &str {
        &self.app
    }

    /// Returns the origin of another site that shows the app in a frame, for [`Storage::Partitioned`].
    pub fn frame(&self) -> &str {
        &self.frame
    }

    /// Returns the access server's origin.
    pub fn access(&self) -> &str {
        &self.addresses.access
    }

    /// Returns the gated track and its owner.
    pub fn gated(&self) -> &GatedTrack {
        self.gated.as_ref().expect("the setting has one")
    }

    /// Signs a user in over HTTP, as an owner of tracks.
    pub async fn owner(&self, handle: &str) -> Owner {
        Owner::sign_in(&self.addresses, handle).await
    }

    /// Sets the address of all requests to the access server.
    pub fn listen_from(&self, address: IpAddr) {
        *self.access_proxy.comes_from.lock().unwrap_or_else(PoisonError::into_inner) = Some(address);
    }

    /// Returns the service's base URL.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Returns the parameters of an authorization request of the app.
    pub fn request(&self) -> Request {
        Request::new(&self.addresses.api_key, &self.addresses.redirect_uri)
    }

    /// Exchanges the code of such a request, without the proxy. Returns the status.
    pub async fn exchange(&self, code: &str) -> u16 {
        let members = exchange(&self.addresses.api_key, &self.addresses.redirect_uri, code);
        let answer = self.post("token", &members).await;
        let status = answer.status().as_u16();
        note_answer(&answer.text().await.unwrap());
        status
    }

    /// Counts the token requests to the service.
    pub fn token_requests(&self) -> usize {
        self.service_proxy.requests.count("POST /v1/oauth/token")
    }

    /// Counts the revocation requests to the service.
    pub fn revocations(&self) -> usize {
        self.service_proxy.requests.count("POST /v1/oauth/revoke")
    }

    /// Counts the node's responses with audio of this status.
    pub fn streams_answered(&self, status: u16) -> usize {
        self.node_proxy.requests.answered("GET /tracks/cidstream/", status)
    }

    /// Checks that the pages have loaded this engine of the core, and not the other.
    pub fn check_engine(&self, engine: Engine) {
        let requests = self.pages_proxy.requests.all();
        let engines: Vec<_> = requests.iter().filter_map(|(request, _)| Engine::of(request)).collect();
        assert!(engines.contains(&engine), "the pages load no {engine:?}: {requests:?}");
        assert!(engines.iter().all(|loaded| *loaded == engine), "the pages load more than {engine:?}: {requests:?}");
    }

    /// Approves the authorization request at `address` as Ada, in another browser. Returns the callback's address.
    pub async fn answer_to(&self, address: &str) -> String {
        user::approve(HANDLE, address).await
    }

    /// Uses a refresh token, without the proxy. Returns the status and the `error`.
    pub async fn refresh_with(&self, refresh_token: &str) -> (u16, Option<String>) {
        let members =
            json!({ "grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": self.api_key });
        let answer = self.post("token", &members).await;
        let status = answer.status().as_u16();
        let body: Value = answer.json().await.unwrap();
        (status, body.get("error").and_then(Value::as_str).map(str::to_owned))
    }

    /// Returns the status of `GET /me` with an access token, without the proxy.
    pub async fn me_with(&self, access_token: &str) -> u16 {
        let url = format!("{}/v1/me", self.real_service.origin());
        reqwest::Client::new().get(url).bearer_auth(access_token).send().await.unwrap().status().as_u16()
    }

    async fn post(&self, endpoint: &str, members: &Value) -> reqwest::Response {
        let url = format!("{}/v1/oauth/{endpoint}", self.real_service.origin());
        reqwest::Client::new().post(url).json(members).send().await.unwrap()
    }
}

/// Returns the router behind the service's proxy.
fn behind(setting: &Setting, service: &ServiceHandle) -> Router {
    let answers = setting.stand_in.clone().unwrap_or_else(|| fault_proxy::forward_to(service.origin()));
    if setting.auto_consent { auto_consent::wrap(answers, service.origin()) } else { answers }
}

/// Returns the app's redirect URIs. The access server's page for owners signs them in to the same app.
fn redirect_uris(setting: &Setting, app_origin: &str, registered: &str, access_origin: &str) -> Vec<String> {
    let other = setting.other_callback_path.map(|path| format!("{app_origin}{path}"));
    [registered.to_owned(), format!("{access_origin}/owner")].into_iter().chain(other).collect()
}
