//! The time zones of each country.

use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::tz::{TimeZone, TimeZoneDatabase};

use crate::countries::Country;

/// One line per country: its code and its zones, separated by `|`.
const TABLE: &str = include_str!("country_zones.txt");

static ZONES: LazyLock<HashMap<&'static str, Vec<TimeZone>>> = LazyLock::new(|| {
    let database = database();
    let zones = |names: &str| names.split('|').filter_map(|name| database.get(name).ok()).collect();
    lines().filter_map(|line| line.split_once('|')).map(|(code, names)| (code, zones(names))).collect()
});

/// Returns the bundled time zones. Those of the machine can be older or missing.
pub(crate) fn database() -> TimeZoneDatabase {
    TimeZoneDatabase::bundled()
}

/// Returns the time zones of `country`. Empty if it has no inhabitants.
pub(crate) fn zones(country: Country) -> &'static [TimeZone] {
    ZONES.get(country.code()).map_or(&[], Vec::as_slice)
}

fn lines() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_inhabited_country_has_valid_time_zones() {
        for line in lines() {
            let (code, names) = line.split_once('|').unwrap();
            let country: Country = code.parse().unwrap();
            assert_eq!(country.code(), code);
            let found: Vec<_> = zones(country).iter().filter_map(TimeZone::iana_name).collect();
            assert_eq!(found.join("|"), names, "{code}");
        }
        let without: Vec<_> = Country::all().filter(|country| zones(*country).is_empty()).map(Country::code).collect();
        assert_eq!(without, ["BV", "HM"], "nobody lives there");
    }

    #[test]
    fn some_have_many() {
        let count = |code: &str| zones(code.parse().unwrap()).len();
        assert_eq!([count("US"), count("RU"), count("KI"), count("SE")], [29, 26, 3, 1]);
    }
}
