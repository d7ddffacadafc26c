//! The connection of uploads: it can stall, and be cut.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use futures_util::StreamExt as _;
use tokio::sync::watch;
use tokio::time::timeout;

use super::TIMEOUT;

/// The connection that all uploads share. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct UploadLink(Arc<watch::Sender<State>>);

#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// How many bytes have passed.
    passed: u64,
    /// The number of bytes after which it stalls.
    until: Option<u64>,
    /// How often it was cut.
    cuts: usize,
}

impl State {
    fn is_stalled(self) -> bool {
        self.until.is_some_and(|until| self.passed >= until)
    }
}

impl UploadLink {
    /// Stalls it after this many more bytes.
    pub fn stall_after(&self, bytes: u64) {
        self.0.send_modify(|state| state.until = Some(state.passed + bytes));
    }

    /// Waits until it stalls.
    pub async fn wait_until_stalled(&self) {
        let mut state = self.0.subscribe();
        let waited = timeout(TIMEOUT, state.wait_for(|state| state.is_stalled()));
        waited.await.expect("so much comes").expect("the link is there");
    }

    /// Lets bytes pass again.
    pub fn resume(&self) {
        self.0.send_modify(|state| state.until = None);
    }

    /// Breaks the current requests, without a response. Later requests pass.
    pub fn cut(&self) {
        self.0.send_modify(|state| {
            state.cuts += 1;
            state.until = None;
        });
    }

    /// Sends a body through this connection.
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
