//! Request bodies: JSON objects.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::value::RawValue;

use crate::error_answer::AccessError;

/// Parses a body. The types refuse unknown members, because a misspelt one would look like a missing one.
///
/// # Errors
/// [`AccessError::Request`] that names what is wrong, or [`AccessError::TooLarge`].
pub(crate) fn read<T: DeserializeOwned>(body: Result<Bytes, BytesRejection>) -> Result<T, AccessError> {
    let bytes = bytes(body)?;
    // serde would accept an array as well, member by member.
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(AccessError::Request("body: it must be a JSON object".to_owned()));
    }
    serde_json::from_slice(&bytes).map_err(|error| AccessError::Request(format!("body: {error}")))
}

/// Like [`read`]. Without a body, all members are missing.
pub(crate) fn read_if_any<T: DeserializeOwned + Default>(
    body: Result<Bytes, BytesRejection>,
) -> Result<T, AccessError> {
    let bytes = bytes(body)?;
    if bytes.is_empty() { Ok(T::default()) } else { read(Ok(bytes)) }
}

/// Returns the raw body.
///
/// # Errors
/// [`AccessError::TooLarge`], or [`AccessError::Request`] if it broke off.
pub(crate) fn bytes(body: Result<Bytes, BytesRejection>) -> Result<Bytes, AccessError> {
    body.map_err(|rejection| match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => AccessError::TooLarge,
        _ => AccessError::Request("The body could not be read.".to_owned()),
    })
}

/// A number or a string.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum NumberOrText {
    Number(u64),
    Text(String),
}

/// Deserializes a member for which `null` differs from a missing member. Returns its JSON text.
pub(crate) fn raw_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::<RawValue>::deserialize(deserializer).map(Some)
}
