//! Calls to the service on another machine: tracks of a content, audio, and reports of listens. Each request is signed
//! with a key whose address the service knows.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::request::Builder;
use axum::http::{HeaderMap, HeaderValue, Method, Request, header};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use stagepass_gate::{Data, Invalid, Signer};
use tokio::sync::Semaphore;

use crate::listen_count::ListenCount;
use stagepass_kit::clock::Clock;
use stagepass_media::cid;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::http::{Answer, Http, HttpError, IncomingAnswer, MAX_LIST, Scheme};

/// How long a lookup may take. A listener waits for it.
const DEADLINE: Duration = Duration::from_millis(1500);
/// How long a part of the audio may take, and a piece of the whole.
const AUDIO_DEADLINE: Duration = Duration::from_secs(10);
/// How many characters of the service's message are logged.
const MAX_SENTENCE: usize = 300;
/// The largest error response to a request for a shorter part of the audio.
const MAX_REFUSAL: usize = 4 << 10;
/// The most concurrent lookups. Any client can cause them, and the service limits the connections of one machine.
const AT_ONCE: usize = 64;

/// A client of the service, with the node's key.
#[derive(Debug)]
pub(super) struct Service {
    questions: Http,
    audio: Http,
    turns: Semaphore,
    base_url: BaseUrl,
    signer: Arc<Signer>,
    clock: Arc<dyn Clock>,
}

/// The response about a content.
#[derive(Debug)]
pub(super) enum ContentAnswer {
    /// It has not changed.
    Unchanged,
    /// It has no tracks.
    Nothing,
    /// The content, with its `ETag`.
    Content(Option<HeaderValue>, RawContent),
}

#[derive(Debug, Deserialize)]
pub(super) struct RawContent {
    pub(super) cid: String,
    pub(super) mime_type: String,
    pub(super) size: u64,
    pub(super) duration_ms: u64,
    /// An older service has none.
    pub(super) waveform: Option<Vec<u8>>,
    pub(super) upload_ids: Vec<String>,
    pub(super) tracks: Vec<RawTrack>,
}

/// There is no default for the authorities, because a track without them would be public.
#[derive(Debug, Deserialize)]
pub(super) struct RawTrack {
    pub(super) track_id: u64,
    pub(super) delisted: bool,
    pub(super) owner_uploaded: bool,
    pub(super) access_authorities: Vec<String>,
}

