//! Limits password attempts, sign-ups and other expensive operations.
//!
//! | counted together | limit | within |
//! |---|---|---|
//! | tries at an account's password from an address | 10 | 15 minutes |
//! | tries at any passwords from an address | 100 | 15 minutes |
//! | tries at an account's password from anywhere | 100 | 15 minutes |
//! | tries at an account's password in a browser that has signed in to it before | 10 | 15 minutes |
//! | accounts made from an address | 10 | an hour |
//! | handles from an address that are taken at sign-up | 30 | an hour |
//! | pictures of an account, its own and its tracks' | 20 | an hour |
//!
//! The counters are rows of the store, so replicas share them. An attempt counts before it is made, so that concurrent
//! attempts count, too. A successful attempt is subtracted again: users who know their passwords use nothing up, even
//! if many share an address.
//!
//! A browser that has signed in to an account before has only its own counter. Otherwise any user who knows the handle,
//! or shares an address, could lock the owner out by guessing (OWASP: device cookies).

use std::net::IpAddr;

use crate::pages::device::Device;
use crate::state::Backend;
use crate::token::keys::Purpose;
use stagepass_store::{LONGEST_WINDOW, StoreError};

const QUARTER_OF_AN_HOUR: i64 = 15 * 60;
const HOUR: i64 = LONGEST_WINDOW;

/// The limit is reached, or the store failed.
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

/// Password attempts for a handle, whether or not it belongs to an account.
#[derive(Debug, Clone)]
pub(crate) struct PasswordTries {
    counters: Vec<Counter>,
}

/// A counter with its limit and its window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counter {
    key: [u8; 32],
    most: i64,
    window: i64,
    /// Whether a successful attempt resets the counter, or only subtracts itself.
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
            // The order matters: an attempt that one counter refuses does not count for the next. So one address cannot
            // use up the attempts of an account.
            None => vec![
                counter("address", &[&network], 100, false),
                counter("account and address", &[account, &network], 10, true),
                counter("account", &[account], 100, false),
            ],
        };
        Self { counters }
    }

    /// Counts an attempt before it is made.
    pub(crate) async fn begin(&self, backend: &Backend) -> Result<(), ThrottleError> {
        for counter in &self.counters {
            counter.count(backend).await?;
        }
        Ok(())
    }

    /// Records that the password was right.
    pub(crate) async fn succeed(&self, backend: &Backend) -> Result<(), StoreError> {
        let keys = |forgets| -> Vec<[u8; 32]> {
            self.counters.iter().filter(|counter| counter.forgets == forgets).map(|counter| counter.key).collect()
        };
        backend.store.take_tries_back(&keys(true), &keys(false)).await
    }
}

/// Sign-ups from one address: created accounts, and handles that are taken. The latter reveal who has an account.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SignUps {
    made: Counter,
    taken: Counter,
}

/// The outcome of a sign-up.
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

    /// Counts a sign-up before it is made, for both outcomes: once a limit is reached, the response must not depend on
    /// the handle.
    pub(crate) async fn begin(&self, backend: &Backend) -> Result<(), ThrottleError> {
        self.taken.count(backend).await?;
        let counted = self.made.count(backend).await;
        if counted.is_err() {
            backend.store.take_tries_back(&[], &[self.taken.key]).await?;
        }
        counted
    }

    /// Subtracts the outcome that did not occur.
    pub(crate) async fn end(&self, backend: &Backend, outcome: SignUpOutcome) -> Result<(), StoreError> {
        let taken_back: &[[u8; 32]] = match outcome {
            SignUpOutcome::Made => &[self.taken.key],
            SignUpOutcome::HandleTaken => &[self.made.key],
            SignUpOutcome::Failed => &[self.made.key, self.taken.key],
        };
        backend.store.take_tries_back(&[], taken_back).await
    }
}

/// Counts a picture before it is received, for an account or one of its tracks.
pub(crate) async fn count_picture(backend: &Backend, user_id: i64) -> Result<(), ThrottleError> {
    let key = key(backend, "pictures of account", &[&user_id.to_be_bytes()]);
    Counter { key, most: 20, window: HOUR, forgets: false }.count(backend).await
}

impl Counter {
    async fn count(&self, backend: &Backend) -> Result<(), ThrottleError> {
        let now = backend.clock.now();
        let counted = backend.store.count_try(&self.key, now, self.window).await?;
        if counted.count > self.most {
            // At least a second, because the clock of another replica may differ.
            let retry_after = (counted.since + self.window - now).clamp(1, self.window);
            return Err(ThrottleError::TooMany { retry_after });
        }
        Ok(())
    }
}

/// Returns the key of a counter: an HMAC with the signing key, so that all replicas agree. Some counters start again
/// when the key is rotated.
fn key(backend: &Backend, kind: &str, of: &[&[u8]]) -> [u8; 32] {
    let mut message = kind.as_bytes().to_vec();
    for part in of {
        // With the length of each part, so that no two lists of parts are the same message.
        message.push(0);
        message.extend(part.len().to_be_bytes());
        message.extend(*part);
    }
    backend.keys.tag(backend.keys.signing_id(), Purpose::Tries, &message).unwrap_or_default()
}

/// Returns the network of an address: for IPv6 the first 64 bits, because a subscriber has all addresses that begin
/// with them (RFC 6177).
fn network(address: IpAddr) -> Vec<u8> {
    match address.to_canonical() {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.segments().into_iter().take(4).flat_map(u16::to_be_bytes).collect(),
    }
}

/// Returns a waiting time in whole minutes, for users.
pub(crate) fn minutes(seconds: i64) -> i64 {
    seconds.max(1).saturating_add(59) / 60
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::message::Message;

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
    fn wait_is_stated_in_minutes() {
        assert_eq!([0, 1, 60, 61, 900].map(minutes), [1, 1, 1, 2, 15]);
        let words = |wait| Message::new("too-many-attempts").number("minutes", minutes(wait)).to_string();
        assert_eq!(words(60), "Too many attempts. Wait a minute and try again.");
        assert_eq!(words(61), "Too many attempts. Wait 2 minutes and try again.");
    }
}
