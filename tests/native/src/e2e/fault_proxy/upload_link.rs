//! The link that uploads come by: it can stand still, and be cut.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use futures_util::StreamExt as _;
use tokio::sync::watch;
use tokio::time::timeout;

use super::TIMEOUT;

/// What all uploads together may bring. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct UploadLink(Arc<watch::Sender<State>>);

#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// How many bytes have come through.
    passed: u64,
    /// Once so many have, the others wait.
    until: Option<u64>,
    /// How often it has been cut.
    cuts: usize,
}

impl State {
    fn is_stalled(self) -> bool {
        self.until.is_some_and(|until| self.passed >= until)
    }
}

impl UploadLink {
    /// Once so many bytes more have come through, no other does.
    pub fn stall_after(&self, bytes: u64) {
        self.0.send_modify(|state| state.until = Some(state.passed + bytes));
    }

    /// Waits until it stands still.
    pub async fn wait_until_stalled(&self) {
        let mut state = self.0.subscribe();
        let waited = timeout(TIMEOUT, state.wait_for(|state| state.is_stalled()));
        waited.await.expect("so much comes").expect("the link is there");
    }

    /// From now on everything comes through.
    pub fn resume(&self) {
        self.0.send_modify(|state| state.until = None);
    }

    /// The requests that are on their way break off, and no answer comes to them. Others come through.
    pub fn cut(&self) {
        self.0.send_modify(|state| {
            state.cuts += 1;
            state.until = None;
        });
    }

    /// The same body, as it comes through.
    pub(super) fn carry(&self, body: Body) -> Body {
        let (link, cuts) = (self.clone(), self.0.borrow().cuts);
        Body::from_stream(body.into_data_stream().then(move |chunk| {
            let link = link.clone();
            async move {
                let mut state = link.0.subscribe();
                let is_over = |state: &State| state.cuts > cuts || !state.is_stalled();
                let now = *state.wait_for(is_over).await.map_err(io::Error::other)?;
                if now.cuts > cuts {
                    return Err(io::Error::other("cut"));
                }
                let chunk = chunk.map_err(io::Error::other)?;
                link.0.send_modify(|state| state.passed += chunk.len() as u64);
                Ok(chunk)
            }
        }))
    }
}
