//! The rules for a redirect URI, in one place.
//!
//! The service has its own reading of the same rules; both are held to `tests/vectors/redirect_uri.json`. The order of
//! the checks is part of the rules: the first that is broken is the one that is told.

use crate::cut;

/// The rule that a URI breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// It is no absolute URI: empty, relative, with spaces, control or non-ASCII characters, a broken host or port.
    Malformed,
    /// Its scheme can't bring anybody back to an app.
    Scheme,
    /// It has a fragment, even an empty one. The answer may come as a fragment (RFC 6749 section 3.1.2).
    Fragment,
    /// It names a user: `https://bank.example@evil.example` reads as what it is not.
    Userinfo,
    /// Its path has a `..` segment, plain or encoded.
    Traversal,
    /// Its host is an IP address other than localhost's (127.0.0.0/8 in dotted form, `[::1]`).
    RawIp,
}

/// Schemes that a page, a browser or IANA's registry has taken for something else.
///
/// One text: as a list, each would weigh its address and length besides.
const TAKEN_SCHEMES: &str = "about blob chrome data file filesystem ftp geo intent javascript mailto market sms ssh tel \
                             vbscript view-source ws wss";

/// Checks `uri` against every rule.
///
/// # Errors
/// The first [`Rule`] that it breaks.
pub fn check(uri: &str) -> Result<(), Rule> {
    if !uri.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Rule::Malformed);
    }
    let (scheme, rest) = cut::once(uri, b':').ok_or(Rule::Malformed)?;
    if !is_scheme(scheme) {
        return Err(Rule::Malformed);
    }
    let is_web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    let authority = if is_web { Some(authority(rest)?) } else { None };
    if !is_web && cut::each(TAKEN_SCHEMES, b' ').any(|taken| scheme.eq_ignore_ascii_case(taken)) {
        return Err(Rule::Scheme);
    }
    if uri.bytes().any(|byte| byte == b'#') {
        return Err(Rule::Fragment);
    }
    if authority.as_ref().is_some_and(|authority| authority.has_user) {
        return Err(Rule::Userinfo);
    }
    if has_traversal(path(authority.as_ref().map_or(rest, |authority| authority.rest))) {
        return Err(Rule::Traversal);
    }
    match authority {
        Some(authority) if is_raw_ip(authority.host) => Err(Rule::RawIp),
        _ => Ok(()),
    }
}

/// The origin of a web URI (`https://host:port`, as written); `None` for another kind.
pub fn origin(uri: &str) -> Option<&str> {
    let (scheme, rest) = cut::once(uri, b':')?;
    let rest = rest.strip_prefix("//")?;
    let end = rest.bytes().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    uri.get(..scheme.len() + 3 + end)
}

/// Whether the host of a web URI that [`check`] lets pass is this machine's own: `localhost`, 127.0.0.0/8 or `[::1]`.
pub fn is_localhost(uri: &str) -> bool {
    let authority = cut::once(uri, b':').and_then(|(_, rest)| authority(rest).ok());
    authority.is_some_and(|Authority { host, .. }| host == "localhost" || host == "[::1]" || looks_numeric(host))
}

struct Authority<'a> {
    has_user: bool,
    host: &'a str,
    rest: &'a str,
}

fn authority(rest: &str) -> Result<Authority<'_>, Rule> {
    let rest = rest.strip_prefix("//").ok_or(Rule::Malformed)?;
    let end = rest.bytes().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at_checked(end).ok_or(Rule::Malformed)?;
    let at = authority.bytes().rposition(|byte| byte == b'@');
    let host_and_port = at.and_then(|at| authority.get(at + 1..)).unwrap_or(authority);
    let colon = match host_and_port.bytes().rposition(|byte| byte == b']') {
        Some(bracket) => host_and_port.bytes().skip(bracket).position(|byte| byte == b':').map(|at| at + bracket),
        None => host_and_port.bytes().position(|byte| byte == b':'),
    };
    let (host, port) = colon.and_then(|at| host_and_port.split_at_checked(at)).unwrap_or((host_and_port, ""));
    // A browser reads a backslash as a slash: `app.example\@evil.example` is app.example to it, evil.example to others.
    let plain = !authority.bytes().any(|byte| byte == b'\\');
    if plain && is_host(host) && is_port(port) {
        Ok(Authority { has_user: at.is_some(), host, rest })
    } else {
        Err(Rule::Malformed)
    }
}

