//! The signature of a gated stream, and the canonical JSON that is signed.

use serde_json::{Value, json};
use stagepass_gate::parameter::recover;
use stagepass_gate::{Parameter, verify};

/// A signature of the right form.
const SIGNATURE: &str = "0xc02c72af125318dcb85eaf8edf6499bec3b17a91e0153b4d89a97cca661746291dde3d06b6b358d77df046eb9e60d65ab1d2a2e4579ae745874186be03957dbc00";

/// A parameter is the same after it was written and read again, and is verified for its own signer alone.
pub(crate) fn signature(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(Some(parameter)) = Parameter::from_query(text) {
        let url = parameter.attach_to("https://node.example/tracks/cidstream/c?a=b#c");
        let query = url.strip_suffix("#c").and_then(|url| url.split_once('?')).map_or("", |(_, query)| query);
        assert_eq!(Parameter::from_query(query).as_ref(), Ok(&Some(parameter)));
    }
    let Ok(parameter) = Parameter::parse(text) else { return };
    let written = parameter.to_string();
    // Canonical JSON writes some numbers in more letters: then it is too long.
    let Ok(again) = Parameter::parse(&written) else { return assert!(written.len() > text.len()) };
    assert_eq!(again, parameter);
    if let Ok(signer) = parameter.signer() {
        assert_eq!(verify(text, &[signer]).as_ref(), Ok(parameter.data()));
        assert!(verify(text, &[]).is_err());
    }
}

/// A canonical document is its own canonical form, and has the same value as the original.
pub(crate) fn canonical_json(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let signed = |data: &str| recover(&json!({ "data": data, "signature": SIGNATURE }).to_string());
    let Ok(recovered) = signed(text) else { return };
    let canonical = recovered.document.as_str();
    assert_eq!(signed(canonical).as_ref(), Ok(&recovered));
    let (read, original) = (serde_json::from_str(canonical), serde_json::from_str(text));
    let (Ok(read), Ok(original)) = (read, original) else { panic!("no JSON to another reader: {canonical}") };
    assert!(is_same(&read, &original), "{original} became {read}");
}

/// Whether two documents are the same for a reader that keeps numbers as doubles.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_there = |(name, value)| other.get(name).is_some_and(|other| is_same(value, other));
            one.len() == other.len() && one.iter().all(is_there)
        }
        _ => one == other,
    }
}
