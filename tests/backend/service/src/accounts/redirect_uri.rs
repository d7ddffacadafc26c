//! The rules for a redirect URI: which addresses may receive a code at all.
//!
//! Whether an address is registered is a separate check, by exact comparison of strings (RFC 6749 §3.1.2.3, RFC 9700
//! §2.1). These rules are checked first, and they are the only check for an unregistered app.

mod host;
mod schemes;

use std::fmt;

use crate::accounts::redirect_uri::host::Host;

/// The longest URI in characters.
pub const MAX_LENGTH: usize = 2_000;

/// A redirect URI that satisfies every rule. The text is unchanged, and only this text is compared and redirected to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedirectUri {
    text: String,
    scheme: String,
    /// `host[:port]` of a web address in lower case.
    authority: Option<String>,
    ipv6: bool,
    /// Whether the host is the user's own machine.
    local: bool,
}

/// The kind of a redirect URI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `http` or `https`.
    Web,
    /// An app's custom scheme. Only accepted if this exact URI is registered.
    Custom,
}

/// The first rule that a URI breaks, in the order of the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rule {
    /// Not an absolute URI in plain ASCII with a valid length, host and port.
    #[error("it is not a complete address in plain ASCII, such as https://app.example/callback")]
    Malformed,
    /// `javascript`, `data` or another scheme that is registered for something else.
    #[error("its scheme belongs to something else: use https, http, or your app's own scheme such as com.example.app")]
    Scheme,
    /// Has a `#`.
    #[error("it has a fragment (#): that part is where the answer goes")]
    Fragment,
    /// Has a user name or password before the host.
    #[error("it has a user name or password before the host (@)")]
    Userinfo,
    /// Has a `..` segment, plain or percent-encoded.
    #[error("its path climbs with \"..\" segments, written out or percent-encoded")]
    Traversal,
    /// The host is an IP address other than this machine's own.
    #[error("its host is a raw IP address: only 127.0.0.0/8 and [::1] may be written as numbers")]
    RawIp,
}

impl Rule {
    /// The short name of the rule, as in the test vectors.
    pub fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Scheme => "scheme",
            Self::Fragment => "fragment",
            Self::Userinfo => "userinfo",
            Self::Traversal => "traversal",
            Self::RawIp => "raw_ip",
        }
    }
}

impl RedirectUri {
    /// Parses a redirect URI.
    ///
    /// # Errors
    /// The first [`Rule`] that it breaks.
    pub fn parse(text: &str) -> Result<Self, Rule> {
        let (scheme, rest) = split_scheme(text).ok_or(Rule::Malformed)?;
        let scheme = scheme.to_ascii_lowercase();
        let web = matches!(scheme.as_str(), "http" | "https");
        let authority = authority(rest).unwrap_or_default();
        // Browsers end the host here, other parsers do not.
        if authority.contains('\\') {
            return Err(Rule::Malformed);
        }
        let (userinfo, host_and_port) = split_userinfo(authority);
        let host = if web { Some(Host::parse(host_and_port).ok_or(Rule::Malformed)?) } else { None };

        // `app.example:8443/callback` would have the scheme `app.example`. The scheme was probably forgotten.
        if !web && rest.starts_with(|c: char| c.is_ascii_digit()) && !schemes::belongs_to_something_else(&scheme) {
            return Err(Rule::Malformed);
        }
        if !web && schemes::belongs_to_something_else(&scheme) {
            return Err(Rule::Scheme);
        }
        if rest.contains('#') {
            return Err(Rule::Fragment);
        }
        if userinfo.is_some() {
            return Err(Rule::Userinfo);
        }
        if climbs(rest) {
            return Err(Rule::Traversal);
        }
        // A URI has no backslash (RFC 3986 §2), but browsers treat it as a slash.
        if rest.contains('\\') {
            return Err(Rule::Malformed);
        }
        if host.as_ref().is_some_and(Host::is_foreign_ip) {
            return Err(Rule::RawIp);
        }
        Ok(Self {
            text: text.to_owned(),
            scheme,
            authority: web.then(|| host_and_port.to_ascii_lowercase()),
            ipv6: host.as_ref().is_some_and(Host::is_ipv6),
            local: host.is_some_and(|host| host.is_local(host_and_port)),
        })
    }

    /// The URI exactly as it was given.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether it is a web address or has a custom scheme.
    pub fn kind(&self) -> Kind {
        if self.authority.is_some() { Kind::Web } else { Kind::Custom }
    }

    /// The origin of a web address, in lower case.
    pub fn origin(&self) -> Option<String> {
        self.authority.as_ref().map(|authority| format!("{}://{authority}", self.scheme))
    }

    /// Whether it is an `https` address.
    pub fn is_https(&self) -> bool {
        self.scheme == "https"
    }

    /// Whether it is an `https` address, or a web address on the user's own machine.
    pub fn is_https_or_local(&self) -> bool {
        self.is_https() || self.local
    }

