//! The bearer token of a request (RFC 6750 §2.1).

use axum::http::{HeaderMap, header};

/// Returns the token after `Bearer` in the Authorization header, which must not be repeated.
pub(crate) fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).into_iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
