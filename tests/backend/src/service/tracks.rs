//! `{base}/tracks` and `{base}/users/{id}/tracks`.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::Value;

use crate::service::Backend;
use crate::service::caller::{Viewer, Writer};
use crate::service::known_track;
use crate::service::paging::Page;
use crate::service::track_answer::{TrackError, TrackPage, number, one, several};
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
    let Some(track_id) = inserted else {
        // Or the upload was forgotten in the meantime.
        let is_there = backend.store.has_uploaded(user.user_id, cid).await?;
        return Err(if is_there { TrackError::PublicElsewhere } else { TrackError::NotUploaded });
    };
    let track = backend.store.track(track_id).await?.ok_or(TrackError::NoTrack)?;
    Ok((StatusCode::CREATED, one(&backend, track)).into_response())
}

/// `GET {base}/tracks/{id}`.
pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    Viewer(viewer): Viewer,
    Path(id): Path<String>,
) -> Result<Json<Value>, TrackError> {
    let track = known_track::visible(&backend, viewer.as_ref(), &id).await?;
    Ok(one(&backend, track))
}

/// `DELETE {base}/tracks/{id}`.
pub(crate) async fn delete(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    Path(id): Path<String>,
) -> Result<StatusCode, TrackError> {
    let track = known_track::own(&backend, &user, &id).await?;
    let is_deleted = backend.store.delete_track(track.track_id, user.user_id, backend.clock.now()).await?;
    // Or another request was faster.
    if is_deleted { Ok(StatusCode::NO_CONTENT) } else { Err(TrackError::NoTrack) }
}

/// `GET {base}/users/{id}/tracks`: newest first.
pub(crate) async fn of_user(
    State(backend): State<Arc<Backend>>,
    Viewer(viewer): Viewer,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<TrackPage>, TrackError> {
    let page = Page::read(&query.unwrap_or_default())?;
    let user_id = number(&id).ok_or(TrackError::NoUser)?;
    let user = backend.store.user(user_id).await?.ok_or(TrackError::NoUser)?;
    let viewer = viewer.map(|viewer| viewer.user_id);
    let found = backend.store.tracks_of(user.user_id, viewer, page.after, page.wanted()).await?;
    Ok(several(&backend, page, found))
}

impl Request {
    fn read(headers: &HeaderMap, body: &[u8]) -> Result<Self, TrackError> {
        serde_json::from_slice(object(headers, body)?).map_err(|_| TrackError::Body)
    }
}

/// `body`, if it begins as a JSON object does and says that it is JSON.
pub(crate) fn object<'a>(headers: &HeaderMap, body: &'a [u8]) -> Result<&'a [u8], TrackError> {
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default().trim();
    // An array would be read as well, member by member.
    let is_object = body.trim_ascii_start().starts_with(b"{");
    if is_object && essence.eq_ignore_ascii_case("application/json") { Ok(body) } else { Err(TrackError::Body) }
}

fn text<'a>(name: &'static str, value: Option<&'a Value>) -> Result<Option<&'a str>, TrackError> {
    value.map(|value| value.as_str().ok_or(TrackError::Type(name, "a string"))).transpose()
}

/// The texts of a list of addresses; none, if there is no list.
pub(crate) fn addresses(value: Option<Value>) -> Result<Vec<String>, TrackError> {
    match value {
        None => Ok(Vec::new()),
        Some(list) => serde_json::from_value(list)
            .map_err(|_| TrackError::Type("access_authorities", "a list of addresses as strings")),
    }
}
