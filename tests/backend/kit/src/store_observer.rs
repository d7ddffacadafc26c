//! How long a database takes. The store says so, and a server's metrics listen: neither knows the other.

use std::fmt::Debug;
use std::time::Duration;

/// What is asked of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StoreWork {
    /// Rows.
    Read,
    /// A transaction.
    Write,
}

/// Learns what is asked of a database.
pub trait StoreObserver: Debug + Send + Sync {
    /// `work` has ended after `took`, with an error if `failed`.
    fn observe(&self, work: StoreWork, took: Duration, failed: bool);
}
