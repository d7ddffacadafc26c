//! What an access server is told before it starts.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use stagepass_gate::Signer;
use stagepass_kit::clock::Clock;
use stagepass_kit::origin::Origin;
use stagepass_kit::secret::Secret;
use stagepass_rules::Country;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::serve::Limits;
use stagepass_store::DatabaseAddress;

use crate::geo::GeoSource;
use crate::owners::OwnerName;
use crate::ticket_limits::ServiceLimits;

/// Everything that an access server is told.
#[derive(Debug, Clone)]
pub struct AccessSettings {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The origin that apps reach it by, which their tickets are made for; `http://IP:PORT` if none is given.
    pub origin: Option<Origin>,
    /// The service's base URL.
    pub service: BaseUrl,
    /// The app that it acts as: `0x` and 40 hexadecimal digits.
    pub api_key: String,
    /// That app's bearer token.
    pub bearer_token: Secret,
    /// Signs for those who may listen.
    pub signer: Arc<Signer>,
    /// Where rules, groups and purchases are kept.
    pub database: DatabaseAddress,
    /// Whose tracks it serves; everybody's if this is empty.
    pub owners: Vec<OwnerName>,
    /// Where listeners of tracks without a rule have to be. If there is none, those tracks are open to nobody.
    pub allowed_countries: Vec<Country>,
    /// What knows where addresses are.
    pub geo: GeoSource,
    /// How long what a lookup said is good.
    pub geo_cache: Duration,
    /// The proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Where to serve metrics to Prometheus, at `/metrics`; port 0 takes a free one. Nowhere, unless this says where.
    pub metrics_listen: Option<SocketAddr>,
    /// What one client, and all of them together, may take of it.
    pub limits: Limits,
    /// How often it asks the service.
    pub service_limits: ServiceLimits,
    /// The time.
    pub clock: Arc<dyn Clock>,
}
