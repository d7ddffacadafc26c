//! `{base}/my-tracks`: the tracks of a user, who alone may delete each of them. An app only deletes those that it made.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::api::tracks::response::number;
use crate::pages::csrf_session::{ChangeError, changing_session};
use crate::pages::form::PageForm;
use crate::pages::page::{self, Place};
use crate::pages::session::Session;
use crate::shared_track::{self, SIZE};
use crate::state::Backend;
use crate::texts::filters;
use stagepass_kit::parameters::Parameters;
use stagepass_store::TrackRecord;

const PAGE: &str = "/my-tracks";

/// The tracks on one page.
const TRACKS: u8 = 50;

#[derive(Template)]
#[template(path = "my_tracks.html")]
struct TracksPage<'a> {
    base: &'a str,
    sign_out_token: &'a str,
    place: Place,
    tracks: &'a [OwnTrack],
    /// Whether these are the newest tracks.
    is_first: bool,
    /// The ID after which the next page begins, if there is one.
    next: Option<i64>,
    /// Whether a track was just deleted.
    deleted: bool,
}

/// A track on the page.
#[derive(Debug)]
struct OwnTrack {
    track_id: i64,
    title: String,
    audience: &'static str,
    /// What others open and embed. `None` if the track is hidden.
    share: Option<Share>,
    /// The CSRF token of the form that deletes it.
    token: String,
}

/// How others find a track.
#[derive(Debug)]
struct Share {
    /// The address of its page.
    link: String,
    /// The HTML that shows its player in a page.
    code: String,
}

impl Share {
    fn of(backend: &Backend, track: &TrackRecord) -> Option<Self> {
        let base_url = backend.base_url.as_str();
        (!track.delisted).then(|| Self {
            link: shared_track::page_url(base_url, track.track_id),
            code: shared_track::frame(base_url, track.track_id, (&track.title, &track.owner.name), SIZE),
        })
    }
}

/// Shows the newest tracks, or those after the one in `after`.
pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = Parameters::from_form(query.unwrap_or_default().as_bytes());
    page(&backend, &headers, &query).await.unwrap_or_else(|error| error.respond(&backend, PAGE))
}

/// Deletes a track for good. Succeeds if it is deleted already.
pub(crate) async fn delete(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    match deleted(&backend, &headers, &form).await {
        Ok(()) => page::see_other(&format!("{}{PAGE}?deleted=1", backend.base_url.path())),
        Err(error) => error.respond(&backend, PAGE),
    }
}

/// Redirects to the page if the address of its form is opened.
pub(crate) async fn back(State(backend): State<Arc<Backend>>) -> Response {
    page::see_other(&format!("{}{PAGE}", backend.base_url.path()))
}

async fn page(backend: &Backend, headers: &HeaderMap, query: &Parameters) -> Result<Response, ChangeError> {
    let session = Session::find(backend, headers).await?.ok_or(ChangeError::SignedOut)?;
    let user_id = session.user.user_id;
    let after = query.optional("after").ok().flatten().and_then(number);
    // One more than is shown, to know whether there are more.
    let mut found = backend.store.tracks_of(user_id, Some(user_id), after, i64::from(TRACKS) + 1).await?;
    let has_more = found.len() > usize::from(TRACKS);
    found.truncate(usize::from(TRACKS));
    let next = found.last().map(|(track_id, _)| *track_id).filter(|_| has_more);
    let tracks: Vec<_> = found
        .into_iter()
        .map(|(_, track)| OwnTrack {
            token: session.change_token(backend, &deleting(track.track_id)),
            audience: audience(&track),
            share: Share::of(backend, &track),
            track_id: track.track_id,
            title: track.title,
        })
        .collect();
    let page = TracksPage {
        base: backend.base_url.path(),
        sign_out_token: &session.sign_out_token(backend),
        place: Place::Tracks,
        tracks: &tracks,
        is_first: after.is_none(),
        next,
        deleted: query.optional("deleted").is_ok_and(|deleted| deleted.is_some()),
    };
    Ok(page::respond(StatusCode::OK, &page, None))
}

async fn deleted(backend: &Backend, headers: &HeaderMap, form: &Parameters) -> Result<(), ChangeError> {
    let track_id = form.optional("track").ok().flatten().and_then(number).unwrap_or_default();
    let session = changing_session(backend, headers, form.required("csrf").ok(), &deleting(track_id)).await?;
    backend.store.delete_track(track_id, session.user.user_id, backend.clock.now()).await?;
    Ok(())
}

/// What a form's CSRF token is valid for: deleting this track only.
fn deleting(track_id: i64) -> String {
    format!("delete track {track_id}")
}

/// Who may hear a track: the key of a text.
fn audience(track: &TrackRecord) -> &'static str {
    match (track.delisted, track.authorities.is_empty()) {
        (true, _) => "tracks-hidden",
        (false, true) => "tracks-public",
        (false, false) => "tracks-gated",
    }
}
