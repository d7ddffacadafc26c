//! The access server, run by the owner of tracks: it decides who may hear them, and signs for those who may.
//!
//! | where | what |
//! |---|---|
//! | `routes` | its addresses |
//! | `stream`, `track_access`, `my_region` | what listeners ask: one file each |
//! | `deciding` | where a rule is decided: a slow one on a blocking thread |
//! | `decision` | who may hear a track: the facts that a rule (`stagepass-rules`) asks for, and what comes of them |
//! | `refusal`, `page` | why not, for programs and for people |
//! | `create_track`, `track_rule`, `simulation`, `owner_tracks` | what owners do with tracks and rules |
//! | `groups`, `members`, `invitations` | groups of people, and how one gets into them |
//! | `shop` | products, purchases, webhooks and site keys |
//! | `owner_page` | the page on which owners do all that |
//! | `rule_store`, `group_store`, `invitation_store`, `schema` | what is kept, in one database |
//! | [`geo`] | where an address is |
//! | `steady_clock` | the time, which nobody sets back |
//! | `ticket`, `owner` | who a caller is, and that it shows no access token here |
//! | `ticket_limits`, `short_cache` | how often the service is asked |
//! | `service` | what is asked of the service |
//! | `body`, `details`, `track_id` | what callers write |
//! | `caps`, `owners` | how much an owner may have, and who may be one |
//! | `error_answer` | the answers that say no |
//!
//! It trusts the service to say whose a ticket is and which authorities a track has, the proxies that it was told of, and nothing that a caller says
//! about itself. Whatever it can't find out, it takes for a no.

mod body;
mod caps;
mod create_track;
mod deciding;
mod decision;
mod details;
mod error_answer;
pub mod geo;
mod group_store;
mod groups;
mod invitation_store;
mod invitations;
mod members;
mod my_region;
mod owner;
mod owner_page;
mod owner_tracks;
mod owners;
mod page;
mod refusal;
mod routes;
mod rule_store;
mod schema;
mod service;
mod shop;
mod short_cache;
mod simulation;
mod steady_clock;
mod stream;
mod ticket;
mod ticket_limits;
mod track_access;
mod track_id;
mod track_rule;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use ipnet::IpNet;
use stagepass_gate::{Address, Signer};
use stagepass_rules::Rule;

use stagepass_kit::clock::Clock;
use stagepass_kit::identifier::is_api_key;
use stagepass_kit::origin::{Origin, OriginError};
use stagepass_server::base_url::{BaseUrl, origin_of_listener};
use stagepass_server::client_address::client_address;
use stagepass_server::health::Readiness;
use stagepass_server::http::HttpError;
use stagepass_server::serve::{Limits, ListenError, Listening, Server};
use stagepass_server::{exporter::Exporter, metrics::Metrics};
use stagepass_store::{DatabaseAddress, StoreError};

pub use self::geo::GeoSource;
pub use self::owners::{NoOwnerName, OwnerName};
pub use self::ticket_limits::{JunkTicketRates, ServiceLimits};
pub use stagepass_kit::secret::Secret;
pub use stagepass_rules::Country;

use self::deciding::Deciding;
use self::geo::{Geo, GeoError};
use self::group_store::Groups;
use self::owners::Owners;
use self::rule_store::RuleStore;
use self::service::Service;
use self::shop::Shop;
#[cfg(feature = "fuzzing")]
pub use self::shop::fuzzing::webhook as fuzz_webhook;
use self::steady_clock::SteadyClock;
use self::ticket_limits::TicketLimits;

/// What the key is derived by that seals secrets in the database. Another label would be another key: they could not be opened any more.
const SEALED: &[u8] = b"stagepass access server: sealed secrets v1";

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

/// What every request is handled with.
#[derive(Debug)]
struct AccessServer {
    service: Service,
    tickets: TicketLimits,
    signer: Arc<Signer>,
    owners: Owners,
    rules: RuleStore,
    groups: Groups,
    shop: Shop,
    default_rule: Option<Rule>,
    deciding: Deciding,
    geo: Geo,
    trusted_proxies: Vec<IpNet>,
    clock: Arc<dyn Clock>,
    readiness: Readiness,
}

/// An access server that is accepting connections. Dropping it cuts them off; [`RunningAccess::shutdown`] lets requests under way end.
#[derive(Debug)]
pub struct RunningAccess {
    access: Arc<AccessServer>,
    server: Server,
    exporter: Option<Exporter>,
}

