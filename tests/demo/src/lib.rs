//! The demo's server: the built pages, their configuration, security headers, and a geolocation service. It is used by
//! `cargo xtask demo` and the browser tests.

pub mod geo;
pub mod listen;
pub mod serving;

use std::path::Path;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, InvalidHeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::{Next, from_fn};
use axum::routing::get;
use serde_json::Value;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// The origins of the other servers (`http://127.0.0.1:8787`).
#[derive(Clone, Copy, Debug)]
pub struct Origins<'a> {
    /// The service's.
    pub service: &'a str,
    /// The node's.
    pub node: &'a str,
    /// The access server's.
    pub access: &'a str,
}

/// Changes to the demo's Content-Security-Policy.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Whether it refuses WebAssembly: without `'wasm-unsafe-eval'`.
    pub refuses_wasm: bool,
    /// The origin that may show the pages in a frame, if any.
    pub framed_by: Option<String>,
}

/// Serves the built pages in `dist`, `config` as `/config.json`, and [`geo`] as `/geo`.
///
/// # Errors
/// If an origin has a character that is invalid in a header.
pub fn router(
    dist: &Path,
    config: &Value,
    origins: Origins<'_>,
    policy: &Policy,
) -> Result<Router, InvalidHeaderValue> {
    let json = config.to_string();
    let answer = move || async move { ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], json) };
    let mut router = geo::router().route("/config.json", get(answer)).fallback_service(ServeDir::new(dist));
    for (name, value) in HEADERS {
        router = router.layer(SetResponseHeaderLayer::overriding(name, value));
    }
    let policies = Policies::new(origins, policy)?;
    Ok(router.layer(from_fn(move |request: Request, next: Next| {
        let policy = policies.of(request.uri().path()).clone();
        async {
            let mut answer = next.run(request).await;
            answer.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
            answer
        }
    })))
}

/// The headers of every response, besides the policy.
const HEADERS: [(HeaderName, HeaderValue); 3] = [
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // Pages must be current after a build.
    (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
];

/// The pages' policies (CSP). The diagnosis page shows the callback page in a frame, so both have their own policies.
#[derive(Clone, Debug)]
struct Policies {
    usual: HeaderValue,
    diagnosis: HeaderValue,
    callback: HeaderValue,
}

impl Policies {
    /// The pages may only connect to the three servers, and load audio only from the node. No script of theirs assigns
    /// HTML or the address of a script, so no Trusted Types policy is allowed.
    fn new(
        Origins { service, node, access }: Origins<'_>,
        Policy { refuses_wasm, framed_by }: &Policy,
    ) -> Result<Self, InvalidHeaderValue> {
        let wasm = if *refuses_wasm { "" } else { " 'wasm-unsafe-eval'" };
        let framed_by = framed_by.as_deref();
        let others = framed_by.unwrap_or("'none'");
        let framed_by_ours = framed_by.map_or("'self'".to_owned(), |other| format!("'self' {other}"));
        let common = format!(
            "default-src 'none'; script-src 'self'{wasm}; style-src 'self'; img-src 'self' data: {service}; \
             connect-src 'self' {service} {node} {access}; media-src {node}; base-uri 'none'; form-action 'none'; \
             require-trusted-types-for 'script'; trusted-types 'none'"
        );
        Ok(Self {
            usual: format!("{common}; frame-ancestors {others}").try_into()?,
            diagnosis: format!("{common}; frame-src 'self'; frame-ancestors {others}").try_into()?,
            callback: format!("{common}; frame-ancestors {framed_by_ours}").try_into()?,
        })
    }

    fn of(&self, path: &str) -> &HeaderValue {
        match path {
            "/diagnose.html" => &self.diagnosis,
            "/callback.html" => &self.callback,
            _ => &self.usual,
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::{HeaderMap, Request, StatusCode};
    use serde_json::json;
    use tower::ServiceExt as _;

    use super::*;

    async fn ask(router: &Router, path: &str) -> (StatusCode, HeaderMap, String) {
        let answer = router.clone().oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
        let (head, body) = answer.into_parts();
        let body = to_bytes(body, 1 << 20).await.unwrap();
        (head.status, head.headers, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn pages_and_configuration_are_served_with_their_headers() {
        let dist = tempfile::tempdir().unwrap();
        std::fs::write(dist.path().join("index.html"), "<p>hello</p>").unwrap();
        std::fs::write(dist.path().join("core.wasm"), "x").unwrap();
        let origins = Origins { service: "http://s:1", node: "http://n:2", access: "http://a:3" };
        let config = json!({ "baseUrl": "http://s:1/v1" });
        let router = |policy| super::router(dist.path(), &config, origins, &policy).unwrap();
        let other = router(Policy { refuses_wasm: true, framed_by: Some("http://f:4".to_owned()) });
        let router = router(Policy::default());

        let (status, headers, page) = ask(&router, "/").await;
        assert_eq!((status, page.as_str()), (StatusCode::OK, "<p>hello</p>"));
        let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
        let allowed = "connect-src 'self' http://s:1 http://n:2 http://a:3; media-src http://n:2;";
        assert!(policy.contains(allowed), "{policy}");
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert!(policy.contains("require-trusted-types-for 'script'; trusted-types 'none';"), "{policy}");
        assert!(policy.ends_with("frame-ancestors 'none'"), "{policy}");
        let headers = ask(&other, "/").await.1;
        let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("script-src 'self';"), "{policy}");
        assert!(policy.ends_with("frame-ancestors http://f:4"), "{policy}");
        for (path, has_frames, framed_by) in
            [("/", false, "'none'"), ("/diagnose.html", true, "'none'"), ("/callback.html", false, "'self'")]
        {
            let headers = ask(&router, path).await.1;
            let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
            assert_eq!(policy.contains("; frame-src 'self'"), has_frames, "{path}: {policy}");
            assert!(policy.ends_with(&format!("; frame-ancestors {framed_by}")), "{path}: {policy}");
            assert_eq!(headers[REFERRER_POLICY], "no-referrer", "{path}");
        }
        let policy = ask(&other, "/callback.html").await.1;
        assert!(policy[CONTENT_SECURITY_POLICY].to_str().unwrap().ends_with("frame-ancestors 'self' http://f:4"));
        assert_eq!(ask(&router, "/core.wasm").await.1[CONTENT_TYPE], "application/wasm");
        assert_eq!(ask(&router, "/config.json").await.2, r#"{"baseUrl":"http://s:1/v1"}"#);
        assert!(ask(&router, "/geo/place").await.2.ends_with(r#""city":"Stockholm"}"#));
        assert_eq!(ask(&router, "/nothing").await.0, StatusCode::NOT_FOUND);
    }
}
