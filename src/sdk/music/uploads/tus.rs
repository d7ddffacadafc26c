//! The protocol of an upload: tus 1.0, as a machine without I/O. It says what to send next, and hears what came of it.
//!
//! An upload is created, then its bytes are sent in parts. After a failure, the service is asked how many bytes it has,
//! and the upload continues there.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::header::{CONTENT_TYPE, DATE, HeaderMap, LOCATION};

use super::url;
use crate::error::{Code, Error};
use crate::sdk::http_date;
use crate::sdk::music::failure::{Responder, bad_response};

/// The delays before each retry, in milliseconds. They restart once bytes have arrived. In total, they outlast a short
/// network loss or a restart of the service.
const RETRY_DELAYS: [u32; 9] = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000];

/// The statuses after which a retry may help, besides 5xx.
const TEMPORARY: [u16; 5] = [408, 409, 423, 425, 429];

/// The smallest part. A slow line sends it before the timeout.
const MIN_PART: u64 = 128 * 1024;

/// The part that is sent first.
const FIRST_PART: u64 = 1024 * 1024;

/// The largest part. It equals a part of a bucket's multipart upload.
const MAX_PART: u64 = 8 * 1024 * 1024;

/// A part that takes less than this, in milliseconds, is followed by a larger one.
const SHORT: u64 = 2_000;

/// A part that takes more than this, in milliseconds, is followed by a smaller one: progress is known after each part.
const LONG: u64 = 8_000;

/// A longer name is not sent. File systems allow no longer ones.
const MAX_NAME: usize = 1_020;

/// What an upload needs next.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// This request. [`Tus::request`] returns it.
    Send(Part),
    /// A wait before a retry, in milliseconds.
    Wait(u32),
    /// Nothing: the service has all bytes, at this URL.
    Done(String),
}

/// The bytes of the file that a request sends. None for a request without bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// The first byte.
    pub(crate) offset: u64,
    /// The number of bytes.
    pub(crate) length: u64,
}

/// What the machine waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Creating,
    Finding,
    Sending(Part),
    Waiting,
}

/// The upload of one file.
#[derive(Debug)]
pub(crate) struct Tus {
    /// The URL to which an upload is posted.
    endpoint: String,
    /// The header `Upload-Metadata`. Empty: none.
    metadata: String,
    /// The size of the file.
    size: u64,
    /// The URL of the upload, if it has started.
    url: Option<String>,
    /// The bytes that the service has, as far as is known.
    offset: u64,
    /// The byte at which an earlier upload resumed.
    resumed_from: Option<u64>,
    /// Whether the service has responded.
    is_answered: bool,
    /// When the upload expires, in milliseconds since 1970 by this clock.
    expires: Option<u64>,
    /// The size of the next part. It adapts to the speed of the line.
    part_size: u64,
    retries: usize,
    at: At,
}

impl Tus {
    /// Returns the upload of a file of this size. With a `url`, it resumes there.
    pub(crate) fn new(endpoint: String, size: u64, metadata: String, url: Option<String>) -> Self {
        let part_size = FIRST_PART;
        let (offset, retries, at) = (0, 0, At::Waiting);
        let (resumed_from, is_answered, expires) = (None, false, None);
        Self { endpoint, metadata, size, url, offset, resumed_from, is_answered, expires, part_size, retries, at }
    }

    /// Returns the first request, or the one after a wait.
    pub(crate) fn resume(&mut self) -> Next {
        self.at = if self.url.is_some() { At::Finding } else { At::Creating };
        Next::Send(Part::default())
    }

    /// Returns the current request, with these bytes of the file as its body.
    pub(crate) fn request(&self, body: Vec<u8>) -> Result<http::Request<Vec<u8>>, Error> {
        let url = self.url.as_ref().unwrap_or(&self.endpoint);
        let request = http::Request::builder().header("Tus-Resumable", "1.0.0");
        let request = match self.at {
            At::Creating => {
                let request = request.method("POST").header("Upload-Length", self.size);
                if self.metadata.is_empty() { request } else { request.header("Upload-Metadata", &self.metadata) }
            }
            At::Finding | At::Waiting => request.method("HEAD"),
            At::Sending(part) => request
                .method("PATCH")
                .header("Upload-Offset", part.offset)
                .header(CONTENT_TYPE, "application/offset+octet-stream"),
        };
        request.uri(url).body(body).map_err(|error| Error::from(Code::BadResponse).because(error))
    }

    /// Returns the URL of the upload, and when it expires if the service has said so.
    pub(crate) fn resume_point(&self) -> Option<(&str, Option<u64>)> {
        Some((self.url.as_deref()?, self.expires))
    }

    /// Returns the bytes that the service has.
    pub(crate) fn sent(&self) -> u64 {
        self.offset
    }

    /// Returns the byte at which an earlier upload of this file resumed.
    pub(crate) fn resumed_from(&self) -> Option<u64> {
        self.resumed_from
    }

