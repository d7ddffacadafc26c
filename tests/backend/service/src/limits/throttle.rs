//! Slows down guessing at passwords, and what else costs the service something.
//!
//! | counted together | so many | in |
//! |---|---|---|
//! | tries at an account's password from an address | 10 | 15 minutes |
//! | tries at any passwords from an address | 100 | 15 minutes |
//! | tries at an account's password from anywhere | 100 | 15 minutes |
//! | tries at an account's password in a browser that has signed in to it before | 10 | 15 minutes |
//! | accounts made from an address | 10 | an hour |
//! | handles from an address that are taken at sign-up | 30 | an hour |
//! | pictures of an account, its own and its tracks' | 20 | an hour |
//!
//! The counters are rows of the store: replicas count together. A try is counted before it is made, so that tries made at once count as well,
//! and taken back once it has turned out right: people who know their passwords use nothing up, however many of them share an address.
//!
//! A browser that has signed in to an account before is counted by itself, and by nothing else: otherwise whoever knows a handle, or shares an
//! address, could lock its owner out by guessing (OWASP: device cookies).

use std::net::IpAddr;

use crate::pages::device::Device;
use crate::state::Backend;
use crate::token::keys::Purpose;
use stagepass_store::{LONGEST_WINDOW, StoreError};

const QUARTER_OF_AN_HOUR: i64 = 15 * 60;
const HOUR: i64 = LONGEST_WINDOW;

/// There were too many tries; or the store failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ThrottleError {
    #[error("too many tries")]
    TooMany {
        /// When to try again, in seconds.
        retry_after: i64,
    },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Tries at the password of the account that goes by a handle, whether there is one or not.
#[derive(Debug, Clone)]
pub(crate) struct PasswordTries {
    counters: Vec<Counter>,
}

/// What is counted together, how many of it there may be, and for how long they count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counter {
    key: [u8; 32],
    most: i64,
    window: i64,
    /// Whether all that was counted is forgotten once somebody knows the password, or one try.
    forgets: bool,
}

impl PasswordTries {
    pub(crate) fn new(backend: &Backend, handle: &str, address: IpAddr, device: Option<Device>) -> Self {
        let account = handle.to_ascii_lowercase();
        let (account, network) = (account.as_bytes(), network(address));
        let counter = |kind, of: &[&[u8]], most, forgets| {
            let key = key(backend, kind, of);
            Counter { key, most, window: QUARTER_OF_AN_HOUR, forgets }
        };
        let counters = match device {
            Some(device) => vec![counter("account and device", &[account, device.id()], 10, true)],
            // In this order: what the first refuses does not count for the next. Nobody uses up an account's tries from one address.
            None => vec![
                counter("address", &[&network], 100, false),
                counter("account and address", &[account, &network], 10, true),
                counter("account", &[account], 100, false),
            ],
        };
        Self { counters }
    }

    /// Counts a try that is about to be made.
    pub(crate) async fn begin(&self, backend: &Backend) -> Result<(), ThrottleError> {
        for counter in &self.counters {
            counter.count(backend).await?;
        }
        Ok(())
    }

    /// Somebody knew the password.
    pub(crate) async fn succeed(&self, backend: &Backend) -> Result<(), StoreError> {
        let keys = |forgets| -> Vec<[u8; 32]> {
            self.counters.iter().filter(|counter| counter.forgets == forgets).map(|counter| counter.key).collect()
        };
        backend.store.take_tries_back(&keys(true), &keys(false)).await
    }
}

/// Sign-ups from one address: accounts that are made, and handles that turn out to be taken, which tells who has an account.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SignUps {
    made: Counter,
    taken: Counter,
}

/// What has become of a sign-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignUpOutcome {
    Made,
    HandleTaken,
    Failed,
}

impl SignUps {
    pub(crate) fn new(backend: &Backend, address: IpAddr) -> Self {
        let counter = |kind, most| {
            let key = key(backend, kind, &[&network(address)]);
            Counter { key, most, window: HOUR, forgets: false }
        };
        Self { made: counter("sign-ups of address", 10), taken: counter("taken handles of address", 30) }
    }

    /// Counts one that is about to be made, as one that ends either way: the answer must not differ by the handle once a limit is reached.
    pub(crate) async fn begin(&self, backend: &Backend) -> Result<(), ThrottleError> {
        self.taken.count(backend).await?;
        let counted = self.made.count(backend).await;
        if counted.is_err() {
            backend.store.take_tries_back(&[], &[self.taken.key]).await?;
        }
        counted
    }

    /// Takes back what it was not.
    pub(crate) async fn end(&self, backend: &Backend, outcome: SignUpOutcome) -> Result<(), StoreError> {
        let taken_back: &[[u8; 32]] = match outcome {
            SignUpOutcome::Made => &[self.taken.key],
            SignUpOutcome::HandleTaken => &[self.made.key],
            SignUpOutcome::Failed => &[self.made.key, self.taken.key],
        };
        backend.store.take_tries_back(&[], taken_back).await
    }
}

/// Counts a picture that is about to be made for an account, or for a track of its.
pub(crate) async fn count_picture(backend: &Backend, user_id: i64) -> Result<(), ThrottleError> {
    let key = key(backend, "pictures of account", &[&user_id.to_be_bytes()]);
    Counter { key, most: 20, window: HOUR, forgets: false }.count(backend).await
}

impl Counter {
    async fn count(&self, backend: &Backend) -> Result<(), ThrottleError> {
        let now = backend.clock.now();
        let counted = backend.store.count_try(&self.key, now, self.window).await?;
        if counted.count > self.most {
            // At least a second, whatever another replica's clock says.
            let retry_after = (counted.since + self.window - now).clamp(1, self.window);
            return Err(ThrottleError::TooMany { retry_after });
        }
        Ok(())
    }
}

/// The name of a counter, under the signing key: all replicas have the same one. While keys are being changed some count anew.
fn key(backend: &Backend, kind: &str, of: &[&[u8]]) -> [u8; 32] {
    let mut message = kind.as_bytes().to_vec();
    for part in of {
        // With its length, so that no two lists of parts are the same message.
        message.push(0);
        message.extend(part.len().to_be_bytes());
        message.extend(*part);
    }
    backend.keys.tag(backend.keys.signing_id(), Purpose::Tries, &message).unwrap_or_default()
}

/// What counts as one address. Of IPv6 the first 64 bits: whoever has a network has all that begin with these (RFC 6177).
fn network(address: IpAddr) -> Vec<u8> {
    match address.to_canonical() {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.segments().into_iter().take(4).flat_map(u16::to_be_bytes).collect(),
    }
}

/// For people: how long to wait.
pub(crate) fn minutes(seconds: i64) -> String {
    match seconds.max(1).unsigned_abs().div_ceil(60) {
        1 => "a minute".to_owned(),
        many => format!("{many} minutes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<u8> {
        network(text.parse().unwrap())
    }

    #[test]
    fn an_ipv6_network_counts_as_one() {
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"), "an IPv4 address, written in another way");
    }

    #[test]
    fn waiting_is_told_in_minutes() {
        assert_eq!([0, 1, 60, 61, 900].map(minutes), ["a minute", "a minute", "a minute", "2 minutes", "15 minutes"]);
    }
}
