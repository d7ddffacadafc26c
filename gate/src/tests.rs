//! Parameters of a [`Signer`]: written, attached to a URL, parsed and verified.

use data_encoding::HEXLOWER;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::data::Data;
use crate::data::tests::any_data;
use crate::error::Invalid;
use crate::hex;
use crate::json::Json;
use crate::parameter::{Parameter, recover, verify};
use crate::signature::Signature;
use crate::signer::Signer;

fn signer() -> Signer {
    Signer::from_bytes(&[1; 32]).unwrap()
}

fn signed() -> Parameter {
    signer().sign(&Data { cid: Some("c".into()), track_id: Some(7), ..Data::default() }).unwrap()
}

#[test]
fn the_shared_vectors_both_ways() {
    let vectors: Value = serde_json::from_str(include_str!("../../tests/vectors/gate.json")).unwrap();
    let vectors = vectors["gate_release_access"].as_array().unwrap();
    assert!(!vectors.is_empty());
    for vector in vectors {
        let text = |name: &str| vector[name].as_str().unwrap();
        let value = json!({ "data": text("data"), "signature": text("signature") }).to_string();
        let signer = Signer::from_hex(text("private_key")).unwrap();
        assert_eq!(signer.address().to_string(), text("address"));

        let parameter = Parameter::parse(&value).unwrap();
        assert_eq!(parameter.document(), text("document"));
        assert_eq!(parameter.digest().to_string(), text("digest"));
        assert_eq!(parameter.signer(), Ok(signer.address()));
        assert_eq!(signer.sign_document(text("data")).as_ref(), Ok(&parameter));
        assert_eq!(parameter.signature().to_string(), text("signature"));
        assert_eq!(verify(&value, &[signer.address()]).as_ref(), Ok(parameter.data()));

        let recovered = recover(&value).unwrap();
        assert_eq!(recovered.address, signer.address());
        assert_eq!(recovered.digest, *parameter.digest());
    }
}

#[test]
fn tools_recover_what_a_node_refuses() {
    let document = json!({ "trackId": 1.5, "cid": null, "more": "x".repeat(5000) }).to_string();
    let value = |signature: &Signature| json!({ "data": document, "signature": signature.to_string() }).to_string();
    let recovered = recover(&value(signed().signature())).unwrap();
    assert_ne!(recovered.address, signer().address());
    assert_eq!(recovered.document, Json::parse(&document).unwrap().canonical().unwrap());
    assert_eq!(Parameter::parse(&value(signed().signature())), Err(Invalid::TooLong));
}

