//! Rate limiting.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The most keys that are remembered: some 5 MB.
const REMEMBERED: usize = 100_000;

/// The rate of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Requests a second on average. 0 counts as 1.
    pub per_second: u32,
    /// Requests at once after a pause. 0 counts as 1.
    pub burst: u32,
}

/// The addresses that are counted together: one IPv4 address, or one /64 network of IPv6, which a subscriber has as a
/// whole (RFC 6177).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Block {
    /// An IPv4 address.
    V4(u32),
    /// The first 64 bits of an IPv6 address.
    V6(u64),
}

/// The limit is exceeded. The request can be repeated after this time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many requests: wait {} s and try again", self.seconds())]
pub struct RateLimited(Duration);

impl RateLimited {
    /// The request can be repeated after `wait`.
    pub const fn for_time(wait: Duration) -> Self {
        Self(wait)
    }
}

/// Counts requests by the generic cell rate algorithm (ITU-T I.371, annex A), which needs one time for each key.
///
/// The state is in memory: a restart resets it, and each replica counts separately.
#[derive(Debug)]
pub struct RateLimiter<K> {
    rate: Rate,
    room: usize,
    began: Instant,
    /// When each key has its whole burst again, in nanoseconds.
    rested: Mutex<HashMap<K, u64>>,
}

impl Block {
    /// Returns the block of an address. An IPv4 address inside an IPv6 one is treated as IPv4.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(v4) => Self::V4(v4.to_bits()),
            IpAddr::V6(v6) => {
                let [first, second, third, fourth, ..] = v6.segments().map(u64::from);
                Self::V6((first << 48) | (second << 32) | (third << 16) | fourth)
            }
        }
    }
}

impl RateLimited {
    /// The value of `Retry-After` (RFC 9110 §10.2.3): whole seconds, at least 1.
    pub fn seconds(self) -> u64 {
        let Self(wait) = self;
        (wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1)
    }

    /// Converts the `Retry-After` of another server.
    pub fn after_seconds(seconds: u64) -> Self {
        Self(Duration::from_secs(seconds))
    }
}

impl Rate {
    /// Multiplies the rate and the burst.
    #[must_use]
    pub fn times(self, factor: u32) -> Self {
        Self { per_second: self.per_second.saturating_mul(factor), burst: self.burst.saturating_mul(factor) }
    }

    /// The nanoseconds that a request costs.
    fn cost(self) -> u64 {
        1_000_000_000 / u64::from(self.per_second.max(1))
    }

    /// The nanoseconds that can be used ahead.
    fn credit(self) -> u64 {
        self.cost() * u64::from(self.burst.max(1))
    }
}

impl<K: Eq + Hash> RateLimiter<K> {
    /// Returns a limiter that allows each key this rate.
    pub fn new(rate: Rate) -> Self {
        Self { rate, room: REMEMBERED, began: Instant::now(), rested: Mutex::default() }
    }

