//! The rules for a redirect URI, against the vectors that every reader of them shares.

use proptest::prelude::*;
use serde_json::Value;
use stagepass_backend::accounts::redirect_uri::{Kind, RedirectUri};
use url::{Host, Url};

pub(super) fn vectors() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/redirect_uri.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn accepted_ones_are_of_the_right_kind() {
    let vectors = vectors();
    let accepted = vectors["accepted"].as_array().unwrap();
    assert!(accepted.len() > 15);
    for vector in accepted {
        let uri = vector["uri"].as_str().unwrap();
        let read = RedirectUri::parse(uri).unwrap_or_else(|rule| panic!("{uri}: {rule:?}"));
        let kind = if read.kind() == Kind::Web { "web" } else { "custom" };
        assert_eq!((kind, read.as_str()), (vector["kind"].as_str().unwrap(), uri));
    }
}

#[test]
fn refused_ones_break_the_rule_that_is_named() {
    let vectors = vectors();
    let refused = vectors["refused"].as_array().unwrap();
    assert!(refused.len() > 50);
    for vector in refused {
        let uri = vector["uri"].as_str().unwrap();
        let rule = RedirectUri::parse(uri).expect_err(uri);
        assert_eq!(rule.name(), vector["rule"].as_str().unwrap(), "{uri}");
    }
}

/// What addresses are confused by.
const PIECES: &str = "\
    https: http: // / \\ @ : ? # ; & = % %2e %2E %2f %5c %25 %40 %23 %00 %61 . .. - _ 127.0.0.1 127.1 0x7f 0177 \
    2130706433 10.0.0.1 localhost app.example EVIL.example [::1] [::ffff:1] [ ] 8443 0 xn-- xn--bcher-kva a";

fn pieces() -> Vec<&'static str> {
    PIECES.split_whitespace().chain([" ", "\t"]).collect()
}

/// Loopback, or no number at all.
fn is_harmless(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => !name.is_empty() && name.is_ascii(),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// The browser's host is the one that the rules checked and that the page shows.
    #[test]
    fn accepted_uri_means_the_same_to_browsers(
        start in "(https?://)?(localhost|app.example)?",
        pieces in prop::collection::vec(prop::sample::select(pieces()), 0..10),
    ) {
        let text = start + &pieces.concat();
        let Ok(uri) = RedirectUri::parse(&text) else { return Ok(()) };
        prop_assert_eq!(uri.as_str(), &text);
        prop_assert!(!text.contains(['#', '\\', ' ', '\t']), "{}", text);
        prop_assume!(uri.kind() == Kind::Web);
        // As browsers read it (WHATWG URL).
        let url = Url::parse(&text);
        prop_assert!(url.is_ok(), "{}: {:?}", text, url);
        let url = url.unwrap();
        prop_assert_eq!((url.username(), url.password(), url.fragment()), ("", None, None), "{}", &text);
        prop_assert!(is_harmless(&url.host().unwrap()), "{} leads to {}", text, url);
        let shown = Url::parse(&format!("{}://{}", url.scheme(), uri.target()));
        prop_assert_eq!(shown.map(|shown| shown.origin()), Ok(url.origin()), "{}", &text);
        let decoded = text.replace("%25", "%").replace("%2e", ".").replace("%2E", ".");
        let path = decoded.split('?').next().unwrap();
        prop_assert!(!path.split("//").nth(1).unwrap().split('/').any(|segment| segment == ".."), "{}", text);
    }
}

proptest! {
    #[test]
    fn nothing_accepted_can_break_out_of_a_header(rest in "[ -~]{0,40}", scheme in "https?|com\\.example|[a-z]{1,8}") {
        if let Ok(uri) = RedirectUri::parse(&format!("{scheme}://{rest}")) {
            let source = uri.form_action_source();
            prop_assert!(!source.contains([' ', ';', ',', '\'', '"', '*']), "{}", source);
            prop_assert!(uri.as_str().bytes().all(|byte| byte.is_ascii_graphic()));
            prop_assert!(!uri.as_str().contains('#'));
        }
    }

    #[test]
    fn no_ipv4_address_but_loopback(a in 0_u8.., b in 0_u8.., c in 0_u8.., d in 0_u8..) {
        let parsed = RedirectUri::parse(&format!("http://{a}.{b}.{c}.{d}/callback"));
        prop_assert_eq!(parsed.is_ok(), a == 127);
        let number = u32::from_be_bytes([a, b, c, d]);
        let as_number = RedirectUri::parse(&format!("http://{number}/callback"));
        prop_assert!(as_number.is_err());
    }
}
