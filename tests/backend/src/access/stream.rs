//! `GET /stream/{trackId}`: to the audio, for those who may hear it.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use stagepass_gate::Data;

use super::error_answer::AccessError;
use super::rule::{Facts, Refused, Rule};
use super::rule_store::Stored;
use super::service::{Person, Track};
use super::{AccessServer, ticket};
use crate::parameters::Parameters;

/// The largest number that every client reads exactly: 2^53 - 1.
const MAX_TRACK_ID: u64 = (1 << 53) - 1;

pub(super) async fn show(
    State(server): State<Arc<AccessServer>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
) -> Result<Response, AccessError> {
    let track_id = path.ok().and_then(|Path(text)| track_id(&text)).ok_or(AccessError::TrackId)?;
    let person = match ticket::shown(&headers)? {
        Some(ticket) => Some(server.person(ticket).await?),
        None => None,
    };
    let track = server.service.track(track_id).await?;
    let url = if track.authorities.is_empty() {
        server.service.stream_url(track_id).await?
    } else {
        server.may_sign_for(&track)?;
        let rule = server.rule_of(&track).await?.ok_or_else(Refused::no_rule)?;
        rule.decide(&server.facts(peer, &headers).await)?;
        server.sign(&track, person, &server.service.stream_url(track_id).await?)?
    };
    Ok(answer(url, query.as_deref().unwrap_or_default()))
}

impl AccessServer {
    fn may_sign_for(&self, track: &Track) -> Result<(), AccessError> {
        if track.authorities.contains(&self.signer.address()) { Ok(()) } else { Err(AccessError::NotAnAuthority) }
    }

    /// The track's own rule, or the server's default for tracks that have none.
    async fn rule_of(&self, track: &Track) -> Result<Option<Rule>, AccessError> {
        let owner = i64::try_from(track.owner).map_err(|_| AccessError::Internal)?;
        Ok(match self.rules.rule(track.id, owner, &track.cid).await? {
            Stored::Rule(rule) => Some(rule),
            Stored::Default => self.default_rule.clone(),
            Stored::Unfinished => None,
        })
    }

    /// What is known of the caller whose connection came from `peer`.
    async fn facts(&self, peer: SocketAddr, headers: &HeaderMap) -> Facts {
        Facts { whereabouts: self.geo.whereabouts(self.caller(peer, headers)).await }
    }

    /// `url` with a signature that opens this track, from now on; it says for whom, if a ticket did.
    fn sign(&self, track: &Track, person: Option<Person>, url: &str) -> Result<String, AccessError> {
        let now = u64::try_from(self.clock.now()).map_err(|_| AccessError::Internal)?;
        let data = Data {
            cid: Some(track.cid.clone()),
            track_id: Some(track.id),
            timestamp: Some(now.saturating_mul(1000)),
            user_id: person.map(|person| person.user_id),
            ..Data::default()
        };
        let signed = self.signer.sign(&data).map_err(|error| {
            tracing::error!(%error, "the track can't be signed for");
            AccessError::Internal
        })?;
        Ok(signed.attach_to(url))
    }
}

/// Digits alone: `u64` would read a plus sign as well.
fn track_id(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|id| is_plain && (1..=MAX_TRACK_ID).contains(id))
}

fn answer(url: String, query: &str) -> Response {
    let query = Parameters::from_form(query.as_bytes());
    if query.optional("no_redirect") == Ok(Some("true")) {
        return Json(json!({ "data": url })).into_response();
    }
    (StatusCode::FOUND, [(header::LOCATION, url)]).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn track_ids() {
        assert_eq!(track_id("7"), Some(7));
        assert_eq!(track_id("9007199254740991"), Some(MAX_TRACK_ID));
        for text in ["", "0", "-1", "+7", "7.0", "0x7", "9007199254740992", "99999999999999999999", "７", "7 "] {
            assert_eq!(track_id(text), None, "{text:?}");
        }
    }
}
