//! The service from outside: real HTTP to a service on a port of its own, a clock that tests move, a file a story.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests say what they rely on"
)]

mod account;
mod app_names;
mod authorization_errors;
mod commands;
mod concurrency;
mod connected_apps;
mod consent;
mod console;
mod cross_origin;
mod cross_site;
mod developer_apps;
mod documents;
mod escaping;
mod exchange;
mod expiry;
mod health;
mod keeping;
mod key_rotation;
mod login;
mod malformed_requests;
mod metadata;
mod metrics;
mod nasty_values;
mod openapi;
mod own_schemes;
mod pages;
mod pkce;
mod profile;
mod redirect_uri_confusion;
mod redirect_uri_vectors;
mod refresh;
mod replicas;
mod revocation;
mod sign_in;
mod sign_up;
mod stopping;
mod throttle;
mod tickets;
mod users;
