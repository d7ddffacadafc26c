//! The access server, run by the owner of tracks: it decides who may hear them, and signs stream addresses.
//!
//! | address | where it is answered |
//! |---|---|
//! | every address, on one page | `routes`; those of purchases in `shop` |
//! | `/stream/{track_id}`, `/my-region`, `/join`, `/create-track` | `stream`, `my_region`, `join`, `create_track` |
//! | `/tracks/{track_id}/…` | `tracks/`: `…/rule` is `tracks/rule.rs`. `…/try` is `tracks/try_rule.rs` (a keyword) |
//! | `/`, `/owner` | `owner/page.rs` |
//! | `/owner/rules`, `/owner/groups/…` | `owner/`: `/owner/groups/{id}/members` is `owner/groups/members.rs` |
//! | `/owner/products/…`, `/owner/sites`, `/owner/webhooks`, `/webhooks/{id}` | `shop/`: `shop/products.rs` |
//! | `/healthz`, `/readyz`, `/openapi.json` | `stagepass_server::health`, `routes`, `openapi` |
//!
//! The tests have the same names, for example `tests/backend/tests/access/tracks/rule.rs`.
//!
//! | module | contents |
//! |---|---|
//! | `decision` | decides who may hear a track: collects the facts that a rule (`stagepass-rules`) needs |
//! | [`geo`] | locates addresses |
//! | `owner`, `ticket` | authenticates owners and callers by tickets, and refuses access tokens |
//! | `service` | calls to the service, and their limits |
//! | `request` | parsing and validating requests |
//! | `error_answer` | error responses, as JSON and as pages |
//! | `clock` | a clock that never goes back |
//! | `settings`, `start`, `state` | starting and stopping, and the state that handlers share |
//!
//! It trusts the service about the owner of a ticket and the authorities of a track, and the configured proxies about
//! client addresses. It does not trust what callers claim about themselves. Unknown never grants access.

mod clock;
mod create_track;
mod decision;
mod error_answer;
pub mod geo;
mod join;
mod my_region;
mod openapi;
mod owner;
mod request;
mod routes;
mod service;
mod settings;
mod shop;
mod start;
mod state;
mod stream;
mod ticket;
mod tracks;

pub use self::geo::GeoSource;
pub use self::owner::owners::{NoOwnerName, OwnerName};
pub use self::service::ticket_limits::{JunkTicketRates, ServiceLimits};
pub use self::settings::AccessSettings;
#[cfg(feature = "fuzzing")]
pub use self::shop::fuzzing::webhook as fuzz_webhook;
pub use self::start::{Access, AccessHandle, AccessStartError, SetRuleError, check_geo_lookup, problems, start};
pub use stagepass_kit::secret::Secret;
pub use stagepass_rules::{Country, Rule};
