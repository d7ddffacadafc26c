//! The nodes on other machines that may ask, by the addresses of their keys.

use std::sync::Arc;

use axum::extract::Request;
use stagepass_gate::Address;
use stagepass_kit::clock::Clock;
use stagepass_media::audio::OpenAudio;

/// The nodes that may ask.
#[derive(Debug)]
pub(crate) struct KnownNodes {
    pub(super) addresses: Vec<Address>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) open_audio: OpenAudio,
}

impl KnownNodes {
    pub(crate) fn new(addresses: Vec<Address>, clock: Arc<dyn Clock>) -> Self {
        Self { addresses, clock, open_audio: OpenAudio::default() }
    }

    /// Whether a request is one of a node's, which asks more often than others may.
    pub(crate) fn is_of_a_node(&self, request: &Request) -> bool {
        // What it is for is looked at later: a signature for something else opens nothing.
        !self.addresses.is_empty() && self.signer(request.headers()).is_ok()
    }
}
