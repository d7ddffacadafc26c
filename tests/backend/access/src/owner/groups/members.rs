//! `/owner/groups/{id}/members`: the members of a group.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;

use super::group_store::Member;
use crate::clock::rfc3339;
use crate::error_answer::AccessError;
use crate::owner::Owner;
use crate::request::details;
use crate::service::{Listener, UserReference};
use crate::state::AccessServer;

/// The members of a group.
#[derive(Serialize)]
pub(crate) struct List {
    /// The members.
    members: Vec<MemberResponse>,
}

/// A member of a group, with the handle and name from when they joined.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemberResponse {
    /// The ID of the user.
    user_id: i64,
    /// The handle when the user joined.
    handle: String,
    /// The displayed name when the user joined.
    name: String,
    /// When the user joined (RFC 3339).
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

/// `PUT …/members/{user}`: adds a user by ID or `@handle`.
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
        // The group was deleted meanwhile.
        None => return Err(AccessError::NotFound),
    };
    Ok(Json(member.into()))
}

/// `DELETE …/members/{user}`: removes a user.
pub(crate) async fn delete(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<StatusCode, AccessError> {
    let Path((group, user)) = path.map_err(|_| AccessError::NotFound)?;
    let group = details::id_of(&group)?;
    // An ID is not looked up, so that a user whose account was deleted can be removed, too.
    let user_id = match UserReference::parse(&user).ok_or(AccessError::NoUser)? {
        UserReference::Number(user_id) => user_id,
        UserReference::Handle(_) => server.find_listener(&user).await?.user_id,
    };
    let user_id = i64::try_from(user_id).map_err(|_| AccessError::NotFound)?;
    let was_in_it = server.groups.remove(owner.id, &group, user_id).await?;
    if was_in_it { Ok(StatusCode::NO_CONTENT) } else { Err(AccessError::NotFound) }
}

impl AccessServer {
    /// Returns the user with this ID or `@handle`.
    ///
    /// # Errors
    /// [`AccessError::NoUser`] if the service has no such user.
    pub(crate) async fn find_listener(&self, name: &str) -> Result<Listener, AccessError> {
        let reference = UserReference::parse(name).ok_or(AccessError::NoUser)?;
        self.service.find_user(&reference).await?.ok_or(AccessError::NoUser)
    }
}

impl Member {
    /// Returns a member who joins now.
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
