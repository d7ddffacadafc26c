//! How a server stops: first each answer ends its connection, then nobody else is let in.

use tokio::sync::watch;

/// How far a server has come on its way to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    Open,
    /// Everything is answered, and each answer says that its connection ends.
    Draining,
    /// Nobody else is let in.
    Closing,
}

/// In the extensions of a request to a server that is about to stop.
#[derive(Debug, Clone, Copy)]
pub struct DrainMarker;

/// Waits until no connection is let in any more.
pub(super) async fn told_to_close(phase: &mut watch::Receiver<Phase>) {
    // An error means that the sender is gone, and with it the server.
    let _ = phase.wait_for(|phase| *phase == Phase::Closing).await;
}