    /// Counts a request of `key`, unless the limit is reached.
    ///
    /// # Errors
    /// [`RateLimited`] if the limit is reached.
    pub fn take<Q>(&self, key: &Q) -> Result<(), RateLimited>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        self.take_at(key, self.rate, self.now())
    }

    /// Counts a request of `key`, which has its own rate.
    ///
    /// # Errors
    /// [`RateLimited`] if the limit is reached.
    pub fn take_with<Q>(&self, key: &Q, rate: Rate) -> Result<(), RateLimited>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        self.take_at(key, rate, self.now())
    }

    /// Subtracts a request that should not count.
    pub fn give_back<Q>(&self, key: &Q)
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        if let Some(rested) = self.lock().get_mut(key) {
            *rested = rested.saturating_sub(self.rate.cost());
        }
    }

    /// Returns whether `key` has its whole burst.
    pub fn is_rested<Q>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let now = self.now();
        self.lock().get(key).is_none_or(|rested| *rested <= now)
    }

    /// Checks whether a request of `key` would be allowed. Counts nothing.
    ///
    /// # Errors
    /// [`RateLimited`] if the limit is reached.
    pub fn look<Q>(&self, key: &Q) -> Result<(), RateLimited>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.look_with(key, self.rate)
    }

    /// Checks a `key` that has its own rate. Counts nothing.
    ///
    /// # Errors
    /// [`RateLimited`] if the limit is reached.
    pub fn look_with<Q>(&self, key: &Q, rate: Rate) -> Result<(), RateLimited>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let now = self.now();
        let rested = self.lock().get(key).copied().unwrap_or_default();
        after(rate, rested, now).map(drop)
    }

    fn take_at<Q>(&self, key: &Q, rate: Rate, now: u64) -> Result<(), RateLimited>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        let mut all = self.lock();
        if let Some(rested) = all.get_mut(key) {
            *rested = after(rate, *rested, now)?;
            return Ok(());
        }
        if all.len() >= self.room {
            forget_some(&mut all, self.room, now);
        }
        all.insert(key.to_owned(), after(rate, 0, now)?);
        Ok(())
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_nanos()).unwrap_or(u64::MAX >> 1)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, u64>> {
        self.rested.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns when a key has its whole burst again after one more request, if it was to have it at `rested`.
fn after(rate: Rate, rested: u64, now: u64) -> Result<u64, RateLimited> {
    let after = rested.max(now) + rate.cost();
    match after.checked_sub(now + rate.credit()) {
        None | Some(0) => Ok(after),
        Some(wait) => Err(RateLimited(Duration::from_nanos(wait))),
    }
}

/// Removes the keys with their whole burst, which are as good as unknown, and then those that will have it soonest. The
/// most active keys stay longest, so filling the table resets none of them. A quarter is removed at once, so that a
/// full table is rarely scanned.
fn forget_some<K: Eq + Hash>(all: &mut HashMap<K, u64>, room: usize, now: u64) {
    all.retain(|_, rested| *rested > now);
    let kept = room - room / 4;
    if all.len() > kept {
        let mut times: Vec<u64> = all.values().copied().collect();
        let excess = times.len() - kept;
        let (_, last, _) = times.select_nth_unstable(excess - 1);
        let last = *last;
        all.retain(|_, rested| *rested > last);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECOND: u64 = 1_000_000_000;
    const RATE: Rate = Rate { per_second: 10, burst: 3 };

    #[test]
    fn a_burst_and_then_so_many_a_second() {
        let limiter: RateLimiter<String> = RateLimiter::new(RATE);
        for _ in 0..3 {
            assert_eq!(limiter.take_at("a", RATE, SECOND), Ok(()));
        }
        let refused = limiter.take_at("a", RATE, SECOND).unwrap_err();
        assert_eq!((refused, refused.seconds()), (RateLimited(Duration::from_millis(100)), 1));
        assert_eq!(limiter.take_at("b", RATE, SECOND), Ok(()), "each for themselves");
        assert!(limiter.take_at("a", RATE, SECOND + SECOND / 10 - 1).is_err());
        assert_eq!(limiter.take_at("a", RATE, SECOND + SECOND / 10), Ok(()), "after the time that was named");
        assert!(limiter.take_at("a", RATE, SECOND + SECOND / 10).is_err());
        for _ in 0..3 {
            assert_eq!(limiter.take_at("a", RATE, 9 * SECOND), Ok(()), "no more than the burst is saved up");
        }
        assert!(limiter.take_at("a", RATE, 9 * SECOND).is_err());
    }

    #[test]
    fn to_look_counts_nothing() {
        let rate = Rate { per_second: 1, burst: 1 };
        let limiter: RateLimiter<String> = RateLimiter::new(rate);
        for _ in 0..9 {
            assert_eq!(limiter.look_with("a", rate), Ok(()));
        }
        assert_eq!(limiter.take("a"), Ok(()));
        assert_eq!(limiter.look_with("a", rate).unwrap_err().seconds(), 1);
    }

    #[test]
    fn request_that_is_given_back_does_not_count() {
        let limiter: RateLimiter<String> = RateLimiter::new(Rate { per_second: 1, burst: 1 });
        limiter.give_back("a");
        for _ in 0..9 {
            assert!(limiter.is_rested("a"));
            assert_eq!(limiter.take("a"), Ok(()));
            assert!(!limiter.is_rested("a") && limiter.take("a").is_err());
            limiter.give_back("a");
        }
    }

    #[test]
    fn higher_rate_of_key_allows_larger_burst() {
        let limiter: RateLimiter<String> = RateLimiter::new(RATE);
        let higher = Rate { per_second: 10, burst: 30 };
        for _ in 0..30 {
            assert_eq!(limiter.take_at("a", higher, SECOND), Ok(()));
        }
        assert!(limiter.take_at("a", higher, SECOND).is_err());
        assert!(limiter.take_at("a", RATE, SECOND + SECOND).is_err(), "a rate that is lowered counts at once");
        assert_eq!(limiter.take_at("b", RATE, SECOND), Ok(()));
        assert_eq!(RATE.times(u32::MAX), Rate { per_second: u32::MAX, burst: u32::MAX });
    }

    #[test]
    fn seconds_are_rounded_up() {
        for (wait, seconds) in [(1, 1), (1_000, 1), (1_001, 2), (2_000, 2), (59_999, 60)] {
            assert_eq!(RateLimited(Duration::from_millis(wait)).seconds(), seconds, "{wait}");
        }
        assert_eq!(RateLimited(Duration::from_nanos(1)).to_string(), "too many requests: wait 1 s and try again");
    }

    #[test]
    fn ipv6_counts_by_64_network_ipv4_by_address() {
        let block = |text: &str| Block::of(text.parse().unwrap());
        assert_eq!(block("2001:db8:1:2::1"), block("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(block("2001:db8:1:2::1"), block("2001:db8:1:3::1"));
        assert_eq!(block("::ffff:192.0.2.1"), block("192.0.2.1"));
        assert_ne!(block("192.0.2.1"), block("192.0.2.2"));
    }

    #[test]
    fn full_table_keeps_keys_with_frequent_requests() {
        let limiter = RateLimiter { room: 100, ..RateLimiter::new(RATE) };
        while limiter.take_at(&u64::MAX, RATE, SECOND).is_ok() {}
        for stranger in 0..1_000 {
            assert_eq!(limiter.take_at(&stranger, RATE, SECOND + stranger), Ok(()));
            assert!(limiter.lock().len() <= 100);
        }
        assert!(limiter.take_at(&u64::MAX, RATE, SECOND + 1_000).is_err(), "the others were rested sooner");
    }

    proptest! {
        #[test]
        fn admitted_requests_never_exceed_burst_and_rate(
            per_second in 1_u32..50, burst in 1_u32..50, pauses in prop::collection::vec(0_u64..SECOND / 4, 1..300),
        ) {
            let rate = Rate { per_second, burst };
            let limiter = RateLimiter::new(rate);
            let (mut now, mut let_in) = (0, 0_u64);
            for pause in pauses {
                now += pause;
                match limiter.take_at(&0, rate, now) {
                    Ok(()) => let_in += 1,
                    Err(RateLimited(wait)) => {
                        let wait = u64::try_from(wait.as_nanos()).unwrap();
                        prop_assert!(after(rate, limiter.lock()[&0], now + wait).is_ok(), "it is let in when it was told");
                        prop_assert!(after(rate, limiter.lock()[&0], now + wait - 1).is_err());
                    }
                }
                prop_assert!(let_in <= u64::from(burst) + now / rate.cost() + 1);
            }
        }
    }
}