    /// Handles a response. `now` is the time in milliseconds since 1970, and `took` how long the request took.
    ///
    /// # Errors
    /// If a retry cannot help, or has not helped often enough.
    pub(crate) fn answered(&mut self, answer: &http::Response<Vec<u8>>, now: u64, took: u64) -> Result<Next, Error> {
        let (status, headers) = (answer.status().as_u16(), answer.headers());
        self.expires = date(headers, "upload-expires").map(|at| {
            // By the service's clock, if it is known.
            let their_now = date(headers, DATE.as_str()).unwrap_or(now);
            now.saturating_add(at.saturating_sub(their_now))
        });
        let is_first = !core::mem::replace(&mut self.is_answered, true);
        if status < 200 || (300..400).contains(&status) {
            return Err(bad_response(status));
        }
        match self.at {
            At::Finding if is_gone(status) => {
                // The upload has expired. The file is sent from its start.
                (self.url, self.offset, self.resumed_from) = (None, 0, None);
                Ok(self.resume())
            }
            _ if status >= 400 => {
                self.retry_if(is_temporary(status), Responder::Uploads.refusal(status, answer.body()))
            }
            At::Creating => {
                let location = text(headers, LOCATION.as_str()).ok_or_else(|| bad_response(status))?;
                // Only an upload of this service may receive its token.
                self.url = Some(url::resolve(&self.endpoint, location).ok_or_else(|| bad_response(status))?);
                self.next(0, status)
            }
            At::Finding => {
                if number(headers, "upload-length") != Some(self.size) {
                    // It is another file's upload, so the resume point was wrong.
                    self.url = None;
                    return Err(bad_response(status));
                }
                let offset = number(headers, "upload-offset").ok_or_else(|| bad_response(status))?;
                if is_first && offset > 0 {
                    // Later offsets are of this attempt.
                    self.resumed_from = Some(offset);
                }
                self.next(offset, status)
            }
            At::Sending(part) => {
                let offset = number(headers, "upload-offset").filter(|offset| *offset > part.offset);
                let offset = offset.ok_or_else(|| bad_response(status))?;
                if took > LONG {
                    self.part_size = (self.part_size / 2).max(MIN_PART);
                } else if took < SHORT && part.length == self.part_size {
                    self.part_size = (self.part_size * 2).min(MAX_PART);
                }
                self.next(offset, status)
            }
            At::Waiting => Err(Code::Internal.into()),
        }
    }

    /// Handles a request that failed without a response.
    ///
    /// # Errors
    /// As [`Tus::answered`].
    pub(crate) fn failed(&mut self, error: Error) -> Result<Next, Error> {
        self.part_size = (self.part_size / 4).max(MIN_PART);
        self.retry_if(matches!(error.code(), Code::Network | Code::Timeout), error)
    }

    /// Continues at this offset.
    fn next(&mut self, offset: u64, status: u16) -> Result<Next, Error> {
        if offset > self.size {
            return Err(bad_response(status));
        }
        if offset > self.offset {
            self.retries = 0;
        }
        self.offset = offset;
        match &self.url {
            Some(url) if offset == self.size => Ok(Next::Done(url.clone())),
            _ => {
                let part = Part { offset, length: self.part_size.min(self.size - offset) };
                self.at = At::Sending(part);
                Ok(Next::Send(part))
            }
        }
    }

    fn retry_if(&mut self, may_help: bool, error: Error) -> Result<Next, Error> {
        match RETRY_DELAYS.get(self.retries) {
            Some(delay) if may_help && error.code() != Code::QuotaExceeded => {
                self.retries += 1;
                self.at = At::Waiting;
                Ok(Next::Wait(*delay))
            }
            _ => Err(error),
        }
    }
}

/// Returns the header `Upload-Metadata` of a file. A name or a type that is empty is left out.
pub(crate) fn metadata(name: &str, media_type: &str) -> String {
    let pairs = [("filename", name), ("filetype", media_type)].into_iter();
    let pairs = pairs.filter(|(_, value)| (1..=MAX_NAME).contains(&value.len()));
    pairs.map(|(key, value)| format!("{key} {}", STANDARD.encode(value))).collect::<Vec<_>>().join(",")
}

/// Returns whether a retry may help after this status: the service is busy.
fn is_temporary(status: u16) -> bool {
    status >= 500 || TEMPORARY.contains(&status)
}

/// Returns whether this status of a request for the offset says that the upload is gone. A restart of the service must
/// not lose all sent bytes.
fn is_gone(status: u16) -> bool {
    (400..500).contains(&status) && !matches!(status, 401 | 403) && !is_temporary(status)
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Returns a header of digits only. A number would also accept a sign.
fn number(headers: &HeaderMap, name: &str) -> Option<u64> {
    text(headers, name).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
}

fn date(headers: &HeaderMap, name: &str) -> Option<u64> {
    http_date::parse(text(headers, name)?)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;
