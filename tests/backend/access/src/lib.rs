//! The access server, run by the owner of tracks: it decides who may hear them, and signs stream addresses.
//!
//! | module | contents |
//! |---|---|
//! | `routes` | all routes |
//! | `stream`, `geo::my_region` | `GET /stream/{trackId}` and `GET /my-region`, for listeners |
//! | `tracks` | `/tracks/{trackId}/…`: access to a track, its rule, and simulations |
//! | `create_track` | `POST /create-track` |
//! | `owner` | authentication of owners, and `/owner/…`: their page, tracks and groups |
//! | `openapi` | the `OpenAPI` document, with the schema of a rule |
//! | `shop` | products, purchases, webhooks and site keys |
//! | `decision` | decides who may hear a track: collects the facts that a rule (`stagepass-rules`) needs |
//! | [`geo`] | locates addresses |
//! | `ticket` | authenticates callers by tickets, and refuses access tokens |
//! | `service` | calls to the service, and their limits |
//! | `body`, `details` | parsing and validating requests |
//! | `error_answer` | error responses, as JSON and as pages |
//! | `clock`, `schema` | the clock and the database |
//! | `settings`, `start`, `state` | starting and stopping, and the state that handlers share |
//!
//! It trusts the service about the owner of a ticket and the authorities of a track, and the configured proxies about
//! client addresses. It does not trust what callers claim about themselves. Unknown never grants access.

mod body;
mod clock;
mod create_track;
mod decision;
mod details;
mod error_answer;
pub mod geo;
mod openapi;
mod owner;
mod routes;
mod schema;
mod service;
mod settings;
mod shop;
mod start;
mod state;
mod stream;
mod ticket;
mod tracks;

pub use self::geo::GeoSource;
pub use self::openapi::document as openapi_document;
pub use self::owner::owners::{NoOwnerName, OwnerName};
pub use self::service::ticket_limits::{JunkTicketRates, ServiceLimits};
pub use self::settings::AccessSettings;
#[cfg(feature = "fuzzing")]
pub use self::shop::fuzzing::webhook as fuzz_webhook;
pub use self::start::{Access, AccessHandle, AccessStartError, SetRuleError, check_geo_lookup, problems, start};
pub use stagepass_kit::secret::Secret;
pub use stagepass_rules::{Country, Rule};
