//! `/owner/groups/{id}/members`: who is in a group.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;

use super::group_store::Member;
use crate::clock::rfc3339;
use crate::details;
use crate::error_answer::AccessError;
use crate::owner::Owner;
use crate::service::{Listener, UserReference};
use crate::state::AccessServer;

/// The answer of [`list`].
#[derive(Serialize)]
pub(crate) struct List {
    members: Vec<MemberResponse>,
}

/// Somebody in a group, as its owner sees them; called what the service said when they came.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemberResponse {
    user_id: i64,
    handle: String,
    name: String,
    since: String,
}

/// `GET …/members`: newest first.
pub(crate) async fn list(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
) -> Result<Json<List>, AccessError> {
    let members = server.groups.members(owner.id, &details::id(path)?).await?.ok_or(AccessError::NotFound)?;
    Ok(Json(List { members: members.into_iter().map(MemberResponse::from).collect() }))
}

/// `PUT …/members/{user}`: puts somebody in, by number or `@handle`.
pub(crate) async fn put(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<Json<MemberResponse>, AccessError> {
    let Path((group, user)) = path.map_err(|_| AccessError::NotFound)?;
    let group = details::id_of(&group)?;
    if !server.groups.has(owner.id, &group).await? {
        return Err(AccessError::NotFound);
    }
    let user = server.find_listener(&user).await?;
    let mut member = Member::new(user, server.clock.now())?;
    member.since = match server.groups.add(owner.id, &group, &member).await? {
        Some(since) => since,
        None if server.groups.has(owner.id, &group).await? => return Err(AccessError::TooMany("members of groups")),
        // It was deleted meanwhile.
        None => return Err(AccessError::NotFound),
    };
    Ok(Json(member.into()))
}

/// `DELETE …/members/{user}`: takes somebody out.
pub(crate) async fn delete(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<StatusCode, AccessError> {
    let Path((group, user)) = path.map_err(|_| AccessError::NotFound)?;
    let group = details::id_of(&group)?;
    // By number without the service: whoever has left it can be taken out too.
    let user_id = match UserReference::parse(&user).ok_or(AccessError::NoUser)? {
        UserReference::Number(user_id) => user_id,
        UserReference::Handle(_) => server.find_listener(&user).await?.user_id,
    };
    let user_id = i64::try_from(user_id).map_err(|_| AccessError::NotFound)?;
    let was_in_it = server.groups.remove(owner.id, &group, user_id).await?;
    if was_in_it { Ok(StatusCode::NO_CONTENT) } else { Err(AccessError::NotFound) }
}

impl AccessServer {
    /// Returns the user that an owner names by number or `@handle`.
    ///
    /// # Errors
    /// [`AccessError::NoUser`] if the service has no such user.
    pub(crate) async fn find_listener(&self, name: &str) -> Result<Listener, AccessError> {
        let reference = UserReference::parse(name).ok_or(AccessError::NoUser)?;
        self.service.find_user(&reference).await?.ok_or(AccessError::NoUser)
    }
}

impl Member {
    /// Somebody who comes now.
    pub(crate) fn new(listener: Listener, now: i64) -> Result<Self, AccessError> {
        let Listener { user_id, handle, name, .. } = listener;
        let user_id = i64::try_from(user_id).map_err(|_| AccessError::NoUser)?;
        Ok(Self { user_id, handle, name, since: now })
    }
}

impl From<Member> for MemberResponse {
    fn from(Member { user_id, handle, name, since }: Member) -> Self {
        Self { user_id, handle, name, since: rfc3339(since) }
    }
}
