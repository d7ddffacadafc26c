//! Pages of a list: the options of a request, and the page in its response.

use serde::{Deserialize, Deserializer};
use stagepass_core::text::percent;

use super::failure::option_invalid;
use crate::error::Error;

/// The maximum number of items that the service returns at once.
const MAX_PAGE: u32 = 100;

/// One page of a list.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(bound(deserialize = "T: Deserialize<'de>"))]
#[non_exhaustive]
pub struct Page<T> {
    /// The items of this page.
    #[serde(rename = "data")]
    pub items: Vec<T>,
    /// The cursor of the next page, for [`PageOptions::cursor`]. `None` on the last page.
    #[serde(rename = "next_cursor", default, deserialize_with = "cursor")]
    pub next: Option<String>,
}

/// Reads a cursor. An empty one is none.
fn cursor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.filter(|cursor| !cursor.is_empty()))
}

/// Which page of a list to return. The default is the first page, with 50 items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageOptions {
    limit: Option<u32>,
    cursor: Option<String>,
}

impl PageOptions {
    /// Returns the options of the first page.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the maximum number of items: 1 to 100.
    #[must_use]
    pub fn limit(mut self, limit: u32) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Continues after another page: the [`Page::next`] of that page.
    #[must_use]
    pub fn cursor(mut self, cursor: impl Into<String>) -> Self {
        self.cursor = Some(cursor.into());
        self
    }

    /// Returns the path with these options as its query.
    ///
    /// # Errors
    /// [`Code::OptionInvalid`](crate::error::Code::OptionInvalid) if the service would refuse them.
    pub(super) fn path(&self, path: &str) -> Result<String, Error> {
        let mut path = path.to_owned();
        let mut separator = '?';
        if let Some(limit) = self.limit {
            if limit == 0 || limit > MAX_PAGE {
                return Err(option_invalid("limit must be a whole number from 1 to 100."));
            }
            path.push_str("?limit=");
            path.push_str(&limit.to_string());
            separator = '&';
        }
        if let Some(cursor) = &self.cursor {
            if cursor.is_empty() {
                return Err(option_invalid("cursor is not valid: pass the next of another page."));
            }
            path.push(separator);
            path.push_str("cursor=");
            percent::encode(&mut path, cursor);
        }
        Ok(path)
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::sdk::music::json;

    #[test]
    fn options_become_the_query() {
        let path = |options: PageOptions| options.path("tracks");
        assert_eq!(path(PageOptions::new()), Ok("tracks".to_owned()));
        assert_eq!(path(PageOptions::new().cursor("a&b=")), Ok("tracks?cursor=a%26b%3D".to_owned()));
        assert_eq!(path(PageOptions::new().limit(100).cursor("x")), Ok("tracks?limit=100&cursor=x".to_owned()));
        for options in [PageOptions::new().limit(0), PageOptions::new().limit(101), PageOptions::new().cursor("")] {
            assert_eq!(path(options).map_err(|error| error.code()), Err(Code::OptionInvalid));
        }
    }

    #[test]
    fn a_page_has_items_and_a_cursor() {
        let page = |body: &str| json::read::<Page<u8>>(body);
        assert_eq!(
            page(r#"{"data":[1,2],"next_cursor":"c"}"#),
            Some(Page { items: vec![1, 2], next: Some("c".into()) })
        );
        for last in [r#"{"data":[]}"#, r#"{"data":[],"next_cursor":null}"#, r#"{"data":[],"next_cursor":""}"#] {
            assert_eq!(page(last), Some(Page { items: vec![], next: None }), "{last}");
        }
        for wrong in ["[]", "{}", "null", r#"{"data":{}}"#, r#"{"data":["1"]}"#, r#"{"data":[],"next_cursor":7}"#] {
            assert_eq!(page(wrong), None, "{wrong}");
        }
    }
}
