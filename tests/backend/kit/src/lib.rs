//! The common parts of the backend below HTTP. This crate knows no users, no tracks and no database.
//!
//! | module | contents |
//! |---|---|
//! | [`clock`], [`entropy`] | time and randomness, replaceable in tests |
//! | [`disk`], [`private`], [`secret`] | free space, files that only their owner can read, secrets that are not logged |
//! | [`rate`], [`lru_map`] | rate limits, and maps that evict the least recently used entry |
//! | [`display_name`], [`identifier`], [`origin`], [`parameters`] | values with a form |
//! | [`store_observer`] | how long a database takes |

pub mod clock;
pub mod disk;
pub mod display_name;
pub mod entropy;
pub mod identifier;
pub mod lru_map;
pub mod origin;
pub mod parameters;
pub mod private;
pub mod rate;
pub mod secret;
pub mod store_observer;