    /// The destination to show to the user: `host[:port]` in full, or the custom scheme.
    pub fn target(&self) -> String {
        self.authority.clone().unwrap_or_else(|| format!("{}:", self.scheme))
    }

    /// The source expression for `form-action` in a Content Security Policy: the origin or the scheme.
    ///
    /// CSP cannot express an IPv6 host (CSP3 §2.3.1 `host-char`), so `[::1]` is allowed by its scheme.
    pub fn form_action_source(&self) -> String {
        match &self.authority {
            Some(authority) if !self.ipv6 => format!("{}://{authority}", self.scheme),
            _ => format!("{}:", self.scheme),
        }
    }
}

impl fmt::Display for RedirectUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Splits `text` into the scheme and the part after its colon, if it only has characters of a URI (RFC 3986 §2, §3.1).
///
/// Only this function allows the backslash, because browsers treat it as a slash. It is checked with the path segments.
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let plain = |byte: u8| byte.is_ascii_graphic() && !b"\"<>^`{|}".contains(&byte);
    if text.len() > MAX_LENGTH || !text.bytes().all(plain) || !percent_encoding_is_whole(text) {
        return None;
    }
    let (scheme, rest) = text.split_once(':')?;
    let scheme_is_one = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    (scheme_is_one && !rest.is_empty()).then_some((scheme, rest))
}

/// Returns whether two hexadecimal digits follow each `%`, and none of these encodes a control character.
fn percent_encoding_is_whole(text: &str) -> bool {
    text.split('%').skip(1).all(|tail| {
        let byte = tail.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        byte.and_then(|digits| u8::from_str_radix(digits, 16).ok()).is_some_and(|byte| !byte.is_ascii_control())
    })
}

/// Returns the part between `//` and the path (RFC 3986 §3.2).
fn authority(rest: &str) -> Option<&str> {
    rest.strip_prefix("//")?.split(['/', '?', '#']).next()
}

fn split_userinfo(authority: &str) -> (Option<&str>, &str) {
    match authority.rsplit_once('@') {
        Some((userinfo, host)) => (Some(userinfo), host),
        None => (None, authority),
    }
}

/// Returns whether any parser of the path could read a segment as `..`. Separators are slashes or backslashes. The
/// segment can be percent-encoded several times, because some servers decode twice. It can have parameters that
/// servlets remove (`..;x`).
fn climbs(rest: &str) -> bool {
    let mut path = rest.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    while path.contains("%25") {
        path = path.replace("%25", "%");
    }
    let decoded = path.replace("%2e", ".").replace("%2f", "/").replace("%5c", "\\").replace("%3b", ";");
    decoded.split(['/', '\\']).any(|segment| segment.split(';').next() == Some(".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_uri_keeps_text_and_has_origin() {
        let uri = RedirectUri::parse("HTTPS://App.Example:8443/cb?from=app").unwrap();
        assert_eq!(uri.as_str(), "HTTPS://App.Example:8443/cb?from=app");
        assert_eq!(uri.target(), "app.example:8443");
        assert_eq!(uri.form_action_source(), "https://app.example:8443");
        assert_eq!(uri.origin().unwrap(), "https://app.example:8443");
        assert_eq!(RedirectUri::parse("http://[::1]:5173/cb").unwrap().origin().unwrap(), "http://[::1]:5173");
        assert_eq!(RedirectUri::parse("com.example.app:/cb").unwrap().origin(), None);
    }

    #[test]
    fn an_address_longer_than_the_limit_is_malformed() {
        let longest = format!("https://app.example/{}", "a".repeat(MAX_LENGTH - 20));
        assert!(RedirectUri::parse(&longest).is_ok());
        assert_eq!(RedirectUri::parse(&format!("{longest}a")), Err(Rule::Malformed));
    }

    /// Besides those of `tests/vectors/redirect_uri.json`.
    #[test]
    fn malformed_uri_and_path_traversal_are_rejected() {
        for text in [
            "localhost:5173/callback",
            "com.example.app:80",
            "https://app.example/%",
            "https://app.example/%2",
            "https://app.example/%zz",
            "https://app.example/%00",
            "https://app.example/a%0D%0Ab",
            "https://app.example/?%7f",
            "https://app.example/\\a",
        ] {
            assert_eq!(RedirectUri::parse(text), Err(Rule::Malformed), "{text}");
        }
        for path in ["%252e%252e/a", "a%25252f..%2f", "..;/a", "%2e%2e;x=1/a", "..%3ba", "%255c..%255c"] {
            assert_eq!(RedirectUri::parse(&format!("https://app.example/{path}")), Err(Rule::Traversal), "{path}");
        }
        for path in ["a;..", "%252e/a", "100%25", "...", "..a;b"] {
            assert!(RedirectUri::parse(&format!("https://app.example/{path}")).is_ok(), "{path}");
        }
        assert!(RedirectUri::parse("com.example.app:callback/80").is_ok());
    }
}
