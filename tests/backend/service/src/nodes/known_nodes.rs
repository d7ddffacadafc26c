//! The nodes on other machines that may send requests, by the addresses of their keys.

use std::sync::Arc;

use axum::extract::Request;
use stagepass_gate::Address;
use stagepass_kit::clock::Clock;
use stagepass_media::audio::OpenAudio;

/// The nodes that may send requests.
#[derive(Debug)]
pub(crate) struct KnownNodes {
    pub(super) addresses: Vec<Address>,
    pub(super) clock: Arc<dyn Clock>,
    pub(crate) open_audio: OpenAudio,
}

impl KnownNodes {
    pub(crate) fn new(addresses: Vec<Address>, clock: Arc<dyn Clock>) -> Self {
        Self { addresses, clock, open_audio: OpenAudio::default() }
    }

    /// Returns whether a request is from a node. Nodes have no rate limit.
    pub(crate) fn is_of_a_node(&self, request: &Request) -> bool {
        // What the signature is for is checked later.
        !self.addresses.is_empty() && self.signer(request.headers()).is_ok()
    }
}
