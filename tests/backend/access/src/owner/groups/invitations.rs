//! `POST /owner/groups/{id}/invitations` creates an invitation, and `POST /join` uses one.
//!
//! An invitation is 32 random bytes. Any user who has it may join. So it is shown once, stored as a hash only, and sent
//! in the fragment of an address, which browsers do not send.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stagepass_rules::Id;

use super::group_store::Member;
use super::invitation_store::{InviteOutcome, JoinOutcome, NewInvitation};
use crate::clock::rfc3339;
use crate::error_answer::AccessError;
use crate::owner::{Owner, TicketUser};
use crate::service::Listener;
use crate::state::AccessServer;
use crate::{body, details};
use stagepass_kit::entropy::{SystemEntropy, random};

/// The default lifetime of an invitation in days.
const USUAL_DAYS: i64 = 7;
/// The longest lifetime of an invitation in days.
const MOST_DAYS: i64 = 90;
const DAY: i64 = 24 * 60 * 60;

/// The request body of [`invite`].
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct InvitationRequest {
    days: Option<i64>,
}

/// A new invitation.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Invitation")]
pub(crate) struct InvitationResponse {
    /// The invitation. Any user who has it can join once.
    invitation: String,
    /// The link to send to a user, if the group has a join address.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    /// When the invitation expires (RFC 3339).
    expires_at: String,
}

/// The request body of [`join`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JoinRequest {
    invitation: String,
}

/// The group that a user joined.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "JoinedGroup")]
pub(crate) struct JoinResponse {
    /// The ID of the group.
    group: String,
    /// The name of the group.
    name: String,
}

/// Creates an invitation for one user. It is only shown once.
pub(crate) async fn invite(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<InvitationResponse>), AccessError> {
    let group = details::id(path)?;
    let InvitationRequest { days } = body::read_if_any(body)?;
    let days = days.unwrap_or(USUAL_DAYS);
    if !(1..=MOST_DAYS).contains(&days) {
        return Err(AccessError::Request(format!("days must be 1 to {MOST_DAYS}")));
    }
    let secret = random::<32>(&SystemEntropy)?;
    let now = server.clock.now();
    let expires_at = now.saturating_add(days * DAY);
    match server.groups.invite(owner.id, &group, NewInvitation { secret, made_at: now, expires_at }).await? {
        InviteOutcome::Created => {}
        InviteOutcome::NoSuchGroup => return Err(AccessError::NotFound),
        InviteOutcome::TooMany => return Err(AccessError::TooMany("open invitations to this group")),
    }
    let invitation = URL_SAFE_NO_PAD.encode(secret);
    let link = server.join_url(owner.id, &group).await?.map(|url| format!("{url}#invitation={invitation}"));
    Ok((StatusCode::CREATED, Json(InvitationResponse { invitation, link, expires_at: rfc3339(expires_at) })))
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

impl AccessServer {
    async fn join_url(&self, owner: i64, group: &Id) -> Result<Option<String>, AccessError> {
        use stagepass_rules::Membership::{Member, NoSuchGroup, NobodySignedIn, Not};
        Ok(match self.groups.membership(owner, group, None).await? {
            NobodySignedIn { join_url, .. } | Not { join_url, .. } => join_url,
            Member | NoSuchGroup => None,
        })
    }
}
