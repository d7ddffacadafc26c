//! The rules for a redirect URI.
//!
//! The service implements the same rules separately. Both are tested with `tests/vectors/redirect_uri.json`. The order
//! of the checks is part of the rules: the first broken rule is reported.

use crate::text::{ascii_split, decimal};

/// The rule that a URI breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// It is not an absolute URI: empty, relative, with spaces, control or non-ASCII characters, or a malformed host or
    /// port.
    Malformed,
    /// Its scheme cannot return to an app.
    Scheme,
    /// It has a fragment, even an empty one. The response may be a fragment (RFC 6749 section 3.1.2).
    Fragment,
    /// It has a user name: `https://bank.example@evil.example` is misleading.
    Userinfo,
    /// Its path has a `..` segment, plain or encoded.
    Traversal,
    /// Its host is an IP address other than localhost's (127.0.0.0/8 in dotted form, `[::1]`).
    RawIp,
}

/// Schemes with another meaning, by a browser or the IANA registry.
///
/// One string, because each element of a list would also cost its address and length.
const TAKEN_SCHEMES: &str = "about blob chrome data file filesystem ftp geo intent javascript mailto market sms ssh tel \
                             vbscript view-source ws wss";

/// Checks `uri` against every rule.
///
/// # Errors
/// The first [`Rule`] that it breaks.
pub fn check(uri: &str) -> Result<(), Rule> {
    let (scheme, rest) = ascii_split::once(uri, b":").ok_or(Rule::Malformed)?;
    if !is_scheme(scheme) || !ascii_split::all(uri, u8::is_ascii_graphic) {
        return Err(Rule::Malformed);
    }
    let Authority { has_user, host, rest } = if is_one_of("https http", scheme) {
        authority(rest).ok_or(Rule::Malformed)?
    } else if is_one_of(TAKEN_SCHEMES, scheme) {
        return Err(Rule::Scheme);
    } else {
        Authority { has_user: false, host: "", rest }
    };
    if ascii_split::once(rest, b"#").is_some() {
        Err(Rule::Fragment)
    } else if has_user {
        Err(Rule::Userinfo)
    } else if has_traversal(ascii_split::at(rest, b"?").0) {
        Err(Rule::Traversal)
    } else if is_raw_ip(host) {
        Err(Rule::RawIp)
    } else {
        Ok(())
    }
}

/// Returns the origin of a web URI (`https://host:port`, as written). `None` for another kind.
pub fn origin(uri: &str) -> Option<&str> {
    let (_, rest) = ascii_split::once(uri, b":")?;
    let (_, path) = ascii_split::at(rest.strip_prefix("//")?, b"/?#");
    uri.get(..uri.len() - path.len())
}

/// Returns whether two web URIs have the same origin (WHATWG URL): letters in any case, with or without the default
/// port.
pub fn is_same_origin(one: &str, other: &str) -> bool {
    let serialised = |uri| {
        let origin = origin(uri)?;
        // The colon of `http:`. The scheme `https` has a letter there.
        let default_port = if origin.as_bytes().get(4) == Some(&b':') { ":80" } else { ":443" };
        Some(origin.strip_suffix(default_port).unwrap_or(origin))
    };
    serialised(one).zip(serialised(other)).is_some_and(|(one, other)| one.eq_ignore_ascii_case(other))
}

/// Returns whether no other machine can read requests to a URI that [`check`] accepts: it has `https`, or `http` and
/// the host is this machine.
pub fn is_private(uri: &str) -> bool {
    let (scheme, _) = ascii_split::at(uri, b":");
    is_one_of("https", scheme) || is_one_of("http", scheme) && is_localhost(uri)
}

/// Returns whether the host of a web URI that [`check`] accepts is this machine: `localhost`, 127.0.0.0/8 or `[::1]`.
pub fn is_localhost(uri: &str) -> bool {
    let authority = ascii_split::once(uri, b":").and_then(|(_, rest)| authority(rest));
    authority.is_some_and(|Authority { host, .. }| {
        host.eq_ignore_ascii_case("localhost") || host == LOOPBACK || looks_numeric(host)
    })
}

/// The IPv6 address that is allowed as a host, in the form of [`Authority::host`].
const LOOPBACK: &str = "[::1";

struct Authority<'a> {
    has_user: bool,
    /// For an IPv6 address, without its last bracket.
    host: &'a str,
    /// Path, query and fragment.
    rest: &'a str,
}

/// Splits off the authority. `None` if it is malformed.
fn authority(rest: &str) -> Option<Authority<'_>> {
    let (authority, rest) = ascii_split::at(rest.strip_prefix("//")?, b"/?#");
    let host_and_port = ascii_split::each(authority, b"@").last()?;
    let (host, port, is_host) = if let Some((host, port)) = ascii_split::once(host_and_port, b"]") {
        (host, port, is_ipv6(host))
    } else {
        let (host, port) = ascii_split::at(host_and_port, b":");
        (host, port, is_name(host))
    };
    // A browser reads a backslash as a slash: `app.example\@evil.example` is app.example to it, evil.example to others.
    let is_good = ascii_split::once(authority, b"\\").is_none() && is_host && is_port(port);
    is_good.then_some(Authority { has_user: host_and_port.len() < authority.len(), host, rest })
}

