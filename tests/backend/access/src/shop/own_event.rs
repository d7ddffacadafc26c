//! Events in Stagepass's own format, as an owner's shop sends them:
//! `{id, type, created, data: {purchaseId, product, userId, endsAt?}}`, the times in Unix seconds.

use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

use super::events::{Event, NEVER, PurchaseEnd};

#[derive(Deserialize)]
struct EventBody {
    id: String,
    r#type: String,
    #[serde(deserialize_with = "created")]
    created: i64,
    /// Parsed once the type is known.
    data: Box<RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    purchase_id: String,
    product: String,
    #[serde(deserialize_with = "user_id")]
    user_id: u64,
    #[serde(default, deserialize_with = "ends_at")]
    ends_at: Option<i64>,
}

/// Parses the event in `body`. `None` if its type has no meaning here.
///
/// # Errors
/// If it cannot be parsed.
pub(super) fn read(body: &[u8]) -> Result<Option<Event>, serde_json::Error> {
    let EventBody { id, r#type, created, data } = serde_json::from_slice(body)?;
    if !matches!(r#type.as_str(), "purchase.paid" | "purchase.refunded" | "purchase.ended") {
        return Ok(None);
    }
    let Data { purchase_id, product, user_id, ends_at } = serde_json::from_str(data.get())?;
    let event = Event { product: Some(product), user: Some(user_id), ..Event::about(id, created, purchase_id) };
    let ends = |at, has_ended| Some(PurchaseEnd { at, has_ended, as_of: created });
    Ok(Some(match r#type.as_str() {
        "purchase.paid" => Event { is_paid: true, ends: ends(ends_at.unwrap_or(NEVER), false), ..event },
        "purchase.refunded" => Event { is_refunded: true, ..event },
        _ => Event { ends: ends(ends_at.unwrap_or(created), true), ..event },
    }))
}

fn created<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    named(deserializer, "created must be a time in Unix seconds")
}

fn user_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    named(deserializer, "data.userId must be a user ID")
}

fn ends_at<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    named(deserializer, "data.endsAt must be a time in Unix seconds, or null")
}

/// Adds the name of the member to the error.
fn named<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D, problem: &str) -> Result<T, D::Error> {
    T::deserialize(deserializer).map_err(|_| de::Error::custom(problem))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(kind: &str, ends_at: &str) -> String {
        let data = format!(r#"{{"purchaseId": "order-1", "product": "album", "userId": 7{ends_at}, "note": 1}}"#);
        format!(r#"{{"id": "e1", "type": "{kind}", "created": 100, "data": {data}, "more": []}}"#)
    }

    fn event(kind: &str, ends_at: &str) -> Event {
        read(written(kind, ends_at).as_bytes()).unwrap().unwrap()
    }

    #[test]
    fn paid_for_ever_or_until_an_end() {
        let paid = event("purchase.paid", "");
        let ends = |at| Some(PurchaseEnd { at, has_ended: false, as_of: 100 });
        assert_eq!((paid.id.as_str(), paid.created, paid.purchase.as_str()), ("e1", 100, "order-1"));
        assert_eq!((paid.product.as_deref(), paid.user), (Some("album"), Some(7)));
        assert_eq!((paid.is_paid, paid.is_refunded, paid.ends), (true, false, ends(NEVER)));
        assert_eq!(event("purchase.paid", r#", "endsAt": null"#), paid);
        assert_eq!(event("purchase.paid", r#", "endsAt": 900"#), Event { ends: ends(900), ..paid });
    }

    #[test]
    fn refunded_and_ended() {
        let refunded = event("purchase.refunded", "");
        assert_eq!((refunded.is_paid, refunded.is_refunded, refunded.ends), (false, true, None));
        let ended = |at| Some(PurchaseEnd { at, has_ended: true, as_of: 100 });
        assert_eq!(event("purchase.ended", "").ends, ended(100), "now, unless it says when");
        assert_eq!(event("purchase.ended", r#", "endsAt": 900"#).ends, ended(900));
    }

    #[test]
    fn other_types_mean_nothing_whatever_is_in_them() {
        for body in [r#"{"id": "e", "type": "order.shipped", "created": 1, "data": []}"#, &written("purchase.PAID", "")]
        {
            assert_eq!(read(body.as_bytes()).unwrap(), None);
        }
    }

    #[test]
    fn malformed_event_body_is_rejected() {
        for body in [
            "",
            "[]",
            "{}",
            r#"{"id": 1, "type": "purchase.paid", "created": 1, "data": {}}"#,
            r#"{"id": "e", "type": "purchase.paid", "created": "1", "data": {}}"#,
            r#"{"id": "e", "type": "purchase.paid", "created": 1, "data": {}}"#,
            &written("purchase.paid", r#", "endsAt": "never""#),
            &written("purchase.paid", r#", "endsAt": 1.5"#),
            &written("purchase.paid", r#", "userId": 8"#),
            &written("purchase.paid", "").replace('7', "-7"),
            &written("purchase.paid", "").replace('7', "\"7\""),
        ] {
            assert!(read(body.as_bytes()).is_err(), "{body}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), cut: prop::sample::Index) {
            let _ = read(&bytes);
            let whole = written("purchase.paid", "");
            prop_assert!(read(&whole.as_bytes()[..cut.index(whole.len())]).is_err());
        }
    }
}
