//! The settings of a node.

use std::sync::Arc;
use std::time::Duration;

use stagepass_gate::admission;
use stagepass_kit::clock::{Clock, SystemClock};
use stagepass_server::serve::WRITE_TIMEOUT;
use stagepass_server::settings::ServerSettings;

use crate::catalog::Catalog;

/// The settings of a node.
#[derive(Debug, Clone)]
pub struct NodeSettings {
    /// The settings that all servers have.
    pub server: ServerSettings,
    /// The catalogue of tracks.
    pub catalog: Arc<dyn Catalog>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The longest validity of a signature. The default is 6 h, whatever the duration of the track.
    pub longest_signature: Duration,
    /// How long a client may accept no bytes before it is disconnected. Only on Linux: other systems have their own
    /// timeout.
    pub write_timeout: Duration,
}

impl NodeSettings {
    /// Returns the default settings with this catalogue: any free port of this machine, the system's clock, 6 h, one
    /// minute, no limits.
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
