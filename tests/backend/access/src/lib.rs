//! The access server, run by the owner of tracks: it decides who may hear them, and signs for those who may.
//!
//! | where | what |
//! |---|---|
//! | `routes` | its addresses, on one page |
//! | `stream`, `my_region` | `GET /stream/{trackId}` and `GET /my-region`, for listeners |
//! | `tracks` | `/tracks/{trackId}/…`: who may hear a track, its rule, and what the rule would say to others |
//! | `create_track` | `POST /create-track` |
//! | `owner` | who the owner is that asks, and `/owner/…`: the page for owners, their tracks and groups |
//! | `shop` | products, purchases, webhooks and site keys |
//! | `decision` | who may hear a track, or why not: the facts that a rule (`stagepass-rules`) asks for, and what comes of them |
//! | [`geo`] | where an address is |
//! | `ticket` | who a caller is, and that it shows no access token here |
//! | `service` | what is asked of the service, and how often |
//! | `body`, `details` | what callers write |
//! | `error_answer` | the answers that say no, for programs and for people |
//! | `clock`, `schema` | the time, and the database |
//! | `settings`, `start`, `state` | how it starts and stops, and what its routes share |
//!
//! It trusts the service to say whose a ticket is and which authorities a track has, the proxies that it was told of, and nothing that a caller says
//! about itself. Whatever it can't find out, it takes for a no.

mod body;
mod clock;
mod create_track;
mod decision;
mod details;
mod error_answer;
pub mod geo;
mod my_region;
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
pub use self::owner::owners::{NoOwnerName, OwnerName};
pub use self::service::ticket_limits::{JunkTicketRates, ServiceLimits};
pub use self::settings::AccessSettings;
#[cfg(feature = "fuzzing")]
pub use self::shop::fuzzing::webhook as fuzz_webhook;
pub use self::start::{Access, AccessHandle, AccessStartError, start};
pub use stagepass_kit::secret::Secret;
pub use stagepass_rules::Country;
