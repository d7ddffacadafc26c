//! Parsing the body of a request about a track.

use axum::http::{HeaderMap, header};
use serde_json::Value;

use crate::api::tracks::refusal::TrackError;

/// Returns `body`, if its content type is JSON and it begins like a JSON object.
pub(crate) fn object<'a>(headers: &HeaderMap, body: &'a [u8]) -> Result<&'a [u8], TrackError> {
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default().trim();
    // serde would accept an array as well, member by member.
    let is_object = body.trim_ascii_start().starts_with(b"{");
    if is_object && essence.eq_ignore_ascii_case("application/json") { Ok(body) } else { Err(TrackError::Body) }
}

/// Returns the strings of a list of addresses. Empty if there is no list.
pub(crate) fn addresses(value: Option<Value>) -> Result<Vec<String>, TrackError> {
    match value {
        None => Ok(Vec::new()),
        Some(list) => serde_json::from_value(list)
            .map_err(|_| TrackError::Type("access_authorities", "a list of addresses as strings")),
    }
}
