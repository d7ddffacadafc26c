//! Stopping a server: first each response closes its connection, then no connections are accepted.

use tokio::sync::watch;

/// The phases of stopping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    Open,
    /// Requests are answered, and each response closes its connection.
    Draining,
    /// No more connections are accepted.
    Closing,
}

/// An extension of requests to a server that is draining.
#[derive(Debug, Clone, Copy)]
pub struct DrainMarker;

/// Waits until no more connections are accepted.
pub(super) async fn wait_until_closing(phase: &mut watch::Receiver<Phase>) {
    // An error means that the sender and the server are gone.
    let _ = phase.wait_for(|phase| *phase == Phase::Closing).await;
}
