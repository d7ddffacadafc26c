//! Authentication by tickets. An owner only has access to their own data.

pub(crate) mod caps;
pub(crate) mod groups;
pub(crate) mod owners;
pub(crate) mod page;
pub(crate) mod rules;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;

use super::error_answer::AccessError;
use super::service::{TicketHolder, Track};
use super::ticket;
use crate::state::AccessServer;

/// A user with a valid ticket of any scope. This is an extractor: a handler with it as an argument only runs for such a
/// user.
#[derive(Debug)]
pub(super) struct TicketUser(pub(super) TicketHolder);

/// One of the owners that this server serves, with a valid ticket of the scope `write`.
#[derive(Debug)]
pub(super) struct Owner {
    /// Their user ID, as the database has it.
    pub(super) id: i64,
    /// The holder of the ticket.
    pub(super) holder: TicketHolder,
}

impl FromRequestParts<Arc<AccessServer>> for Owner {
    type Rejection = AccessError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<AccessServer>) -> Result<Self, AccessError> {
        let TicketUser(holder) = TicketUser::from_request_parts(parts, server).await?;
        holder.check_write()?;
        server.check_owner(holder.user_id).await?;
        let id = i64::try_from(holder.user_id).map_err(|_| AccessError::BadTicket)?;
        Ok(Self { id, holder })
    }
}

impl FromRequestParts<Arc<AccessServer>> for TicketUser {
    type Rejection = AccessError;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<AccessServer>) -> Result<Self, AccessError> {
        let ConnectInfo(peer) = *parts.extensions.get::<ConnectInfo<SocketAddr>>().ok_or(AccessError::Internal)?;
        let ticket = ticket::shown(&parts.headers)?.ok_or(AccessError::NoTicket)?;
        server.ticket_holder(ticket, peer, &parts.headers).await.map(Self)
    }
}

impl TicketHolder {
    /// Checks that the user may change what they have here with their ticket.
    ///
    /// # Errors
    /// [`AccessError::ReadTicket`].
    pub(super) fn check_write(&self) -> Result<(), AccessError> {
        if self.may_write { Ok(()) } else { Err(AccessError::ReadTicket) }
    }
}

impl AccessServer {
    /// Checks that this server serves the tracks of this user.
    ///
    /// # Errors
    /// [`AccessError::OwnerNotServed`] if not, [`AccessError::Service`] if the service cannot resolve a configured
    /// handle.
    pub(super) async fn check_owner(&self, user_id: u64) -> Result<(), AccessError> {
        if self.owners.serve(user_id, &self.service).await? { Ok(()) } else { Err(AccessError::OwnerNotServed) }
    }

    /// Returns the track with this ID, if it belongs to `owner` and this server signs for it.
    ///
    /// # Errors
    /// [`AccessError::AnotherUser`] if it belongs to another user.
    pub(super) async fn own_track(&self, owner: &Owner, track_id: u64) -> Result<Track, AccessError> {
        let track = self.service.track(track_id).await?;
        if track.owner != owner.holder.user_id {
            return Err(AccessError::AnotherUser);
        }
        self.may_sign_for(&track)?;
        Ok(track)
    }
}
