//! Reports listens to the catalogue.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::HeaderMap;
use stagepass_kit::rate::Block;
use stagepass_server::client_address::client_address;

use crate::access::Admission;
use crate::listens::Listener;
use crate::state::Node;

/// How often listens are reported.
pub(super) const EVERY: Duration = Duration::from_secs(5);

impl Node {
    /// Counts a response with the content's beginning.
    pub(super) fn count_listen(&self, admitted: &Admission, peer: SocketAddr, headers: &HeaderMap) {
        let track_id = admitted.track_id;
        let listener = if let Some(signed) = &admitted.signed {
            Listener::Signed(*signed.parameter.digest().as_bytes(), signed.signer)
        } else {
            let address = client_address(peer.ip(), headers, &self.trusted_proxies).unwrap_or(peer.ip());
            Listener::At(Block::of(address), track_id)
        };
        let duration = admitted.content.track(track_id).and_then(|track| track.duration);
        self.listens.note(&listener, track_id, duration, self.clock.now());
    }

    /// Reports listens to the catalogue. If it refuses them, they are kept for the next report.
    pub(super) async fn report(&self) {
        let listens = self.listens.take();
        if let Err(error) = self.catalog.record_listens(listens.clone()).await {
            tracing::error!(%error, "listens could not be reported: they are kept and reported again");
            self.listens.put_back(&listens);
        }
    }
}
