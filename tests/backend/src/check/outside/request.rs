//! Requests to the public URLs, and what they find alike at every server.

use std::time::Duration;

use stagepass_server::base_url::BaseUrl;
use stagepass_server::http::{Answer, Http, HttpError, Scheme};

use crate::check::finding::Finding;

/// The timeout of a request. The largest one has the size of a part of an upload.
const DEADLINE: Duration = Duration::from_secs(30);
/// An origin that no app has, for CORS.
pub(super) const ORIGIN: &str = "https://check.invalid";

/// Returns what sends requests to this URL.
pub(super) fn client(url: &BaseUrl) -> Result<Http, HttpError> {
    Http::new(DEADLINE, if url.is_https() { Scheme::Https } else { Scheme::Http })
}

/// A server that does not respond, or not over TLS.
pub(super) fn unreachable(url: &BaseUrl, error: &HttpError) -> Finding {
    let error = error.to_string();
    if error.contains("certificate") {
        let remedy = "get a certificate for this host name from an authority that clients trust, with its intermediate certificates";
        return Finding::new("tls_invalid", url.as_str(), error, remedy);
    }
    let remedy = "start the servers and the proxy, and check the name in DNS, the firewall and the proxy's target";
    Finding::new("unreachable", url.as_str(), error, remedy)
}

/// Returns a problem if a preflight response does not allow these headers to every origin.
pub(super) fn preflight(url: &str, answer: &Answer, wanted: &[&str]) -> Option<Finding> {
    let header = |name: &str| answer.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let allowed = header("access-control-allow-headers").to_ascii_lowercase();
    let missing: Vec<_> =
        wanted.iter().filter(|name| !allowed.split(',').any(|allowed| allowed.trim() == **name)).copied().collect();
    let origins: Vec<_> = answer.headers.get_all("access-control-allow-origin").iter().collect();
    let is_open = origins.len() == 1 && header("access-control-allow-origin") == "*";
    if (200..300).contains(&answer.status) && is_open && missing.is_empty() {
        return None;
    }
    let found = if is_open {
        format!("status {}; Access-Control-Allow-Headers lacks {}", answer.status, missing.join(", "))
    } else {
        let (status, count) = (answer.status, origins.len());
        format!("status {status} with {count} headers Access-Control-Allow-Origin; one with `*` was expected")
    };
    let remedy = "let the proxy pass OPTIONS requests on, and neither remove nor add Access-Control headers";
    Some(Finding::new("cors_refused", format!("CORS preflight of {url}"), found, remedy))
}
