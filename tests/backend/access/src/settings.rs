//! The settings of an access server.

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

/// The settings of an access server.
#[derive(Debug, Clone)]
pub struct AccessSettings {
    /// The settings that all servers have.
    pub server: ServerSettings,
    /// The origin at which apps reach the server: the audience of its tickets. The default is `http://IP:PORT`.
    pub origin: Option<Origin>,
    /// The URL of the service.
    pub service: BaseUrl,
    /// The app as which the owner's page signs its users in: `0x` and 40 hexadecimal digits.
    pub api_key: String,
    /// The credential of this access server at the service.
    pub credential: Secret,
    /// Signs stream addresses.
    pub signer: Arc<Signer>,
    /// The database of rules, groups and purchases.
    pub database: DatabaseAddress,
    /// The owners whose tracks it serves. If empty, those of all owners.
    pub owners: Vec<OwnerName>,
    /// The countries in which tracks without a rule can be heard. If empty, no user can hear them.
    pub allowed_countries: Vec<Country>,
    /// The source of locations.
    pub geo: GeoSource,
    /// How long responses of a lookup service are cached.
    pub geo_cache: Duration,
    /// Caching of the service's responses, and limits of calls to it.
    pub service_limits: ServiceLimits,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}
