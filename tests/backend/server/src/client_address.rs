//! The address of a client behind proxies.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderValue};
use ipnet::IpNet;

/// The header to which a proxy appends the address of its client.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Returns the address of the client whose connection came from `peer`. This is `peer`, unless it is a trusted proxy.
/// Then it is the right-most address in `X-Forwarded-For` that is not a trusted proxy's. Everything further left could
/// be forged.
///
/// Returns `None` if the trusted proxies name no client, or a malformed address. With a guess, all clients of a
/// misconfigured proxy would have the proxy's country. An IPv4 address in an IPv6 one (RFC 4291 §2.5.5.2) is treated as
/// IPv4.
pub fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Option<IpAddr> {
    let peer = peer.to_canonical();
    if !is_trusted(peer, trusted) {
        return Some(peer);
    }
    for entry in headers.get_all(FORWARDED_FOR).iter().rev().flat_map(entries) {
        let address = entry.and_then(address)?;
        if !is_trusted(address, trusted) {
            return Some(address);
        }
    }
    None
}

/// Returns whether `peer` is a trusted proxy, whose headers are used.
pub fn is_trusted(peer: IpAddr, trusted: &[IpNet]) -> bool {
    let peer = peer.to_canonical();
    trusted.iter().any(|range| range.contains(&peer))
}

/// Returns the entries from right to left. `None` for a header that is not text.
fn entries(value: &HeaderValue) -> impl Iterator<Item = Option<&str>> {
    let text = value.to_str().ok();
    let broken = text.is_none().then_some(None);
    broken.into_iter().chain(text.into_iter().flat_map(|text| text.rsplit(',')).map(Some))
}

/// Parses an address with or without a port, which some proxies append.
fn address(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let without_port = entry.parse::<IpAddr>().ok();
    let address = without_port.or_else(|| entry.parse::<SocketAddr>().ok().map(|address| address.ip()));
    address.map(|address| address.to_canonical())
}

/// Returns whether an address can belong to a host on the Internet, according to IANA's special-purpose registries (RFC
/// 6890).
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [first, second, ..] = v4.octets();
            let shared = first == 100 && second & 0b1100_0000 == 64;
            let unusable = first == 0 || first >= 240 || v4.is_multicast() || v4.is_broadcast();
            !(unusable || shared || v4.is_private() || v4.is_loopback() || v4.is_link_local() || v4.is_documentation())
        }
        // Only 2000::/3 has been allocated (RFC 4291 §2.4). 2001:db8::/32 is for documentation.
        IpAddr::V6(v6) => {
            let [first, second, ..] = v6.segments();
            first & 0xe000 == 0x2000 && (first, second) != (0x2001, 0xdb8)
        }
    }
}

/// Returns whether an address belongs to a tunnel: 6to4 (RFC 3056) or Teredo (RFC 4380). Databases locate it by the
/// IPv4 address in it. In a Teredo address that is a server anywhere, which the client chooses.
pub fn is_tunnelled(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(v6) if matches!(v6.segments(), [0x2002, ..] | [0x2001, 0, ..]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(peer: &str, forwarded: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        client_address(peer.parse().unwrap(), &headers, &trusted).map(|address| address.to_string())
    }

    #[test]
    fn forwarded_header_of_untrusted_peer_is_ignored() {
        for forwarded in [&[][..], &["81.2.69.142"], &["10.0.0.1"], &["garbage"]] {
            assert_eq!(at("214.0.0.7", forwarded).as_deref(), Some("214.0.0.7"));
        }
        assert_eq!(at("::ffff:214.0.0.7", &["81.2.69.142"]).as_deref(), Some("214.0.0.7"));
    }

    /// It is read from the right.
    #[test]
    fn proxy_header_counts_up_to_first_untrusted_address() {
        for forwarded in [
            &["214.0.0.7"][..],
            &["81.2.69.142, 214.0.0.7"],
            &["garbage, , 214.0.0.7 ,10.0.0.2, 10.0.0.3"],
            &["81.2.69.142", "214.0.0.7", "10.0.0.2"],
            &["::ffff:214.0.0.7"],
            &["214.0.0.7:5678"],
            &["[::ffff:214.0.0.7]:5678,fd00::1"],
        ] {
            assert_eq!(at("10.0.0.1", forwarded).as_deref(), Some("214.0.0.7"), "{forwarded:?}");
        }
        assert_eq!(at("::ffff:10.0.0.1", &["2001:218::1"]).as_deref(), Some("2001:218::1"));
    }

    #[test]
    fn header_without_client_address_yields_none() {
        for forwarded in [
            &[][..],
            &[""],
            &["10.0.0.2"],
            &["unknown"],
            &["214.0.0.7,"],
            &["214.0.0.7, 10.0.0.300"],
            &["214.0.0.7", "é"],
            &["214.0.0.7\t81.2.69.142"],
            &["0x7f.1"],
            &["0214.0.0.7"],
        ] {
            assert_eq!(at("10.0.0.1", forwarded), None, "{forwarded:?}");
        }
    }

    #[test]
    fn public_addresses() {
        for text in ["214.0.0.7", "8.8.8.8", "100.128.0.1", "2001:218::1", "2a02:d300::1"] {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
        for text in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.1.1",
            "172.16.0.1",
            "192.168.1.1",
            "192.0.2.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "2001:db8::1",
            "64:ff9b::1",
        ] {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn tunnels() {
        for text in ["2002:d600:109::1", "2002::", "2001::1", "2001:0:d600:109:0:3f57:fe71:f5fb"] {
            assert!(is_tunnelled(text.parse().unwrap()), "{text}");
        }
        for text in ["2001:218::1", "2001:1::1", "2003::1", "::ffff:214.0.1.9", "32.2.0.1"] {
            assert!(!is_tunnelled(text.parse().unwrap()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_header_makes_it_panic(values in prop::collection::vec("[ -~é]{0,60}", 0..4)) {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            let believed = at("214.0.0.7", &values);
            prop_assert_eq!(believed.as_deref(), Some("214.0.0.7"));
            let _ = at("10.0.0.1", &values);
        }

        #[test]
        fn nor_does_nearly_a_list(values in prop::collection::vec("([0-9a-f.:]{0,20}|10[.]0[.]0[.]1|[0-9.]{7,15}:[0-9]{1,6}|, ?){0,6}", 0..4)) {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            let client = at("10.0.0.1", &values);
            prop_assert!(client.is_none_or(|address| !address.starts_with("10.")));
        }

        #[test]
        fn client_written_forwarded_entries_never_count(written in "[0-9a-f.:, ]{0,60}") {
            let client = at("10.0.0.1", &[&format!("{written}, 214.0.0.7")]);
            prop_assert_eq!(client.as_deref(), Some("214.0.0.7"));
        }
    }
}
