//! The track in a URL: `track_id` in its query.

use super::stream_error::StreamError;

const NAME: &str = "track_id";

/// Returns the number in `track_id`, or `None` if the query has no such parameter.
///
/// # Errors
/// [`StreamError::TrackId`] if it is repeated, or not just digits without leading zeros. Parsers could interpret it
/// differently.
pub(super) fn of_query(query: &str) -> Result<Option<u64>, StreamError> {
    let mut pairs = query.split('&').filter(|pair| is_named(pair));
    let Some(pair) = pairs.next() else { return Ok(None) };
    let number = pair.split_once('=').and_then(|(_, value)| canonical(value));
    if number.is_none() || pairs.next().is_some() { Err(StreamError::TrackId) } else { Ok(number) }
}

fn is_named(pair: &str) -> bool {
    let name = pair.split_once('=').map_or(pair, |(name, _)| name);
    // Only these two are decoded. Without them, the name is what it is.
    if !name.bytes().any(|byte| matches!(byte, b'%' | b'+')) {
        return name == NAME;
    }
    form_urlencoded::parse(name.as_bytes()).next().is_some_and(|(name, _)| name == NAME)
}

fn canonical(text: &str) -> Option<u64> {
    let is_canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_canonical { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_integer_that_is_there_once_is_read() {
        for (query, expected) in [
            ("", None),
            ("a=b&xtrack_id=9&track_ids=9&Track_id=9", None),
            ("track_id=9", Some(9)),
            ("a=b&track_id=90&c", Some(90)),
            ("%74rack_id=7", Some(7)),
            ("track_id=0", Some(0)),
        ] {
            assert_eq!(of_query(query).unwrap(), expected, "{query}");
        }
    }

    #[test]
    fn anything_else_is_rejected() {
        for query in [
            "track_id",
            "track_id=",
            "track_id=07",
            "track_id=+7",
            "track_id=-7",
            "track_id=7.0",
            "track_id=9x",
            "track_id=%37",
            "track_id=99999999999999999999",
            "track_id=7&track_id=7",
            "track_id=7&a&%74rack_id=8",
        ] {
            assert!(matches!(of_query(query), Err(StreamError::TrackId)), "{query}");
        }
    }
}
