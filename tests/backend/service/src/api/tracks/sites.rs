//! `PUT {base}/tracks/{id}/sites`: an access server says on which sites its rule for a track can allow playback. The
//! page that embeds the track is then framed there only.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::Value;

use crate::api::caller::TrackMaker;
use crate::api::tracks::body::object;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::track_visibility;
use crate::shared_track::is_plain_origin;
use crate::state::Backend;

/// The most sites, and their length with spaces in bytes: they are in a response header, which proxies limit.
const MAX_SITES: usize = 50;
const MAX_LENGTH: usize = 4_000;

/// `null` for every site.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    sites: Value,
}

pub(crate) async fn replace(
    State(backend): State<Arc<Backend>>,
    TrackMaker { user, maker }: TrackMaker,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<StatusCode, TrackError> {
    // An app keeps no rules.
    let access_server = maker.access_server_id.ok_or(TrackError::NotAnAccessServer)?;
    let sites = read(object(&headers, &body?)?)?;
    let track = track_visibility::own(&backend, &user, &id).await?;
    let of = (track.track_id, user.user_id);
    let is_stored = backend.store.set_track_sites(of, &access_server, sites.as_deref()).await?;
    if is_stored { Ok(StatusCode::NO_CONTENT) } else { Err(TrackError::NoTrack) }
}

/// Returns the origins of the sites. `None`: every site.
fn read(body: &[u8]) -> Result<Option<Vec<String>>, TrackError> {
    let Body { sites } = serde_json::from_slice(body).map_err(|_| TrackError::Body)?;
    if sites.is_null() {
        return Ok(None);
    }
    let sites: Vec<String> = serde_json::from_value(sites).map_err(|_| TrackError::Sites)?;
    let length: usize = sites.iter().map(|site| site.len() + 1).sum();
    let is_good = sites.len() <= MAX_SITES && length <= MAX_LENGTH && sites.iter().all(|site| is_plain_origin(site));
    if is_good { Ok(Some(sites)) } else { Err(TrackError::Sites) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_lists_of_plain_origins_are_read() {
        let origins = |json: &str| read(json.as_bytes()).ok();
        assert_eq!(origins(r#"{"sites": null}"#), Some(None));
        assert_eq!(origins(r#"{"sites": []}"#), Some(Some(vec![])));
        let one = Some(Some(vec!["https://radio.example:8443".to_owned()]));
        assert_eq!(origins(r#"{"sites": ["https://radio.example:8443"]}"#), one);
        let many = serde_json::json!({ "sites": vec!["https://a.example"; MAX_SITES + 1] }).to_string();
        let long = serde_json::json!({ "sites": vec![format!("https://{}.example", "a.".repeat(60)); 40] }).to_string();
        let bad = [
            "{}",
            r#"{"sites": 1}"#,
            r#"{"sites": null, "sites": []}"#,
            r#"{"sites": ["*"]}"#,
            r#"{"sites": ["https://a.example/"]}"#,
            &many,
            &long,
        ];
        for json in bad.into_iter().chain([r#"{"sites": ["https://a.example;img-src"]}"#, r#"{"sites": ["'self'"]}"#]) {
            assert_eq!(origins(json), None, "{json}");
        }
    }
}
