//! The signed document.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

use crate::error::Invalid;
use crate::json::Json;
use crate::limits::MAX_INTEGER;

/// The members of the signed document. Each is optional. [`admission`](crate::admission) says which ones a stream
/// needs.
///
/// A document may have other members. They are part of the digest and have no effect.
// In the order of RFC 8785 section 3.2.3, so that serialising it gives the canonical form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Data {
    /// `cid`: the content ID.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub cid: Option<String>,
    /// `shouldCache`, 0 or 1: whether the node should keep a copy.
    #[serde(
        rename = "shouldCache",
        skip_serializing_if = "Option::is_none",
        serialize_with = "bit",
        deserialize_with = "read_bit"
    )]
    pub should_cache: Option<bool>,
    /// `timestamp`: when it was signed, in Unix milliseconds. At most 2^53 - 1, like every number here.
    #[serde(skip_serializing_if = "Option::is_none", with = "integer")]
    pub timestamp: Option<u64>,
    /// `trackId`: the track to play.
    #[serde(rename = "trackId", skip_serializing_if = "Option::is_none", with = "integer")]
    pub track_id: Option<u64>,
    /// `upload_id`: the upload that the content came from.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "text")]
    pub upload_id: Option<String>,
    /// `userId`: the user who plays it. 0 for any user.
    #[serde(rename = "userId", skip_serializing_if = "Option::is_none", with = "integer")]
    pub user_id: Option<u64>,
}

impl Data {
    /// Parses a document. Returns its members and its canonical form.
    pub(crate) fn parse(document: &str) -> Result<(Self, String), Invalid> {
        let data: Self = serde_json::from_str(document).map_err(|error| {
            if error.is_data() { Invalid::Data(error.to_string()) } else { Invalid::Json(error.to_string()) }
        })?;
        let known = data.canonical()?;
        if known == document {
            // The document has only known members, in canonical form. This is the usual case, and saves most of the
            // time.
            return Ok((data, known));
        }
        let whole = Json::parse(document)?;
        // A list of values would be read into the members one by one.
        if !matches!(whole, Json::Object(_)) {
            return Err(Invalid::Data("not an object".into()));
        }
        if whole.has_unsafe_number() {
            return Err(Invalid::Number);
        }
        Ok((data, whole.canonical()?))
    }

    /// Returns the canonical form (RFC 8785) of a document with only these members.
    ///
    /// # Errors
    /// [`Invalid::Data`] if a number is too large.
    pub(crate) fn canonical(&self) -> Result<String, Invalid> {
        serde_json::to_string(self).map_err(|error| Invalid::Data(error.to_string()))
    }
}

// Serde reads `null` as `None`. Here only an absent member is `None`.

fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(Some)
}

mod integer {
    use super::{Deserialize as _, Deserializer, MAX_INTEGER, Serializer, de, ser};

    const EXPECTED: &str = "a whole number up to 2^53 - 1";

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        let value = u64::deserialize(deserializer)?;
        let unexpected = || de::Error::invalid_value(de::Unexpected::Unsigned(value), &EXPECTED);
        if value > MAX_INTEGER { Err(unexpected()) } else { Ok(Some(value)) }
    }

    #[expect(clippy::ref_option, reason = "the form that serde calls it with")]
    pub(super) fn serialize<S: Serializer>(value: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        match *value {
            None => serializer.serialize_none(),
            Some(value) if value > MAX_INTEGER => Err(ser::Error::custom(format_args!("{value} is not {EXPECTED}"))),
            Some(value) => serializer.serialize_u64(value),
        }
    }
}

fn read_bit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    match u64::deserialize(deserializer)? {
        0 => Ok(Some(false)),
        1 => Ok(Some(true)),
        other => Err(de::Error::invalid_value(de::Unexpected::Unsigned(other), &"0 or 1")),
    }
}

