//! The service's address.

use stagepass_e2e_tests::fault_proxy::Fault;

use super::row::Change::{Config, Service};
use super::row::Sees::{Explained, Rejects, SignsIn};
use super::row::Setup;

pub(super) const SETUPS: &[Setup] = &[
    Setup::new(
        "Without its version segment",
        &[Config("{ baseUrl: config.baseUrl.replace('/v1', '') }")],
        Explained,
        &["service_unexpected"],
    ),
    Setup::new(
        "With another version segment",
        &[Config("{ baseUrl: config.baseUrl.replace('/v1', '/v2') }")],
        Explained,
        &["service_unexpected"],
    ),
    Setup::new("With a trailing slash", &[Config("{ baseUrl: config.baseUrl + '/' }")], SignsIn, &[]),
    Setup::new(
        "An alias of the service's host, such as `localhost` for `127.0.0.1`",
        &[Config("{ baseUrl: config.baseUrl.replace('127.0.0.1', 'localhost') }")],
        Rejects("issuer_mismatch"),
        &["issuer_mismatch"],
    )
    .everywhere(),
    Setup::new(
        "A port at which nothing listens",
        &[Config("{ baseUrl: 'http://127.0.0.1:9/v1' }")],
        Explained,
        &["service_unreachable"],
    )
    .everywhere(),
    Setup::new(
        "A host that does not exist",
        &[Config("{ baseUrl: 'https://music.invalid/v1' }")],
        Explained,
        &["service_unreachable"],
    ),
    Setup::new(
        "The app's own address",
        &[Config("{ baseUrl: location.origin + '/v1' }")],
        Explained,
        &["service_unexpected"],
    ),
    Setup::new(
        "Another server, which does not send CORS headers",
        &[Config("{ baseUrl: location.origin.replace('localhost', '127.0.0.1') + '/v1' }")],
        Explained,
        &["cors_refused"],
    ),
    Setup::new(
        "A server that responds to everything with an HTML page",
        &[
            Service("GET /v1/oauth/authorize", Fault::HTML),
            Service("POST /v1/oauth/revoke", Fault::HTML),
            Service("GET /v1/oauth/check", Fault::HTML),
            Service("GET /.well-known/oauth-authorization-server/v1", Fault::HTML),
        ],
        Explained,
        &["service_unexpected"],
    ),
    Setup::new(
        "With `http`, and not on localhost",
        &[Config("{ baseUrl: 'http://music.example/v1' }")],
        Rejects("config_invalid"),
        &["config_invalid"],
    ),
    Setup::new(
        "Without a scheme",
        &[Config("{ baseUrl: 'music.example/v1' }")],
        Rejects("config_invalid"),
        &["config_invalid"],
    ),
    Setup::new(
        "With a query",
        &[Config("{ baseUrl: config.baseUrl + '?tenant=1' }")],
        Rejects("config_invalid"),
        &["config_invalid"],
    ),
    Setup::new(
        "With a user name and a password",
        &[Config("{ baseUrl: 'https://ada:secret@music.example/v1' }")],
        Rejects("config_invalid"),
        &["config_invalid"],
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn wrong_base_url_is_never_silent() {
    super::check(super::approving(&[super::PagePatch::Development]), SETUPS).await;
}
