//! Parsing the languages that a request prefers: `ui_locales` (OpenID Connect Core §3.1.2.1) and `Accept-Language` (RFC
//! 9110 §12.5.4).
//!
//! Both only choose between the languages that there are. So what is malformed or too long is ignored, and no error.

/// The longest text that is parsed, in bytes.
const MAX_LENGTH: usize = 1_000;
/// The most tags that count.
const MAX_TAGS: usize = 16;
/// The longest tag in bytes, as in RFC 5646 §4.4.1.
const MAX_TAG: usize = 35;

/// Language tags (BCP 47), the preferred one first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tags<'a>(Vec<&'a str>);

impl<'a> Tags<'a> {
    /// Parses the value of `ui_locales`: tags in the order of preference, separated by spaces.
    pub(crate) fn from_ui_locales(text: &'a str) -> Self {
        let text = Some(text).filter(|text| text.len() <= MAX_LENGTH).unwrap_or_default();
        Self(text.split(' ').filter(|tag| is_tag(tag)).take(MAX_TAGS).collect())
    }

    /// Parses the value of `Accept-Language`. Tags with the same quality stay in their order. One with the quality 0 is
    /// left out. `*` is a tag.
    pub(crate) fn from_accept_language(text: &'a str) -> Self {
        let text = Some(text).filter(|text| text.len() <= MAX_LENGTH).unwrap_or_default();
        let mut ranges: Vec<_> = text.split(',').filter_map(range).take(MAX_TAGS).collect();
        ranges.sort_by_key(|(_, quality)| std::cmp::Reverse(*quality));
        Self(ranges.into_iter().filter(|(_, quality)| *quality > 0).map(|(tag, _)| tag).collect())
    }

    pub(crate) fn as_slice(&self) -> &[&'a str] {
        &self.0
    }

    /// Returns the value of `ui_locales` with these tags. `None` if there are none.
    pub(crate) fn to_ui_locales(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.join(" "))
    }
}

/// Parses `tag`, or `tag;q=0.5`. Returns the tag, and its quality in thousandths.
fn range(text: &str) -> Option<(&str, u16)> {
    let (tag, quality) = match text.split_once(';') {
        Some((tag, weight)) => (tag, quality(weight.trim_matches(OWS))?),
        None => (text, 1_000),
    };
    let tag = tag.trim_matches(OWS);
    (tag == "*" || is_tag(tag)).then_some((tag, quality))
}

/// Optional whitespace (RFC 9110 §5.6.3).
const OWS: [char; 2] = [' ', '\t'];

/// Parses `q=` and a number from 0 to 1 with at most three decimals (RFC 9110 §12.4.2).
fn quality(weight: &str) -> Option<u16> {
    let number = weight.strip_prefix("q=").or_else(|| weight.strip_prefix("Q="))?;
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths: u16 = format!("{decimals:0<3}").parse().ok()?;
    match whole {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(1_000),
        _ => None,
    }
}

/// Returns whether the text has the form of a tag: parts of letters and digits, of which the first has letters only.
fn is_tag(text: &str) -> bool {
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let primary = text.split('-').next().unwrap_or_default();
    text.len() <= MAX_TAG && text.split('-').all(is_part) && primary.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accept_language_orders_by_quality() {
        for (text, tags) in [
            ("de-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "de-CH fr en de *"),
            ("en;q=0.5,ja, ar ; q=1.000 ,\tes;Q=0.75", "ja ar es en"),
            ("de;q=0, fr;q=0.001", "fr"),
            ("de;q=2, fr;q=1.5, en;q=, es;level=1, pt;q=0.1234, x_y, 1a, ja", "ja"),
            ("", ""),
        ] {
            assert_eq!(Tags::from_accept_language(text).as_slice().join(" "), tags, "{text}");
        }
    }

    #[test]
    fn long_and_malformed_values_are_ignored() {
        assert_eq!(Tags::from_ui_locales("fr-CA  de en_US <b> *").as_slice(), ["fr-CA", "de"]);
        assert_eq!(Tags::from_ui_locales(&"de ".repeat(400)).as_slice(), [""; 0]);
        assert_eq!(Tags::from_ui_locales(&"de ".repeat(100)).as_slice().len(), MAX_TAGS);
        assert_eq!(Tags::from_ui_locales(&format!("de{}", "-x".repeat(17))).as_slice(), [""; 0]);
    }

    proptest! {
        /// For any text, and for texts that are almost right.
        #[test]
        fn tags_are_few_short_and_round_trip(any in ".{0,80}", near in "([a-zA-Z*]{0,3}(-[A-Za-z0-9]{0,9})?(; ?q=[01.]{0,5})?[, ]{0,2}){0,30}") {
            for text in [&any, &near] {
                for tags in [Tags::from_ui_locales(text), Tags::from_accept_language(text)] {
                    prop_assert!(tags.as_slice().len() <= MAX_TAGS);
                    prop_assert!(tags.as_slice().iter().all(|tag| *tag == "*" || is_tag(tag)));
                }
                let tags = Tags::from_ui_locales(text);
                let written = tags.to_ui_locales().unwrap_or_default();
                prop_assert_eq!(&Tags::from_ui_locales(&written), &tags);
            }
        }
    }
}
