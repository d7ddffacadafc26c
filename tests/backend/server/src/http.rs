//! Calls to other servers, with timeouts, without redirects, and with limited sizes.

use std::error::Error;
use std::iter::successors;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use axum::http::request::Builder;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::{Client, Error as ClientError};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::RootCertStore;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::tls::{TlsError, authorities, trusting};

/// The largest response in bytes.
const MAX_ANSWER: usize = 64 << 10;
/// The largest list in bytes: more than a page of tracks with long descriptions, all tracks and uploads of one audio,
/// or the whole list of a service without pagination.
pub const MAX_LIST: usize = 8 << 20;

/// Makes calls.
#[derive(Debug, Clone)]
pub struct Http {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    deadline: Duration,
}

/// The scheme of the called URLs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Only `http`: the system needs no trust store.
    Http,
    /// Only `https`.
    Https,
}

/// A response with any status.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    body: Vec<u8>,
}

/// A response whose body is still being received. Dropping it cancels the call.
#[derive(Debug)]
pub struct IncomingAnswer {
    /// The HTTP status.
    pub status: u16,
    body: Incoming,
    patience: Duration,
}

/// Why a call failed. It contains no path and nothing of the response, because these can be secret.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// No call over TLS can be made.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The request cannot be built.
    #[error("the request can't be written")]
    Request,
    /// No connection, an untrusted server, or no response.
    #[error("the call failed: {}", with_causes(.0))]
    Failed(ClientError),
    /// The response broke off.
    #[error("the answer broke off: {}", with_causes(.0))]
    BrokeOff(hyper::Error),
    /// The timeout has expired.
    #[error("the call took too long")]
    Late,
    /// The response is too large.
    #[error("the answer is too large")]
    TooLarge,
    /// The response is not the expected JSON.
    #[error("the answer (status {0}) is not of the expected form")]
    Form(u16),
}

impl Http {
    /// Returns a client whose calls take at most `deadline`, from connecting to the last byte. It follows no redirects
    /// and uses no proxies from the environment, because credentials are only for the configured server.
    ///
    /// # Errors
    /// [`HttpError`] if the system's trust store cannot be used.
    pub fn new(deadline: Duration, scheme: Scheme) -> Result<Self, HttpError> {
        let connector = match scheme {
            Scheme::Http => {
                HttpsConnectorBuilder::new().with_tls_config(trusting(RootCertStore::empty())?).https_or_http()
            }
            Scheme::Https => HttpsConnectorBuilder::new().with_tls_config(trusting(authorities()?)?).https_only(),
        };
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        let mut client = Client::builder(TokioExecutor::new());
        client.pool_timer(TokioTimer::new());
        Ok(Self { client: client.build(connector.enable_http1().wrap_connector(tcp)), deadline })
    }

    /// Returns a client with the same connections and another deadline.
    #[must_use]
    pub fn within(&self, deadline: Duration) -> Self {
        Self { deadline, ..self.clone() }
    }

    /// Sends a request without a body.
    ///
    /// # Errors
    /// [`HttpError`] if the call fails.
    pub async fn ask(&self, request: Builder) -> Result<Answer, HttpError> {
        self.send(request, Bytes::new(), MAX_ANSWER).await
    }

    /// Sends a request without a body. The response has at most `at_most` bytes.
    ///
    /// # Errors
    /// [`HttpError`] if the call fails.
    pub async fn ask_for(&self, request: Builder, at_most: usize) -> Result<Answer, HttpError> {
        self.send(request, Bytes::new(), at_most).await
    }

    /// Sends a request without a body. The response can have any length. The deadline applies to its beginning, and to
    /// each piece.
    ///
    /// # Errors
    /// [`HttpError`] if the call fails.
    pub async fn open(&self, request: Builder) -> Result<IncomingAnswer, HttpError> {
        let request = request.body(Full::new(Bytes::new())).map_err(|_| HttpError::Request)?;
        let answered = tokio::time::timeout(self.deadline, self.client.request(request)).await;
        let response = answered.map_err(|_| HttpError::Late)?.map_err(HttpError::Failed)?;
        let status = response.status().as_u16();
        Ok(IncomingAnswer { status, body: response.into_body(), patience: self.deadline })
    }

