//! Requests to the service, with and without the user's token.

use std::sync::PoisonError;
use std::time::Duration;

use http::header::{CONTENT_TYPE, HeaderName};
use http::{Method, Request, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use stagepass_core::client::TokenRequest;
use stagepass_core::text::secret::Secret;

use super::access::ticket::TicketCache;
use super::failure::{Responder, bad_response};
use super::json;
use crate::error::{Code, Error};
use crate::rim::platform::Abort;
use crate::sdk::client::Client;
use crate::sdk::environment::Environment as _;

/// A request to the service.
pub(super) struct Ask {
    method: Method,
    path: String,
    header: Option<(HeaderName, String)>,
    body: Vec<u8>,
    responder: Responder,
}

impl Ask {
    /// Returns a request of this path under the base URL, which starts with a slash.
    pub(super) fn new(method: Method, path: impl Into<String>) -> Self {
        Self { method, path: path.into(), header: None, body: Vec::new(), responder: Responder::Service }
    }

    /// Adds a body of JSON.
    pub(super) fn json(self, body: &impl Serialize) -> Result<Self, Error> {
        let body = json::write(body).ok_or(Code::Internal)?.into_bytes();
        Ok(Self { body, ..self }.header(CONTENT_TYPE, "application/json"))
    }

    /// Adds a file.
    pub(super) fn file(self, body: Vec<u8>, media_type: &str) -> Self {
        Self { body, responder: Responder::Files, ..self }.header(CONTENT_TYPE, media_type)
    }

    /// Sets the only header.
    pub(super) fn header(self, name: HeaderName, value: &str) -> Self {
        Self { header: Some((name, value.to_owned())), ..self }
    }
}

/// The service, for one call.
#[derive(Clone, Copy)]
pub(super) struct Service<'a> {
    client: &'a Client,
    abort: &'a Abort,
}

impl<'a> Service<'a> {
    pub(super) fn new(client: &'a Client, abort: &'a Abort) -> Self {
        Self { client, abort }
    }

    /// Sends a request with the user's token, and reads the JSON of its response.
    pub(super) async fn ask<T: DeserializeOwned>(self, ask: Ask) -> Result<T, Error> {
        let answer = self.accepted(ask).await?;
        json::parse(answer.body()).ok_or_else(|| bad_response(answer.status().as_u16()))
    }

    /// Sends a request with the user's token, and returns nothing of its response.
    pub(super) async fn act(self, ask: Ask) -> Result<(), Error> {
        self.accepted(ask).await.map(drop)
    }

    /// Sends a request with the user's token, and returns its response, which is a success.
    pub(super) async fn accepted(self, ask: Ask) -> Result<Response<Vec<u8>>, Error> {
        let Ask { method, path, header, body, responder } = ask;
        let mut request = Request::builder().method(method).uri(path);
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        // A header can be the only part that is not valid: an app's media type.
        let request = request.body(body).map_err(|error| Error::from(Code::OptionInvalid).because(error))?;
        accepted(self.send(request).await?, responder)
    }

    /// Reads the JSON of this path without a token. It needs no session, and the browser sends no preflight.
    pub(super) async fn ask_openly<T: DeserializeOwned>(self, path: &str) -> Result<T, Error> {
        let request = Request::get(self.url(path)).body(Vec::new()).map_err(internal)?;
        let answer = accepted(self.send_openly(request).await?, Responder::Service)?;
        json::parse(answer.body()).ok_or_else(|| bad_response(answer.status().as_u16()))
    }

    /// Sends a request with the user's token. Returns the response, whatever its status.
    pub(super) async fn send(self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, Error> {
        self.client.send(request, self.abort).await
    }

    /// Sends a request to any absolute URL without a token. Returns the response, whatever its status.
    pub(super) async fn send_openly(self, request: Request<Vec<u8>>) -> Result<Response<Vec<u8>>, Error> {
        self.client.send_open(request, self.abort).await
    }

    /// Awaits `future`, unless the caller aborts.
    pub(super) async fn unless_aborted<F: Future>(self, future: F) -> Result<F::Output, Error> {
        self.abort.or(future).await.ok_or_else(|| Code::Aborted.into())
    }

    /// Waits.
    pub(super) async fn sleep(self, time: Duration) -> Result<(), Error> {
        self.unless_aborted(self.client.environment().sleep(time)).await
    }

    /// Returns the absolute URL of a path under the base URL, which starts with a slash.
    pub(super) fn url(self, path: &str) -> String {
        [self.client.config().base_url(), path].concat()
    }

    /// Returns the configured access server, if there is one.
    pub(super) fn access_server(self) -> Option<&'a str> {
        self.client.config().access_server.as_deref()
    }

    /// Returns the time, in milliseconds since 1970.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of a float saturates")]
    pub(super) fn now(self) -> u64 {
        self.client.environment().now() as u64
    }

    /// Returns the client of this call.
    pub(super) fn client(self) -> &'a Client {
        self.client
    }

    /// Returns the access token.
    pub(super) async fn token(self) -> Result<Secret, Error> {
        self.client.token(TokenRequest::default()).await
    }

    /// Returns the service's number of the signed-in user.
    pub(super) async fn own_id(self) -> Result<u64, Error> {
        let own_id = &self.client.music().own_id;
        let bearer = self.token().await?;
        let known = own_id.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, id)) = known.filter(|(of, _)| of.is(bearer.expose())) {
            return Ok(id);
        }
        let id = self.unless_aborted(self.client.user()).await??.user_id;
        *own_id.lock().unwrap_or_else(PoisonError::into_inner) = Some((bearer, id));
        Ok(id)
    }

    /// Does `work` on the tickets that this client has.
    pub(super) fn with_tickets<T>(self, work: impl FnOnce(&mut TicketCache) -> T) -> T {
        work(&mut self.client.music().tickets.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns the result of work that acts for the user. `None` if no user is signed in.
pub(super) fn if_signed_in<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if matches!(error.code(), Code::NotSignedIn | Code::SessionExpired) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the response if it is a success, otherwise its error.
pub(super) fn accepted(answer: Response<Vec<u8>>, responder: Responder) -> Result<Response<Vec<u8>>, Error> {
    if answer.status().is_success() {
        Ok(answer)
    } else {
        Err(responder.refusal(answer.status().as_u16(), answer.body()))
    }
}

pub(super) fn internal(error: http::Error) -> Error {
    Error::from(Code::Internal).because(error)
}
