//! Slows down guessing at passwords: so many tries per handle and address, then a pause.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

/// Tries within one window.
const TRIES: u32 = 10;
/// A window's length in seconds.
const WINDOW: i64 = 15 * 60;
/// More handles and addresses than this are not remembered at once.
const REMEMBERED: usize = 50_000;

/// Counts tries. In memory: a restart forgets, and each replica counts for itself.
#[derive(Debug, Default)]
pub(crate) struct Throttle(Mutex<HashMap<(String, IpAddr), Tries>>);

#[derive(Debug)]
struct Tries {
    since: i64,
    count: u32,
}

/// There were too many tries; `retry_after` is in seconds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooMany {
    pub(crate) retry_after: i64,
}

impl Throttle {
    /// Counts a try before it is made, so that tries made at once count as well.
    pub(crate) fn begin(&self, handle: &str, address: IpAddr, now: i64) -> Result<(), TooMany> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (handle.to_ascii_lowercase(), address);
        if all.len() >= REMEMBERED && !all.contains_key(&key) {
            forget_some(&mut all, now);
        }
        let tries = all.entry(key).or_insert(Tries { since: now, count: 0 });
        if now >= tries.since + WINDOW {
            *tries = Tries { since: now, count: 0 };
        }
        if tries.count >= TRIES {
            return Err(TooMany { retry_after: tries.since + WINDOW - now });
        }
        tries.count += 1;
        Ok(())
    }

    /// Forgets the tries of somebody who knew the password.
    pub(crate) fn succeed(&self, handle: &str, address: IpAddr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&(handle.to_ascii_lowercase(), address));
    }
}

/// Makes room by forgetting, never by refusing: otherwise whoever fills the table locks everybody out. To fill it costs a password hash a
/// place.
fn forget_some(all: &mut HashMap<(String, IpAddr), Tries>, now: i64) {
    all.retain(|_, tries| now < tries.since + WINDOW);
    if all.len() >= REMEMBERED {
        let oldest = all.values().map(|tries| tries.since).min();
        all.retain(|_, tries| Some(tries.since) != oldest);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn ten_tries_then_a_pause() {
        let throttle = Throttle::default();
        for _ in 0..TRIES {
            assert_eq!(throttle.begin("demo", HERE, 100), Ok(()));
        }
        assert_eq!(throttle.begin("DEMO", HERE, 160), Err(TooMany { retry_after: WINDOW - 60 }));
        assert_eq!(throttle.begin("other", HERE, 160), Ok(()));
        assert_eq!(throttle.begin("demo", HERE, 100 + WINDOW), Ok(()));
    }

    #[test]
    fn success_forgets() {
        let throttle = Throttle::default();
        for _ in 0..TRIES * 2 {
            assert_eq!(throttle.begin("demo", HERE, 100), Ok(()));
            throttle.succeed("demo", HERE);
        }
    }

    #[test]
    fn a_full_table_forgets_the_oldest_and_refuses_nobody() {
        let throttle = Throttle::default();
        for (now, handle) in (0..).zip(0..REMEMBERED) {
            assert_eq!(throttle.begin(&handle.to_string(), HERE, now / 1_000), Ok(()));
        }
        assert_eq!(throttle.begin("one more", HERE, 60), Ok(()));
        let remembered = throttle.0.lock().unwrap();
        assert_eq!(remembered.len(), REMEMBERED - 1_000 + 1);
        assert!(
            !remembered.contains_key(&("0".to_owned(), HERE)) && remembered.contains_key(&("1000".to_owned(), HERE))
        );
    }
}