/// Listens. The service counts a report once, even if it is sent several times.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) report_id: String,
    pub(super) listens: Vec<ListenCount>,
}

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ServiceError {
    /// The service is not available, or another server responded. It may succeed later.
    #[error("{0}")]
    Away(#[from] HttpError),
    /// The service has an internal error or is overloaded.
    #[error("it answers with status {0}")]
    Busy(u16),
    /// It does not know the node's key, or its clock differs.
    #[error("it refuses this node: {0}")]
    Refused(String),
    /// It has no routes for nodes, or is not a Stagepass service.
    #[error("it answers with status {0}: is its address right, and does it know any nodes?")]
    Other(u16),
    /// It does not have the audio.
    #[error("it does not have the audio")]
    NoAudio,
    /// It sent another part than requested.
    #[error("it sent another part of the audio than requested")]
    AnotherPart,
    /// A request cannot be signed.
    #[error("a request cannot be signed: {0}")]
    Signature(#[from] Invalid),
    /// It refuses a report.
    #[error("it refuses the report: {0}")]
    NotTaken(String),
}

impl ServiceError {
    /// Returns whether the service is not available. Otherwise it has sent a response.
    pub(super) fn is_cut_off(&self) -> bool {
        match self {
            Self::Away(error) => !matches!(error, HttpError::TooLarge),
            Self::Busy(_) => true,
            _ => false,
        }
    }
}

impl Service {
    pub(super) fn new(base_url: BaseUrl, signer: Arc<Signer>, clock: Arc<dyn Clock>) -> Result<Self, HttpError> {
        let questions = Http::new(DEADLINE, if base_url.is_https() { Scheme::Https } else { Scheme::Http })?;
        let audio = questions.within(AUDIO_DEADLINE);
        Ok(Self { questions, audio, turns: Semaphore::new(AT_ONCE), base_url, signer, clock })
    }

    /// Returns the content, unless it still has this `ETag`.
    pub(super) async fn content(&self, cid: &str, known: Option<&HeaderValue>) -> Result<ContentAnswer, ServiceError> {
        #[derive(Deserialize)]
        struct Data {
            data: RawContent,
        }
        let turn = tokio::time::timeout(DEADLINE, self.turns.acquire());
        let _turn = turn.await.map_err(|_| HttpError::Late)?;
        let mut request = self.signed(Method::GET, &format!("/nodes/contents/{cid}"), cid)?;
        if let Some(etag) = known {
            request = request.header(header::IF_NONE_MATCH, etag);
        }
        // The response can be long, because many tracks and uploads can have the same audio.
        let answer = self.questions.ask_for(request, MAX_LIST).await?;
        match answer.status {
            200 => {
                let Data { data } = answer.json()?;
                let etag = answer.headers.get(header::ETAG).cloned();
                if data.cid == cid { Ok(ContentAnswer::Content(etag, data)) } else { Err(HttpError::Form(200).into()) }
            }
            304 if known.is_some() => Ok(ContentAnswer::Unchanged),
            404 if problem(&answer).is_some_and(|problem| problem.error == "not_found") => Ok(ContentAnswer::Nothing),
            _ => Err(refusal(&answer)),
        }
    }

    /// Returns `count` bytes of a content of this length, from `first` on.
    pub(super) async fn part(&self, cid: &str, first: u64, count: usize, length: u64) -> Result<Bytes, ServiceError> {
        let last = first + (count as u64).saturating_sub(1);
        let request =
            self.signed(Method::GET, &audio_of(cid), cid)?.header(header::RANGE, format!("bytes={first}-{last}"));
        let answer = self.audio.ask_for(request, count.max(MAX_REFUSAL)).await?;
        match answer.status {
            206 if is_part(&answer.headers, &format!("bytes {first}-{last}/{length}")) => {
                let bytes = answer.into_bytes();
                if bytes.len() == count { Ok(bytes) } else { Err(ServiceError::AnotherPart) }
            }
            206 | 200 | 416 => Err(ServiceError::AnotherPart),
            404 => Err(ServiceError::NoAudio),
            _ => Err(refusal(&answer)),
        }
    }

    /// Returns a whole content.
    pub(super) async fn whole(&self, cid: &str) -> Result<IncomingAnswer, ServiceError> {
        let arriving = self.audio.open(self.signed(Method::GET, &audio_of(cid), cid)?).await?;
        match arriving.status {
            200 => Ok(arriving),
            404 => Err(ServiceError::NoAudio),
            status if is_busy(status) => Err(ServiceError::Busy(status)),
            status => Err(ServiceError::Other(status)),
        }
    }

    /// Reports listens.
    pub(super) async fn report(&self, report: &Report) -> Result<(), ServiceError> {
        let body = serde_json::to_vec(report).map_err(|_| HttpError::Request)?;
        let cid = cid::of_sha256(&Sha256::digest(&body));
        let answer = self.audio.send_bytes(self.signed(Method::POST, "/nodes/listens", &cid)?, body.into()).await?;
        match answer.status {
            204 => Ok(()),
            400 | 413 | 422 => Err(ServiceError::NotTaken(error_description(&answer))),
            _ => Err(refusal(&answer)),
        }
    }

    /// Checks whether the service accepts requests of this node.
    pub(super) async fn check(&self) -> Result<(), ServiceError> {
        // The CID of no bytes, which has no track.
        self.content(&cid::of_sha256(&Sha256::digest(b"")), None).await.map(drop)
    }

    /// Signs a request. The data names no track, so it cannot be used for a stream URL.
    fn signed(&self, method: Method, path: &str, cid: &str) -> Result<Builder, ServiceError> {
        let now = u64::try_from(self.clock.now()).unwrap_or_default().saturating_mul(1000);
        let data = Data { cid: Some(cid.to_owned()), timestamp: Some(now), ..Data::default() };
        let value = format!("Node {}", self.signer.sign(&data)?.encoded());
        let mut authorization = HeaderValue::try_from(value).map_err(|_| HttpError::Request)?;
        authorization.set_sensitive(true);
        let url = format!("{}{path}", self.base_url.as_str());
        Ok(Request::builder().method(method).uri(url).header(header::AUTHORIZATION, authorization))
    }
}

fn audio_of(cid: &str) -> String {
    format!("/nodes/contents/{cid}/audio")
}

fn is_part(headers: &HeaderMap, expected: &str) -> bool {
    headers.get(header::CONTENT_RANGE).is_some_and(|range| range.as_bytes() == expected.as_bytes())
}

#[derive(Deserialize)]
struct Problem {
    error: String,
    error_description: String,
}

fn problem(answer: &Answer) -> Option<Problem> {
    answer.json().ok()
}

fn error_description(answer: &Answer) -> String {
    let sentence = problem(answer).map(|problem| problem.error_description).unwrap_or_default();
    sentence.chars().take(MAX_SENTENCE).collect()
}

fn is_busy(status: u16) -> bool {
    status == 429 || status >= 500
}

fn refusal(answer: &Answer) -> ServiceError {
    match answer.status {
        401 => ServiceError::Refused(error_description(answer)),
        status if is_busy(status) => ServiceError::Busy(status),
        status => ServiceError::Other(status),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn response_that_is_too_large_is_no_outage() {
        assert!(!ServiceError::from(HttpError::TooLarge).is_cut_off());
        assert!(ServiceError::from(HttpError::Late).is_cut_off() && ServiceError::Busy(503).is_cut_off());
    }

    #[test]
    fn track_without_authorities_is_rejected() {
        let read = |track: Value| serde_json::from_value::<RawTrack>(track);
        let track = json!({ "track_id": 7, "delisted": false, "owner_uploaded": true, "more": 1 });
        assert!(read(track).is_err(), "it would be public");
    }
}
