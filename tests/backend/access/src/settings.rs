//! What an access server is told before it starts.

use std::sync::Arc;
use std::time::Duration;

use stagepass_gate::Signer;
use stagepass_kit::clock::Clock;
use stagepass_kit::origin::Origin;
use stagepass_kit::secret::Secret;
use stagepass_rules::Country;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::settings::ServerSettings;
use stagepass_store::DatabaseAddress;

use crate::geo::GeoSource;
use crate::owner::owners::OwnerName;
use crate::service::ticket_limits::ServiceLimits;

/// Everything that an access server is told.
#[derive(Debug, Clone)]
pub struct AccessSettings {
    /// What every server is told.
    pub server: ServerSettings,
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
    /// How often it asks the service.
    pub service_limits: ServiceLimits,
    /// The time.
    pub clock: Arc<dyn Clock>,
}
