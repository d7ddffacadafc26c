//! The origin of a server that gets tickets.

use stagepass_core::redirect_uri;

use crate::error::{Code, Error};

/// Returns the origin in its serialised form (RFC 6454 section 6.2), which a ticket also names.
///
/// # Errors
/// `code` if the value `name` is not an origin with https, or with http for localhost.
pub(super) fn origin_of(written: &str, code: Code, name: &str) -> Result<String, Error> {
    let invalid = |problem: &str| Error::from(code).because(format!("{name} must be an {problem}."));
    let origin = redirect_uri::check(written).ok().and_then(|()| redirect_uri::origin(written));
    let origin = origin.filter(|origin| redirect_uri::is_private(origin));
    let origin = origin.ok_or_else(|| invalid("https origin (http for localhost)"))?;
    if !matches!(written.get(origin.len()..), Some("" | "/")) {
        return Err(invalid("origin: remove everything after the host and the port"));
    }
    let origin = origin.to_ascii_lowercase();
    let default_port = if origin.starts_with("https:") { ":443" } else { ":80" };
    Ok(origin.strip_suffix(default_port).unwrap_or(&origin).to_owned())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_serialised() {
        for (written, origin) in [
            ("https://access.example", "https://access.example"),
            ("https://access.example/", "https://access.example"),
            ("HTTPS://Access.example:443", "https://access.example"),
            ("https://access.example:8443", "https://access.example:8443"),
            ("http://localhost:8788", "http://localhost:8788"),
            ("http://127.0.0.1:8788/", "http://127.0.0.1:8788"),
            ("http://localhost:80", "http://localhost"),
        ] {
            assert_eq!(origin_of(written, Code::OptionInvalid, "audience").as_deref(), Ok(origin), "{written}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for written in [
            "",
            "access.example",
            "/",
            "http://access.example",
            "ftp://access.example",
            "com.example:/",
            "https://access.example/path",
            "https://access.example?query",
            "https://user@access.example",
        ] {
            let error = origin_of(written, Code::OptionInvalid, "audience").unwrap_err();
            assert_eq!(error.code(), Code::OptionInvalid, "{written:?}");
            let cause = std::error::Error::source(&error).unwrap().to_string();
            assert!(cause.starts_with("audience must be an "), "{cause}");
        }
    }
}
