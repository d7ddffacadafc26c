//! What each of Stagepass's servers is made of. It knows no user, no track and no database.
//!
//! | module | contents |
//! |---|---|
//! | [`serve`] | listening, connections and their limits, draining, the headers of every answer |
//! | [`rate`], [`recent`] | rate limits, and maps that forget the least recently used |
//! | [`client_address`], [`request_id`], [`parameters`] | what a request says: its client's address, its id, its parameters |
//! | [`health`], [`metrics`], [`exporter`], [`disk`] | liveness, readiness, metrics for Prometheus, free space |
//! | [`http`], [`tls`] | calls to other servers, and which certificates are trusted |
//! | [`base_url`], [`origin`], [`display_name`], [`hex`] | values with a form |
//! | [`secret`], [`private`] | secrets that are not logged, files that only their owner can read |
//! | [`clock`], [`entropy`] | time and randomness, replaceable in tests |

pub mod base_url;
pub mod client_address;
pub mod clock;
pub mod disk;
pub mod display_name;
pub mod entropy;
pub mod exporter;
pub mod health;
pub mod hex;
pub mod http;
pub mod metrics;
pub mod origin;
pub mod parameters;
pub mod private;
pub mod rate;
pub mod recent;
pub mod request_id;
pub mod secret;
pub mod serve;
pub mod tls;
