//! Reads the members of responses. Unknown members are ignored, and null is the same as absent.

use core::time::Duration;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _, IgnoredAny};

pub(crate) use crate::sdk::json::{read, write};

/// The greatest integer that a JSON number of every reader represents exactly.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// The `data` of a response.
#[derive(serde::Deserialize)]
pub(crate) struct Data<T> {
    pub(crate) data: T,
}

/// Parses the body of a response. `None` if it is not JSON, or not of this type.
pub(super) fn parse<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    read(core::str::from_utf8(body).ok()?)
}

/// Reads a number of a track or a user, which becomes part of URLs.
pub(super) fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let id = u64::deserialize(deserializer)?;
    if is_id(id) { Ok(id) } else { Err(D::Error::custom("not an ID")) }
}

/// Returns whether this can be the number of a track or a user.
pub(super) fn is_id(id: u64) -> bool {
    (1..=MAX_SAFE_INTEGER).contains(&id)
}

/// Reads a duration in seconds.
pub(super) fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    Duration::try_from_secs_f64(f64::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Reads a member that may be null, which is the same as absent. Use it with `#[serde(default)]`.
pub(super) fn or_default<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + Default,
    D: Deserializer<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads a member that another version of a server may write differently. A value of another type counts as absent.
/// Use it with `#[serde(default)]`.
pub(super) fn lenient<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(Lenient::deserialize(deserializer)?.known())
}

/// As [`lenient`], with the default of an absent value.
pub(super) fn lenient_or_default<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + Default,
    D: Deserializer<'de>,
{
    Ok(lenient(deserializer)?.unwrap_or_default())
}

/// Reads a list, and leaves out items of another type. Anything but a list is empty.
pub(super) fn lenient_list<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let items: Vec<Lenient<T>> = lenient_or_default(deserializer)?;
    Ok(items.into_iter().filter_map(Lenient::known).collect())
}

/// A value of the expected type, or any other.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Lenient<T> {
    Known(T),
    Other(IgnoredAny),
}

impl<T> Lenient<T> {
    fn known(self) -> Option<T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Other(_) => None,
        }
    }
}
