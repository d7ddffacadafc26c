//! The common parts of the three servers. This crate knows no users, no tracks and no database.
//!
//! | module | contents |
//! |---|---|
//! | [`settings`], [`server_handle`] | what a server is told; the handle of one that runs |
//! | [`serve`] | listening, connections and their limits, draining, the headers of every answer |
//! | [`health`], [`metrics`], [`exporter`] | liveness and readiness; metrics, and the server that Prometheus asks for them |
//! | [`client_address`], [`request_id`], [`base_url`] | what a request says of its client, its id, the address that clients know |
//! | [`telemetry`], [`recorders`], [`traces`] | what records requests: metrics, and traces for an OpenTelemetry collector |
//! | [`http`], [`tls`] | calls to other servers, and which certificates are trusted |

pub mod base_url;
pub mod client_address;
pub mod exporter;
pub mod health;
pub mod http;
pub mod metrics;
pub mod recorders;
pub mod request_id;
pub mod serve;
pub mod server_handle;
pub mod settings;
mod span_exporter;
pub mod telemetry;
pub mod tls;
pub mod traces;
mod unique_numbers;
