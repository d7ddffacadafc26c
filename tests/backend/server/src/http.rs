//! Calls to other servers: each ends in time, follows nothing, and reads no more than it needs.

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

/// The bytes that are read of an answer.
const MAX_ANSWER: usize = 64 << 10;
/// The bytes that are read of a list: more than a page of tracks with long descriptions, or the whole list of a service
/// that gives no pages.
const MAX_LIST: usize = 8 << 20;

/// Makes calls.
#[derive(Debug, Clone)]
pub struct Http {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    deadline: Duration,
}

/// Which addresses are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// `http`, and no other: the system need not have a trust store.
    Http,
    /// `https`, and no other.
    Https,
}

/// An answer, whatever its status.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    body: Vec<u8>,
}

/// An answer whose body is still on its way. Dropping it ends the call.
#[derive(Debug)]
pub struct IncomingAnswer {
    /// The HTTP status.
    pub status: u16,
    body: Incoming,
    patience: Duration,
}

/// A call without an answer that can be used. Holds no path and nothing of the answer: either may be somebody's secret.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// No call over TLS can be made.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The request can't be written.
    #[error("the request can't be written")]
    Request,
    /// No connection, a server that is not trusted, or no answer.
    #[error("the call failed: {}", with_causes(.0))]
    Failed(ClientError),
    /// An answer that broke off.
    #[error("the answer broke off: {}", with_causes(.0))]
    BrokeOff(hyper::Error),
    /// No answer in time, or not the whole of it.
    #[error("the call took too long")]
    Late,
    /// More than is read of one.
    #[error("the answer is too large")]
    TooLarge,
    /// Not the JSON that was expected.
    #[error("the answer (status {0}) is not of the expected form")]
    Form(u16),
}

impl Http {
    /// A client whose calls take `deadline` at most, from the connection to the last byte. It follows no redirects,
    /// since what is sent along is for the address that was configured, and asks no proxies out of the environment, for
    /// the same reason.
    ///
    /// # Errors
    /// [`HttpError`] if the server cannot be asked, or does not answer as expected.
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

    /// The same connections, for calls with another deadline.
    #[must_use]
    pub fn within(&self, deadline: Duration) -> Self {
        Self { client: self.client.clone(), deadline }
    }

    /// Makes a call without a body.
    ///
    /// # Errors
    /// [`HttpError`] if the server cannot be asked, or does not answer as expected.
    pub async fn ask(&self, request: Builder) -> Result<Answer, HttpError> {
        self.send(request, Bytes::new(), MAX_ANSWER).await
    }

    /// Makes a call without a body, whose answer is a list.
    ///
    /// # Errors
    /// [`HttpError`] if the server cannot be asked, or does not answer as expected.
    pub async fn ask_for_much(&self, request: Builder) -> Result<Answer, HttpError> {
        self.send(request, Bytes::new(), MAX_LIST).await
    }

    /// Makes a call without a body, whose answer has so many bytes at most.
    ///
    /// # Errors
    /// [`HttpError`] if the server cannot be asked, or does not answer as expected.
    pub async fn ask_for(&self, request: Builder, at_most: usize) -> Result<Answer, HttpError> {
        self.send(request, Bytes::new(), at_most).await
    }

    /// Makes a call without a body, whose answer is as long as it is: it may take the deadline to begin, and as long
    /// for each piece of it.
    ///
    /// # Errors
    /// [`HttpError`] if the server cannot be asked, or does not answer as expected.
    pub async fn open(&self, request: Builder) -> Result<IncomingAnswer, HttpError> {
        let request = request.body(Full::new(Bytes::new())).map_err(|_| HttpError::Request)?;
        let answered = tokio::time::timeout(self.deadline, self.client.request(request));
        let response = answered.await.map_err(|_| HttpError::Late)?.map_err(HttpError::Failed)?;
        let status = response.status().as_u16();
        Ok(IncomingAnswer { status, body: response.into_body(), patience: self.deadline })
    }

    /// Makes a call whose body is `told`, as JSON.
    ///
    /// # Errors
    /// [`HttpError`] if the server cannot be asked, or does not answer as expected.
    pub async fn tell(&self, request: Builder, told: &impl Serialize) -> Result<Answer, HttpError> {
        let body = serde_json::to_vec(told).map_err(|_| HttpError::Request)?;
        self.tell_bytes(request, body.into()).await
    }

    /// Makes a call whose body is this JSON.
    ///
    /// # Errors
    /// [`HttpError`] if the server cannot be asked, or does not answer as expected.
    pub async fn tell_bytes(&self, request: Builder, json: Bytes) -> Result<Answer, HttpError> {
        let kind = HeaderValue::from_static("application/json");
        self.send(request.header(CONTENT_TYPE, kind), json, MAX_ANSWER).await
    }

    async fn send(&self, request: Builder, body: Bytes, at_most: usize) -> Result<Answer, HttpError> {
        let request = request.body(Full::new(body)).map_err(|_| HttpError::Request)?;
        let answered = async {
            let mut response = self.client.request(request).await.map_err(HttpError::Failed)?;
            let mut body = Vec::new();
            while let Some(frame) = response.frame().await {
                // What is no data is a trailer, which nobody asked for.
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
    /// The next piece of the body; `None` at its end.
    ///
    /// # Errors
    /// [`HttpError`] if the server cannot be asked, or does not answer as expected.
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
    /// Its body as it came.
    pub fn into_bytes(self) -> Bytes {
        self.body.into()
    }

    /// Its body as JSON.
    ///
    /// # Errors
    /// [`HttpError`] if the server cannot be asked, or does not answer as expected.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, HttpError> {
        serde_json::from_slice(&self.body).map_err(|_| HttpError::Form(self.status))
    }

    /// Its body as JSON, if its status is `status`.
    ///
    /// # Errors
    /// [`HttpError`] if the server cannot be asked, or does not answer as expected.
    pub fn json_of<T: DeserializeOwned>(&self, status: u16) -> Result<T, HttpError> {
        if self.status == status { self.json() } else { Err(HttpError::Form(self.status)) }
    }
}

impl HttpError {
    /// Whether it is certain that no request left.
    pub fn is_before_the_request(&self) -> bool {
        match self {
            Self::Tls(_) | Self::Request => true,
            Self::Failed(error) => error.is_connect(),
            Self::BrokeOff(_) | Self::Late | Self::TooLarge | Self::Form(_) => false,
        }
    }
}

/// The outermost error alone says no more than that there was one; which certificate or connection is wrong stands
/// further in.
fn with_causes(error: &(dyn Error + 'static)) -> String {
    successors(Some(error), |&error| error.source()).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
