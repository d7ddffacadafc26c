//! The servers behind a site's proxies.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use stagepass_backend::access::{self, AccessHandle, AccessSettings, GeoSource, Secret, ServiceLimits};
use stagepass_backend::accounts::RegisteredApp;
use stagepass_backend::accounts::password::PasswordCost;
use stagepass_backend::base_url::BaseUrl;
use stagepass_backend::clock::SystemClock;
use stagepass_backend::node::{self, NodeHandle, NodeSettings};
use stagepass_backend::origin::Origin;
use stagepass_backend::{ServerSettings, ServiceHandle, Settings};
use stagepass_core_tests::service::{HANDLE, listener, other_listener};
use stagepass_gate::Signer;

use crate::clock::ForwardClock;
use crate::setting::Setting;

/// MaxMind's test database.
const DATABASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../backend/tests/data/GeoIP2-City-Test.mmdb");

/// In Sweden.
pub(super) const SWEDEN: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(89, 160, 20, 112));
/// In the United States.
pub const UNITED_STATES: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(216, 160, 83, 57));

/// Starts a service with one user, or with two for a gated track.
pub(super) async fn start_service(
    base_url: &str,
    node_origin: &str,
    clock: Arc<ForwardClock>,
    setting: &Setting,
) -> ServiceHandle {
    let usual = stagepass_test_support::settings();
    let settings = Settings {
        base_url: Some(BaseUrl::parse(base_url).unwrap()),
        password_cost: PasswordCost::LOWEST,
        node_url: Some(node_origin.to_owned()),
        clock,
        ..usual
    };
    let service = stagepass_backend::start(settings).await.unwrap();
    service.accounts().add_user(listener()).await.unwrap();
    if setting.gated {
        service.accounts().add_user(other_listener()).await.unwrap();
    }
    service
}

/// Starts a node of that service.
pub(super) async fn start_node(service: &ServiceHandle, longest_signature: Option<Duration>) -> NodeHandle {
    let settings = NodeSettings::new(Arc::new(stagepass_backend::catalog(service)));
    let longest_signature = longest_signature.unwrap_or(settings.longest_signature);
    node::start(NodeSettings { longest_signature, ..settings }).await.unwrap()
}

/// How the access server locates listeners.
#[derive(Debug)]
pub(super) enum ListenerLocation {
    /// By the demo's geolocation service, at this address.
    AsChosen(String),
    /// By their addresses, as a proxy forwards them.
    ByAddress,
}

/// Starts an access server that apps reach at `origin`, and that the app admits.
pub(super) async fn start_access(
    (service, base_url): (&ServiceHandle, &str),
    origin: &str,
    app: &RegisteredApp,
    location: ListenerLocation,
) -> AccessHandle {
    let (geo, trusted_proxies) = match location {
        ListenerLocation::AsChosen(geo) => (GeoSource::Lookup(geo), vec![]),
        ListenerLocation::ByAddress => {
            (GeoSource::Database(PathBuf::from(DATABASE)), vec!["127.0.0.0/8".parse().expect("a range")])
        }
    };
    let accounts = service.accounts();
    let server = accounts.add_access_server(HANDLE, origin).await.unwrap();
    accounts.admit(&app.api_key, &server.access_server_id).await.unwrap();
    let settings = AccessSettings {
        server: ServerSettings { trusted_proxies, ..ServerSettings::default() },
        origin: Some(Origin::parse(origin).unwrap()),
        service: BaseUrl::parse(base_url).unwrap(),
        api_key: app.api_key.clone(),
        credential: Secret::from(server.credential),
        signer: Arc::new(Signer::from_bytes(&[7; 32]).unwrap()),
        database: stagepass_test_support::database(),
        owners: vec![],
        allowed_countries: vec![],
        geo,
        geo_cache: Duration::ZERO,
        service_limits: ServiceLimits::NONE,
        clock: Arc::new(SystemClock),
    };
    access::start(settings).await.unwrap()
}