fn is_scheme(scheme: &str) -> bool {
    scheme.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

fn is_host(host: &str) -> bool {
    match host.strip_prefix("[").and_then(|inner| inner.strip_suffix("]")) {
        Some(inner) => {
            !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'))
        }
        None => {
            !host.is_empty()
                && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
        }
    }
}

/// `port` with its colon, or nothing.
fn is_port(port: &str) -> bool {
    port.strip_prefix(":")
        .map_or(port.is_empty(), |digits| crate::record::number(digits).is_some_and(|port| port < 65_536))
}

/// A host is read as a number by browsers if its last label is one (WHATWG URL, "ends in a number").
fn looks_numeric(host: &str) -> bool {
    let host = host.strip_suffix(".").unwrap_or(host);
    let last = host.bytes().rposition(|byte| byte == b'.').and_then(|dot| host.get(dot + 1..)).unwrap_or(host);
    let hex = last.strip_prefix("0x").or_else(|| last.strip_prefix("0X"));
    hex.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
        || (!last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_raw_ip(host: &str) -> bool {
    if host.as_bytes().first() == Some(&b'[') {
        return host != "[::1]";
    }
    if !looks_numeric(host) {
        return false;
    }
    let mut parts = 0;
    let dotted = cut::each(host, b'.').all(|part| {
        parts += 1;
        // A leading zero means octal to a browser, decimal to others.
        let plain = part.len() == 1 || part.as_bytes().first() != Some(&b'0');
        plain && crate::record::number(part).is_some_and(|number| number < 256)
    });
    !(dotted && parts == 4 && host.starts_with("127."))
}

fn path(rest: &str) -> &str {
    let end = rest.bytes().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(rest.len());
    rest.get(..end).unwrap_or(rest)
}

/// Whether a segment of `path` is `..`, with `/`, `\` and `.` plain or percent-encoded.
fn has_traversal(path: &str) -> bool {
    let mut rest = path;
    // Dots seen since the last slash; `None` once the segment holds anything else.
    let mut dots = None;
    loop {
        let (what, length) = match rest.as_bytes() {
            [b'%', b'2', b'e' | b'E', ..] => (b'.', 3),
            [b'%', b'2', b'f' | b'F', ..] | [b'%', b'5', b'c' | b'C', ..] => (b'/', 3),
            [b'/' | b'\\', ..] => (b'/', 1),
            [byte, ..] => (*byte, 1),
            [] => return dots == Some(2),
        };
        dots = match what {
            b'/' if dots == Some(2) => return true,
            b'/' => Some(0),
            b'.' => dots.map(|seen: u32| seen + 1),
            _ => None,
        };
        rest = rest.get(length..).unwrap_or_default();
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_shared_vectors() {
        let vectors: serde_json::Value =
            serde_json::from_str(include_str!("../tests/vectors/redirect_uri.json")).unwrap();
        for accepted in vectors["accepted"].as_array().unwrap() {
            let uri = accepted["uri"].as_str().unwrap();
            assert_eq!(check(uri), Ok(()), "{uri}");
        }
        for refused in vectors["refused"].as_array().unwrap() {
            let rule = match refused["rule"].as_str().unwrap() {
                "malformed" => Rule::Malformed,
                "scheme" => Rule::Scheme,
                "fragment" => Rule::Fragment,
                "userinfo" => Rule::Userinfo,
                "traversal" => Rule::Traversal,
                "raw_ip" => Rule::RawIp,
                other => panic!("the vectors name a rule that is not ours: {other}"),
            };
            let uri = refused["uri"].as_str().unwrap();
            assert_eq!(check(uri), Err(rule), "{uri:?}");
        }
    }

    #[test]
    fn origins() {
        assert_eq!(origin("https://app.example:8443/a/b?c"), Some("https://app.example:8443"));
        assert_eq!(origin("http://localhost"), Some("http://localhost"));
        assert_eq!(origin("myapp:/callback"), None);
    }

    #[test]
    fn localhost_is_this_machine_only() {
        for uri in ["http://localhost:1/", "http://127.0.0.1:8787/v1", "http://127.9.9.9", "http://[::1]:1/v1"] {
            assert!(is_localhost(uri), "{uri}");
        }
        for uri in ["http://localhost.evil.example", "http://app.example", "http://127.evil.example"] {
            assert!(!is_localhost(uri), "{uri}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_check_panic(uri in any::<String>()) {
            let _ = (check(&uri), origin(&uri), is_localhost(&uri));
        }

        #[test]
        fn what_looks_like_a_uri_neither(uri in "(https?|app|javascript):/{0,3}[a-z0-9.@:%\\[\\]\\\\-]{0,20}[/?#%2eEfF5cC.]{0,20}") {
            if check(&uri).is_ok() {
                prop_assert!(!uri.contains('#') && !uri.contains("/../"));
            }
        }
    }
}
