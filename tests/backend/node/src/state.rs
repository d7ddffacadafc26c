//! The state that all request handlers share.

use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use stagepass_kit::clock::Clock;
use stagepass_media::audio::OpenAudio;
use stagepass_server::health::Readiness;

use crate::catalog::Catalog;
use crate::listens::Listens;
use crate::signers::Signers;

/// The state of a node.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) catalog: Arc<dyn Catalog>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) longest_signature: Duration,
    pub(crate) signers: Signers,
    pub(crate) open_audio: OpenAudio,
    pub(crate) listens: Listens,
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) readiness: Readiness,
}
