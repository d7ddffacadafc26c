//! Headers of the app's pages and of the service: Content-Security-Policy, COOP, COEP, CORS.

use stagepass_e2e_tests::fault_proxy::Fault;

use super::row::Change::{App, Service};
use super::row::Sees::{CannotCall, Rejects, SignsIn};
use super::row::Setup;

const CSP: &str = "content-security-policy";
const ALLOWED_ORIGIN: &str = "access-control-allow-origin";
const OPENER_POLICY: &str = "cross-origin-opener-policy";

pub(super) const SETUPS: &[Setup] = &[
    // First: a browser does not send a preflight again that was allowed.
    Setup::new(
        "CORS: the service's proxy rejects preflights",
        &[
            Service("OPTIONS /v1/me", Fault::status(405)),
            Service("OPTIONS /v1/oauth/revoke", Fault::status(405)),
            Service("OPTIONS /v1/oauth/check", Fault::status(405)),
        ],
        // The token request is a form, which needs no preflight, and its response has the user.
        CannotCall,
        &["cors_refused"],
    )
    .everywhere(),
    Setup::new(
        "CORS: the service's proxy does not allow the header `Authorization`",
        &[
            Service("OPTIONS /v1/me", Fault::Without("access-control-allow-headers")),
            Service("OPTIONS /v1/oauth/check", Fault::Without("access-control-allow-headers")),
        ],
        CannotCall,
        &["cors_refused"],
    )
    .everywhere(),
    Setup::new(
        "CORS: the service's proxy removes `Access-Control-Allow-Origin`",
        &[
            Service("POST /v1/oauth/token", Fault::Without(ALLOWED_ORIGIN)),
            Service("POST /v1/oauth/revoke", Fault::Without(ALLOWED_ORIGIN)),
            Service("GET /v1/oauth/check", Fault::Without(ALLOWED_ORIGIN)),
        ],
        Rejects("network"),
        &["cors_refused"],
    )
    .everywhere(),
    Setup::new(
        "CSP: `connect-src` lacks the service",
        &[App("GET /", Fault::With(CSP, "connect-src 'self'"))],
        Rejects("network"),
        &["service_refused_by_policy", "access_server_unreachable"],
    )
    .everywhere(),
    Setup::new(
        "CSP: `script-src` lacks `'wasm-unsafe-eval'`",
        &[App("GET /", Fault::With(CSP, "script-src 'self'"))],
        SignsIn,
        &["webassembly_refused"],
    )
    .everywhere(),
    Setup::new(
        "CSP: `frame-src` lacks the page's own origin",
        &[App("GET /", Fault::With(CSP, "frame-src 'none'"))],
        SignsIn,
        &["callback_untested"],
    )
    .everywhere(),
    Setup::new(
        "The app has a Cross-Origin-Opener-Policy of `same-origin`",
        &[
            App("GET /", Fault::With(OPENER_POLICY, "same-origin")),
            App("HEAD /", Fault::With(OPENER_POLICY, "same-origin")),
        ],
        SignsIn,
        &["app_isolated"],
    )
    .everywhere(),
    Setup::new(
        "The service has a Cross-Origin-Opener-Policy of `same-origin`",
        &[Service("GET /v1/oauth/authorize", Fault::With(OPENER_POLICY, "same-origin"))],
        SignsIn,
        &[],
    ),
    Setup::new(
        "The app has a Cross-Origin-Embedder-Policy of `require-corp`",
        &[App("GET /", Fault::With("cross-origin-embedder-policy", "require-corp"))],
        SignsIn,
        &["callback_untested"],
    )
    .everywhere(),
];

#[tokio::test(flavor = "multi_thread")]
async fn wrong_headers_are_never_silent() {
    super::check(super::approving(&[super::PagePatch::Development]), SETUPS).await;
}
