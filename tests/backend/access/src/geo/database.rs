//! A database file with countries, which is read again after its operator has replaced it.

use std::net::IpAddr;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::SystemTime;

use maxminddb::{LookupResult, MaxMindDbError, Reader, WithinOptions, geoip2};
use stagepass_kit::clock::Clock;
use stagepass_rules::{Country, Whereabouts};

use super::place::placed;

/// How often the file is compared with the one that was read, in seconds. Only lookups cause it.
const EVERY: i64 = 10;
/// How many records are read when a file is opened: the first ones, and then one of so many.
const SAMPLE: usize = 500;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GeoDatabaseError {
    /// It is missing or damaged.
    #[error("the geo database {}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        error: MaxMindDbError,
    },
    /// It has no countries, or in another form.
    #[error("the geo database {} is of the kind {kind:?} and has no countries as GeoIP2 and GeoLite2 have them: use one of the kind City or Country", path.display())]
    NoCountries {
        /// Which file.
        path: PathBuf,
        /// What its metadata says.
        kind: String,
    },
}

/// The countries of a file. Operators replace such files about once a week.
#[derive(Debug)]
pub(crate) struct GeoDatabase {
    path: PathBuf,
    reader: RwLock<Arc<Reader<Vec<u8>>>>,
    /// Locked while the file is read again.
    last_check: Mutex<LastCheck>,
    clock: Arc<dyn Clock>,
}

/// The last comparison of the file.
#[derive(Debug)]
struct LastCheck {
    /// In Unix seconds.
    at: i64,
    /// `None` if there was no file.
    file: Option<FileVersion>,
}

/// What differs if a file was replaced or written again.
#[derive(Debug, PartialEq, Eq)]
struct FileVersion {
    modified: Option<SystemTime>,
    length: u64,
    /// A file that is renamed to this path can be as old and as long as the one before.
    inode: u64,
}

impl GeoDatabase {
    /// Opens the file.
    ///
    /// # Errors
    /// [`GeoDatabaseError::File`], [`GeoDatabaseError::NoCountries`].
    pub(super) fn open(path: &Path, clock: Arc<dyn Clock>) -> Result<Self, GeoDatabaseError> {
        // Determined before the file is read, so that a later change is noticed.
        let last_check = LastCheck { at: clock.now(), file: FileVersion::of(path) };
        let reader = RwLock::new(Arc::new(read(path)?));
        Ok(Self { path: path.to_owned(), reader, last_check: Mutex::new(last_check), clock })
    }

    /// Returns the location of a public address. Must be called within a tokio runtime.
    pub(super) fn whereabouts(self: &Arc<Self>, address: IpAddr) -> Whereabouts {
        if self.is_check_due() {
            let database = Arc::clone(self);
            tokio::task::spawn_blocking(move || database.read_if_changed());
        }
        let reader = Arc::clone(&self.reader.read().unwrap_or_else(PoisonError::into_inner));
        match reader.lookup(address).and_then(|found| found.decode::<geoip2::City>()) {
            Ok(found) => found.map_or(Whereabouts::Unknown, |found| {
                placed(found.country.iso_code, found.city.names.english.map(str::to_owned))
            }),
            Err(error) => {
                tracing::error!(%error, "the geo database failed");
                Whereabouts::Unavailable
            }
        }
    }

    /// Returns `true` once for each interval, and never while the file is read.
    fn is_check_due(&self) -> bool {
        let Ok(mut last_check) = self.last_check.try_lock() else { return false };
        let now = self.clock.now();
        let is_due = now.saturating_sub(last_check.at) >= EVERY;
        if is_due {
            last_check.at = now;
        }
        is_due
    }

    /// Reads the file if it is another one. A file that cannot be used is not tried again until it changes.
    fn read_if_changed(&self) {
        let mut last_check = self.last_check.lock().unwrap_or_else(PoisonError::into_inner);
        let file = FileVersion::of(&self.path);
        if file == last_check.file {
            return;
        }
        last_check.file = file;
        match read(&self.path) {
            Ok(reader) => {
                let built = reader.metadata().build_epoch;
                *self.reader.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(reader);
                tracing::info!(file = %self.path.display(), built, "the geo database has changed and was read again");
            }
            Err(error) => {
                tracing::error!(%error, "the geo database has changed and cannot be used: the one before stays in use");
            }
        }
    }
}

impl FileVersion {
    fn of(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        Some(Self { modified: metadata.modified().ok(), length: metadata.len(), inode: metadata.ino() })
    }
}

/// Reads the file, and a sample of its records. Otherwise a file without countries, such as one with the numbers of
/// networks (ASN), would be noticed by nothing but a denial for every user.
fn read(path: &Path) -> Result<Reader<Vec<u8>>, GeoDatabaseError> {
    let failed = |error| GeoDatabaseError::File { path: path.to_owned(), error };
    let reader = Reader::open_readfile(path).map_err(failed)?;
    let countries = count_countries(&reader);
    match countries {
        Ok(0) => {
            Err(GeoDatabaseError::NoCountries { path: path.to_owned(), kind: reader.metadata().database_type.clone() })
        }
        Ok(_) => Ok(reader),
        Err(error) => Err(failed(error)),
    }
}

