//! Calls to the service.

pub(crate) mod short_cache;
pub(crate) mod ticket_limits;
mod users;

use std::time::Duration;

use axum::http::request::Builder;
use axum::http::{HeaderName, HeaderValue, Method, Request, header};
use serde::{Deserialize, Serialize};
use stagepass_gate::Address;
use stagepass_rules::Sites;
use tokio::time::Instant;
use url::Url;

pub(super) use self::users::{Listener, TicketHolder, UserReference, VerifiedTicket};

use self::short_cache::ShortCache;
use stagepass_kit::origin::Origin;
use stagepass_kit::rate::RateLimited;
use stagepass_kit::secret::Secret;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::http::{Answer, Http, HttpError, Scheme};

/// How long a call may take.
const DEADLINE: Duration = Duration::from_secs(10);
/// The most cached tracks. Few, because a track can have long lists.
const CACHED_TRACKS: usize = 512;
/// How many characters of the service's message are passed on.
const MAX_SENTENCE: usize = 300;

/// The limits of the service for [`Service::set_sites`].
const MAX_SITES: usize = 50;
const MAX_SITES_LENGTH: usize = 4_000;

/// A header of the service: the ticket of the user whose track this server creates or deletes.
const TICKET: HeaderName = HeaderName::from_static("stagepass-ticket");

/// A client of the service, with the credential of this access server.
#[derive(Debug)]
pub(super) struct Service {
    http: Http,
    base_url: BaseUrl,
    /// Marked as sensitive, so that it is not logged.
    authorization: HeaderValue,
    audience: Origin,
    tracks: ShortCache<u64, Track>,
    stream_urls: ShortCache<u64, String>,
}

/// A track to create.
#[derive(Debug, Serialize)]
pub(super) struct NewTrack<'a> {
    pub(super) title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) genre: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<&'a str>,
    pub(super) track_cid: &'a str,
    pub(super) access_authorities: [String; 1],
}

/// The members of a track that the access server needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Track {
    pub(super) id: u64,
    pub(super) owner: u64,
    pub(super) cid: String,
    pub(super) authorities: Vec<Address>,
}

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ServiceError {
    #[error(transparent)]
    Http(#[from] HttpError),
    /// It refuses the credential.
    #[error("the service refuses the credential of this server")]
    Credential,
    /// It refuses the request for a reason that the caller can fix.
    #[error("{sentence}")]
    Refused { status: u16, sentence: String },
    /// There is no such track.
    #[error("the service has no such track")]
    NoTrack,
    /// The rate limit is exceeded.
    #[error("the service says that this server asks too often: {0}")]
    RateLimited(RateLimited),
    /// It returned an invalid address of a stream.
    #[error("the service gives an address of a stream that is no plain http(s) address")]
    StreamUrl,
}

#[derive(Deserialize)]
struct Data<T> {
    data: T,
}

#[derive(Deserialize)]
struct RawTrack {
    id: u64,
    user: Owner,
    track_cid: String,
    // There is no default, because a track without authorities would be public.
    access_authorities: Vec<String>,
}

#[derive(Deserialize)]
struct Owner {
    user_id: u64,
}

impl Track {
    /// Returns whether any user may hear it without a signature.
    pub(super) fn is_public(&self) -> bool {
        self.authorities.is_empty()
    }

    /// The user ID of the owner, as the database has it.
    ///
    /// # Errors
    /// [`HttpError::Form`] if no user can have this ID.
    pub(super) fn owner_id(&self) -> Result<i64, ServiceError> {
        i64::try_from(self.owner).map_err(|_| HttpError::Form(200).into())
    }
}

impl Service {
    pub(super) fn new(base_url: BaseUrl, credential: &Secret, audience: Origin) -> Result<Self, HttpError> {
        let http = Http::new(DEADLINE, if base_url.is_https() { Scheme::Https } else { Scheme::Http })?;
        let mut authorization = authorization(credential).ok_or(HttpError::Request)?;
        authorization.set_sensitive(true);
        let nothing = Duration::ZERO;
        let (tracks, stream_urls) = (ShortCache::new(nothing, 0), ShortCache::new(nothing, 0));
        Ok(Self { http, base_url, authorization, audience, tracks, stream_urls })
    }

    /// Enables caching of tracks and their stream addresses for this time.
    pub(super) fn remembering_tracks(self, age: Duration) -> Self {
        Self { tracks: ShortCache::new(age, CACHED_TRACKS), stream_urls: ShortCache::new(age, CACHED_TRACKS), ..self }
    }

    /// The URL of the service.
    pub(super) fn base_url(&self) -> &BaseUrl {
        &self.base_url
    }

    /// The audience of tickets for this server.
    pub(super) fn audience(&self) -> &Origin {
        &self.audience
    }

    /// Creates a track of the user of this `write` ticket.
    pub(super) async fn create(&self, ticket: &str, new: &NewTrack<'_>) -> Result<Track, ServiceError> {
        read_track(&self.http.send_json(self.for_user(Method::POST, "/tracks", ticket)?, new).await?, 201)
    }

    /// Deletes a track that [`Service::create`] made with a ticket of this user.
    pub(super) async fn delete(&self, ticket: &str, track_id: u64) -> Result<(), ServiceError> {
        let answer = self.http.ask(self.for_user(Method::DELETE, &format!("/tracks/{track_id}"), ticket)?).await?;
        match answer.status {
            204 | 404 => Ok(()),
            _ => Err(refusal(&answer)),
        }
    }

    /// Sends the sites on which the rule of a track can allow playback, with a ticket of its owner: there, its player
    /// can be framed.
    pub(super) async fn set_sites(&self, ticket: &str, track_id: u64, sites: &Sites) -> Result<(), ServiceError> {
        #[derive(Serialize)]
        struct Body<'a> {
            sites: Option<&'a [String]>,
        }
        let sites = match sites {
            Sites::Every => None,
            Sites::Only(origins) if is_short(origins) => Some(origins.as_slice()),
            Sites::Only(_) => Some(&[][..]),
        };
        let request = self.for_user(Method::PUT, &format!("/tracks/{track_id}/sites"), ticket)?;
        let answer = self.http.send_json(request, &Body { sites }).await?;
        if answer.status == 204 { Ok(()) } else { Err(refusal(&answer)) }
    }

    /// Returns the track with this ID, possibly from the cache.
    pub(super) async fn track(&self, track_id: u64) -> Result<Track, ServiceError> {
        if let Some(track) = self.tracks.get(&track_id) {
            return Ok(track);
        }
        let now = Instant::now();
        let answer = self.look_up(&format!("/tracks/{track_id}")).await?;
        let track = read_track(&answer, 200)?;
        if track.id != track_id {
            return Err(HttpError::Form(answer.status).into());
        }
        self.tracks.insert(track_id, now, track.clone());
        Ok(track)
    }

    /// Returns the unsigned address of a track's audio at a node.
    pub(super) async fn stream_url(&self, track_id: u64) -> Result<String, ServiceError> {
        if let Some(url) = self.stream_urls.get(&track_id) {
            return Ok(url);
        }
        let now = Instant::now();
        let answer = self.look_up(&format!("/tracks/{track_id}/stream?no_redirect=true")).await?;
        let Data { data: text } = success::<Data<String>>(&answer, 200)?;
        let url = Url::parse(&text).map_err(|_| ServiceError::StreamUrl)?;
        let is_plain =
            matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
        if !is_plain {
            return Err(ServiceError::StreamUrl);
        }
        self.stream_urls.insert(track_id, now, url.to_string());
        Ok(url.into())
    }

    /// Requests public data. Sends the credential, which has a higher rate limit. If the service refuses the token,
    /// sends the request again without it, because public data must not depend on it.
    async fn look_up(&self, path: &str) -> Result<Answer, HttpError> {
        let answer = self.http.ask(self.as_server(Method::GET, path)).await?;
        if answer.status != 401 {
            return Ok(answer);
        }
        tracing::error!("the service refuses the credential of this server: configure a new one");
        self.http.ask(Request::get(format!("{}{path}", self.base_url.as_str()))).await
    }

    /// # Errors
    /// [`HttpError::Request`] if the ticket is malformed.
    fn for_user(&self, method: Method, path: &str, ticket: &str) -> Result<Builder, HttpError> {
        let mut ticket = HeaderValue::try_from(ticket).map_err(|_| HttpError::Request)?;
        ticket.set_sensitive(true);
        Ok(self.as_server(method, path).header(TICKET, ticket))
    }

    fn as_server(&self, method: Method, path: &str) -> Builder {
        let url = format!("{}{path}", self.base_url.as_str());
        Request::builder().method(method).uri(url).header(header::AUTHORIZATION, self.authorization.clone())
    }
}

