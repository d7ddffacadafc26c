//! What a node is told before it starts.

use std::sync::Arc;
use std::time::Duration;

use stagepass_gate::admission;
use stagepass_kit::clock::{Clock, SystemClock};
use stagepass_server::serve::WRITE_TIMEOUT;
use stagepass_server::settings::ServerSettings;

use crate::catalog::Catalog;

/// Everything that a node is told.
#[derive(Debug, Clone)]
pub struct NodeSettings {
    /// What every server is told.
    pub server: ServerSettings,
    /// The tracks.
    pub catalog: Arc<dyn Catalog>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// How long a signature is good at most, however long the track: 6 h, unless this is less.
    pub longest_signature: Duration,
    /// How long a client may take none of the bytes that are there for it, before it is cut off. (By Linux; other systems have their own
    /// idea of it.)
    pub write_timeout: Duration,
}

impl NodeSettings {
    /// What a node is told that has this catalogue, and nothing out of the ordinary: a free port of this machine, its clock, 6 h, a minute, no limits.
    pub fn new(catalog: Arc<dyn Catalog>) -> Self {
        Self {
            server: ServerSettings::default(),
            catalog,
            clock: Arc::new(SystemClock),
            longest_signature: admission::MAX_AGE,
            write_timeout: WRITE_TIMEOUT,
        }
    }
}