/// Returns how many records of a sample have a country.
///
/// # Errors
/// [`MaxMindDbError`] if a record cannot be read, and one before it has a country.
fn count_countries(reader: &Reader<Vec<u8>>) -> Result<usize, MaxMindDbError> {
    // A tree has at most one leaf more than nodes. A damaged one could have no end.
    let most = 2 * reader.metadata().node_count as usize;
    let leaves = reader.networks(WithinOptions::default().include_networks_without_data())?.take(most);
    let records = leaves.filter(|leaf| leaf.as_ref().map_or(true, LookupResult::has_data));
    let mut countries = 0;
    for (number, record) in records.enumerate() {
        let record = record?;
        if number > SAMPLE && number % SAMPLE != 0 {
            continue;
        }
        match record.decode::<geoip2::Country>() {
            Ok(found) => {
                let country = found.and_then(|found| found.country.iso_code?.parse::<Country>().ok());
                countries += usize::from(country.is_some());
            }
            // Other databases have records of another form.
            Err(error) if countries > 0 => return Err(error),
            Err(_) => {}
        }
    }
    Ok(countries)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use stagepass_kit::clock::ManualClock;
    use tempfile::TempDir;

    use super::*;

    const CITIES: &[u8] = include_bytes!("../../../tests/data/GeoIP2-City-Test.mmdb");
    /// In the file, this address is in Singapore.
    const ADDRESS: &str = "214.0.0.7";

    /// Returns the file with each `from` replaced by a text of the same length.
    fn changed(from: &str, to: &str) -> Vec<u8> {
        assert_eq!(from.len(), to.len());
        let mut bytes = CITIES.to_vec();
        let places: Vec<usize> = (0..bytes.len())
            .filter(|at| bytes.get(*at..).is_some_and(|rest| rest.starts_with(from.as_bytes())))
            .collect();
        assert!(!places.is_empty(), "{from}");
        for at in places {
            bytes.get_mut(at..at + to.len()).unwrap().copy_from_slice(to.as_bytes());
        }
        bytes
    }

    /// The length of a text is in the byte before it.
    fn in_japan() -> Vec<u8> {
        changed("\u{42}SG", "\u{42}JP")
    }

    /// A database of networks: no record has a country.
    fn asn() -> Vec<u8> {
        let mut bytes = changed("iso_code", "asn_code");
        let at = bytes.windows(11).rposition(|text| text == b"GeoIP2-City").unwrap();
        bytes.get_mut(at..at + 11).unwrap().copy_from_slice(b"GeoLite-ASN");
        bytes
    }

    struct Story {
        folder: TempDir,
        clock: Arc<ManualClock>,
        database: Arc<GeoDatabase>,
    }

    impl Story {
        fn new() -> Self {
            let (folder, clock) = (tempfile::tempdir().unwrap(), Arc::new(ManualClock::at(1_800_000_000)));
            let path = folder.path().join("geo.mmdb");
            fs::write(&path, CITIES).unwrap();
            let database = Arc::new(GeoDatabase::open(&path, clock.clone()).unwrap());
            Self { folder, clock, database }
        }

        /// Replaces the file as operators do: a new file gets its name.
        fn replace(&self, bytes: &[u8]) {
            let draft = self.folder.path().join("draft");
            fs::write(&draft, bytes).unwrap();
            fs::rename(draft, &self.database.path).unwrap();
        }

        /// Returns the country after the next check of the file.
        fn country(&self) -> String {
            self.clock.advance(EVERY);
            if self.database.is_check_due() {
                self.database.read_if_changed();
            }
            match self.database.whereabouts(ADDRESS.parse().unwrap()) {
                Whereabouts::Known(place) => place.country.code().to_owned(),
                other => format!("{other:?}"),
            }
        }
    }

    fn opened(bytes: &[u8]) -> Result<GeoDatabase, GeoDatabaseError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("geo.mmdb");
        fs::write(&path, bytes).unwrap();
        GeoDatabase::open(&path, Arc::new(ManualClock::at(0)))
    }

    #[test]
    fn file_without_countries_is_refused_by_its_kind() {
        let error = opened(&asn()).unwrap_err();
        assert!(matches!(&error, GeoDatabaseError::NoCountries { kind, .. } if kind == "GeoLite-ASN"), "{error}");
        assert!(error.to_string().contains("GeoLite-ASN"), "{error}");
    }

    #[test]
    fn damaged_file_is_refused() {
        let mut overwritten = CITIES.to_vec();
        let end = overwritten.len() * 3 / 4;
        overwritten.get_mut(end / 2..end).unwrap().fill(0xff);
        for bytes in [&b""[..], b"not a database", &CITIES[..CITIES.len() / 2], &overwritten] {
            assert!(matches!(opened(bytes), Err(GeoDatabaseError::File { .. })), "{}", bytes.len());
        }
    }

    #[tokio::test]
    async fn replaced_file_is_read_at_the_next_check() {
        let story = Story::new();
        assert_eq!(story.country(), "SG");
        story.replace(&in_japan());
        assert!(!story.database.is_check_due(), "only once in an interval");
        assert_eq!(story.country(), "JP");
        fs::write(&story.database.path, CITIES).unwrap();
        assert_eq!(story.country(), "SG", "written in place");
    }

    #[tokio::test]
    async fn damaged_or_missing_replacement_keeps_the_old() {
        let story = Story::new();
        for bytes in [&CITIES[..CITIES.len() / 2], &asn()] {
            story.replace(bytes);
            assert_eq!(story.country(), "SG");
        }
        fs::remove_file(&story.database.path).unwrap();
        assert_eq!(story.country(), "SG");
        story.replace(&in_japan());
        assert_eq!(story.country(), "JP");
    }

    #[tokio::test]
    async fn lookups_read_a_changed_file_in_the_background() {
        let story = Story::new();
        story.replace(&in_japan());
        story.clock.advance(EVERY);
        let address = ADDRESS.parse().unwrap();
        let is_known = |code| matches!(story.database.whereabouts(address), Whereabouts::Known(place) if place.country.code() == code);
        let changes = async {
            while !is_known("JP") {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(Duration::from_mins(1), changes).await.unwrap();
    }
}
