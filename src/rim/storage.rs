//! Where a client stores its session and its logins in progress.
#![cfg_attr(not(feature = "rust"), expect(unreachable_pub, reason = "the API for Rust apps has it"))]

use std::io;
use std::sync::{Mutex, PoisonError};

use stagepass_core::effect::{Area, Effect, Hint};
use stagepass_core::session;

use super::parsed::{Outcome, Parsed};
use crate::shared::{MaybeSend, MaybeSync, Shared};

/// Whether the platform can prove the requests of a session that is bound to a key (RFC 9449).
const SENDS_PROOFS: bool = cfg!(any(not(target_arch = "wasm32"), feature = "js", feature = "dpop"));

/// Whether a page reads hints before it has this code.
const HAS_HINTS: bool = cfg!(target_arch = "wasm32");

/// How many keys of a store are listed. A browser's store of 5 MB has fewer.
pub(crate) const MOST_KEYS: usize = 100_000;

/// A store of the app's own, for [`ConfigBuilder::storage`](crate::ConfigBuilder::storage).
///
/// It stores texts by their keys, which begin with `stagepass`. The values are tokens: keep them from other apps. If
/// it rejects a value, the client keeps it in memory as long as the page or process lives.
pub trait Storage: MaybeSend + MaybeSync {
    /// Returns the value of `key`. `None` if there is none.
    ///
    /// # Errors
    /// The error of the store. The client then treats the value as missing.
    fn get(&self, key: &str) -> io::Result<Option<String>>;

    /// Stores `value` under `key`.
    ///
    /// # Errors
    /// The error of the store.
    fn set(&self, key: &str, value: &str) -> io::Result<()>;

    /// Deletes the value of `key`, if there is one.
    ///
    /// # Errors
    /// The error of the store.
    fn remove(&self, key: &str) -> io::Result<()>;

    /// Returns all keys that begin with `prefix`. The client reads the first 100,000.
    fn keys(&self, prefix: &str) -> Vec<String>;
}

/// The stores of a client, by area.
#[derive(Clone)]
pub(crate) struct Stores {
    /// The one that all windows or processes of the app share, if there is one.
    pub(crate) local: Option<Shared<dyn Storage>>,
    /// The one of this tab, if there is one.
    pub(crate) session: Option<Shared<dyn Storage>>,
    /// The app's own, if it has one.
    pub(crate) custom: Option<Shared<dyn Storage>>,
    /// Called after a session was written or deleted.
    pub(crate) session_changed: fn(),
}

impl Default for Stores {
    fn default() -> Self {
        Self { local: None, session: None, custom: None, session_changed: || {} }
    }
}

/// Values that no store accepted, each after its key, as long as the page or process lives. They are few.
static MEMORY: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

fn in_memory<T>(work: impl FnOnce(&mut Vec<(String, String)>) -> T) -> T {
    work(&mut MEMORY.lock().unwrap_or_else(PoisonError::into_inner))
}

/// In a browser, the npm package may have stored a session that is bound to a key. Without proofs, it is no session.
fn is_usable(record: &str, sends_proofs: bool) -> bool {
    sends_proofs || !session::is_bound::<Parsed>(record)
}

fn forget(key: &str) {
    in_memory(|memory| memory.retain(|(known, _)| known != key));
}

impl Stores {
    /// Performs an effect of storage. `None` for any other effect.
    pub(crate) fn perform(&self, effect: &Effect) -> Option<Outcome> {
        Some(match effect {
            Effect::Read { area, key } => Outcome::Text(self.read(*area, key)),
            Effect::Write { area, key, value, hint } => {
                let outcome = self.write(*area, key, value);
                if let Some(Hint { key, value }) = hint.as_ref().filter(|_| HAS_HINTS) {
                    let _ = self.write(*area, key, value);
                }
                outcome
            }
            Effect::Delete { area, key, hint } => {
                let deleted = self.read(*area, key);
                if let Some(hint) = hint {
                    self.delete(*area, hint);
                }
                self.delete(*area, key);
                Outcome::Text(deleted)
            }
            Effect::Keys { prefix } => Outcome::Keys(self.keys(prefix)),
            _ => return None,
        })
    }

    fn store(&self, area: Area) -> Option<&dyn Storage> {
        match area {
            Area::Local => self.local.as_deref(),
            Area::Session => self.session.as_deref(),
            Area::Memory => None,
            Area::Custom => self.custom.as_deref(),
        }
    }

    fn read(&self, area: Area, key: &str) -> Option<String> {
        let kept = in_memory(|memory| memory.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone()));
        let found = kept.or_else(|| self.store(area)?.get(key).ok()?);
        found.filter(|record| is_usable(record, SENDS_PROOFS))
    }

    fn write(&self, area: Area, key: &str, value: &str) -> Outcome {
        forget(key);
        if self.store(area).is_some_and(|store| store.set(key, value).is_ok()) {
            return Outcome::Done;
        }
        in_memory(|memory| memory.push((key.to_owned(), value.to_owned())));
        Outcome::Refused
    }

    fn delete(&self, area: Area, key: &str) {
        forget(key);
        if let Some(store) = self.store(area) {
            // A value that cannot be deleted cannot be read either.
            let _ = store.remove(key);
        }
    }

    fn keys(&self, prefix: &str) -> Vec<String> {
        let mut keys = in_memory(|memory| memory.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>());
        for store in [&self.local, &self.session, &self.custom].into_iter().flatten() {
            keys.extend(store.keys(prefix).into_iter().take(MOST_KEYS));
        }
        keys.retain(|key| key.starts_with(prefix));
        keys
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    /// A store that refuses every value.
    struct Full;

    impl Storage for Full {
        fn get(&self, _: &str) -> io::Result<Option<String>> {
            Ok(None)
        }

        fn set(&self, _: &str, _: &str) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn remove(&self, _: &str) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn keys(&self, _: &str) -> Vec<String> {
            vec!["another/key".to_owned()]
        }
    }

    #[test]
    fn bound_session_is_usable_only_with_proofs() {
        let records = [r#"{"isBound":true}"#, r#"{"isBound":false}"#, "another text"];
        assert_eq!(records.map(|record| is_usable(record, false)), [false, true, true]);
        assert_eq!(records.map(|record| is_usable(record, true)), [true; 3]);
    }

    #[test]
    fn refused_write_is_kept_in_memory() {
        let stores = Stores { local: Some(Shared::new(Full)), ..Stores::default() };
        let (area, key) = (Area::Local, "stagepass/test/refused".to_owned());
        let read = || stores.perform(&Effect::Read { area, key: key.clone() });
        assert!(matches!(read(), Some(Outcome::Text(None))));
        let write = Effect::Write { area, key: key.clone(), value: "1".to_owned(), hint: None };
        assert!(matches!(stores.perform(&write), Some(Outcome::Refused)), "it ends with the process");
        assert!(matches!(read(), Some(Outcome::Text(Some(value))) if value == "1"));
        let Some(Outcome::Keys(keys)) = stores.perform(&Effect::Keys { prefix: "stagepass/test/" }) else {
            panic!("it lists the keys")
        };
        assert_eq!(keys, [key.as_str()], "another prefix is left out, whatever the store returns");
        let delete = Effect::Delete { area, key: key.clone(), hint: None };
        assert!(matches!(stores.perform(&delete), Some(Outcome::Text(Some(value))) if value == "1"));
        assert!(matches!(read(), Some(Outcome::Text(None))));
        assert!(stores.perform(&Effect::Now).is_none(), "other effects are the platform's");
    }
}