/// An access server that did not start.
#[derive(Debug, thiserror::Error)]
pub enum AccessStartError {
    /// No API key.
    #[error("the API key is 0x and 40 hexadecimal digits")]
    ApiKey,
    /// No bearer token.
    #[error("the bearer token is empty")]
    BearerToken,
    /// A bearer token with a control character.
    #[error("the bearer token has a character that no header can carry")]
    BearerTokenCharacter,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What knows where addresses are.
    #[error(transparent)]
    Geo(#[from] GeoError),
    /// The calls to the service can't be made.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// The origin that follows from the address to listen at.
    #[error(transparent)]
    Origin(#[from] OriginError),
    /// The address to listen at.
    #[error(transparent)]
    Listen(#[from] ListenError),
}

/// Starts an access server and returns once it accepts connections. Has to be called within a tokio runtime. The service need not be up yet.
///
/// # Errors
/// [`AccessStartError`] if a setting can't be used, a file can't be read or the address is taken.
pub async fn start(settings: AccessSettings) -> Result<RunningAccess, AccessStartError> {
    settings.check()?;
    if !settings.service.is_https() && !settings.service.is_on_this_machine() {
        // The command line takes such an address with a flag alone: there are private networks.
        tracing::warn!(
            service = settings.service.as_str(),
            "the service is called without TLS: whoever is on the way can read the bearer token and listeners' tickets"
        );
    }
    let clock: Arc<dyn Clock> = Arc::new(SteadyClock::over(settings.clock));
    let geo = Geo::open(&settings.geo, settings.geo_cache, Arc::clone(&clock))?;
    let metrics = Metrics::default();
    let exporter = Exporter::start(settings.metrics_listen, &metrics).await?;
    let metrics = exporter.is_some().then_some(metrics);
    let database = schema::open(&settings.database, metrics.as_ref()).await?;
    let listening = Listening::at(settings.listen).await?;
    let address = listening.address();
    let origin = settings.origin.map_or_else(|| Origin::parse(&origin_of_listener(address)), Ok)?;
    let access = Arc::new(AccessServer {
        service: Service::new(settings.service, &settings.api_key, &settings.bearer_token, origin)?
            .remembering_tracks(settings.service_limits.track_age),
        tickets: TicketLimits::new(&settings.service_limits),
        owners: Owners::new(settings.owners),
        rules: RuleStore::new(database.clone()),
        groups: Groups::new(database.clone()),
        shop: Shop::new(database, &settings.signer.derive(SEALED)),
        signer: settings.signer,
        default_rule: Rule::only_in(&settings.allowed_countries),
        deciding: Deciding::default(),
        geo,
        trusted_proxies: settings.trusted_proxies,
        clock,
        readiness: Readiness::default(),
    });
    tracing::info!(%address, origin = access.service.audience().as_str(), signer = %access.signer.address(), "the access server is listening");
    let guard = routes::guard(&settings.limits);
    let server =
        listening.serve(routes::routes(Arc::clone(&access)), routes::response_defaults(&access, metrics), guard);
    Ok(RunningAccess { access, server, exporter })
}

impl AccessSettings {
    fn check(&self) -> Result<(), AccessStartError> {
        if !is_api_key(&self.api_key) {
            return Err(AccessStartError::ApiKey);
        }
        if self.bearer_token.expose().is_empty() {
            return Err(AccessStartError::BearerToken);
        }
        if service::authorization(&self.bearer_token).is_none() {
            return Err(AccessStartError::BearerTokenCharacter);
        }
        Ok(())
    }
}

impl AccessServer {
    /// The caller's address, if it can be told.
    fn caller(&self, peer: SocketAddr, headers: &HeaderMap) -> Option<IpAddr> {
        client_address(peer.ip(), headers, &self.trusted_proxies)
    }
}

impl RunningAccess {
    /// The origin that it is known by, and the audience of its tickets.
    pub fn origin(&self) -> &str {
        self.access.service.audience().as_str()
    }

    /// Where it listens: `http://127.0.0.1:PORT`.
    pub fn listening_on(&self) -> String {
        self.server.origin()
    }

    /// Where its metrics are served, if they are: `http://127.0.0.1:PORT`.
    pub fn metrics_on(&self) -> Option<String> {
        self.exporter.as_ref().map(Exporter::origin)
    }

    /// Who signs: what the tracks that it decides about name as their authority.
    pub fn signer_address(&self) -> Address {
        self.access.signer.address()
    }

    /// From now on `/readyz` answers 503 and each answer ends its connection, so that the proxies in front of it go elsewhere. It still answers
    /// everything.
    pub fn drain(&self) {
        self.server.drain();
    }

    /// Takes no new connections, lets requests under way end (for 10 s at most) and closes the database.
    pub async fn shutdown(mut self) {
        self.server.shutdown().await;
        if let Some(exporter) = &mut self.exporter {
            exporter.shutdown().await;
        }
        self.access.rules.close().await;
    }
}