/// Returns whether `schemes` (separated by spaces) contains this one, in any case.
fn is_one_of(schemes: &str, scheme: &str) -> bool {
    ascii_split::each(schemes, b" ").any(|one| one.eq_ignore_ascii_case(scheme))
}

fn is_scheme(scheme: &str) -> bool {
    scheme.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
        && ascii_split::all(scheme, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// Returns whether a host has the form of a name or an IPv4 address.
fn is_name(host: &str) -> bool {
    !host.is_empty()
        && ascii_split::all(host, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
}

/// Returns whether a host is an IPv6 address, without its last bracket.
fn is_ipv6(host: &str) -> bool {
    host.len() > 1
        && host.strip_prefix('[').is_some_and(|inner| {
            ascii_split::all(inner, |byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'))
        })
}

/// Returns whether `port` is a colon and a port, or empty.
fn is_port(port: &str) -> bool {
    port.is_empty() || port.strip_prefix(':').and_then(decimal::read).is_some_and(|port| port < 65_536)
}

/// Returns whether browsers read the host as a number, because its last label is one (WHATWG URL, "ends in a number").
fn looks_numeric(host: &str) -> bool {
    let last = ascii_split::each(host.strip_suffix('.').unwrap_or(host), b".").last().unwrap_or_default();
    match last.strip_prefix("0x").or_else(|| last.strip_prefix("0X")) {
        Some(digits) => ascii_split::all(digits, u8::is_ascii_hexdigit),
        None => !last.is_empty() && ascii_split::all(last, u8::is_ascii_digit),
    }
}

fn is_raw_ip(host: &str) -> bool {
    if host.starts_with('[') { host != LOOPBACK } else { looks_numeric(host) && !is_loopback(host) }
}

/// Returns whether the host is in 127.0.0.0/8, in four decimal numbers. A leading zero means octal to a browser,
/// decimal to others.
fn is_loopback(host: &str) -> bool {
    let mut parts = 0;
    let plain = ascii_split::each(host, b".").all(|part| {
        parts += 1;
        decimal::read(part).is_some_and(|number| number < 256 && decimal::write(number) == part)
    });
    plain && parts == 4 && host.starts_with("127.")
}

/// Returns whether a segment of `path` is `..`, with `/`, `\` and `.` plain or percent-encoded.
fn has_traversal(path: &str) -> bool {
    let mut rest = path.as_bytes();
    // The dots since the last slash. A large number once the segment contains anything else.
    let mut dots = 9;
    loop {
        let (what, length) = match rest {
            [b'%', b'2', b'e' | b'E', ..] => (b'.', 3),
            [b'%', b'2', b'f' | b'F', ..] | [b'%', b'5', b'c' | b'C', ..] => (b'/', 3),
            [byte, ..] => (*byte, 1),
            [] => return dots == 2,
        };
        dots = match what {
            b'/' | b'\\' if dots == 2 => return true,
            b'/' | b'\\' => 0,
            b'.' => dots + 1,
            _ => 9,
        };
        rest = rest.get(length..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_shared_vectors() {
        let vectors: serde_json::Value =
            serde_json::from_str(include_str!("../../tests/vectors/redirect_uri.json")).unwrap();
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
    fn origins_are_compared_as_browsers_do() {
        for (one, other) in [
            ("HTTP://LOCALHOST:5173/callback", "http://localhost:5173/"),
            ("https://app.example:443/callback", "https://App.example/shop"),
            ("https://app.example", "https://app.example:443"),
            ("http://localhost:80/", "http://localhost"),
        ] {
            assert!(is_same_origin(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("https://app.example", "http://app.example"),
            ("https://app.example:80", "https://app.example"),
            ("http://app.example:443", "http://app.example"),
            ("http://localhost:1", "http://localhost:2"),
            ("https://app.example@evil.example", "https://app.example"),
            ("https://app.example.evil.example", "https://app.example"),
            ("myapp:/callback", "myapp:/callback"),
            ("", ""),
        ] {
            assert!(!is_same_origin(one, other), "{one} {other}");
        }
    }

    #[test]
    fn localhost_is_this_machine_only() {
        for uri in [
            "http://localhost:1/",
            "http://LocalHost/",
            "http://127.0.0.1:8787/v1",
            "http://127.9.9.9",
            "http://[::1]:1/v1",
        ] {
            assert!(is_localhost(uri), "{uri}");
        }
        for uri in ["http://localhost.evil.example", "http://app.example", "http://127.evil.example"] {
            assert!(!is_localhost(uri), "{uri}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_check_panic(uri in any::<String>()) {
            let _ = (check(&uri), origin(&uri), is_localhost(&uri), is_same_origin(&uri, &uri));
        }

        #[test]
        fn accepted_random_uri_has_no_fragment_or_traversal(uri in "(https?|app|javascript):/{0,3}[a-z0-9.@:%\\[\\]\\\\-]{0,20}[/?#%2eEfF5cC.]{0,20}") {
            if check(&uri).is_ok() {
                prop_assert!(!uri.contains('#') && !uri.contains("/../"));
            }
        }
    }
}