    /// Sends a request with `body` as JSON.
    ///
    /// # Errors
    /// [`HttpError`] if the call fails.
    pub async fn send_json(&self, request: Builder, body: &impl Serialize) -> Result<Answer, HttpError> {
        let json = serde_json::to_vec(body).map_err(|_| HttpError::Request)?;
        self.send_bytes(request, json.into()).await
    }

    /// Sends a request with this JSON.
    ///
    /// # Errors
    /// [`HttpError`] if the call fails.
    pub async fn send_bytes(&self, request: Builder, json: Bytes) -> Result<Answer, HttpError> {
        let kind = HeaderValue::from_static("application/json");
        self.send(request.header(CONTENT_TYPE, kind), json, MAX_ANSWER).await
    }

    async fn send(&self, request: Builder, body: Bytes, at_most: usize) -> Result<Answer, HttpError> {
        let request = request.body(Full::new(body)).map_err(|_| HttpError::Request)?;
        let answered = async {
            let mut response = self.client.request(request).await.map_err(HttpError::Failed)?;
            let mut body = Vec::new();
            while let Some(frame) = response.frame().await {
                // Trailers are ignored.
                let Ok(chunk) = frame.map_err(HttpError::BrokeOff)?.into_data() else { continue };
                if body.len() + chunk.len() > at_most {
                    return Err(HttpError::TooLarge);
                }
                body.extend_from_slice(&chunk);
            }
            let (head, _) = response.into_parts();
            Ok(Answer { status: head.status.as_u16(), headers: head.headers, body })
        };
        tokio::time::timeout(self.deadline, answered).await.unwrap_or(Err(HttpError::Late))
    }
}

impl IncomingAnswer {
    /// Returns the next piece of the body, or `None` at its end.
    ///
    /// # Errors
    /// [`HttpError`] if the response breaks off or takes too long.
    pub async fn piece(&mut self) -> Result<Option<Bytes>, HttpError> {
        loop {
            let frame = tokio::time::timeout(self.patience, self.body.frame()).await.map_err(|_| HttpError::Late)?;
            let Some(frame) = frame else { return Ok(None) };
            if let Ok(piece) = frame.map_err(HttpError::BrokeOff)?.into_data() {
                return Ok(Some(piece));
            }
        }
    }
}

impl Answer {
    /// The raw body.
    pub fn into_bytes(self) -> Bytes {
        self.body.into()
    }

    /// Parses the body as JSON.
    ///
    /// # Errors
    /// [`HttpError::Form`] if it is not the expected JSON.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, HttpError> {
        serde_json::from_slice(&self.body).map_err(|_| HttpError::Form(self.status))
    }

    /// Parses the body as JSON, if the status is `status`.
    ///
    /// # Errors
    /// [`HttpError::Form`] for another status, or if it is not the expected JSON.
    pub fn json_of<T: DeserializeOwned>(&self, status: u16) -> Result<T, HttpError> {
        if self.status == status { self.json() } else { Err(HttpError::Form(self.status)) }
    }
}

impl HttpError {
    /// Returns whether it is certain that no request was sent.
    pub fn is_before_the_request(&self) -> bool {
        match self {
            Self::Tls(_) | Self::Request => true,
            Self::Failed(error) => error.is_connect(),
            Self::BrokeOff(_) | Self::Late | Self::TooLarge | Self::Form(_) => false,
        }
    }
}

/// Appends the causes, because the outermost error only says that there was one.
fn with_causes(error: &(dyn Error + 'static)) -> String {
    successors(Some(error), |&error| error.source()).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
