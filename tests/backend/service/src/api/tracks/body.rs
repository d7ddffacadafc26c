//! What the body of a request about a track holds.

use axum::http::{HeaderMap, header};
use serde_json::Value;

use crate::api::tracks::response::TrackError;

/// `body`, if it begins as a JSON object does and says that it is JSON.
pub(crate) fn object<'a>(headers: &HeaderMap, body: &'a [u8]) -> Result<&'a [u8], TrackError> {
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default().trim();
    // An array would be read as well, member by member.
    let is_object = body.trim_ascii_start().starts_with(b"{");
    if is_object && essence.eq_ignore_ascii_case("application/json") { Ok(body) } else { Err(TrackError::Body) }
}

/// The texts of a list of addresses; none, if there is no list.
pub(crate) fn addresses(value: Option<Value>) -> Result<Vec<String>, TrackError> {
    match value {
        None => Ok(Vec::new()),
        Some(list) => serde_json::from_value(list)
            .map_err(|_| TrackError::Type("access_authorities", "a list of addresses as strings")),
    }
}