/// Returns the Authorization header for a credential (RFC 6750 §2.1). `None` if a header cannot contain it.
pub(super) fn authorization(credential: &Secret) -> Option<HeaderValue> {
    HeaderValue::try_from(format!("Bearer {}", credential.expose())).ok()
}

/// Returns whether the service accepts so many sites: they are in a header of its responses.
fn is_short(origins: &[String]) -> bool {
    origins.len() <= MAX_SITES && origins.iter().map(|origin| origin.len() + 1).sum::<usize>() <= MAX_SITES_LENGTH
}

fn read_track(answer: &Answer, status: u16) -> Result<Track, ServiceError> {
    let Data { data: track } = success::<Data<RawTrack>>(answer, status)?;
    Ok(track.read().ok_or(HttpError::Form(status))?)
}

impl RawTrack {
    /// `None` if an authority is malformed.
    fn read(self) -> Option<Track> {
        let Self { id, user, track_cid: cid, access_authorities } = self;
        let authorities = access_authorities.iter().map(|text| Address::authority(text).ok()).collect::<Option<_>>()?;
        Some(Track { id, owner: user.user_id, cid, authorities })
    }
}

fn success<T: serde::de::DeserializeOwned>(answer: &Answer, status: u16) -> Result<T, ServiceError> {
    if answer.status == status { Ok(answer.json()?) } else { Err(refusal(answer)) }
}

fn refusal(answer: &Answer) -> ServiceError {
    #[derive(Deserialize)]
    struct Problem {
        error_description: String,
    }
    match answer.status {
        401 => ServiceError::Credential,
        404 => ServiceError::NoTrack,
        429 => ServiceError::RateLimited(retry_after(answer)),
        status @ (400 | 403 | 409 | 422) => match answer.json::<Problem>() {
            Ok(problem) => ServiceError::Refused {
                status,
                sentence: problem.error_description.chars().take(MAX_SENTENCE).collect(),
            },
            Err(error) => error.into(),
        },
        status => HttpError::Form(status).into(),
    }
}

/// Returns `Retry-After`, at most a minute. A second if the service does not send it.
fn retry_after(answer: &Answer) -> RateLimited {
    let seconds = answer.headers.get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    RateLimited::after_seconds(seconds.unwrap_or(1).clamp(1, 60))
}

impl ServiceError {
    /// Returns whether it is certain that nothing was changed.
    pub(super) fn is_certain(&self) -> bool {
        match self {
            Self::Credential | Self::Refused { .. } | Self::NoTrack | Self::RateLimited(_) => true,
            Self::Http(error) => error.is_before_the_request(),
            Self::StreamUrl => false,
        }
    }
}
