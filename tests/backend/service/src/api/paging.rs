//! Long lists, a page at a time: `?limit=` says how long a page may be, `?cursor=` goes on after the one before.
//!
//! A cursor names the last entry of a page by the number that the list is in order of. So whatever is added or removed meanwhile, nothing else is
//! left out or comes twice, and a page far down costs what the first does.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use stagepass_kit::parameters::{ParameterError, Parameters};

/// The most entries of a page.
const MAX_LIMIT: usize = 100;
const DEFAULT_LIMIT: usize = 50;
/// Before the number, so that a later form of cursors is not taken for this one.
const FORM: u8 = 1;

/// Which part of a list is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    /// How many entries at most: 1 to 100.
    pub(crate) limit: usize,
    /// The number of the entry that the page comes after; `None` for the first page. Not negative.
    pub(crate) after: Option<i64>,
}

/// What is asked for is no page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PageError {
    #[error("limit has to be a number from 1 to 100")]
    Limit,
    #[error("cursor is none that an answer has given")]
    Cursor,
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

impl Page {
    /// Out of a query, without its `?`. What it says beside `limit` and `cursor` is somebody else's.
    pub(crate) fn read(query: &str) -> Result<Self, PageError> {
        let parameters = Parameters::from_form(query.as_bytes());
        let limit = parameters.optional("limit")?.map_or(Ok(DEFAULT_LIMIT), limit)?;
        let after = parameters.optional("cursor")?.map(number).transpose()?;
        Ok(Self { limit, after })
    }

    /// How many entries to look for: one more than the page has tells whether there is another page.
    pub(crate) fn wanted(&self) -> i64 {
        i64::try_from(self.limit).unwrap_or(i64::MAX).saturating_add(1)
    }

    /// Leaves no more of `found` than the page has; the cursor of the next page, if there is more. `number` is what the list is in order of.
    pub(crate) fn end<T>(&self, found: &mut Vec<T>, number: impl Fn(&T) -> i64) -> Option<String> {
        let is_more = found.len() > self.limit;
        found.truncate(self.limit);
        found.last().filter(|_| is_more).map(|last| next_cursor(number(last)))
    }
}

/// The cursor of what comes after the entry with this number.
pub(crate) fn next_cursor(number: i64) -> String {
    let mut bytes = vec![FORM];
    bytes.extend(number.to_be_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

fn limit(text: &str) -> Result<usize, PageError> {
    // `parse` would take a sign as well.
    let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    number.filter(|number| (1..=MAX_LIMIT).contains(number)).ok_or(PageError::Limit)
}

fn number(text: &str) -> Result<i64, PageError> {
    let bytes: Vec<u8> = URL_SAFE_NO_PAD.decode(text).map_err(|_| PageError::Cursor)?;
    let Some((&FORM, number)) = bytes.split_first() else { return Err(PageError::Cursor) };
    let number = i64::from_be_bytes(number.try_into().map_err(|_| PageError::Cursor)?);
    if number < 0 { Err(PageError::Cursor) } else { Ok(number) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_cursor_comes_back_as_the_number_it_was_made_of(entry in 0..=i64::MAX, limit in 1..=MAX_LIMIT) {
            let query = format!("limit={limit}&cursor={}&user_id=7", next_cursor(entry));
            prop_assert_eq!(Page::read(&query), Ok(Page { limit, after: Some(entry) }));
        }

        #[test]
        fn whatever_is_taken_for_a_cursor_is_written_in_no_other_way(cursor in "[A-Za-z0-9_-]{0,16}") {
            match Page::read(&format!("cursor={cursor}")) {
                Ok(Page { after: Some(entry), .. }) => prop_assert_eq!(next_cursor(entry), cursor),
                Ok(Page { after: None, .. }) => prop_assert_eq!(cursor, ""),
                Err(error) => prop_assert_eq!(error, PageError::Cursor),
            }
        }

        #[test]
        fn no_query_makes_it_panic_or_gives_a_page_that_is_none(query in ".{0,60}") {
            for query in [query.clone(), format!("limit={query}"), format!("cursor={query}")] {
                if let Ok(page) = Page::read(&query) {
                    prop_assert!((1..=MAX_LIMIT).contains(&page.limit) && page.after.is_none_or(|entry| entry >= 0));
                }
            }
        }

        #[test]
        fn page_after_page_is_the_whole_list(entries in prop::collection::btree_set(0..1_000_i64, 0..40), limit in 1..=MAX_LIMIT) {
            let newest_first: Vec<i64> = entries.into_iter().rev().collect();
            let (mut read, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = Page::read(&format!("limit={limit}&cursor={cursor}")).unwrap();
                let rest = newest_first.iter().copied().filter(|entry| page.after.is_none_or(|after| *entry < after));
                let mut found: Vec<i64> = rest.take(usize::try_from(page.wanted()).unwrap()).collect();
                let next = page.end(&mut found, |entry| *entry);
                prop_assert!(found.len() <= limit && (!found.is_empty() || newest_first.is_empty()));
                read.extend(found);
                let Some(next) = next else { break };
                cursor = next;
            }
            prop_assert_eq!(read, newest_first);
        }
    }

    #[test]
    fn without_anything_said_it_is_the_first_page() {
        for query in ["", "limit=", "cursor=", "limit=&cursor=", "x=1", "user_id=3"] {
            assert_eq!(Page::read(query), Ok(Page { limit: 50, after: None }), "{query}");
        }
    }

    #[test]
    fn what_is_no_page_is_refused() {
        for limit in ["0", "101", "-1", "+1", "1.0", "x", "1e1", "%201", "99999999999999999999", "٣"] {
            assert_eq!(Page::read(&format!("limit={limit}")), Err(PageError::Limit), "{limit}");
        }
        let of_tomorrow = URL_SAFE_NO_PAD.encode([2, 0, 0, 0, 0, 0, 0, 0, 1]);
        let (negative, short) = (next_cursor(-1), URL_SAFE_NO_PAD.encode([1, 0, 0]));
        for cursor in ["1", "AAAA", "AQAAAAAAAAAB=", "AQAAAAAAAAAB%3D", "!", &of_tomorrow, &negative, &short] {
            assert_eq!(Page::read(&format!("cursor={cursor}")), Err(PageError::Cursor), "{cursor}");
        }
        let twice = Page::read("limit=1&limit=1");
        assert_eq!(twice, Err(PageError::Parameter(ParameterError::Twice("limit"))));
        assert_eq!(Page::read("cursor=%00"), Err(PageError::Parameter(ParameterError::NoText("cursor"))));
    }
}
