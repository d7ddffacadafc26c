//! Numbers for IDs of requests.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Returns two numbers that no other call returns, and that no client can predict. They protect no secret, so this
/// saves the system call for random bytes: they are a count, hashed with random seeds of this process.
pub(crate) fn unique_numbers() -> [u64; 2] {
    static SEEDS: LazyLock<[RandomState; 2]> = LazyLock::new(Default::default);
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    SEEDS.each_ref().map(|seed| seed.hash_one(count))
}
