//! The credentials of a request with Basic authentication (RFC 7617).

use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Returns the user ID and the password of the Authorization header, which must not be repeated (RFC 7617). Clients
/// encode both as in a form (RFC 6749 §2.3.1).
pub(crate) fn basic_credentials(headers: &HeaderMap) -> Option<(String, String)> {
    let mut values = headers.get_all(header::AUTHORIZATION).into_iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (scheme, encoded) = value.to_str().ok()?.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let text = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (id, secret) = text.split_once(':')?;
    Some((form_decoded(id)?, form_decoded(secret)?))
}

/// Decodes one value of a form.
fn form_decoded(text: &str) -> Option<String> {
    if text.contains(['=', '&']) {
        return None;
    }
    form_urlencoded::parse(text.as_bytes()).next().map(|(name, _)| name.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(authorization: &[&str]) -> Option<(String, String)> {
        basic_credentials(&authorization.iter().map(|value| (header::AUTHORIZATION, value.parse().unwrap())).collect())
    }

    #[test]
    fn basic_credentials_are_decoded() {
        let expected = Some(("id".to_owned(), "a-b_c".to_owned()));
        for text in ["id:a-b_c", "id:a%2Db%5fc", "i%64:a-b_c"] {
            for scheme in ["Basic", "basic"] {
                assert_eq!(read(&[&format!("{scheme} {}", STANDARD.encode(text))]), expected, "{text}");
            }
        }
    }

    #[test]
    fn malformed_basic_credentials_are_refused() {
        let encoded = |text: &[u8]| format!("Basic {}", STANDARD.encode(text));
        for value in [
            "Basic".to_owned(),
            "Basic *".to_owned(),
            format!("Bearer {}", STANDARD.encode("id:secret")),
            encoded(b"id"),
            encoded(b"id:"),
            encoded(b":secret"),
            encoded(b"id:sec=ret"),
            encoded(b"id:sec&ret"),
            encoded(b"id:\xff"),
        ] {
            assert_eq!(read(&[&value]), None, "{value}");
        }
        let twice = encoded(b"id:secret");
        assert_eq!(read(&[&twice, &twice]), None);
    }
}
