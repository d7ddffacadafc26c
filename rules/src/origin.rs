//! The origins of websites.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// `http://host[:port]` or `https://host[:port]`, exactly as the URL standard serialises it (URL §4.7, HTML §7.1.1):
/// lower case, ASCII only, no default port and no path. Each origin has one text, so two origins are equal if their
/// texts are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Origin(String);

/// The error of a text that is not an origin in this form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "an origin is http(s)://host[:port] in lower case, without a default port, a path or a slash at its end, a host of other letters in its xn-- form"
)]
pub(crate) struct InvalidOrigin;

impl Origin {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Origin {
    type Err = InvalidOrigin;

    /// Parses an origin in this form. Does not trim or convert the text.
    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        let (scheme, rest) = text.split_once("://").ok_or(InvalidOrigin)?;
        let default_port = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return Err(InvalidOrigin),
        };
        // The colons within an IPv6 address are before its bracket.
        let colon = rest.rfind(':').filter(|colon| !rest.get(*colon..).is_some_and(|port| port.contains(']')));
        let (host, port) = colon.and_then(|colon| rest.split_at_checked(colon)).unwrap_or((rest, ""));
        let is_origin = is_host(host) && (port.is_empty() || is_port(port, default_port));
        if is_origin { Ok(Self(text.to_owned())) } else { Err(InvalidOrigin) }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Origin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// Returns whether `text` is a port such as `:8443`, without leading zeros, and not the default port.
fn is_port(text: &str, default: u16) -> bool {
    let number = text.strip_prefix(':').and_then(|digits| digits.parse::<u16>().ok());
    number.is_some_and(|number| number != default && format!(":{number}") == text)
}

fn is_host(text: &str) -> bool {
    if let Some(address) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        // The URL standard writes no IPv4 address within one of IPv6; `std` does.
        return !address.contains('.') && address.parse::<Ipv6Addr>().is_ok_and(|read| read.to_string() == address);
    }
    let is_label = |label: &str| {
        let is_of_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_');
        (1..=63).contains(&label.len()) && label.bytes().all(is_of_name)
    };
    // A host whose last label is a number is an IPv4 address to browsers, or none (URL §3.5).
    let is_number = |label: &str| {
        let digits = label.strip_prefix("0x").unwrap_or(label);
        digits.len() < label.len() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
            || label.bytes().all(|byte| byte.is_ascii_digit())
    };
    let ends_in_number = text.rsplit('.').next().is_some_and(is_number);
    text.len() <= 253 && text.split('.').all(is_label) && (!ends_in_number || text.parse::<Ipv4Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins() {
        for text in [
            "http://127.0.0.1:8790",
            "http://localhost",
            "https://radio.example",
            "https://radio.example:8443",
            "http://radio.example:443",
            "http://[::1]:8790",
            "https://[2001:db8::7]",
            "https://xn--mnchen-3ya.example",
            "https://my_radio.example",
            "https://1.radio",
            "https://radio.0y",
            "https://radio.0xy",
            "https://radio.cafe",
        ] {
            let origin: Origin = text.parse().unwrap();
            assert_eq!((origin.as_str(), origin.to_string().as_str()), (text, text));
        }
    }

    #[test]
    fn texts_that_are_none() {
        for text in [
            "",
            "null",
            "radio.example",
            "https://",
            "https://:8443",
            "https://radio.example/",
            "https://radio.example:443",
            "http://radio.example:80",
            "https://radio.example:",
            "https://radio.example:0443",
            "https://radio.example:+1",
            "https://radio.example:65536",
            "HTTPS://radio.example",
            "https://Radio.example",
            "https://radio.example/live",
            "https://radio.example?x",
            "https://radio.example#x",
            "https://u@radio.example",
            " https://radio.example",
            "https://radio..example",
            "https://radio.example.",
            "https://münchen.example",
            "https://*.example",
            "https://1.2.3",
            "https://1.2.3.256",
            "https://01.2.3.4",
            "https://radio.0x7f",
            "https://radio.7",
            "https://[::1",
            "https://::1",
            "https://[0::1]",
            "https://[::FFFF]",
            "https://[::ffff:1.2.3.4]",
            "ftp://radio.example",
            "file:///x",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(InvalidOrigin), "{text:?}");
        }
    }
}
