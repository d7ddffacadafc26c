//! The URLs of uploads. They come from a response or from storage, and are checked before they receive a token.

use stagepass_core::redirect_uri;

/// Returns the ID of the upload at `url`. `None` if it is not an upload of the service whose uploads are posted to
/// `endpoint`.
fn id<'a>(endpoint: &str, url: &'a str) -> Option<&'a str> {
    let (origin, path) = split(url)?;
    let (own_origin, own_path) = split(endpoint)?;
    let id = path.strip_prefix(own_path)?.strip_prefix('/')?;
    let (id, query) = id.split_once('?').unwrap_or((id, ""));
    let is_plain = query.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#');
    (redirect_uri::is_same_origin(origin, own_origin) && is_id(id) && is_plain).then_some(id)
}

/// Returns the URL of an upload from the header `Location`, which may be relative to `endpoint`. `None` as for [`id`].
/// It begins with `endpoint`, letter for letter.
pub(crate) fn resolve(endpoint: &str, location: &str) -> Option<String> {
    let url = if location.contains("://") {
        location.to_owned()
    } else if location.starts_with('/') {
        format!("{}{location}", split(endpoint)?.0)
    } else {
        // Relative to the last segment (RFC 3986 section 5.2.3).
        format!("{}/{location}", endpoint.rsplit_once('/')?.0)
    };
    let id = id(endpoint, &url)?;
    let query = url.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default();
    Some(format!("{endpoint}/{id}{query}"))
}

/// Returns whether this can be the ID of an upload.
fn is_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Returns origin and path of a URL.
fn split(url: &str) -> Option<(&str, &str)> {
    let host = url.find("://")? + 3;
    let path = host + url.get(host..)?.find('/')?;
    url.split_at_checked(path)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    const ENDPOINT: &str = "https://music.example/v1/uploads";

    #[test]
    fn an_upload_is_under_the_endpoint() {
        for (location, id) in [
            ("https://music.example/v1/uploads/a-B_9", "a-B_9"),
            ("HTTPS://Music.example/v1/uploads/a", "a"),
            ("https://music.example:443/v1/uploads/a", "a"),
            ("https://music.example/v1/uploads/a?", "a"),
            ("https://music.example/v1/uploads/a?user_id=3", "a"),
            ("/v1/uploads/a", "a"),
            ("uploads/a", "a"),
        ] {
            let url = resolve(ENDPOINT, location).unwrap();
            assert_eq!(super::id(ENDPOINT, &url), Some(id), "{location}");
            assert!(url.starts_with(ENDPOINT), "{url}");
        }
        assert_eq!(resolve(ENDPOINT, "/v1/uploads/a").as_deref(), Some("https://music.example/v1/uploads/a"));
    }

    #[test]
    fn anything_else_is_no_upload() {
        for location in [
            "",
            "/",
            "a",
            "https://music.example/v1/uploads",
            "https://music.example/v1/uploads/",
            "https://music.example/v1/uploads/a/b",
            "https://music.example/v1/uploads/../me",
            "https://music.example/v1/uploads/%2e%2e",
            "https://music.example/v1/uploads/a#b",
            "https://music.example/v1/uploads/a?b#c",
            "https://music.example/v1/uploads/a?b c",
            "https://music.example/v1/me",
            "https://music.example.evil.example/v1/uploads/a",
            "https://user@music.example/v1/uploads/a",
            "http://music.example/v1/uploads/a",
            "//evil.example/v1/uploads/a",
            "https://evil.example/v1/uploads/a",
            "javascript://music.example/v1/uploads/a",
        ] {
            assert_eq!(resolve(ENDPOINT, location), None, "{location}");
        }
    }
}
