//! The service, the access server and the network.

use stagepass_e2e_tests::fault_proxy::Fault;

use super::row::Change::{Access, Before, Config, Offline, Service, ServiceIsDown};
use super::row::Sees::{Explained, Rejects, SignsIn};
use super::row::Setup;

const REGION: &str = "GET /my-region";

pub(super) const SETUPS: &[Setup] = &[
    Setup::new("The service is down", &[ServiceIsDown], Explained, &["service_unreachable"]).everywhere(),
    Setup::new(
        "The service responds with status 503",
        &[
            Service("GET /v1/oauth/authorize", Fault::status(503)),
            Service("POST /v1/oauth/revoke", Fault::status(503)),
            Service("GET /v1/oauth/check", Fault::status(503)),
        ],
        Explained,
        &["service_unexpected"],
    ),
    Setup::new(
        "The service's responses do not end",
        &[
            Service("POST /v1/oauth/token", Fault::Drip),
            Service("POST /v1/oauth/revoke", Fault::Drip),
            Before("Object.assign(waits, { 15_000: 1_500, 4_500: 1_500 });"),
        ],
        Rejects("timeout"),
        &["service_unreachable"],
    ),
    Setup::new(
        "The service's sign-in page does not load",
        &[
            Service("GET /v1/oauth/authorize", Fault::Drip),
            Service("POST /v1/oauth/revoke", Fault::Drip),
            Before("waits[4_500] = 1_500;"),
        ],
        Explained,
        &["service_unreachable"],
    ),
    Setup::new(
        "A proxy redirects the service's endpoints",
        &[
            Service("POST /v1/oauth/token", Fault::Redirect("https://elsewhere.example/")),
            Service("POST /v1/oauth/revoke", Fault::Redirect("https://elsewhere.example/")),
        ],
        Rejects("network"),
        &["service_unexpected"],
    )
    .everywhere(),
    Setup::new("The device is offline", &[Offline], Rejects("network"), &["rejects load_failed"]),
    Setup::new(
        "The access server is down",
        &[Config("{ accessServer: 'http://127.0.0.1:9' }")],
        SignsIn,
        &["access_server_unreachable"],
    ),
    Setup::new(
        "`accessServer` is another server",
        &[Config("{ accessServer: location.origin }")],
        SignsIn,
        &["access_server_unreachable"],
    ),
    Setup::new(
        "`accessServer` has a path",
        &[Config("{ accessServer: config.accessServer + '/v1' }")],
        SignsIn,
        &["access_server_unreachable"],
    ),
    Setup::new(
        "`accessServer` is not a URL",
        &[Config("{ accessServer: 'gate.example' }")],
        SignsIn,
        &["access_server_unreachable"],
    ),
    Setup::new(
        "The access server's proxy removes `Access-Control-Allow-Origin`",
        &[Access(REGION, Fault::Without("access-control-allow-origin"))],
        SignsIn,
        &["access_server_unreachable"],
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn unavailable_server_is_never_silent() {
    super::check(super::approving(&[super::PagePatch::Development]), SETUPS).await;
}
