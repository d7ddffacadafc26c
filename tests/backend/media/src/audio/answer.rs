//! The response with a content, or with the requested part of it.

use axum::body::Body;
use axum::http::response::Builder;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};

use stagepass_server::serve::Streamed;

use super::body::bytes;
use super::conditions::may_be_part;
use super::range::Part;
use super::{Audio, AudioError};

/// How many headers a response has, with those that its server adds. The map would otherwise grow twice.
const HEADERS: usize = 16;

/// Returns the head of every successful response, with its `ETag` and `Cache-Control`.
pub fn head_of(etag: &str, cache_control: HeaderValue) -> Builder {
    let mut head = Response::builder();
    if let Some(headers) = head.headers_mut() {
        headers.reserve(HEADERS);
    }
    head.header(header::ETAG, etag)
        .header(header::CACHE_CONTROL, cache_control)
        .header(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"))
}

/// Returns the part of `length` bytes to send. RFC 9110 §14.2: a range of a HEAD request is ignored.
pub fn part_of(method: &Method, headers: &HeaderMap, etag: &str, length: u64) -> Part {
    if *method == Method::HEAD || !may_be_part(headers, etag) { Part::Whole } else { Part::requested(headers, length) }
}

/// Returns the response that begins with `head`, with this part of the content and this media type. A response to HEAD
/// has no body.
///
/// # Errors
/// [`AudioError`].
pub async fn answer(
    head: Builder,
    part: Part,
    audio: Audio,
    media_type: HeaderValue,
    is_head: bool,
) -> Result<Response<Body>, AudioError> {
    let length = audio.length();
    match part {
        Part::Whole => {
            let head = head.header(header::CONTENT_TYPE, media_type).header(header::CONTENT_LENGTH, length);
            finish(head, if is_head { Body::empty() } else { bytes(audio, 0, length).await? })
        }
        Part::Range(span) => {
            let (first, last, count) = (span.first, span.last, span.count());
            let head = head
                .header(header::CONTENT_TYPE, media_type)
                .status(StatusCode::PARTIAL_CONTENT)
                .header(header::CONTENT_LENGTH, count)
                .header(header::CONTENT_RANGE, format!("bytes {first}-{last}/{length}"));
            finish(head, bytes(audio, first, count).await?)
        }
        Part::Unsatisfiable => {
            // Without the media type and `ETag` of the content, because the response has no part of it.
            let head = Response::builder()
                .status(StatusCode::RANGE_NOT_SATISFIABLE)
                .header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
                .header(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"))
                .header(header::CONTENT_RANGE, format!("bytes */{length}"));
            finish(head, Body::empty())
        }
    }
}

fn finish(head: Builder, body: Body) -> Result<Response<Body>, AudioError> {
    head.extension(Streamed).body(body).map_err(|error| std::io::Error::other(error).into())
}
