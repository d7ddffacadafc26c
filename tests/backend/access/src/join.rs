//! `POST /join`: adds a user to the group of an invitation.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

use crate::error_answer::AccessError;
use crate::owner::TicketUser;
use crate::owner::groups::group_store::Member;
use crate::owner::groups::invitation_store::JoinOutcome;
use crate::request::body;
use crate::service::Listener;
use crate::state::AccessServer;

/// The request body of [`join`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JoinRequest {
    invitation: String,
}

/// The group that a user joined.
#[derive(Serialize)]
pub(crate) struct JoinResponse {
    /// The ID of the group.
    group: String,
    /// The name of the group.
    name: String,
}

/// Adds the holder of the ticket to the group of an invitation.
pub(crate) async fn join(
    State(server): State<Arc<AccessServer>>,
    TicketUser(holder): TicketUser,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<JoinResponse>, AccessError> {
    let JoinRequest { invitation } = body::read(body)?;
    let secret = URL_SAFE_NO_PAD.decode(&invitation).ok().and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
    let secret = secret.ok_or(AccessError::InvitationUnknown)?;
    let known = server.service.user(holder.user_id).await?;
    let name = known.map_or_else(|| holder.handle.clone(), |user| user.name);
    let listener = Listener { user_id: holder.user_id, handle: holder.handle, name, verified: holder.verified };
    match server.groups.join(&secret, &Member::new(listener, server.clock.now())?).await? {
        JoinOutcome::Joined { group, name } => Ok(Json(JoinResponse { group, name })),
        JoinOutcome::Used => Err(AccessError::InvitationUsed),
        JoinOutcome::Expired => Err(AccessError::InvitationExpired),
        JoinOutcome::TooMany => Err(AccessError::TooMany("members of this owner's groups")),
        JoinOutcome::Unknown => Err(AccessError::InvitationUnknown),
    }
}
