//! What a client remembers of its REST calls.

use std::sync::Mutex;

use stagepass_core::text::secret::Secret;

use super::access::ticket::TicketCache;

/// What a client remembers of its REST calls.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(super) tickets: Mutex<TicketCache>,
    /// The user's number, and the token of the session for which it was requested.
    pub(super) own_id: Mutex<Option<(Secret, u64)>>,
    /// The keys of the files that are being uploaded.
    pub(super) uploading: Mutex<Vec<String>>,
}
