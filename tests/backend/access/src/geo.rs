//! Locates addresses.

mod cache;
mod database;
mod place;

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::http::Request;
use serde::Deserialize;
use stagepass_rules::{Country, Place, Whereabouts};
use tokio::sync::Semaphore;
use url::Url;

use stagepass_kit::clock::Clock;
use stagepass_kit::rate::Block;
use stagepass_server::client_address::{is_public, is_tunnelled};
use stagepass_server::http::{Answer, Http, HttpError, Scheme};

use self::cache::Cache;
use self::database::GeoDatabase;
pub use self::database::GeoDatabaseError;
use self::place::placed;

/// How long a lookup may take, including waiting for others.
const DEADLINE: Duration = Duration::from_secs(2);
/// The most concurrent lookups.
const AT_ONCE: usize = 32;
/// The source of locations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GeoSource {
    /// A file in the MaxMind DB format, with countries and possibly cities (GeoIP2, GeoLite2). It is read again if it
    /// changes.
    Database(PathBuf),
    /// A service with the address `{this}/{address}` that responds like ip-api.com: `{"status": "success",
    /// "countryCode": "DE", "city": …}`. It learns the address of every user, so it should be your own, or in a private
    /// network.
    Lookup(String),
    /// All addresses are in this country. For development.
    Fixed(Country),
    /// The location of no address is known.
    None,
}

/// Why a source cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GeoError {
    /// The file.
    #[error(transparent)]
    Database(#[from] GeoDatabaseError),
    /// The address of a lookup.
    #[error("the geo lookup's address must be like https://host/path: http or https, no user name, no query")]
    Url,
    /// No calls can be made.
    #[error("the geo lookup: {0}")]
    Http(#[from] HttpError),
}

/// Locates addresses.
#[derive(Debug)]
pub(super) enum Geo {
    Database(Arc<GeoDatabase>),
    Lookup(Box<Lookup>),
    Fixed(Country),
    None,
}

/// Calls a lookup service, and caches its responses.
#[derive(Debug)]
pub(super) struct Lookup {
    http: Http,
    base: String,
    cache: Cache,
    turns: Semaphore,
    clock: Arc<dyn Clock>,
}

/// The response of a lookup service.
#[derive(Deserialize)]
struct LookupResponse {
    status: String,
    #[serde(rename = "countryCode")]
    country_code: Option<String>,
    country: Option<String>,
    city: Option<String>,
    /// The address that it looked up.
    query: Option<IpAddr>,
}

impl Geo {
    /// Opens `source`. Its responses are cached for `keep`.
    pub(super) fn open(source: &GeoSource, keep: Duration, clock: Arc<dyn Clock>) -> Result<Self, GeoError> {
        match source {
            GeoSource::Database(path) => Ok(Self::Database(Arc::new(GeoDatabase::open(path, clock)?))),
            GeoSource::Lookup(base) => {
                let (scheme, base) = base_of(base).ok_or(GeoError::Url)?;
                Ok(Self::Lookup(Box::new(Lookup {
                    http: Http::new(DEADLINE, scheme)?,
                    base,
                    cache: Cache::new(keep),
                    turns: Semaphore::new(AT_ONCE),
                    clock,
                })))
            }
            GeoSource::Fixed(country) => Ok(Self::Fixed(*country)),
            GeoSource::None => Ok(Self::None),
        }
    }

    /// Looks up an address of documentation (RFC 5737), which no user has, if this is a lookup service.
    ///
    /// # Errors
    /// [`GeoError::Http`].
    pub(super) async fn check_lookup(&self) -> Result<(), GeoError> {
        if let Self::Lookup(lookup) = self {
            lookup.look_up(IpAddr::from([192, 0, 2, 1])).await?;
        }
        Ok(())
    }

    /// Returns the location of `address`. The address of a tunnel has none. A file has no locations for private
    /// networks, but your own lookup service may.
    pub(super) async fn whereabouts(&self, address: Option<IpAddr>) -> Whereabouts {
        let Some(address) = address else { return Whereabouts::Unknown };
        match self {
            Self::None => Whereabouts::Unknown,
            _ if is_tunnelled(address) => Whereabouts::Unknown,
            Self::Database(_) if !is_public(address) => Whereabouts::Unknown,
            Self::Database(database) => database.whereabouts(address),
            Self::Lookup(lookup) => lookup.whereabouts(address).await,
            Self::Fixed(country) => Whereabouts::Known(Place { country: *country, city: None }),
        }
    }
}

/// Returns the part before the slash and the looked-up address.
fn base_of(text: &str) -> Option<(Scheme, String)> {
    let url = Url::parse(text).ok()?;
    let scheme = match url.scheme() {
        "http" => Scheme::Http,
        "https" => Scheme::Https,
        _ => return None,
    };
    let is_plain = url.username().is_empty() && url.password().is_none();
    let ends_in_its_path = url.query().is_none() && url.fragment().is_none();
    (is_plain && ends_in_its_path).then(|| (scheme, url.as_str().trim_end_matches('/').to_owned()))
}

impl Lookup {
    async fn whereabouts(&self, address: IpAddr) -> Whereabouts {
        let (now, block) = (self.clock.now(), Block::of(address));
        if let Some(known) = self.cache.get(block, now) {
            return known;
        }
        let found = match tokio::time::timeout(DEADLINE, self.look_up(address)).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) => {
                tracing::warn!(%error, "the geo lookup failed");
                Whereabouts::Unavailable
            }
            Err(_) => {
                tracing::warn!("the geo lookup did not answer in time");
                Whereabouts::Unavailable
            }
        };
        self.cache.insert(block, found.clone(), now);
        found
    }

    async fn look_up(&self, address: IpAddr) -> Result<Whereabouts, HttpError> {
        // The semaphore is never closed, so this cannot fail.
        let _turn = self.turns.acquire().await;
        // Another request may have found it meanwhile.
        if let Some(known) = self.cache.get(Block::of(address), self.clock.now()) {
            return Ok(known);
        }
        let answer = self.http.ask(Request::get(format!("{}/{address}", self.base))).await?;
        found(&answer, address)
    }
}

fn found(answer: &Answer, address: IpAddr) -> Result<Whereabouts, HttpError> {
    let found: LookupResponse = answer.json_of(200)?;
    if found.query.is_some_and(|resolved| resolved != address) {
        return Err(HttpError::Form(answer.status));
    }
    Ok(match found.status.as_str() {
        "success" => placed(found.country_code.as_deref().or(found.country.as_deref()), found.city),
        "fail" => Whereabouts::Unknown,
        _ => return Err(HttpError::Form(answer.status)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stagepass_kit::clock::ManualClock;

    async fn place(address: &str) -> Option<(&'static str, Option<String>)> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/GeoIP2-City-Test.mmdb");
        let geo = Geo::open(&GeoSource::Database(file.into()), Duration::ZERO, Arc::new(ManualClock::at(0))).unwrap();
        match geo.whereabouts(Some(address.parse().unwrap())).await {
            Whereabouts::Known(place) => Some((place.country.code(), place.city)),
            Whereabouts::Unknown => None,
            Whereabouts::Unavailable => panic!("{address}"),
        }
    }

    #[tokio::test]
    async fn in_a_database() {
        assert_eq!(place("214.0.0.7").await, Some(("SG", Some("Singapore".into()))));
        assert_eq!(place("216.160.83.57").await, Some(("US", Some("Milton".into()))));
        assert_eq!(place("2001:218::1").await, Some(("JP", None)));
        assert_eq!(place("8.8.8.8").await, None);
        assert_eq!(place("127.0.0.1").await, None);
    }
}
