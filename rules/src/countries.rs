//! Countries, by their codes and their English names.

pub(crate) mod country_zones;

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Serialize, Serializer};

/// One line per country: alpha-2, alpha-3, name, other names, separated by `|`.
const TABLE: &str = include_str!("countries/countries.txt");

/// The countries by their codes and names in lower case.
static BY_NAME: LazyLock<HashMap<String, Country>> =
    LazyLock::new(|| lines().flat_map(|line| called(line).map(|(country, name)| (normal(name), country))).collect());

/// A country of ISO 3166-1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country {
    code: &'static str,
    name: &'static str,
}

/// The error of a text that is not the code or the name of a country.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no country: an ISO 3166-1 code such as DE, or an English name such as Germany")]
pub struct UnknownCountry(String);

impl Country {
    /// Returns all countries, in the order of their codes.
    pub fn all() -> impl Iterator<Item = Self> {
        lines().filter_map(|line| called(line).next().map(|(country, _)| country))
    }

    /// The ISO 3166-1 alpha-2 code, for example `DE`.
    pub fn code(self) -> &'static str {
        self.code
    }

    /// The everyday English name, for example `Germany`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Parses a list of names or codes, separated by commas. Skips empty items.
    ///
    /// # Errors
    /// [`UnknownCountry`], which names the first item that is not a country.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, UnknownCountry> {
        text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::parse).collect()
    }
}

impl FromStr for Country {
    type Err = UnknownCountry;

    /// Parses a code of two or three letters or an English name, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownCountry> {
        BY_NAME.get(&normal(text)).copied().ok_or_else(|| UnknownCountry(text.chars().take(80).collect()))
    }
}

/// Writes the code and the name.
impl fmt::Debug for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.code, self.name)
    }
}

/// Writes the code.
impl Serialize for Country {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code)
    }
}

fn lines() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.starts_with('#'))
}

fn called(line: &'static str) -> impl Iterator<Item = (Country, &'static str)> {
    let mut parts = line.split('|');
    let codes = [parts.next(), parts.next()].map(Option::unwrap_or_default);
    let [code, _] = codes;
    let country = Country { code, name: parts.clone().next().unwrap_or_default() };
    codes.into_iter().chain(parts).map(move |name| (country, name))
}

fn normal(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_250_countries_parse_by_unique_names() {
        let lines: Vec<&str> = lines().collect();
        assert_eq!(lines.len(), 250, "the 249 of ISO 3166-1, and Kosovo");
        let mut seen = HashSet::new();
        for line in lines {
            let names: Vec<_> = called(line).collect();
            let is_code =
                |code: &str, length| code.len() == length && code.bytes().all(|byte| byte.is_ascii_uppercase());
            assert!(names.len() >= 3 && is_code(names[0].1, 2) && is_code(names[1].1, 3), "{line}");
            for (country, name) in names {
                assert!(seen.insert(normal(name)), "{name} is there twice");
                assert_eq!(name.parse(), Ok(country));
            }
        }
    }

    #[test]
    fn by_code_or_name_in_any_case() {
        for text in ["DE", "de", "deu", "Germany", " GERMANY "] {
            assert_eq!(format!("{:?}", text.parse::<Country>().unwrap()), "DE (Germany)", "{text}");
            assert_eq!(text.parse::<Country>().unwrap().code(), "DE", "{text}");
        }
        let named = |text: &str| text.parse::<Country>().unwrap().code();
        assert_eq!(
            [named("uk"), named("United  States of America"), named("TÜRKIYE"), named("Åland")],
            ["GB", "US", "TR", "AX"]
        );
    }

    #[test]
    fn lists() {
        let codes =
            |text| Country::parse_list(text).map(|list| list.into_iter().map(Country::code).collect::<Vec<_>>());
        assert_eq!(codes("DE, sweden,,United States "), Ok(vec!["DE", "SE", "US"]));
        assert_eq!(codes(" , "), Ok(vec![]));
        assert_eq!(codes("DE,Atlantis"), Err(UnknownCountry("Atlantis".into())));
    }
}