#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "the form that serde calls it with")]
fn bit<S: Serializer>(value: &Option<bool>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(u8::from(*value == Some(true)))
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    /// Any members that may be signed.
    pub(crate) fn any_data() -> impl Strategy<Value = Data> {
        let number = || option::of(0..=MAX_INTEGER);
        let text = || option::of(".{0,60}");
        (text(), option::of(any::<bool>()), number(), number(), text(), number()).prop_map(
            |(cid, should_cache, timestamp, track_id, upload_id, user_id)| Data {
                cid,
                should_cache,
                timestamp,
                track_id,
                upload_id,
                user_id,
            },
        )
    }

    fn canonical(document: &str) -> String {
        Data::parse(document).unwrap().1
    }

    #[test]
    fn every_member_under_its_name() {
        let document = r#"{"cid":"c","shouldCache":1,"timestamp":2,"trackId":3,"upload_id":"u","userId":0}"#;
        let data = Data {
            cid: Some("c".into()),
            should_cache: Some(true),
            timestamp: Some(2),
            track_id: Some(3),
            upload_id: Some("u".into()),
            user_id: Some(0),
        };
        assert_eq!(Data::parse(document), Ok((data, document.into())));
        assert_eq!(Data::parse("{}"), Ok((Data::default(), "{}".into())));
    }

    #[test]
    fn noncanonical_document_is_canonicalized() {
        let document = " { \"userId\" : 1 , \"trackId\":2,\"cid\":\"\\u0062\\/\" }\n";
        assert_eq!(canonical(document), r#"{"cid":"b/","trackId":2,"userId":1}"#);
    }

    #[test]
    fn unknown_members_stay_only_in_canonical_form() {
        let document = r#"{"z":[1.50,{"b":null,"a":true}],"cid":"c","Cid":7}"#;
        let (data, canonical) = Data::parse(document).unwrap();
        assert_eq!(data, Data { cid: Some("c".into()), ..Data::default() });
        assert_eq!(canonical, r#"{"Cid":7,"cid":"c","z":[1.5,{"a":true,"b":null}]}"#);
    }

    #[test]
    fn members_that_are_not_of_their_type() {
        for document in [
            r#"{"trackId":1.0}"#,
            r#"{"trackId":1e3}"#,
            r#"{"trackId":-1}"#,
            r#"{"trackId":-0}"#,
            r#"{"trackId":"1"}"#,
            r#"{"trackId":null}"#,
            r#"{"trackId":9007199254740992}"#,
            r#"{"timestamp":18446744073709551616}"#,
            r#"{"userId":true}"#,
            r#"{"shouldCache":2}"#,
            r#"{"shouldCache":true}"#,
            r#"{"cid":1}"#,
            r#"{"cid":null}"#,
            r#"{"upload_id":["u"]}"#,
            r#"["c",1,2,3,"u",4]"#,
            "[]",
            "null",
            "7",
        ] {
            assert!(matches!(Data::parse(document), Err(Invalid::Data(_))), "{document}: {:?}", Data::parse(document));
        }
        assert_eq!(Data::parse(r#"{"cid":"c","x":[9007199254740992]}"#), Err(Invalid::Number));
    }

    #[test]
    fn a_member_twice() {
        for document in
            [r#"{"cid":"a","cid":"a"}"#, r#"{"cid":"a","c\u0069d":"a"}"#, r#"{"x":1,"x":1}"#, r#"{"x":{"y":1,"y":1}}"#]
        {
            assert!(Data::parse(document).is_err(), "{document}");
        }
    }

    proptest! {
        #[test]
        fn written_data_is_canonical_and_round_trips(data in any_data()) {
            let written = data.canonical().unwrap();
            prop_assert_eq!(Json::parse(&written).unwrap().canonical(), Ok(written.clone()));
            prop_assert_eq!(Data::parse(&written), Ok((data, written)));
        }

        #[test]
        fn layout_and_order_do_not_matter(data in any_data()) {
            let written = data.canonical().unwrap();
            let Json::Object(members) = Json::parse(&written).unwrap() else { panic!("an object") };
            let turned: Vec<String> = members.iter().rev()
                .map(|(name, value)| format!("{name:?}\t: {}", value.canonical().unwrap())).collect();
            prop_assert_eq!(Data::parse(&format!("{{ {}\r\n}} ", turned.join(" , "))), Ok((data, written)));
        }
    }
}
