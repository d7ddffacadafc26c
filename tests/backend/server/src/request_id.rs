//! The ID of a request, in the log and in the response.

use std::net::IpAddr;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use ipnet::IpNet;

use crate::client_address::is_trusted;
use crate::unique_numbers::unique_numbers;

/// The header with the ID in requests from proxies and in responses.
pub static X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The most characters of an ID from a proxy.
const MAX_LENGTH: usize = 64;

/// 1 to 64 of `A-Z`, `a-z`, `0-9`, `_` and `-`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(HeaderValue);

impl RequestId {
    /// Returns the ID from a trusted proxy, so that its log and this one can be compared, or else a new one. IDs from
    /// other clients are ignored, because they could use the same ID for all requests, or another client's.
    pub fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Self {
        let given = headers.get(&X_REQUEST_ID).filter(|given| is_id(given.as_bytes()) && is_trusted(peer, trusted));
        given.map_or_else(Self::new, |given| Self(given.clone()))
    }

    /// Returns an ID that no other request has.
    fn new() -> Self {
        let [one, other] = unique_numbers();
        let id = HeaderValue::try_from(format!("{one:016x}{other:016x}"));
        Self(id.unwrap_or(HeaderValue::from_static("none")))
    }

    /// The text for the log.
    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    /// The value for the response.
    pub fn into_header(self) -> HeaderValue {
        self.0
    }
}

fn is_id(text: &[u8]) -> bool {
    let is_of_id = |octet: &u8| octet.is_ascii_alphanumeric() || b"_-".contains(octet);
    (1..=MAX_LENGTH).contains(&text.len()) && text.iter().all(is_of_id)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(peer: &str, given: &[u8]) -> String {
        let mut headers = HeaderMap::new();
        if let Ok(value) = HeaderValue::from_bytes(given) {
            headers.insert(&X_REQUEST_ID, value);
        }
        RequestId::of(peer.parse().unwrap(), &headers, &["10.0.0.0/8".parse().unwrap()]).as_str().to_owned()
    }

    fn is_new(id: &str) -> bool {
        id.len() == 32 && id.bytes().all(|octet| octet.is_ascii_hexdigit())
    }

    #[test]
    fn request_id_is_accepted_only_from_a_proxy() {
        for given in ["a", "0b5c-77_X", &"x".repeat(64)] {
            assert_eq!(of("10.0.0.1", given.as_bytes()), given);
            assert_eq!(of("::ffff:10.0.0.1", given.as_bytes()), given);
            assert!(is_new(&of("214.0.0.7", given.as_bytes())));
        }
    }

    #[test]
    fn malformed_request_id_is_replaced() {
        for given in ["", " ", "a b", "a\tb", "a\"b", "a=b", "é", &"x".repeat(65)] {
            assert!(is_new(&of("10.0.0.1", given.as_bytes())), "{given}");
        }
    }

    #[test]
    fn no_two_are_alike() {
        assert_ne!(of("214.0.0.7", b""), of("214.0.0.7", b""));
    }

    proptest! {
        #[test]
        fn any_header_bytes_yield_a_valid_id(given in prop::collection::vec(any::<u8>(), 0..80)) {
            prop_assert!(is_id(of("10.0.0.1", &given).as_bytes()));
            prop_assert!(is_new(&of("214.0.0.7", &given)));
        }
    }
}
