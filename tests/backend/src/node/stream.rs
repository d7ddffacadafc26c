//! `GET|HEAD /tracks/cidstream/{cid}`.

use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path as InPath, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _, SeekFrom};
use tokio_util::io::ReaderStream;

use super::Node;
use super::access::Access;
use super::conditions::{is_known, may_be_part};
use super::range::Part;
use super::refusal::Refused;

/// What is read at a time, on a thread that may wait for the disk.
const CHUNK: usize = 256 << 10;

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
    let (content, access) = node.admit(&cid, query.as_deref().unwrap_or_default()).await?;
    let etag = format!("\"{cid}\"");
    let answer = Response::builder()
        .header(header::ETAG, &etag)
        .header(header::CACHE_CONTROL, cache_control(access))
        .header(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if is_known(&headers, &etag) {
        return finish(answer.status(StatusCode::NOT_MODIFIED), Body::empty());
    }
    let (file, length) = open(&content.path).await?;
    // RFC 9110 §14.2: a range of a HEAD is no range.
    let is_head = method == Method::HEAD;
    let part = if is_head || !may_be_part(&headers, &etag) { Part::Whole } else { Part::asked_for(&headers, length) };
    let answer = answer.header(header::CONTENT_TYPE, audio_type(&content.path));
    match part {
        Part::Whole if is_head => finish(answer.header(header::CONTENT_LENGTH, length), Body::empty()),
        Part::Whole => finish(answer.header(header::CONTENT_LENGTH, length), bytes(file, 0, length).await?),
        Part::Range { first, last } => {
            let count = last - first + 1;
            let answer = answer
                .status(StatusCode::PARTIAL_CONTENT)
                .header(header::CONTENT_LENGTH, count)
                .header(header::CONTENT_RANGE, format!("bytes {first}-{last}/{length}"));
            finish(answer, bytes(file, first, count).await?)
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

/// A browser keeps what was signed for no longer than the signature is good.
fn cache_control(access: Access) -> String {
    match access {
        Access::Public => PUBLIC.to_owned(),
        Access::Signed { seconds_left } => format!("private, max-age={seconds_left}"),
    }
}

/// By the file's ending, never by what the owner of the file says: a type that a browser runs would run on the node's origin.
fn audio_type(path: &Path) -> HeaderValue {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    HeaderValue::from_static(match ending.as_deref() {
        Some("wav") => "audio/wav",
        Some("mp3") => "audio/mpeg",
        Some("ogg" | "oga" | "opus") => "audio/ogg",
        Some("flac") => "audio/flac",
        Some("mp4" | "m4a") => "audio/mp4",
        _ => "application/octet-stream",
    })
}

async fn open(path: &Path) -> std::io::Result<(File, u64)> {
    let file = File::open(path).await?;
    let metadata = file.metadata().await?;
    if metadata.is_file() { Ok((file, metadata.len())) } else { Err(std::io::Error::other("not a file")) }
}

/// A file that got shorter meanwhile ends the connection: the length has been promised.
async fn bytes(mut file: File, first: u64, count: u64) -> std::io::Result<Body> {
    if first > 0 {
        file.seek(SeekFrom::Start(first)).await?;
    }
    file.set_max_buf_size(CHUNK);
    let chunk = usize::try_from(count).map_or(CHUNK, |count| count.clamp(1, CHUNK));
    Ok(Body::from_stream(ReaderStream::with_capacity(file.take(count), chunk)))
}

fn finish(answer: axum::http::response::Builder, body: Body) -> Result<Response<Body>, Refused> {
    answer.body(body).map_err(|error| Refused::Audio(std::io::Error::other(error)))
}
