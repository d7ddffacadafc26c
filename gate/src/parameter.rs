//! The `signature` parameter of a URL.

use std::borrow::Cow;
use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use crate::address::Address;
use crate::admission::{Refusal, signer_of_track};
use crate::data::Data;
use crate::digest::Digest;
use crate::error::Invalid;
use crate::json::Json;
use crate::signature::Signature;

/// The parameter's name.
pub const NAME: &str = "signature";
/// The bytes that its decoded value may have.
pub const MAX_LENGTH: usize = 4096;

/// Everything but the unreserved characters of RFC 3986 section 2.3.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A parameter of the right form. Whose it is and what it opens is still to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    data: Data,
    document: String,
    digest: Digest,
    signature: Signature,
}

/// Reads the parameter's value (percent-decoded), and gives what it says if one of `authorities` signed it. Looks neither at its age
/// nor at what it is for: for a node that is [`Request::admit`](crate::Request::admit)'s part.
///
/// # Errors
/// [`Refusal::Invalid`] or [`Refusal::SignerNotAuthorized`].
pub fn verify(value: &str, authorities: &[Address]) -> Result<Data, Refusal> {
    let parameter = Parameter::parse(value)?;
    signer_of_track(parameter.signer()?, authorities)?;
    Ok(parameter.data)
}

/// Who signed a document, for tools: its members are not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// Who signed it.
    pub address: Address,
    /// It, in canonical form.
    pub document: String,
    /// Its digest.
    pub digest: Digest,
}

/// Recovers the signer of `{"data": "…", "signature": "0x…"}`, where `data` is any JSON document of any length: canonicalised and hashed,
/// not judged. For tools; a node uses [`Parameter::parse`].
///
/// # Errors
/// [`Invalid`] if either is malformed or no key fits the signature.
pub fn recover(value: &str) -> Result<Recovered, Invalid> {
    let (document, signature) = members(value)?;
    let document = Json::parse(&document)?.canonical()?;
    let digest = Digest::of_canonical(&document);
    Ok(Recovered { address: signature.recover(&digest)?, document, digest })
}

impl Parameter {
    /// Reads the parameter out of a URL's query (without its `?`). `None` if it isn't there.
    ///
    /// # Errors
    /// Any [`Invalid`] but [`Invalid::Unrecoverable`].
    pub fn from_query(query: &str) -> Result<Option<Self>, Invalid> {
        let mut pairs = query.split('&').filter(|pair| is_named(pair));
        let Some(pair) = pairs.next() else { return Ok(None) };
        if pairs.next().is_some() {
            return Err(Invalid::Twice);
        }
        let value = pair.split_once('=').map_or("", |(_, value)| value).replace('+', " ");
        let value = percent_decode_str(&value).decode_utf8().map_err(|_| Invalid::NotUtf8)?;
        Self::parse(&value).map(Some)
    }

    /// Reads the parameter's value: the JSON text, percent-decoded.
    ///
    /// # Errors
    /// Any [`Invalid`] but [`Invalid::Twice`], [`Invalid::NotUtf8`], [`Invalid::Unrecoverable`].
    pub fn parse(value: &str) -> Result<Self, Invalid> {
        if value.len() > MAX_LENGTH {
            return Err(Invalid::TooLong);
        }
        let (document, signature) = members(value)?;
        let (data, document) = Data::parse(&document)?;
        let digest = Digest::of_canonical(&document);
        Ok(Self::from_parts(data, document, digest, signature))
    }

    /// `digest` is the document's.
    pub(crate) fn from_parts(data: Data, document: String, digest: Digest, signature: Signature) -> Self {
        Self { data, document, digest, signature }
    }

    /// What it says, if its signer is to be believed.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The signed document in canonical form, with the members that [`Data`] doesn't know.
    pub fn document(&self) -> &str {
        &self.document
    }

    /// What was signed. With [`Parameter::signature`] the key of a cache of signers: the two determine who signed, and nothing else that
    /// a node decides.
    pub fn digest(&self) -> &Digest {
        &self.digest
    }

    /// The signature.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Who signed it. Nearly all the time that a check takes goes here.
    ///
    /// # Errors
    /// [`Invalid::Unrecoverable`].
    pub fn signer(&self) -> Result<Address, Invalid> {
        self.signature.recover(&self.digest)
    }

    /// `url` with this parameter at its query's end, and without another of the name.
    pub fn attach_to(&self, url: &str) -> String {
        let (address, fragment) = url.split_at(url.find('#').unwrap_or(url.len()));
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let kept = query.split('&').filter(|pair| !pair.is_empty() && !is_named(pair));
        let own = format!("{NAME}={}", self.encoded());
        let query: Vec<&str> = kept.chain([own.as_str()]).collect();
        format!("{path}?{}{fragment}", query.join("&"))
    }

    /// The value as it stands in a URL: percent-encoded.
    pub fn encoded(&self) -> String {
        utf8_percent_encode(&self.to_string(), RESERVED).to_string()
    }
}

/// The value before it is percent-encoded.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[derive(Serialize)]
        struct Value<'a> {
            data: &'a str,
            signature: String,
        }
        let value = Value { data: &self.document, signature: self.signature.to_string() };
        f.write_str(&serde_json::to_string(&value).map_err(|_| fmt::Error)?)
    }
}

fn is_named(pair: &str) -> bool {
    let name = pair.split_once('=').map_or(pair, |(name, _)| name);
    percent_decode_str(name).eq(NAME.bytes())
}

/// A value with the two members and no others: the usual one, read without building a tree.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain<'a> {
    data: String,
    #[serde(borrow)]
    signature: Cow<'a, str>,
}

impl<'a> Plain<'a> {
    /// `None` for every other, whatever there is to be said about it. (Without the brace, serde would take a list of two strings, too.)
    fn read(value: &'a str) -> Option<Self> {
        if value.starts_with('{') { serde_json::from_str(value).ok() } else { None }
    }
}

/// The document and the signature of `{"data": "…", "signature": "0x…"}`.
fn members(value: &str) -> Result<(String, Signature), Invalid> {
    if let Some(Plain { data, signature }) = Plain::read(value) {
        return Ok((data, signature.parse()?));
    }
    let Json::Object(mut members) = Json::parse(value)? else { return Err(Invalid::Member("data")) };
    let mut text = |name| match members.remove(name) {
        Some(Json::Text(text)) => Ok(text),
        _ => Err(Invalid::Member(name)),
    };
    Ok((text("data")?, text("signature")?.parse()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::data::tests::any_data;
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
    fn a_query_has_it_once_or_not_at_all() {
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
        fn what_was_signed_is_verified(data in any_data(), key in any::<[u8; 32]>()) {
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
            let mut bytes: [u8; 65] = crate::hex::decode(&signature[2..]).unwrap();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let flipped = json!({ "data": signed().document(), "signature": crate::hex::encode(&bytes) }).to_string();
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
}
