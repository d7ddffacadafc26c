//! The service's metadata (RFC 8414).

use http::Request;
use stagepass_core::redirect_uri;

/// Returns the request for the metadata of the service with this base URL (RFC 8414 section 3).
pub(super) fn metadata_request(base: &str) -> Option<Request<Vec<u8>>> {
    let origin = redirect_uri::origin(base)?;
    let path = base.strip_prefix(origin)?;
    Request::get(format!("{origin}/.well-known/oauth-authorization-server{path}")).body(Vec::new()).ok()
}
