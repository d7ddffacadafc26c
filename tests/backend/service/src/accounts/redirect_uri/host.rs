//! The host of a web address, parsed as browsers do (WHATWG URL, "host parsing").

use std::net::{Ipv4Addr, Ipv6Addr};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Host {
    Name,
    /// Anything that a browser parses as an IPv4 address. `None` if it is not four plain decimal numbers.
    Ipv4(Option<Ipv4Addr>),
    /// Whether it is the loopback address in its short form.
    Ipv6 {
        is_own: bool,
    },
}

impl Host {
    /// Parses `host[:port]`. `None` if either is malformed.
    pub(super) fn parse(host_and_port: &str) -> Option<Self> {
        let (host, port) = if let Some(bracketed) = host_and_port.strip_prefix('[') {
            let (address, after) = bracketed.split_once(']')?;
            address.parse::<Ipv6Addr>().ok()?;
            (Self::Ipv6 { is_own: address == "::1" }, after)
        } else {
            let colon = host_and_port.find(':').unwrap_or(host_and_port.len());
            let (name, after) = host_and_port.split_at(colon);
            (Self::named(name)?, after)
        };
        port_is_one(port).then_some(host)
    }

    fn named(given: &str) -> Option<Self> {
        // A trailing dot is the root of the DNS. Browsers ignore it when they check whether a host is a number.
        let name = given.strip_suffix('.').unwrap_or(given);
        let label_is_one = |label: &str| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        };
        if name.len() > 253 || !name.split('.').all(label_is_one) {
            return None;
        }
        let last = name.rsplit('.').next().unwrap_or_default();
        if is_number(last) {
            // The standard library parses strictly: no octal or hexadecimal numbers, no missing parts, no trailing dot.
            return Some(Self::Ipv4(given.parse().ok()));
        }
        // Browsers refuse a name with invalid Punycode (`xn--`). The parser must also not turn it into another name.
        let as_browsers_read = url::Host::parse(name).ok()?;
        matches!(as_browsers_read, url::Host::Domain(read) if read.eq_ignore_ascii_case(name)).then_some(Self::Name)
    }

    /// Returns whether this is an IP address other than a loopback address.
    pub(super) fn is_foreign_ip(&self) -> bool {
        match self {
            Self::Name => false,
            Self::Ipv4(address) => !address.is_some_and(|address| address.is_loopback()),
            Self::Ipv6 { is_own } => !is_own,
        }
    }

    /// Returns whether this is `localhost` or a loopback address. `text` is what was parsed.
    pub(super) fn is_local(&self, text: &str) -> bool {
        match self {
            Self::Name => text.split(':').next().is_some_and(|name| name.eq_ignore_ascii_case("localhost")),
            Self::Ipv4(_) | Self::Ipv6 { .. } => !self.is_foreign_ip(),
        }
    }

    pub(super) fn is_ipv6(&self) -> bool {
        matches!(self, Self::Ipv6 { .. })
    }
}

/// WHATWG URL, "ends in a number": a host with such a last label is an IPv4 address or invalid.
fn is_number(label: &str) -> bool {
    let hexadecimal = label.strip_prefix("0x").or_else(|| label.strip_prefix("0X"));
    label.bytes().all(|byte| byte.is_ascii_digit())
        || hexadecimal.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn port_is_one(after_host: &str) -> bool {
    match after_host.strip_prefix(':') {
        Some(port) => port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok(),
        None => after_host.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trailing_dot_does_not_hide_a_number() {
        assert!(Host::parse("10.0.0.1.").unwrap().is_foreign_ip());
        assert!(Host::parse("2130706433.").unwrap().is_foreign_ip());
        assert_eq!(Host::parse("app.example."), Some(Host::Name));
    }

    #[test]
    fn noncanonical_loopback_counts_as_foreign_ip() {
        for host in ["127.1", "127.0.0.01", "127.0.0.0x1", "127.0.0.1.", "[0:0:0:0:0:0:0:1]", "app.example.1"] {
            assert!(Host::parse(host).unwrap().is_foreign_ip(), "{host}");
        }
    }

    #[test]
    fn malformed_hosts_and_ports() {
        for text in ["xn--", "xn--a.example", "a.xn--bcher-kva-.example", "xn--app-.example"] {
            assert_eq!(Host::parse(text), None, "{text}");
        }
        assert_eq!(Host::parse("XN--bcher-KVA.example"), Some(Host::Name));
        for text in ["", ".", "a..b", "app.example:", "app.example:+1", "[::1]x", "[fe80::1%25eth0]", "a\\b"] {
            assert_eq!(Host::parse(text), None, "{text}");
        }
    }
}
