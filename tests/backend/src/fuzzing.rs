//! What reads input from outside, one function for each fuzz target of `tests/fuzz`. Behind the feature `fuzzing`.
//!
//! Each function panics if what it reads breaks a property. An input that is refused is fine.

pub use crate::service::fuzzing::{authorize_query, cookies, cursor};
pub use crate::service::uploads::fuzzing::tus_headers;
pub use stagepass_access::fuzz_webhook as webhook;
pub use stagepass_media::fuzzing::{audio, picture};

use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The header fields in `bytes`: `name: value`, one a line. Lines that HTTP does not allow are left out.
pub(crate) fn headers(bytes: &[u8]) -> HeaderMap {
    let lines = bytes.split(|byte| *byte == b'\n');
    let fields = lines.filter_map(|line| {
        let (name, value) = line.split_at_checked(line.iter().position(|byte| *byte == b':')?)?;
        let value = HeaderValue::from_bytes(value.get(1..)?.trim_ascii()).ok()?;
        Some((HeaderName::from_bytes(name).ok()?, value))
    });
    let mut headers = HeaderMap::new();
    // More than a server accepts are of no interest, and a map of them panics at 32,768.
    for (name, value) in fields.take(100) {
        headers.append(name, value);
    }
    headers
}
