//! `{base}/tracks` and `{base}/users/{id}/tracks`.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::Value;

use crate::service::Backend;
use crate::service::caller::Writer;
use crate::service::track_answer::{TrackError, number, one, several};
use crate::tracks::TrackDetails;

/// The members of a request that count, of whatever type they are: an answer names the one that is wrong. `null` is the same as left out.
#[derive(Deserialize)]
struct Request {
    title: Option<Value>,
    genre: Option<Value>,
    description: Option<Value>,
    track_cid: Option<Value>,
    access_authorities: Option<Value>,
}

/// `POST {base}/tracks`.
pub(crate) async fn create(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, TrackError> {
    let request = Request::read(&headers, &body?)?;
    let cid = text("track_cid", request.track_cid.as_ref())?.ok_or(TrackError::Missing("track_cid"))?;
    let details = TrackDetails::new(
        text("title", request.title.as_ref())?.ok_or(TrackError::Missing("title"))?,
        text("genre", request.genre.as_ref())?,
        text("description", request.description.as_ref())?,
        &addresses(request.access_authorities)?,
    )?;
    // Whoever could name anybody's audio would make a public track of a stranger's gated one.
    if cid.contains(char::is_control) || !backend.store.has_uploaded(user.user_id, cid).await? {
        return Err(TrackError::NotUploaded);
    }
    let inserted = backend.store.insert_track(&details.record(user.user_id, cid, backend.clock.now())).await?;
    let track_id = inserted.ok_or(TrackError::PublicElsewhere)?;
    let track = backend.store.track(track_id).await?.ok_or(TrackError::NoTrack)?;
    Ok((StatusCode::CREATED, one(&backend, track)).into_response())
}

/// `GET {base}/tracks/{id}`.
pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, TrackError> {
    let track_id = number(&id).ok_or(TrackError::NoTrack)?;
    let track = backend.store.track(track_id).await?.ok_or(TrackError::NoTrack)?;
    Ok(one(&backend, track))
}

/// `DELETE {base}/tracks/{id}`.
pub(crate) async fn delete(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    Path(id): Path<String>,
) -> Result<StatusCode, TrackError> {
    let track_id = number(&id).ok_or(TrackError::NoTrack)?;
    if backend.store.delete_track(track_id, user.user_id, backend.clock.now()).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    match backend.store.track(track_id).await? {
        Some(_) => Err(TrackError::NotTheOwner),
        None => Err(TrackError::NoTrack),
    }
}

/// `GET {base}/users/{id}/tracks`.
pub(crate) async fn of_user(
    State(backend): State<Arc<Backend>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, TrackError> {
    let user_id = number(&id).ok_or(TrackError::NoUser)?;
    let user = backend.store.user(user_id).await?.ok_or(TrackError::NoUser)?;
    Ok(several(&backend, backend.store.tracks_of(user.user_id).await?))
}

impl Request {
    fn read(headers: &HeaderMap, body: &[u8]) -> Result<Self, TrackError> {
        let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let essence = given.split(';').next().unwrap_or_default().trim();
        // An array would be read as well, member by member.
        let is_object = body.trim_ascii_start().starts_with(b"{");
        if !is_object || !essence.eq_ignore_ascii_case("application/json") {
            return Err(TrackError::Body);
        }
        serde_json::from_slice(body).map_err(|_| TrackError::Body)
    }
}

fn text<'a>(name: &'static str, value: Option<&'a Value>) -> Result<Option<&'a str>, TrackError> {
    value.map(|value| value.as_str().ok_or(TrackError::Type(name, "a string"))).transpose()
}

fn addresses(value: Option<Value>) -> Result<Vec<String>, TrackError> {
    match value {
        None => Ok(Vec::new()),
        Some(list) => serde_json::from_value(list)
            .map_err(|_| TrackError::Type("access_authorities", "a list of addresses as strings")),
    }
}
