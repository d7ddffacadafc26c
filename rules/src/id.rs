//! The ids of groups, products and site keys.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// The maximum length of an id, in characters.
pub const MAX_ID: usize = 63;

/// The id of a group, a product or a site key, unique among those of its owner: `[a-z0-9][a-z0-9-]{0,62}`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(String);

/// The error of a text that is not an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id is 1 to {MAX_ID} characters: a to z, 0 to 9 and hyphens, the first no hyphen")]
pub struct InvalidId;

impl Id {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Id {
    type Err = InvalidId;

    /// Parses an id. Does not trim or convert the text.
    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let is_id = text.len() <= MAX_ID
            && text.bytes().next().is_some_and(is_plain)
            && text.bytes().all(|byte| is_plain(byte) || byte == b'-');
        if is_id { Ok(Self(text.to_owned())) } else { Err(InvalidId) }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids() {
        let longest = "a".repeat(MAX_ID);
        for text in ["a", "7", "friends", "album-2", "0-", "a--b", longest.as_str()] {
            assert_eq!(text.parse::<Id>().unwrap().as_str(), text);
        }
    }

    #[test]
    fn texts_that_are_none() {
        let too_long = "a".repeat(MAX_ID + 1);
        for text in ["", "-", "-a", "A", "friends ", "a_b", "a.b", "é", "a\n", too_long.as_str()] {
            assert_eq!(text.parse::<Id>(), Err(InvalidId), "{text:?}");
        }
    }
}
