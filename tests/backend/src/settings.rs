//! What a service is told before it starts.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use crate::base_url::BaseUrl;
use crate::clock::{Clock, SystemClock};
use crate::entropy::{Entropy, SystemEntropy};
use crate::keys::KeyRing;
use crate::password::PasswordCost;
use crate::store::DatabaseAddress;

/// Everything that a service is told.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The address that browsers and apps reach the service by; `http://IP:PORT/v1` if none is given.
    pub base_url: Option<BaseUrl>,
    /// Where the state is kept.
    pub database: DatabaseAddress,
    /// The keys of tokens and forms.
    pub token_keys: TokenKeys,
    /// What checking one password costs.
    pub password_cost: PasswordCost,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Random bytes.
    pub entropy: Arc<dyn Entropy>,
}

/// Where the token keys come from.
#[derive(Debug, Clone)]
pub enum TokenKeys {
    /// These.
    Given(KeyRing),
    /// A file with one key a line, the signing key first.
    File(PathBuf),
    /// A file beside the database, made at the first start; with a database in memory, a key that is gone with the process.
    BesideDatabase,
}

impl Settings {
    /// A service that keeps nothing and listens at a free port of this machine: for tests and trying out.
    pub fn in_memory() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            base_url: None,
            database: DatabaseAddress::Memory,
            token_keys: TokenKeys::BesideDatabase,
            password_cost: PasswordCost::RECOMMENDED,
            clock: Arc::new(SystemClock),
            entropy: Arc::new(SystemEntropy),
        }
    }
}
