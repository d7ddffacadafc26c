//! `GET|HEAD /tracks/cidstream/{cid}`.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, Path as InPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::response::IntoResponse as _;
use axum::{Extension, response};

use super::access::Access;
use super::catalog::AudioPlace;
use super::stream_error::StreamError;
use crate::state::Node;
use stagepass_media::audio::{Audio, AudioError, Precondition, answer, head_of, part_of, precondition};
use stagepass_server::serve::{DirectRoute, FileSpans, REQUEST_TIMEOUT, RequestConnection, ResponseFuture};

/// For public tracks. A day at most, so that a delisted track disappears from shared caches within a day.
const PUBLIC: &str = "public, max-age=86400, immutable";

/// The template of the path.
pub(super) const PATH: &str = "/tracks/cidstream/{cid}";
const PREFIX: &str = "/tracks/cidstream/";

/// Streams without the router: `GET` requests with a CID that is not encoded.
pub(super) struct StreamRoute(pub(super) Arc<Node>);

impl DirectRoute for StreamRoute {
    fn template(&self) -> &'static str {
        PATH
    }

    fn is_for(&self, request: &Request) -> bool {
        *request.method() == Method::GET && plain_cid(request.uri().path()).is_some()
    }

    fn answer(&self, request: Request, connection: &RequestConnection) -> ResponseFuture {
        let (node, connection) = (Arc::clone(&self.0), connection.clone());
        Box::pin(async move {
            let (head, _) = request.into_parts();
            let cid = plain_cid(head.uri.path()).unwrap_or_default();
            node.respond(cid, &head, connection).await
        })
    }
}

/// Returns the CID in a path that the router would not decode.
fn plain_cid(path: &str) -> Option<&str> {
    path.strip_prefix(PREFIX).filter(|cid| !cid.is_empty() && !cid.bytes().any(|byte| matches!(byte, b'/' | b'%')))
}

/// Streams that the router has found.
pub(super) async fn show(
    State(node): State<Arc<Node>>,
    cid: Result<InPath<String>, PathRejection>,
    (ConnectInfo(peer), spans): (ConnectInfo<SocketAddr>, Option<Extension<FileSpans>>),
    request: Request,
) -> response::Response {
    let Ok(InPath(cid)) = cid else { return StreamError::Unknown.into_response() };
    let (head, _) = request.into_parts();
    node.respond(&cid, &head, RequestConnection { peer, spans: spans.map(|Extension(spans)| spans) }).await
}

/// The parts of a request, besides the CID.
struct StreamRequest<'a> {
    method: &'a Method,
    headers: &'a HeaderMap,
    query: &'a str,
    connection: RequestConnection,
}

impl Node {
    async fn respond(&self, cid: &str, head: &Parts, connection: RequestConnection) -> Response<Body> {
        let query = head.uri.query().unwrap_or_default();
        let request = StreamRequest { method: &head.method, headers: &head.headers, query, connection };
        let answer = tokio::time::timeout(REQUEST_TIMEOUT, self.answer(cid, request)).await;
        let answer = answer.unwrap_or(Err(StreamError::Late));
        answer.inspect_err(|refused| refused.log(cid)).unwrap_or_else(StreamError::into_response)
    }

    /// Returns the audio or the requested part of it. Preconditions are evaluated after the request was admitted,
    /// because a 304 would reveal something, too.
    async fn answer(&self, cid: &str, request: StreamRequest<'_>) -> Result<Response<Body>, StreamError> {
        let StreamRequest { method, headers, query, connection: RequestConnection { peer, spans } } = request;
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
        let head = head_of(&etag, cache_control(admitted.access));
        let response = answer(head, part, audio, content_type(&content.media_type), is_head).await?;
        if is_a_beginning {
            self.count_listen(&admitted, peer, headers);
        }
        Ok(response)
    }

    /// Opens the audio at its place.
    async fn audio(&self, cid: &str, place: &AudioPlace, spans: Option<FileSpans>) -> Result<Audio, AudioError> {
        let now = self.clock.now();
        match place {
            AudioPlace::File(path) => self.open_audio.file(path, now, spans).await,
            AudioPlace::Bucket(bucket) => self.open_audio.object(bucket, cid, now).await,
            AudioPlace::Service(kept) => Ok(kept.audio()),
        }
    }
}

/// A browser caches a signed response only as long as the signature is valid.
pub(super) fn cache_control(access: Access) -> HeaderValue {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_cid_path_skips_the_router() {
        assert_eq!(plain_cid("/tracks/cidstream/bafk-_.9"), Some("bafk-_.9"));
        for path in
            ["", "/", "/tracks/cidstream", "/tracks/cidstream/", "/tracks/cidstream/a/b", "/tracks/cidstream/a%62"]
        {
            assert_eq!(plain_cid(path), None, "{path}");
        }
    }
}
