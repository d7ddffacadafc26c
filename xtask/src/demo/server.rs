//! The demo's own server: the built pages, the configuration they read, and the headers that a careful site sends.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::Path;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue};
use axum::routing::get;
use serde_json::Value;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::backend::Addresses;
use crate::{geo, web};

/// Takes `port` of localhost. A browser may try `::1` first, so whatever else listens there would be shown in place of the demo.
///
/// # Errors
/// When the port is in use on either address. A machine without IPv6 is fine.
pub(super) fn listen(port: u16) -> Result<Vec<TcpListener>> {
    let mut listeners = Vec::new();
    for address in [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)] {
        match TcpListener::bind((address, port)) {
            Ok(listener) => listeners.push(listener),
            Err(error) if address.is_ipv6() && error.kind() != ErrorKind::AddrInUse => {}
            Err(error) => {
                return Err(error).with_context(|| {
                    format!(
                        "the demo's port {port} cannot be used: end what uses it, or choose another with --port PORT"
                    )
                });
            }
        }
    }
    Ok(listeners)
}

/// Serves `dist`, `/config.json` and, under `/geo`, the stand-in for a geolocation service, from a thread of its own until the process ends.
pub(super) fn serve(listeners: Vec<TcpListener>, dist: &Path, config: &Value, addresses: &Addresses) -> Result<()> {
    web::serve(listeners, router(dist, config, addresses)?)
}

fn router(dist: &Path, config: &Value, addresses: &Addresses) -> Result<Router> {
    let json = config.to_string();
    let answer = move || async move { ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], json) };
    let mut router = geo::router().route("/config.json", get(answer)).fallback_service(ServeDir::new(dist));
    for (name, value) in headers(addresses)? {
        router = router.layer(SetResponseHeaderLayer::overriding(name, value));
    }
    Ok(router)
}

/// The three servers are the only other origins that the pages may talk to, and the node the only one that audio comes from.
fn headers(Addresses { base_url, node, access }: &Addresses) -> Result<[(HeaderName, HeaderValue); 4]> {
    let service = base_url.strip_suffix("/v1").unwrap_or(base_url);
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: {service}; \
         connect-src 'self' {service} {node} {access}; media-src {node}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    Ok([
        (CONTENT_SECURITY_POLICY, policy.try_into().context("an address does not fit into a header")?),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        // What was built a moment ago is what should be seen.
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ])
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use serde_json::json;

    use super::*;

    fn ask(port: u16, path: &str) -> String {
        let mut stream = std::net::TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn pages_and_configuration_are_served_with_their_headers() {
        let dist = tempfile::tempdir().unwrap();
        std::fs::write(dist.path().join("index.html"), "<p>hello</p>").unwrap();
        std::fs::write(dist.path().join("core.wasm"), "x").unwrap();
        let listeners = listen(0).unwrap();
        let port = listeners[0].local_addr().unwrap().port();
        let [base_url, node, access] =
            ["http://127.0.0.1:8787/v1", "http://127.0.0.1:8788", "http://127.0.0.1:8789"].map(str::to_owned);
        let addresses = Addresses { base_url, node, access };
        serve(listeners, dist.path(), &json!({ "baseUrl": "http://127.0.0.1:8787/v1" }), &addresses).unwrap();

        let page = ask(port, "/");
        assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>hello</p>"), "{page}");
        let policy = "connect-src 'self' http://127.0.0.1:8787 http://127.0.0.1:8788 http://127.0.0.1:8789; media-src http://127.0.0.1:8788;";
        assert!(page.contains(policy), "{page}");
        assert!(ask(port, "/core.wasm").contains("content-type: application/wasm"));
        let config = ask(port, "/config.json");
        assert!(config.ends_with(r#"{"baseUrl":"http://127.0.0.1:8787/v1"}"#), "{config}");
        assert!(ask(port, "/geo/place").ends_with(r#""city":"Stockholm"}"#));
        assert!(ask(port, "/nothing").starts_with("HTTP/1.1 404"));
    }

    #[test]
    fn a_port_in_use_is_named() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = listen(port).unwrap_err().to_string();
        assert!(error.contains(&port.to_string()) && error.contains("--port"), "{error}");
    }
}
