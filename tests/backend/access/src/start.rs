//! Starting and stopping an access server.

use std::sync::Arc;

use stagepass_gate::Address;
use stagepass_kit::clock::Clock;
use stagepass_kit::identifier::{is_api_key, is_credential};
use stagepass_kit::origin::{Origin, OriginError};
use stagepass_kit::rate::RateLimiter;
use stagepass_rules::Rule;
use stagepass_server::base_url::origin_of_listener;
use stagepass_server::health::Readiness;
use stagepass_server::http::HttpError;
use stagepass_server::metrics::Metrics;
use stagepass_server::serve::{BoundListener, ListenError};
use stagepass_server::server_handle::{BackgroundWork, ServerHandle};
use stagepass_server::telemetry::Telemetry;
use stagepass_store::{ACCESS, Database, DatabaseAddress, StoreError};

use crate::clock::SteadyClock;
use crate::decision::rule_evaluator::RuleEvaluator;
use crate::geo::{Geo, GeoError};
use crate::owner::groups::group_store::Groups;
use crate::owner::owners::Owners;
use crate::owner::rules::LISTS;
use crate::routes;
use crate::service::Service;
use crate::service::ticket_limits::TicketLimits;
use crate::settings::AccessSettings;
use crate::shop::Shop;
use crate::state::AccessServer;
use crate::tracks::rule_store::RuleStore;

/// The label from which the key for secrets in the database is derived. If it changed, stored secrets could not be
/// decrypted.
const SEALED: &[u8] = b"stagepass access server: sealed secrets v1";

/// The handle of a running access server.
pub type AccessHandle = ServerHandle<Access>;

/// A running access server.
#[derive(Debug)]
pub struct Access(Arc<AccessServer>);

/// Why an access server did not start.
#[derive(Debug, thiserror::Error)]
pub enum AccessStartError {
    /// The API key is malformed.
    #[error("the API key is 0x and 40 hexadecimal digits")]
    ApiKey,
    /// The credential is missing, or is the bearer token of an app, which could act for the app's users.
    #[error(
        "the bearer token is not the credential of an access server (as_…): register this server at the service's page \
         /access-servers, or with `stagepass-backend access-server add`"
    )]
    Credential,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The source of locations.
    #[error(transparent)]
    Geo(#[from] GeoError),
    /// No calls to the service can be made.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// The default origin, from the address to listen at.
    #[error(transparent)]
    Origin(#[from] OriginError),
    /// The address to listen at.
    #[error(transparent)]
    Listen(#[from] ListenError),
}

/// Why a rule was not set.
#[derive(Debug, thiserror::Error)]
#[error("the rule cannot be set: {0}")]
pub struct SetRuleError(String);

/// Starts an access server and returns once it accepts connections. Must be called within a tokio runtime. The service
/// need not be running yet.
///
/// # Errors
/// [`AccessStartError`] if a setting is invalid, a file cannot be read or the address is taken.
pub async fn start(settings: AccessSettings) -> Result<AccessHandle, AccessStartError> {
    check_app(&settings)?;
    check_credential(&settings)?;
    if !settings.service.is_https() && !settings.service.is_on_this_machine() {
        // The command line requires a flag for such an address. It can be in a private network.
        tracing::warn!(
            service = settings.service.as_str(),
            "the service is called without TLS: others in the network can read the credential and users' tickets"
        );
    }
    let clock: Arc<dyn Clock> = Arc::new(SteadyClock::over(settings.clock));
    let geo = Geo::open(&settings.geo, settings.geo_cache, Arc::clone(&clock))?;
    let telemetry = Telemetry::start(&settings.server, None).await?;
    let database = open_database(&settings.database, telemetry.exported()).await?;
    let listener = BoundListener::at(settings.server.listen).await?;
    let address = listener.address();
    let origin = settings.origin.map_or_else(|| Origin::parse(&origin_of_listener(address)), Ok)?;
    let access = Arc::new(AccessServer {
        service: Service::new(settings.service, &settings.credential, origin)?
            .remembering_tracks(settings.service_limits.track_age),
        api_key: settings.api_key.to_ascii_lowercase(),
        tickets: TicketLimits::new(&settings.service_limits),
        rule_lists: RateLimiter::new(LISTS),
        owners: Owners::new(settings.owners),
        rules: RuleStore::new(database.clone()),
        groups: Groups::new(database.clone()),
        shop: Shop::new(database, &settings.signer.derive(SEALED)),
        signer: settings.signer,
        default_rule: Rule::only_in(&settings.allowed_countries),
        evaluator: RuleEvaluator::default(),
        geo,
        trusted_proxies: settings.server.trusted_proxies,
        clock,
        readiness: Readiness::default(),
    });
    tracing::info!(%address, origin = access.service.audience().as_str(), signer = %access.signer.address(), "the access server is listening");
    let guard = routes::guard(&settings.server.limits);
    let server = listener.serve(
        routes::routes(Arc::clone(&access)),
        routes::response_defaults(&access, telemetry.exported()),
        guard,
    );
    Ok(ServerHandle::new(Access(access), server, telemetry))
}

/// Opens the database, which must have been migrated.
pub(crate) async fn open_database(address: &DatabaseAddress, metrics: Option<Metrics>) -> Result<Database, StoreError> {
    let database = Database::open(address, &ACCESS).await?;
    Ok(match metrics {
        Some(metrics) => database.observed(Arc::new(metrics)),
        None => database,
    })
}

/// Returns the problems of settings that prevent a start. Opens the geo database, but not the database for rules.
pub fn problems(settings: &AccessSettings) -> Vec<AccessStartError> {
    let geo = Geo::open(&settings.geo, settings.geo_cache, Arc::clone(&settings.clock)).err().map(Into::into);
    [check_app(settings).err(), check_credential(settings).err(), geo].into_iter().flatten().collect()
}

/// Sends a request to the geolocation service, if the settings have one.
///
/// # Errors
/// [`GeoError::Http`] if it does not respond as expected.
pub async fn check_geo_lookup(settings: &AccessSettings) -> Result<(), GeoError> {
    Geo::open(&settings.geo, settings.geo_cache, Arc::clone(&settings.clock))?.check_lookup().await
}

fn check_app(settings: &AccessSettings) -> Result<(), AccessStartError> {
    if is_api_key(&settings.api_key) { Ok(()) } else { Err(AccessStartError::ApiKey) }
}

fn check_credential(settings: &AccessSettings) -> Result<(), AccessStartError> {
    if is_credential(settings.credential.expose()) { Ok(()) } else { Err(AccessStartError::Credential) }
}

impl Access {
    /// The origin at which apps reach the server: the audience of its tickets.
    pub fn audience(&self) -> &str {
        self.0.service.audience().as_str()
    }

    /// Sets the rule of a track of the user `owner`, as the owner's page does.
    ///
    /// # Errors
    /// If the database fails, or the owner has too many rules.
    pub async fn set_rule(&self, track_id: u64, owner: i64, rule: &Rule) -> Result<(), SetRuleError> {
        let is_set = self.0.rules.replace(track_id, owner, Some(rule), self.0.clock.now()).await;
        if is_set.map_err(|error| SetRuleError(error.to_string()))? {
            Ok(())
        } else {
            Err(SetRuleError("the owner has too many rules".to_owned()))
        }
    }

    /// The address of the signer: the access authority of its tracks.
    pub fn signer_address(&self) -> Address {
        self.0.signer.address()
    }
}

impl BackgroundWork for Access {
    async fn end(&mut self) {
        self.0.rules.close().await;
    }
}
