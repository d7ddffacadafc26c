//! Observing the duration of statements. The store reports them, and a server's metrics receive them, without knowing
//! each other.

use std::fmt::Debug;
use std::time::Duration;

/// A kind of database access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StoreWork {
    /// A read.
    Read,
    /// A transaction.
    Write,
}

/// Receives reports about database accesses.
pub trait StoreObserver: Debug + Send + Sync {
    /// `work` has ended after `took`, with an error if `failed`.
    fn observe(&self, work: StoreWork, took: Duration, failed: bool);
}
