//! The redirect URI.

use super::row::Change::{Config, OpenedByAddress};
use super::row::Sees::Rejects;
use super::row::Setup;

pub(super) const SETUPS: &[Setup] = &[
    Setup::new(
        "Not registered, and no page is there",
        &[Config("{ redirectUri: location.origin + '/nothing.html' }")],
        Rejects("request_refused"),
        &["redirect_uri_refused", "callback_missing"],
    )
    .everywhere(),
    Setup::new(
        "With a trailing slash that is not registered",
        &[Config("{ redirectUri: config.redirectUri + '/' }")],
        Rejects("request_refused"),
        &["redirect_uri_refused", "callback_missing"],
    ),
    Setup::new(
        "With a query that is not registered",
        &[Config("{ redirectUri: config.redirectUri + '?from=app' }")],
        Rejects("request_refused"),
        &["redirect_uri_refused"],
    ),
    Setup::new(
        "In another letter case than registered",
        &[Config("{ redirectUri: config.redirectUri.replace('callback', 'Callback') }")],
        Rejects("request_refused"),
        &["redirect_uri_refused", "callback_missing"],
    ),
    Setup::new(
        "The app is opened at `127.0.0.1`, but `localhost` is registered",
        &[OpenedByAddress, Config("{ redirectUri: location.origin + '/callback.html' }")],
        Rejects("request_refused"),
        &["redirect_uri_refused"],
    ),
    Setup::new(
        "The app is opened at `127.0.0.1`, but `redirectUri` is on `localhost`",
        &[OpenedByAddress],
        Rejects("config_invalid"),
        &["redirect_uri_elsewhere"],
    ),
    Setup::new(
        "On another port, because the development server has changed its port",
        &[Config("{ redirectUri: 'http://localhost:1/callback.html' }")],
        Rejects("config_invalid"),
        &["redirect_uri_elsewhere", "redirect_uri_refused"],
    ),
    Setup::new(
        "On another origin, such as the production site's",
        &[Config("{ redirectUri: 'https://app.example/callback.html' }")],
        Rejects("config_invalid"),
        &["redirect_uri_elsewhere", "redirect_uri_refused"],
    ),
    Setup::new(
        "With `https`, but the page is served by `http`",
        &[Config("{ redirectUri: config.redirectUri.replace('http:', 'https:') }")],
        Rejects("config_invalid"),
        &["redirect_uri_elsewhere", "redirect_uri_refused"],
    ),
    Setup::new(
        "A path without an origin",
        &[Config("{ redirectUri: '/callback.html' }")],
        Rejects("config_invalid"),
        &["config_invalid", "redirect_uri_refused"],
    ),
    Setup::new(
        "With `..` in its path",
        &[Config("{ redirectUri: location.origin + '/app/../callback.html' }")],
        Rejects("config_invalid"),
        &["config_invalid", "redirect_uri_refused"],
    ),
    Setup::new(
        "With a fragment",
        &[Config("{ redirectUri: config.redirectUri + '#done' }")],
        Rejects("config_invalid"),
        &["config_invalid", "redirect_uri_refused"],
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn wrong_redirect_uri_is_never_silent() {
    super::check(super::asking(), SETUPS).await;
}
