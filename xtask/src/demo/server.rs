//! The demo's own server: the built pages, the configuration they read, and the headers that a careful site sends.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener};
use std::path::Path;
use std::thread;

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

/// Serves `dist` and `/config.json` from a thread of its own, until the process ends.
pub(super) fn serve(listeners: Vec<TcpListener>, dist: &Path, config: &Value) -> Result<()> {
    let router = router(dist, config)?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start a server")?;
    let mut accepting = Vec::new();
    for listener in listeners {
        listener.set_nonblocking(true).context("cannot start a server")?;
        let _in_runtime = runtime.enter();
        accepting.push(tokio::net::TcpListener::from_std(listener).context("cannot start a server")?);
    }
    thread::spawn(move || {
        runtime.block_on(async {
            let mut serving = tokio::task::JoinSet::new();
            for listener in accepting {
                let router = router.clone();
                serving.spawn(async move { axum::serve(listener, router).await });
            }
            serving.join_all().await
        })
    });
    Ok(())
}

fn router(dist: &Path, config: &Value) -> Result<Router> {
    let json = config.to_string();
    let answer = move || async move { ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], json) };
    let mut router = Router::new().route("/config.json", get(answer)).fallback_service(ServeDir::new(dist));
    for (name, value) in headers(config)? {
        router = router.layer(SetResponseHeaderLayer::overriding(name, value));
    }
    Ok(router)
}

/// The service is the only other origin that the pages may talk to.
fn headers(config: &Value) -> Result<[(HeaderName, HeaderValue); 4]> {
    let base_url = config.get("baseUrl").and_then(Value::as_str).context("the configuration has no baseUrl")?;
    let service = base_url.strip_suffix("/v1").unwrap_or(base_url);
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: {service}; \
         connect-src 'self' {service}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    Ok([
        (CONTENT_SECURITY_POLICY, policy.try_into().context("the base URL does not fit into a header")?),
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
        serve(listeners, dist.path(), &json!({ "baseUrl": "http://127.0.0.1:8787/v1" })).unwrap();

        let page = ask(port, "/");
        assert!(page.starts_with("HTTP/1.1 200") && page.ends_with("<p>hello</p>"), "{page}");
        assert!(page.contains("connect-src 'self' http://127.0.0.1:8787;"), "{page}");
        assert!(ask(port, "/core.wasm").contains("content-type: application/wasm"));
        let config = ask(port, "/config.json");
        assert!(config.ends_with(r#"{"baseUrl":"http://127.0.0.1:8787/v1"}"#), "{config}");
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
