//! The origin of a server that gets tickets.

use stagepass_core::redirect_uri;

use crate::error::Error;
use crate::sdk::music::failure::{config_invalid, option_invalid};

/// Why a text is not the origin of a server.
enum OriginError {
    /// It is not an origin with https, or with http for localhost.
    NotSafe,
    /// More follows the host and the port.
    NotAlone,
}

/// Returns the origin of the configured access server.
///
/// # Errors
/// [`Code::ConfigInvalid`](crate::Code::ConfigInvalid) if there is none, or if it is not an origin.
pub(crate) fn of_access_server(written: Option<&str>) -> Result<String, Error> {
    let written = written.filter(|written| !written.is_empty()).ok_or_else(|| {
        config_invalid(
            "access_server is missing: set it to the access server's origin, for gated tracks and invitations.",
        )
    })?;
    origin_of(written).map_err(|error| {
        config_invalid(match error {
            OriginError::NotSafe => "access_server must be an https origin (http for localhost).",
            OriginError::NotAlone => "access_server must be an origin: remove everything after the host and the port.",
        })
    })
}

/// Returns the origin of an app's own server.
///
/// # Errors
/// [`Code::OptionInvalid`](crate::Code::OptionInvalid) if it is not an origin.
pub(crate) fn of_audience(written: &str) -> Result<String, Error> {
    origin_of(written).map_err(|error| {
        option_invalid(match error {
            OriginError::NotSafe => "audience must be an https origin (http for localhost).",
            OriginError::NotAlone => "audience must be an origin: remove everything after the host and the port.",
        })
    })
}

/// Returns the origin in its serialised form (RFC 6454 section 6.2), which a ticket also names.
fn origin_of(written: &str) -> Result<String, OriginError> {
    let origin = redirect_uri::check(written).ok().and_then(|()| redirect_uri::origin(written));
    let origin = origin.ok_or(OriginError::NotSafe)?;
    if !matches!(written.get(origin.len()..), Some("" | "/")) {
        return Err(OriginError::NotAlone);
    }
    if !redirect_uri::is_private(origin) {
        return Err(OriginError::NotSafe);
    }
    let origin = origin.to_ascii_lowercase();
    let default_port = if origin.starts_with("https:") { ":443" } else { ":80" };
    Ok(origin.strip_suffix(default_port).unwrap_or(&origin).to_owned())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::error::Code;

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
            assert_eq!(of_access_server(Some(written)).as_deref(), Ok(origin), "{written}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for written in [
            None,
            Some(""),
            Some("access.example"),
            Some("/"),
            Some("http://access.example"),
            Some("ftp://access.example"),
            Some("com.example:/"),
            Some("https://access.example/path"),
            Some("https://access.example?query"),
            Some("https://user@access.example"),
        ] {
            assert_eq!(
                of_access_server(written).map_err(|error| error.code()),
                Err(Code::ConfigInvalid),
                "{written:?}"
            );
            let error = of_audience(written.unwrap_or_default()).unwrap_err();
            assert_eq!(error.code(), Code::OptionInvalid, "{written:?}");
            let cause = std::error::Error::source(&error).unwrap().to_string();
            assert!(cause.starts_with("audience must be an "), "{cause}");
        }
    }
}
