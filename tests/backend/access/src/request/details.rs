//! Validation of IDs, names and links that owners send.

use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use stagepass_rules::Id;
use url::Url;

use crate::error_answer::AccessError;
use stagepass_kit::display_name::is_deceptive;

/// The longest name in characters.
const MAX_NAME: usize = 100;
/// The longest link in characters.
const MAX_LINK: usize = 2_000;

/// Returns the ID in a path.
///
/// # Errors
/// [`AccessError::Request`] if it is malformed.
pub(crate) fn id(path: Result<Path<String>, PathRejection>) -> Result<Id, AccessError> {
    let Path(text) = path.map_err(|_| not_an_id())?;
    id_of(&text)
}

/// Like [`id`], from a text.
pub(crate) fn id_of(text: &str) -> Result<Id, AccessError> {
    text.parse().map_err(|_| not_an_id())
}

/// Returns the name in the member `member`, without surrounding white space.
///
/// # Errors
/// [`AccessError::Request`] with the rules for a name.
pub(crate) fn name(member: &'static str, text: &str) -> Result<String, AccessError> {
    let text = text.trim();
    if text.chars().any(is_deceptive) {
        let words = format!("{member} has control, invisible or direction-changing characters");
        return Err(AccessError::Request(words));
    }
    if !(1..=MAX_NAME).contains(&text.chars().count()) {
        return Err(AccessError::Request(format!("{member} must be 1 to {MAX_NAME} characters")));
    }
    Ok(text.to_owned())
}

/// Returns the link in the member `member`, in the form of the URL standard.
///
/// # Errors
/// [`AccessError::Request`] with the rules for a link.
pub(crate) fn link(member: &'static str, text: &str) -> Result<String, AccessError> {
    let refused = || {
        let words = format!(
            "{member} must be an http:// or https:// address of at most {MAX_LINK} characters, without a user name"
        );
        AccessError::Request(words)
    };
    // A text that is far too long is not parsed.
    let url = if text.len() > 4 * MAX_LINK { None } else { Url::parse(text).ok() }.ok_or_else(refused)?;
    let is_web = matches!(url.scheme(), "http" | "https");
    // The parser accepts quotes in a host. No real host has them.
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte);
    let is_plain = url.username().is_empty()
        && url.password().is_none()
        && url.host_str().is_some_and(|host| host.bytes().all(is_host));
    if is_web && is_plain && url.as_str().len() <= MAX_LINK { Ok(url.into()) } else { Err(refused()) }
}

fn not_an_id() -> AccessError {
    let words = "an ID is 1 to 63 characters from a-z, 0-9 and \"-\", and does not begin with \"-\"";
    AccessError::Request(words.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn links_are_written_as_the_url_standard_does() {
        for (text, link) in [
            ("https://Shop.example", "https://shop.example/"),
            ("http://127.0.0.1:8080/a b?c=ü#d", "http://127.0.0.1:8080/a%20b?c=%C3%BC#d"),
        ] {
            assert_eq!(super::link("buyUrl", text).unwrap(), link);
        }
    }

    #[test]
    fn unsafe_or_malformed_link_is_rejected() {
        let long = format!("https://shop.example/{}", "x".repeat(MAX_LINK));
        for text in [
            "",
            "shop.example",
            "/album",
            "javascript:alert(1)",
            "data:text/html,x",
            "ftp://shop.example",
            "https://u@shop.example",
            "https://:p@shop.example",
            "https://",
            "https://shop.example\"",
            &long,
        ] {
            let error = link("buyUrl", text).unwrap_err().to_string();
            assert!(error.starts_with("buyUrl must be"), "{text}: {error}");
        }
    }

    #[test]
    fn names() {
        assert_eq!(name("name", "  Freunde & Förderer ").unwrap(), "Freunde & Förderer");
        assert!(name("name", &"é".repeat(MAX_NAME)).is_ok());
        for text in ["", "  ", &"é".repeat(MAX_NAME + 1), "a\nb", "a\u{202e}b"] {
            assert!(name("name", text).unwrap_err().to_string().starts_with("name "), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_link_leads_elsewhere_than_to_the_web(text in any::<String>(), tail in "[ -~]{0,40}") {
            for text in [text, format!("https://shop.example{tail}"), format!("http:{tail}")] {
                if let Ok(link) = link("buyUrl", &text) {
                    prop_assert!(link.starts_with("http://") || link.starts_with("https://"));
                    prop_assert!(link.is_ascii() && !link.contains(['"', '<', '>', ' ']), "{}", link);
                }
            }
        }
    }
}
