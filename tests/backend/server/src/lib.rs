//! The common parts of the three servers. This crate knows no users, no tracks and no database.
//!
//! | module | contents |
//! |---|---|
//! | [`settings`], [`server_handle`] | what a server is told; the handle of one that runs |
//! | [`serve`] | listening, connections and their limits, draining, the headers of every answer |
//! | [`health`], [`telemetry`] | liveness and readiness; the metrics of a server that runs |
//! | [`metrics`], [`exporter`] | what is counted, and the server that Prometheus asks for it |
//! | [`client_address`], [`request_id`], [`base_url`] | what a request says of its client, its id, the address that clients know |
//! | [`http`], [`tls`] | calls to other servers, and which certificates are trusted |

pub mod base_url;
pub mod client_address;
pub mod exporter;
pub mod health;
pub mod http;
pub mod metrics;
pub mod request_id;
pub mod serve;
pub mod server_handle;
pub mod settings;
pub mod telemetry;
pub mod tls;
mod unique_numbers;
