//! Calls to other servers: each ends in time, follows nothing, and reads no more than it needs.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, IntoUrl, Method, RequestBuilder};
use serde::de::DeserializeOwned;

/// The bytes that are read of an answer.
const MAX_ANSWER: usize = 64 << 10;

/// Makes calls.
#[derive(Debug, Clone)]
pub(super) struct Http(Client);

/// An answer, whatever its status.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    body: Vec<u8>,
}

/// A call without an answer that can be used. Holds no address and nothing of the answer: either may be somebody's secret.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// No connection, no answer in time, or an answer that broke off.
    #[error("the call failed: {0}")]
    Failed(reqwest::Error),
    /// More than 64 KiB.
    #[error("the answer is too large")]
    TooLarge,
    /// Not the JSON that was expected.
    #[error("the answer (status {0}) is not of the expected form")]
    Form(u16),
}

impl Http {
    /// A client whose calls take `deadline` at most, from the connection to the last byte.
    pub(super) fn new(deadline: Duration) -> Result<Self, HttpError> {
        // No redirects: what is sent along is for the address that was configured. No proxies out of the environment, for the same reason.
        let client = Client::builder().timeout(deadline).redirect(Policy::none()).no_proxy().referer(false);
        Ok(Self(client.build()?))
    }

    pub(super) fn request(&self, method: Method, url: impl IntoUrl) -> RequestBuilder {
        self.0.request(method, url)
    }
}

/// Makes the call.
pub(super) async fn answer(request: RequestBuilder) -> Result<Answer, HttpError> {
    let mut response = request.send().await?;
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > MAX_ANSWER {
            return Err(HttpError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answer { status: response.status().as_u16(), body })
}

impl Answer {
    /// Its body as JSON.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, HttpError> {
        serde_json::from_slice(&self.body).map_err(|_| HttpError::Form(self.status))
    }

    /// Its body as JSON, if its status is `status`.
    pub(super) fn json_of<T: DeserializeOwned>(&self, status: u16) -> Result<T, HttpError> {
        if self.status == status { self.json() } else { Err(HttpError::Form(self.status)) }
    }
}

impl From<reqwest::Error> for HttpError {
    fn from(error: reqwest::Error) -> Self {
        Self::Failed(error.without_url())
    }
}
