//! Requests to the service, with and without the user's token.

use std::time::Duration;

use http::header::CONTENT_TYPE;
use http::{Request, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::failure::{Responder, bad_response};
use super::json;
use super::ticket_cache::TicketCache;
use crate::error::{Code, Error};
use crate::rim::platform::Abort;
use crate::sdk::client::Client;
use crate::sdk::environment::Environment as _;

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

    /// Reads the JSON at this URL with the user's token.
    pub(super) async fn get<T: DeserializeOwned>(self, url: &str) -> Result<T, Error> {
        let request = Request::get(url).body(Vec::new()).map_err(internal)?;
        read(&self.send(request).await?, Responder::Service)
    }

    /// Posts JSON to this path with the user's token, and reads the JSON of the response.
    pub(super) async fn post<T: DeserializeOwned>(self, path: &str, body: &impl Serialize) -> Result<T, Error> {
        let body = json::write(body).ok_or(Code::Internal)?.into_bytes();
        let request = Request::post(path).header(CONTENT_TYPE, "application/json").body(body).map_err(internal)?;
        read(&self.send(request).await?, Responder::Service)
    }

    /// Reads the JSON at this path without a token. It needs no session, and the browser sends no preflight.
    pub(super) async fn get_openly<T: DeserializeOwned>(self, path: &str) -> Result<T, Error> {
        let request = Request::get(self.url(path)).body(Vec::new()).map_err(internal)?;
        read(&self.send_openly(request).await?, Responder::Service)
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
        self.client.config().access_server()
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

    /// Returns the service's number of the signed-in user.
    pub(super) async fn user_id(self) -> Result<u64, Error> {
        Ok(self.unless_aborted(self.client.user()).await??.user_id)
    }

    /// Returns the tickets that this client has.
    pub(super) fn tickets(self) -> &'a TicketCache {
        self.client.tickets()
    }
}

/// Reads the JSON of a response if it is a success, otherwise its error.
pub(super) fn read<T: DeserializeOwned>(response: &Response<Vec<u8>>, responder: Responder) -> Result<T, Error> {
    let status = response.status();
    if !status.is_success() {
        return Err(responder.refusal(status.as_u16(), response.body()));
    }
    json::parse(response.body()).ok_or_else(|| bad_response(status.as_u16()))
}

pub(super) fn internal(error: http::Error) -> Error {
    Error::from(Code::Internal).because(error)
}
