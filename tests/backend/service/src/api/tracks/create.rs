//! `POST {base}/tracks`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::Value;

use crate::api::caller::TrackMaker;
use crate::api::tracks::body::{addresses, object};
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::one;
use crate::state::Backend;
use crate::tracks::TrackDetails;

/// The members of a request, of any type, so that an error can name the one that is wrong. `null` is the same as a
/// missing member.
#[derive(Deserialize)]
struct Request {
    title: Option<Value>,
    genre: Option<Value>,
    description: Option<Value>,
    track_cid: Option<Value>,
    access_authorities: Option<Value>,
}

pub(crate) async fn create(
    State(backend): State<Arc<Backend>>,
    TrackMaker { user, maker }: TrackMaker,
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
    // Otherwise any user could create a public track from the audio of another user's gated track.
    if cid.contains(char::is_control) || !backend.store.has_uploaded(user.user_id, cid).await? {
        return Err(TrackError::NotUploaded);
    }
    let record = details.record(user.user_id, cid, backend.clock.now(), Some(&maker));
    let inserted = backend.store.insert_track(&record).await?;
    let Some(track_id) = inserted else {
        if let Some(limit) = backend.store.track_limit(user.user_id, cid).await? {
            return Err(limit.into());
        }
        // The upload may have been deleted in the meantime.
        let is_there = backend.store.has_uploaded(user.user_id, cid).await?;
        return Err(if is_there { TrackError::PublicElsewhere } else { TrackError::NotUploaded });
    };
    let track = backend.store.track(track_id).await?.ok_or(TrackError::NoTrack)?;
    Ok((StatusCode::CREATED, one(&backend, track)).into_response())
}

impl Request {
    fn read(headers: &HeaderMap, body: &[u8]) -> Result<Self, TrackError> {
        serde_json::from_slice(object(headers, body)?).map_err(|_| TrackError::Body)
    }
}

fn text<'a>(name: &'static str, value: Option<&'a Value>) -> Result<Option<&'a str>, TrackError> {
    value.map(|value| value.as_str().ok_or(TrackError::Type(name, "a string"))).transpose()
}
