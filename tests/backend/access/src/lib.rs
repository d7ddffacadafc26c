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
//! | `settings`, `running`, `state` | how it starts and stops, and what its routes share |
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
mod running;
mod schema;
mod service;
mod settings;
mod shop;
mod short_cache;
mod simulation;
mod state;
mod steady_clock;
mod stream;
mod ticket;
mod ticket_limits;
mod timestamp;
mod track_access;
mod track_id;
mod track_rule;

pub use self::geo::GeoSource;
pub use self::owners::{NoOwnerName, OwnerName};
pub use self::running::{Access, AccessStartError, RunningAccess, start};
pub use self::settings::AccessSettings;
#[cfg(feature = "fuzzing")]
pub use self::shop::fuzzing::webhook as fuzz_webhook;
pub use self::ticket_limits::{JunkTicketRates, ServiceLimits};
pub use stagepass_kit::secret::Secret;
pub use stagepass_rules::Country;