#[test]
fn values_that_are_refused() {
    let signature = signed().signature().to_string();
    let refused = |value: Value| Parameter::parse(&value.to_string()).unwrap_err();
    assert_eq!(refused(json!({ "signature": signature })), Invalid::Member("data"));
    assert_eq!(refused(json!({ "data": {}, "signature": signature })), Invalid::Member("data"));
    assert_eq!(refused(json!({ "data": "{}" })), Invalid::Member("signature"));
    assert_eq!(refused(json!(["{}", signature])), Invalid::Member("data"));
    assert_eq!(refused(json!({ "data": "{}", "signature": "0x" })), Invalid::NotHexadecimal);
    assert!(matches!(refused(json!({ "data": "{", "signature": signature })), Invalid::Json(_)));
    assert!(matches!(refused(json!({ "data": "[]", "signature": signature })), Invalid::Data(_)));
    let twice = format!(r#"{{"data":"{{}}","data":"{{}}","signature":"{signature}"}}"#);
    assert!(matches!(Parameter::parse(&twice), Err(Invalid::Json(_))));
}

#[test]
fn four_kibibytes_and_no_more() {
    let value = signed().to_string();
    let padded = |length: usize| format!("{value}{}", " ".repeat(length - value.len()));
    assert_eq!(Parameter::parse(&padded(4096)), Ok(signed()));
    assert_eq!(Parameter::parse(&padded(4097)), Err(Invalid::TooLong));
}

#[test]
fn is_attached_once_and_before_the_fragment() {
    let own = format!("signature={}", signed().encoded());
    for (url, expected) in [
        ("https://node.example/a", format!("https://node.example/a?{own}")),
        ("https://node.example/a?", format!("https://node.example/a?{own}")),
        ("https://node.example/a?b=c&d#e?f", format!("https://node.example/a?b=c&d&{own}#e?f")),
        ("https://node.example/a?signature=x&b&%73ignature", format!("https://node.example/a?b&{own}")),
        ("/a#?signature=x", format!("/a?{own}#?signature=x")),
    ] {
        assert_eq!(signed().attach_to(url), expected);
        assert_eq!(signed().attach_to(&expected), expected);
    }
}

#[test]
fn query_accepts_at_most_one_signature_parameter() {
    let own = format!("signature={}", signed().encoded());
    assert_eq!(Parameter::from_query(""), Ok(None));
    assert_eq!(Parameter::from_query("b=c&Signature=x&signatures=x"), Ok(None));
    assert_eq!(Parameter::from_query(&format!("b=c&{own}&d")), Ok(Some(signed())));
    assert_eq!(Parameter::from_query(&format!("{own}&{own}")), Err(Invalid::Twice));
    assert_eq!(Parameter::from_query(&format!("{own}&%73ignature")), Err(Invalid::Twice));
    assert_eq!(Parameter::from_query("signature=%ff"), Err(Invalid::NotUtf8));
    assert!(matches!(Parameter::from_query("signature"), Err(Invalid::Json(_))));
    // As a form encodes spaces.
    let spaced = own.replace("%2C", "%2C+");
    assert_ne!(spaced, own);
    assert_eq!(Parameter::from_query(&spaced), Ok(Some(signed())));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn signed_data_verifies_and_round_trips_through_url(data in any_data(), key in any::<[u8; 32]>()) {
        let Ok(signer) = Signer::from_bytes(&key) else { return Err(TestCaseError::reject("no key")) };
        let parameter = signer.sign(&data).unwrap();
        prop_assert_eq!(verify(&parameter.to_string(), &[signer.address()]), Ok(data));
        let url = parameter.attach_to("https://node.example/tracks/cidstream/c?a=b#c");
        let query = url.strip_suffix("#c").unwrap().split_once('?').unwrap().1;
        prop_assert_eq!(Parameter::from_query(query), Ok(Some(parameter)));
    }

    #[test]
    fn any_bit_of_the_signature(bit in 0..65 * 8_usize) {
        let signature = signed().signature().to_string();
        let mut bytes: [u8; 65] = hex::decode(&signature[2..]).unwrap();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let flipped = format!("0x{}", HEXLOWER.encode(&bytes));
        let flipped = json!({ "data": signed().document(), "signature": flipped }).to_string();
        prop_assert!(verify(&flipped, &[signer().address()]).is_err(), "bit {}", bit);
    }

    #[test]
    fn any_bit_of_the_data(data in any_data(), bit in any::<prop::sample::Index>()) {
        let parameter = signer().sign(&data).unwrap();
        let mut bytes = parameter.document().as_bytes().to_vec();
        let bit = bit.index(bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        let Ok(flipped) = String::from_utf8(bytes) else { return Ok(()) };
        let value = json!({ "data": flipped, "signature": parameter.signature().to_string() }).to_string();
        // `\u000f` and `\u000F` are one character.
        let is_same = Parameter::parse(&value).is_ok_and(|read| read == parameter);
        prop_assert!(is_same || verify(&value, &[signer().address()]).is_err(), "{}", flipped);
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        prop_assert!(verify(&text, &[signer().address()]).is_err());
        prop_assert!(recover(&text).is_err());
        let _ = Parameter::from_query(&text);
    }

    #[test]
    fn nor_does_nearly_the_right_one(
        data in r#"[{}\[\]":,0-9a-e.\\ -]{0,40}|\{"(cid|trackId|x)":[0-9e.-]{1,20}\}"#,
        signature in "0x[0-9a-f]{126,130}0[01]|(0x)?[0-9a-fA-F]{0,140}",
    ) {
        let value = json!({ "data": data, "signature": signature }).to_string();
        prop_assert!(verify(&value, &[signer().address()]).is_err());
        let _ = recover(&value);
    }
}
