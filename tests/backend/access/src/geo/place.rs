//! What a source says about an address.

use stagepass_rules::{Place, Whereabouts};

/// The longest stored name of a city in characters.
const MAX_CITY: usize = 100;

/// Returns the place with this country and city. Without a known country, there is none.
pub(super) fn placed(country: Option<&str>, city: Option<String>) -> Whereabouts {
    let Some(country) = country.and_then(|country| country.parse().ok()) else { return Whereabouts::Unknown };
    let city = city.map(|city| city.chars().take(MAX_CITY).collect::<String>()).filter(|city| !city.is_empty());
    Whereabouts::Known(Place { country, city })
}
