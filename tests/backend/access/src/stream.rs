//! `GET /stream/{trackId}`: redirects to the audio, if the user may hear it.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use stagepass_gate::Data;

use super::decision::Decision;
use super::error_answer::AccessError;
use super::service::{TicketHolder, Track};
use crate::state::AccessServer;
use crate::tracks::track_id;
use stagepass_kit::parameters::Parameters;

pub(super) async fn show(
    State(server): State<Arc<AccessServer>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
) -> Result<Response, AccessError> {
    let Decision { track, holder, outcome } = server.decision(track_id::of(path)?, peer, &headers).await?;
    outcome?;
    let url = server.service.stream_url(track.id).await?;
    let url = if track.is_public() { url } else { server.sign(&track, holder.as_ref(), &url)? };
    Ok(answer(url, query.as_deref().unwrap_or_default()))
}

impl AccessServer {
    pub(super) fn may_sign_for(&self, track: &Track) -> Result<(), AccessError> {
        if track.authorities.contains(&self.signer.address()) { Ok(()) } else { Err(AccessError::NotAnAuthority) }
    }

    /// Returns `url` with a signature for this track that is valid from now on. It names the user, if there was a
    /// ticket.
    fn sign(&self, track: &Track, holder: Option<&TicketHolder>, url: &str) -> Result<String, AccessError> {
        let now = u64::try_from(self.clock.now()).map_err(|_| AccessError::Internal)?;
        let data = Data {
            cid: Some(track.cid.clone()),
            track_id: Some(track.id),
            timestamp: Some(now.saturating_mul(1000)),
            user_id: holder.map(|holder| holder.user_id),
            ..Data::default()
        };
        let signed = self.signer.sign(&data).map_err(|error| {
            tracing::error!(%error, "the stream address could not be signed");
            AccessError::Internal
        })?;
        Ok(signed.attach_to(url))
    }
}

fn answer(url: String, query: &str) -> Response {
    let query = Parameters::from_form(query.as_bytes());
    if query.optional("no_redirect") == Ok(Some("true")) {
        return Json(json!({ "data": url })).into_response();
    }
    (StatusCode::FOUND, [(header::LOCATION, url)]).into_response()
}
