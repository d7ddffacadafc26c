//! The format of stored values: a JSON object with a version.

use crate::document::Document;

const VERSION: u64 = 1;

/// Returns a record without members but its version.
pub fn new<D: Document>() -> D {
    let mut record = D::new();
    record.set_number("version", VERSION);
    record
}

/// Parses a record. `None` for a record of another version, or any other text.
pub fn read<D: Document>(text: &str) -> Option<D> {
    let record = D::parse(text)?;
    (number(&record, "version") == VERSION).then_some(record)
}

/// Returns this member if it is a string. Empty if not.
#[inline(never)] // Inlined copies would make the wasm larger.
pub fn text<D: Document>(record: &D, name: &str) -> String {
    record.text(name).unwrap_or_default()
}

/// Returns this member if it is a number: a time or a duration, in milliseconds. Zero if not.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is out of range is cut to it")]
#[inline(never)]
pub fn number<D: Document>(record: &D, name: &str) -> u64 {
    record.number(name).unwrap_or_default() as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::Json;

    #[test]
    fn another_version_is_no_record() {
        assert!(read::<Json>(r#"{"version":1,"more":[]}"#).is_some());
        for other in ["", "{}", "1", "null", r#"{"version":2}"#, r#"{"version":"1"}"#, r#"[{"version":1}]"#] {
            assert!(read::<Json>(other).is_none(), "{other}");
        }
    }

    proptest! {
        #[test]
        fn members_are_read_as_they_were_written(text in any::<String>(), count in 0..1_u64 << 53, flag in any::<bool>()) {
            let mut record: Json = new();
            record.set_text("text", &text);
            record.set_number("count", count);
            record.set_flag("flag", flag);
            let record: Json = read(&record.to_text()).unwrap();
            prop_assert_eq!((super::text(&record, "text"), number(&record, "count")), (text, count));
            prop_assert_eq!(record.flag("flag"), flag);
        }
    }
}
