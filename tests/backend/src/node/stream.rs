//! `GET|HEAD /tracks/cidstream/{cid}`.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path as InPath, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};

use super::Node;
use super::access::Access;
use super::body::bytes;
use super::conditions::{is_known, may_be_part};
use super::range::Part;
use super::refusal::Refused;
use crate::serve::REQUEST_TIMEOUT;

/// For what everybody may have. Not for longer: what has been delisted should be gone from shared caches within a day.
const PUBLIC: &str = "public, max-age=86400, immutable";

/// The audio, or the part of it that is asked for. Conditions are looked at only once it is certain that the request may have it: a 304
/// tells, too.
pub(super) async fn show(
    State(node): State<Arc<Node>>,
    cid: Result<InPath<String>, PathRejection>,
    RawQuery(query): RawQuery,
    (method, headers): (Method, HeaderMap),
) -> Result<Response<Body>, Refused> {
    let InPath(cid) = cid.map_err(|_| Refused::Unknown)?;
    let answer = node.answer(&cid, query.as_deref().unwrap_or_default(), (&method, &headers));
    let answer = tokio::time::timeout(REQUEST_TIMEOUT, answer).await.unwrap_or(Err(Refused::Late));
    answer.inspect_err(|refused| refused.log(&cid))
}

impl Node {
    async fn answer(&self, cid: &str, query: &str, request: (&Method, &HeaderMap)) -> Result<Response<Body>, Refused> {
        let (method, headers) = request;
        let (content, access) = self.admit(cid, query).await?;
        let etag = format!("\"{cid}\"");
        let answer = Response::builder()
            .header(header::ETAG, &etag)
            .header(header::CACHE_CONTROL, cache_control(access))
            .header(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        if is_known(headers, &etag) {
            return finish(answer.status(StatusCode::NOT_MODIFIED), Body::empty());
        }
        let audio = self.audio(cid, &content.audio).await?;
        let length = audio.length();
        // RFC 9110 §14.2: a range of a HEAD is no range.
        let is_head = *method == Method::HEAD;
        let part = if is_head || !may_be_part(headers, &etag) { Part::Whole } else { Part::asked_for(headers, length) };
        let answer = answer.header(header::CONTENT_TYPE, content_type(&content.media_type));
        match part {
            Part::Whole if is_head => finish(answer.header(header::CONTENT_LENGTH, length), Body::empty()),
            Part::Whole => finish(answer.header(header::CONTENT_LENGTH, length), bytes(audio, 0, length).await?),
            Part::Range { first, last } => {
                let count = last - first + 1;
                let answer = answer
                    .status(StatusCode::PARTIAL_CONTENT)
                    .header(header::CONTENT_LENGTH, count)
                    .header(header::CONTENT_RANGE, format!("bytes {first}-{last}/{length}"));
                finish(answer, bytes(audio, first, count).await?)
            }
            Part::Unsatisfiable => {
                // Not the content's type and tag: there is none of it in this answer.
                let answer = Response::builder()
                    .status(StatusCode::RANGE_NOT_SATISFIABLE)
                    .header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
                    .header(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"))
                    .header(header::CONTENT_RANGE, format!("bytes */{length}"));
                finish(answer, Body::empty())
            }
        }
    }
}

/// A browser keeps what was signed for no longer than the signature is good.
fn cache_control(access: Access) -> String {
    match access {
        Access::Public => PUBLIC.to_owned(),
        Access::Signed { seconds_left } => format!("private, max-age={seconds_left}"),
    }
}

/// A kind of audio, whatever the catalogue says: a type that a browser runs would run on the node's origin.
fn content_type(media_type: &str) -> HeaderValue {
    let of_audio = media_type.starts_with("audio/").then(|| HeaderValue::from_str(media_type).ok()).flatten();
    of_audio.unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

fn finish(answer: axum::http::response::Builder, body: Body) -> Result<Response<Body>, Refused> {
    answer.body(body).map_err(|error| Refused::Audio(std::io::Error::other(error).into()))
}
