//! `X-Accel-Redirect`: the node decides, and the nginx in front of it sends the bytes of the file.
//!
//! nginx evaluates the request again: its conditions and its range. So the node leaves to nginx only what nginx answers
//! exactly as the node would: `GET` for the whole content or for one plain range. It answers all else itself.

use std::fmt;
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use stagepass_media::audio::Part;
use stagepass_media::cid::sha256_of;

/// The header that nginx follows. Clients never see it.
pub(super) const X_ACCEL_REDIRECT: HeaderName = HeaderName::from_static("x-accel-redirect");

/// The most digits of an offset in a plain range. nginx refuses numbers that exceed 64 bits.
const MOST_DIGITS: usize = 18;

/// The prefix of an internal location of nginx with the files of the service's folder `audio`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccelRedirect(String);

/// The text is not a path that can be a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be the path of an internal location of nginx that begins and ends with `/`, for example /internal/audio/"
)]
pub struct NoAccelRedirect;

impl FromStr for AccelRedirect {
    type Err = NoAccelRedirect;

    /// Only accepts what nginx neither decodes nor normalizes.
    fn from_str(text: &str) -> Result<Self, NoAccelRedirect> {
        let inner = text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')).ok_or(NoAccelRedirect)?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_name = |name: &str| !name.is_empty() && name.bytes().all(is_plain);
        if inner.split('/').all(is_name) { Ok(Self(text.to_owned())) } else { Err(NoAccelRedirect) }
    }
}

impl fmt::Display for AccelRedirect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AccelRedirect {
    /// Returns the internal path of a content's file. `None` if this is no CID of ours, so that no other file can be
    /// named.
    pub(super) fn of(&self, cid: &str) -> Option<HeaderValue> {
        sha256_of(cid)?;
        HeaderValue::try_from(format!("{self}{cid}")).ok()
    }
}

/// Returns whether nginx sends the same as the node would, for a `GET` request that the node has admitted and whose
/// conditions are met. `part` is what the node would send.
pub(super) fn is_for_nginx(headers: &HeaderMap, part: &Part) -> bool {
    // nginx compares these with the file's date or with its own tag.
    if headers.contains_key(header::IF_MATCH) || headers.contains_key(header::IF_UNMODIFIED_SINCE) {
        return false;
    }
    match part {
        Part::Whole => !headers.contains_key(header::RANGE),
        Part::Range(_) => {
            headers.get(header::RANGE).is_some_and(|range| is_plain(range.as_bytes()))
                && headers.get_all(header::IF_RANGE).iter().nth(1).is_none()
        }
        Part::Several(_) | Part::Unsatisfiable => false,
    }
}

/// Returns whether a range is `bytes=FIRST-LAST`, `bytes=FIRST-` or `bytes=-COUNT`, without anything else.
fn is_plain(range: &[u8]) -> bool {
    let Some((first, last)) = range.strip_prefix(b"bytes=").and_then(|range| {
        let dash = range.iter().position(|byte| *byte == b'-')?;
        Some((range.get(..dash)?, range.get(dash + 1..)?))
    }) else {
        return false;
    };
    let is_number = |digits: &[u8]| digits.len() <= MOST_DIGITS && digits.iter().all(u8::is_ascii_digit);
    is_number(first) && is_number(last) && first.len() + last.len() > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_path_is_a_prefix() {
        for good in ["/internal/audio/", "/a/", "/a-b_c/9/"] {
            assert_eq!(good.parse::<AccelRedirect>().map(|prefix| prefix.to_string()).as_deref(), Ok(good));
        }
        for bad in
            ["", "/", "//", "audio/", "/audio", "/a//b/", "/../", "/a/./", "/a%2f/", "/a b/", "/a?/", "/a\r\n/", "/é/"]
        {
            assert_eq!(bad.parse::<AccelRedirect>(), Err(NoAccelRedirect), "{bad:?}");
        }
    }

    #[test]
    fn only_a_cid_names_a_file() {
        let prefix: AccelRedirect = "/internal/audio/".parse().unwrap();
        let cid = "bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4";
        assert_eq!(prefix.of(cid).unwrap(), format!("/internal/audio/{cid}"));
        for other in ["", "..", "../stagepass.db", &cid[1..], &cid.to_uppercase(), &format!("../{cid}")] {
            assert_eq!(prefix.of(other), None, "{other}");
        }
    }

    /// nginx gets only what it answers as the node would.
    #[test]
    fn nginx_serves_only_whole_file_or_plain_range() {
        let is_for = |fields: &[(HeaderName, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in fields {
                headers.append(name, HeaderValue::from_static(value));
            }
            is_for_nginx(&headers, &Part::requested(&headers, 100))
        };
        assert!(is_for(&[]) && is_for(&[(header::IF_NONE_MATCH, "\"other\"")]));
        for range in ["bytes=0-", "bytes=0-9", "bytes=9-200", "bytes=-5", "bytes=-500", "bytes=0-999999999999999999"] {
            assert!(is_for(&[(header::RANGE, range)]), "{range}");
            assert!(is_for(&[(header::RANGE, range), (header::IF_RANGE, "\"a\"")]), "{range}");
        }
        for range in [
            "bytes=0-1,5-6",
            "bytes=0-1,2-3",
            "bytes=100-",
            "bytes=-0",
            "bytes= 0-1",
            "bytes=0-1 ",
            "bytes=0-1,",
            "Bytes=0-1",
            "bytes=0-99999999999999999999",
            "bytes=2-1",
            "bytes=-",
            "bytes",
            "seconds=0-1",
        ] {
            assert!(!is_for(&[(header::RANGE, range)]), "{range}");
        }
        assert!(!is_for(&[(header::RANGE, "bytes=0-1"), (header::RANGE, "bytes=0-1")]));
        let one = (header::IF_RANGE, "\"a\"");
        assert!(!is_for(&[(header::RANGE, "bytes=0-1"), one.clone(), one]));
        assert!(!is_for(&[(header::IF_MATCH, "*")]));
        assert!(!is_for(&[(header::IF_UNMODIFIED_SINCE, "Thu, 01 Jan 1970 00:00:00 GMT")]));
    }
}
