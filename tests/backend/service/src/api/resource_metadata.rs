//! `/.well-known/oauth-protected-resource` (RFC 9728): the metadata of the API, and the challenges that name it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use crate::state::Backend;
use stagepass_server::base_url::BaseUrl;

/// What is in front of the path of the resource.
pub(crate) const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// The authentication schemes of access tokens.
const SCHEMES: [&str; 2] = ["bearer", "dpop"];

pub(crate) async fn show(State(backend): State<Arc<Backend>>) -> ([(HeaderName, HeaderValue); 1], Json<Value>) {
    let base = backend.base_url.as_str();
    let metadata = json!({
        "resource": base,
        "authorization_servers": [base],
        "scopes_supported": ["read", "write"],
        "bearer_methods_supported": ["header"],
        "dpop_signing_alg_values_supported": ["ES256"],
    });
    ([(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"))], Json(metadata))
}

/// Adds the URL of the metadata to each challenge of a 401 that asks for an access token (RFC 9728 §5.1).
pub(crate) async fn name_in_challenges(State(backend): State<Arc<Backend>>, mut response: Response) -> Response {
    if response.status() == StatusCode::UNAUTHORIZED
        && let header::Entry::Occupied(mut challenges) = response.headers_mut().entry(header::WWW_AUTHENTICATE)
    {
        let url = url(&backend.base_url);
        challenges.iter_mut().for_each(|challenge| name_in(challenge, &url));
    }
    response
}

fn name_in(challenge: &mut HeaderValue, url: &str) {
    let Ok(text) = challenge.to_str() else { return };
    let (scheme, parameters) = text.split_once(' ').unwrap_or((text, ""));
    if !SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return;
    }
    let separator = if parameters.is_empty() { " " } else { ", " };
    if let Ok(named) = HeaderValue::try_from(format!("{text}{separator}resource_metadata=\"{url}\"")) {
        *challenge = named;
    }
}

/// Returns the URL of the metadata.
fn url(base: &BaseUrl) -> String {
    format!("{}{WELL_KNOWN}{}", base.origin(), base.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_is_in_front_of_the_path() {
        for (base, expected) in [
            ("https://music.example/v1", "https://music.example/.well-known/oauth-protected-resource/v1"),
            ("https://music.example", "https://music.example/.well-known/oauth-protected-resource"),
        ] {
            assert_eq!(url(&BaseUrl::parse(base).unwrap()), expected);
        }
    }

    #[test]
    fn only_challenges_for_access_tokens_name_it() {
        for (before, after) in [
            ("Bearer", "Bearer resource_metadata=\"u\""),
            ("DPoP algs=\"ES256\"", "DPoP algs=\"ES256\", resource_metadata=\"u\""),
            ("Basic realm=\"stagepass\"", "Basic realm=\"stagepass\""),
            ("Node", "Node"),
        ] {
            let mut challenge = HeaderValue::from_static(before);
            name_in(&mut challenge, "u");
            assert_eq!(challenge, after);
        }
    }
}
