//! When apps were last used. Recorded in memory at every request, and written to the store once a minute.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use stagepass_store::{AppUse, Store, StoreError};

/// How many uses are remembered at once. More are recorded after the next write.
const REMEMBERED: usize = 50_000;
/// How many uses one transaction writes, so that other writes do not wait for long.
const TOGETHER: usize = 500;

/// The uses that have not been written yet. If the service is killed, a minute of them is lost.
#[derive(Debug, Default)]
pub(crate) struct LastUses(Mutex<HashMap<AppUse, i64>>);

impl LastUses {
    /// Records that an app was used at `now`.
    pub(crate) fn note(&self, by: AppUse, now: i64) {
        let mut noted = self.noted();
        if noted.len() < REMEMBERED || noted.contains_key(&by) {
            noted.insert(by, now);
        }
    }

    /// Writes all recorded uses.
    pub(crate) async fn write(&self, store: &Store) -> Result<(), StoreError> {
        let noted = std::mem::take(&mut *self.noted());
        record(store, noted).await
    }

    /// Writes the recorded uses of one user, before the page that shows them.
    pub(crate) async fn write_of(&self, store: &Store, user_id: i64) -> Result<(), StoreError> {
        let noted: HashMap<_, _> = self.noted().extract_if(|by, _| by.user_id() == user_id).collect();
        record(store, noted).await
    }

    fn noted(&self) -> MutexGuard<'_, HashMap<AppUse, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn record(store: &Store, noted: HashMap<AppUse, i64>) -> Result<(), StoreError> {
    let mut noted: Vec<_> = noted.into_iter().collect();
    // All services write in the same order. Otherwise two of them could lock the same rows in different orders, and
    // deadlock.
    noted.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    for together in noted.chunks(TOGETHER) {
        store.record_uses(together).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stagepass_store::GrantId;

    fn by(number: u8) -> AppUse {
        AppUse::Grant { user_id: i64::from(number), id: GrantId([number; 16]) }
    }

    #[test]
    fn the_latest_of_each_is_remembered() {
        let uses = LastUses::default();
        for now in 10..20 {
            uses.note(by(1), now);
        }
        uses.note(by(2), 5);
        assert_eq!(*uses.noted(), HashMap::from([(by(1), 19), (by(2), 5)]));
    }

    /// Batches of rotations lock grants in this order, too.
    #[test]
    fn grants_are_in_the_order_of_their_ids() {
        let of = |user_id, id| AppUse::Grant { user_id, id: GrantId([id; 16]) };
        assert!(of(2, 1) < of(1, 2));
    }

    #[test]
    fn full_memory_accepts_no_new_app() {
        let uses = LastUses::default();
        for number in 0..REMEMBERED {
            uses.note(AppUse::App { user_id: 1, api_key: number.to_string() }, 1);
        }
        uses.note(by(1), 2);
        uses.note(AppUse::App { user_id: 1, api_key: "0".to_owned() }, 2);
        let noted = uses.noted();
        assert_eq!((noted.len(), noted.get(&by(1))), (REMEMBERED, None));
        assert_eq!(noted.get(&AppUse::App { user_id: 1, api_key: "0".to_owned() }), Some(&2));
    }
}
