//! The authorization server metadata (RFC 8414), so that OAuth clients only need to know the issuer.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use serde_json::{Value, json};

use crate::oauth::interaction::PROMPTS;
use crate::oauth::return_address::ResponseMode;
use crate::state::Backend;

pub(crate) async fn show(State(backend): State<Arc<Backend>>) -> ([(HeaderName, HeaderValue); 1], Json<Value>) {
    let issuer = backend.base_url.as_str();
    let metadata = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/oauth/authorize"),
        "token_endpoint": format!("{issuer}/oauth/token"),
        "revocation_endpoint": format!("{issuer}/oauth/revoke"),
        "introspection_endpoint": format!("{issuer}/oauth/introspect"),
        // Of OpenID Connect RP-Initiated Logout 1.0.
        "end_session_endpoint": format!("{issuer}/oauth/end-session"),
        // Not of RFC 8414: `oauth/check.rs`.
        "client_check_endpoint": format!("{issuer}/oauth/check"),
        "scopes_supported": ["read", "write"],
        "response_types_supported": ["code"],
        "response_modes_supported": ResponseMode::ALL.map(ResponseMode::as_str),
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "introspection_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "authorization_response_iss_parameter_supported": true,
        // RFC 9449 §5.1.
        "dpop_signing_alg_values_supported": ["ES256"],
        // Of "Initiating User Registration via OpenID Connect 1.0", and of OpenID Connect Discovery.
        "prompt_values_supported": PROMPTS,
        "ui_locales_supported": backend.texts.tags().collect::<Vec<_>>(),
    });
    ([(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"))], Json(metadata))
}
