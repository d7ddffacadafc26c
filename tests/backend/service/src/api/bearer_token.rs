//! The token of a request (RFC 6750 §2.1, RFC 9449 §7.1).

use axum::http::{HeaderMap, header};

/// How a request presents its token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AuthScheme {
    /// RFC 6750 §2.1.
    Bearer,
    /// RFC 9449 §7.1: together with a proof.
    Dpop,
}

/// Returns the token after `Bearer` in the Authorization header, which must not be repeated.
pub(crate) fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    credentials(headers).and_then(|(scheme, token)| (scheme == AuthScheme::Bearer).then_some(token))
}

/// Returns the token after `Bearer` or `DPoP` in the Authorization header, which must not be repeated.
pub(crate) fn credentials(headers: &HeaderMap) -> Option<(AuthScheme, &str)> {
    let mut values = headers.get_all(header::AUTHORIZATION).into_iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    let known = [("bearer", AuthScheme::Bearer), ("dpop", AuthScheme::Dpop)];
    let scheme = known.into_iter().find_map(|(name, of)| scheme.eq_ignore_ascii_case(name).then_some(of))?;
    Some((scheme, token.trim()))
}
