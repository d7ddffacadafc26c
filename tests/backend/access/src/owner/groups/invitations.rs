//! `POST /owner/groups/{id}/invitations`: creates an invitation, which `POST /join` uses.
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
use serde::{Deserialize, Serialize};
use stagepass_rules::Id;

use super::invitation_store::{InviteOutcome, NewInvitation};
use crate::clock::rfc3339;
use crate::error_answer::AccessError;
use crate::owner::Owner;
use crate::request::{body, details};
use crate::state::AccessServer;
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
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvitationResponse {
    /// The invitation. Any user who has it can join once.
    invitation: String,
    /// The link to send to a user, if the group has a join address.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    /// When the invitation expires (RFC 3339).
    expires_at: String,
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

impl AccessServer {
    async fn join_url(&self, owner: i64, group: &Id) -> Result<Option<String>, AccessError> {
        use stagepass_rules::Membership::{Member, NoSuchGroup, NobodySignedIn, Not};
        Ok(match self.groups.membership(owner, group, None).await? {
            NobodySignedIn { join_url, .. } | Not { join_url, .. } => join_url,
            Member | NoSuchGroup => None,
        })
    }
}
