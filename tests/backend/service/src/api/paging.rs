//! Pagination of lists: `?limit=` is the length of a page, and `?cursor=` is the cursor of the next page.
//!
//! A cursor has the ID of the last entry of a page, by which the list is sorted. If entries are added or removed
//! meanwhile, no other entry is skipped or repeated. A later page is as fast as the first.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use stagepass_kit::parameters::{ParameterError, Parameters};

/// The most entries on a page.
const MAX_LIMIT: usize = 100;
const DEFAULT_LIMIT: usize = 50;
/// The version of the cursor's format, in front of the ID.
const FORM: u8 = 1;

/// The requested part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    /// The most entries: 1 to 100.
    pub(crate) limit: usize,
    /// The ID of the entry before the page, not negative. `None` for the first page.
    pub(crate) after: Option<i64>,
}

/// Why a page request is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PageError {
    #[error("limit must be a number from 1 to 100")]
    Limit,
    #[error("cursor is not a next_cursor of a response")]
    Cursor,
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

impl Page {
    /// Parses a query (without `?`). Other parameters than `limit` and `cursor` are ignored.
    pub(crate) fn read(query: &str) -> Result<Self, PageError> {
        let parameters = Parameters::from_form(query.as_bytes());
        let limit = parameters.optional("limit")?.map_or(Ok(DEFAULT_LIMIT), limit)?;
        let after = parameters.optional("cursor")?.map(number).transpose()?;
        Ok(Self { limit, after })
    }

    /// Returns how many entries to read: one more than on the page, to find out whether there is a next page.
    pub(crate) fn wanted(&self) -> i64 {
        i64::try_from(self.limit).unwrap_or(i64::MAX).saturating_add(1)
    }

    /// Shortens `found` to the page. Returns the cursor of the next page, if there is one. `number` returns the ID by
    /// which the list is sorted.
    pub(crate) fn end<T>(&self, found: &mut Vec<T>, number: impl Fn(&T) -> i64) -> Option<String> {
        let is_more = found.len() > self.limit;
        found.truncate(self.limit);
        found.last().filter(|_| is_more).map(|last| next_cursor(number(last)))
    }
}

/// Returns the cursor for the entries after the one with this ID.
pub(crate) fn next_cursor(number: i64) -> String {
    let mut bytes = vec![FORM];
    bytes.extend(number.to_be_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

fn limit(text: &str) -> Result<usize, PageError> {
    // `parse` would accept a sign.
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
        fn cursor_round_trips_to_its_number(entry in 0..=i64::MAX, limit in 1..=MAX_LIMIT) {
            let query = format!("limit={limit}&cursor={}&user_id=7", next_cursor(entry));
            prop_assert_eq!(Page::read(&query), Ok(Page { limit, after: Some(entry) }));
        }

        #[test]
        fn accepted_cursor_has_only_one_spelling(cursor in "[A-Za-z0-9_-]{0,16}") {
            match Page::read(&format!("cursor={cursor}")) {
                Ok(Page { after: Some(entry), .. }) => prop_assert_eq!(next_cursor(entry), cursor),
                Ok(Page { after: None, .. }) => prop_assert_eq!(cursor, ""),
                Err(error) => prop_assert_eq!(error, PageError::Cursor),
            }
        }

        #[test]
        fn any_query_yields_valid_page_or_error(query in ".{0,60}") {
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
    fn query_without_paging_is_the_first_page() {
        for query in ["", "limit=", "cursor=", "limit=&cursor=", "x=1", "user_id=3"] {
            assert_eq!(Page::read(query), Ok(Page { limit: 50, after: None }), "{query}");
        }
    }

    #[test]
    fn invalid_limit_or_cursor_is_rejected() {
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
