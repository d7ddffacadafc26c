//! `GET|HEAD /tracks/cidstream/{cid}`.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, Path as InPath, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};

use super::accel_redirect::{X_ACCEL_REDIRECT, is_for_nginx};
use super::access::Access;
use super::catalog::AudioPlace;
use super::stream_error::StreamError;
use crate::state::Node;
use stagepass_media::audio::{Audio, AudioError, Precondition, answer, head_of, part_of, precondition};
use stagepass_server::client_address::is_trusted;
use stagepass_server::serve::{FileSpans, REQUEST_TIMEOUT};

/// For public tracks. A day at most, so that a delisted track disappears from shared caches within a day.
const PUBLIC: &str = "public, max-age=86400, immutable";

/// The parts of a request, besides the CID.
struct StreamRequest<'a> {
    method: &'a Method,
    headers: &'a HeaderMap,
    query: &'a str,
    peer: SocketAddr,
    spans: Option<FileSpans>,
}

/// Returns the audio or the requested part of it. Preconditions are evaluated after the request was admitted, because a
/// 304 would reveal something, too.
pub(super) async fn show(
    State(node): State<Arc<Node>>,
    cid: Result<InPath<String>, PathRejection>,
    RawQuery(query): RawQuery,
    (ConnectInfo(peer), spans): (ConnectInfo<SocketAddr>, Option<Extension<FileSpans>>),
    (method, headers): (Method, HeaderMap),
) -> Result<Response<Body>, StreamError> {
    let InPath(cid) = cid.map_err(|_| StreamError::Unknown)?;
    let (query, spans) = (query.as_deref().unwrap_or_default(), spans.map(|Extension(spans)| spans));
    let answer = node.answer(&cid, StreamRequest { method: &method, headers: &headers, query, peer, spans });
    let answer = tokio::time::timeout(REQUEST_TIMEOUT, answer).await.unwrap_or(Err(StreamError::Late));
    answer.inspect_err(|refused| refused.log(&cid))
}

impl Node {
    async fn answer(&self, cid: &str, asked: StreamRequest<'_>) -> Result<Response<Body>, StreamError> {
        let StreamRequest { method, headers, query, peer, spans } = asked;
        let admitted = self.admit(cid, query).await?;
        let etag = format!("\"{cid}\"");
        match precondition(headers, &etag) {
            Precondition::Passed => {}
            Precondition::Failed => return Err(StreamError::AnotherContent),
            Precondition::NotModified => {
                let head = head_of(&etag, cache_control(admitted.access)).status(StatusCode::NOT_MODIFIED);
                return head.body(Body::empty()).map_err(|error| AudioError::from(std::io::Error::other(error)).into());
            }
        }
        let content = &admitted.content;
        let audio = self.audio(cid, &content.audio, spans).await?;
        let (is_head, length) = (*method == Method::HEAD, audio.length());
        let part = part_of(method, headers, &etag, length);
        let is_a_beginning = !is_head && length > 0 && part.is_from_the_beginning();
        let (cache_control, media_type) = (cache_control(admitted.access), content_type(&content.media_type));
        let response = match self.internal_path(&content.audio, peer) {
            Some(path) if !is_head && is_for_nginx(headers, &part) => by_nginx(path, &etag, cache_control, media_type)?,
            _ => answer(head_of(&etag, cache_control), part, audio, media_type, is_head).await?,
        };
        if is_a_beginning {
            self.heard(&admitted, peer, headers);
        }
        Ok(response)
    }

    /// Returns the internal path of the file, if the request came through nginx.
    fn internal_path<'a>(&self, place: &'a AudioPlace, peer: SocketAddr) -> Option<&'a HeaderValue> {
        match place {
            AudioPlace::BehindNginx { internal, .. } => {
                is_trusted(peer.ip(), &self.trusted_proxies).then_some(internal)
            }
            AudioPlace::File(_) | AudioPlace::Bucket(_) | AudioPlace::Service(_) => None,
        }
    }

    /// Opens the audio at its place.
    async fn audio(&self, cid: &str, place: &AudioPlace, spans: Option<FileSpans>) -> Result<Audio, AudioError> {
        let now = self.clock.now();
        match place {
            AudioPlace::File(path) | AudioPlace::BehindNginx { path, .. } => {
                self.open_audio.file(path, now, spans).await
            }
            AudioPlace::Bucket(bucket) => self.open_audio.object(bucket, cid, now).await,
            AudioPlace::Service(kept) => Ok(kept.audio()),
        }
    }
}

/// Returns the response by which nginx sends the file. nginx adds the length, the range and `Accept-Ranges`.
fn by_nginx(
    path: &HeaderValue,
    etag: &str,
    cache_control: HeaderValue,
    media_type: HeaderValue,
) -> Result<Response<Body>, AudioError> {
    let head = Response::builder()
        .header(X_ACCEL_REDIRECT, path)
        .header(header::ETAG, etag)
        .header(header::CACHE_CONTROL, cache_control)
        .header(header::CONTENT_TYPE, media_type);
    head.body(Body::empty()).map_err(|error| std::io::Error::other(error).into())
}

/// A browser caches a signed response only as long as the signature is valid.
fn cache_control(access: Access) -> HeaderValue {
    match access {
        Access::Public => HeaderValue::from_static(PUBLIC),
        Access::Signed { seconds_left } => {
            let private = HeaderValue::try_from(format!("private, max-age={seconds_left}"));
            private.unwrap_or(HeaderValue::from_static("no-store"))
        }
    }
}

/// Returns an audio type in any case: a type that a browser executes would run on the node's origin.
fn content_type(media_type: &str) -> HeaderValue {
    let of_audio = media_type.starts_with("audio/").then(|| HeaderValue::from_str(media_type).ok()).flatten();
    of_audio.unwrap_or(HeaderValue::from_static("application/octet-stream"))
}
