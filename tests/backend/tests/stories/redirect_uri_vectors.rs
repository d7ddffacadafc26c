//! The rules for a redirect URI, against the vectors that every reader of them shares.

use proptest::prelude::*;
use serde_json::Value;
use stagepass_backend::redirect_uri::{Kind, RedirectUri};

fn vectors() -> Value {
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

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,80}|[ -~]{0,80}") {
        if let Ok(uri) = RedirectUri::parse(&text) {
            prop_assert_eq!(uri.as_str(), &text);
        }
    }

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
