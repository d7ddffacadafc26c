//! `/owner/groups`: an owner's groups of users.

pub(crate) mod group_store;
pub(crate) mod invitation_store;
pub(crate) mod invitations;
pub(crate) mod members;

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use url::Url;

use self::group_store::Group;
use super::Owner;
use crate::error_answer::AccessError;
use crate::request::{body, details};
use crate::state::AccessServer;

/// The groups of an owner.
#[derive(Serialize)]
pub(crate) struct List {
    /// The groups.
    groups: Vec<Group>,
}

/// The request body of a group.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Body {
    name: String,
    join_url: Option<String>,
}

/// `GET /owner/groups`: newest first.
pub(crate) async fn list(State(server): State<Arc<AccessServer>>, owner: Owner) -> Result<Json<List>, AccessError> {
    Ok(Json(List { groups: server.groups.list(owner.id).await? }))
}

/// `PUT /owner/groups/{id}`: creates or changes a group.
pub(crate) async fn put(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Group>, AccessError> {
    let id = details::id(path)?;
    let Body { name, join_url } = body::read(body)?;
    let group = Group {
        id: id.to_string(),
        name: details::name("name", &name)?,
        join_url: join_url.as_deref().map(join_link).transpose()?,
    };
    if !server.groups.put(owner.id, &group, server.clock.now()).await? {
        return Err(AccessError::TooMany("groups"));
    }
    Ok(Json(group))
}

/// `DELETE /owner/groups/{id}`: also deletes its members and invitations. A rule that names the group no longer matches
/// any user.
pub(crate) async fn delete(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
) -> Result<StatusCode, AccessError> {
    let was_there = server.groups.delete(owner.id, &details::id(path)?).await?;
    if was_there { Ok(StatusCode::NO_CONTENT) } else { Err(AccessError::NotFound) }
}

/// The invitation is appended after a `#`, so that no server receives it.
fn join_link(text: &str) -> Result<String, AccessError> {
    let link = details::link("joinUrl", text)?;
    let has_fragment = Url::parse(&link).is_ok_and(|url| url.fragment().is_some());
    if has_fragment { Err(AccessError::Request("joinUrl cannot have a # in it".to_owned())) } else { Ok(link) }
}
