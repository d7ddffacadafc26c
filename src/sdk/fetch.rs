//! Authorized requests: to the service and the app's other origins, with the access token.

use core::time::Duration;

use http::header::{AUTHORIZATION, HeaderValue};
use http::{Request, Response, StatusCode};
use serde::Deserialize;
use stagepass_core::client::{Logout, TokenRequest};
use stagepass_core::session::Session;
use stagepass_core::text::secret::Secret;

use super::call::Call;
use super::client::Client;
use super::environment::{Bounds, Environment as _};
use super::fetch_target::Target;
use super::json;
use super::provider::Provider;
use super::retry::Retries;
use crate::error::{Code, Error};
use crate::rim::platform::Abort;

/// The timeout of a response including its body, and of all retries.
const WITHIN: Duration = Duration::from_secs(30);

/// How often a request is sent at most while its tokens are rejected.
const SENDS: usize = 3;

/// The largest body of a response, in bytes.
const MAX_BODY: usize = 16 << 20;

impl<P: Provider> Client<P> {
    /// Sends an authorized request (RFC 6750 section 2.1), and returns the response, whatever its status.
    ///
    /// The URI is a path below the service's URL, such as `/tracks/7`, or an absolute URL there or on one of
    /// [`ConfigBuilder::origin`](crate::ConfigBuilder::origin). At another provider, only those origins are allowed,
    /// and each URI is absolute. No other server receives the token.
    ///
    /// After a 401, the request is sent once more with a refreshed token. It is sent a third time if another window or
    /// process has refreshed that token. GET and HEAD are retried at most twice after a network failure, and if the
    /// service is busy (429 or 503). No redirect is followed. A response must be complete within 30 seconds, and may
    /// have 16 MiB.
    ///
    /// # Errors
    /// [`Code::OptionInvalid`] for a URI that must not receive the token, [`Code::NotSignedIn`],
    /// [`Code::SessionExpired`], [`Code::Network`], [`Code::Timeout`], [`Code::BadResponse`] and
    /// [`Code::RequestFailed`].
    pub fn fetch(&self, request: Request<Vec<u8>>) -> Call<Response<Vec<u8>>> {
        let client = self.clone();
        Call::start(move |abort| async move { client.send(request, &abort).await })
    }

    /// Sends an authorized request, as [`Client::fetch`] does.
    pub(crate) async fn send(&self, request: Request<Vec<u8>>, abort: &Abort) -> Result<Response<Vec<u8>>, Error> {
        let outside = Error::from(Code::OptionInvalid);
        let target = Target::of(request.uri(), self.config())
            .ok_or_else(|| outside.because("the URI is not under the service's URL or on one of the origins"))?;
        self.send_to(target, request, abort).await
    }

    /// Sends an authorized request to `target`, which may receive the token.
    pub(super) async fn send_to(
        &self,
        Target { url, is_service }: Target,
        request: Request<Vec<u8>>,
        abort: &Abort,
    ) -> Result<Response<Vec<u8>>, Error> {
        let (mut head, body) = request.into_parts();
        head.uri = url.parse().map_err(|cause: http::uri::InvalidUri| Error::from(Code::Internal).because(cause))?;
        let request = Request::from_parts(head, body);

        // Some providers refuse all tokens at the userinfo endpoint. They must not cost a refresh each time.
        let keeps_replacement = !is_service && url == self.core().user_url();
        let mut other_than = None;
        let mut sends = 0;
        let (session, response) = loop {
            let token = TokenRequest { other_than, keeps_replacement, ..TokenRequest::default() };
            let session = self.fresh_session(token).await?;
            let response = self.send_as(&session, request.clone(), abort).await?;
            sends += 1;
            if response.status() != StatusCode::UNAUTHORIZED {
                return Ok(response);
            }
            // A token that another window has refreshed may have expired since. Only a refresh of this call is certain.
            if sends == SENDS || (sends > 1 && !session.is_adopted) {
                break (session, response);
            }
            other_than = Some(session.access_token);
        };
        if !is_service {
            return Ok(response);
        }
        let me = self.core().user_url();
        if url != me {
            // One endpoint may be wrong about a token. This ends the session only if the service itself refuses it.
            let request = Request::get(&me).body(Vec::new()).map_err(|_| Error::from(Code::Internal))?;
            Box::pin(self.send_to(Target { url: me, is_service }, request, abort)).await?;
            return Ok(response);
        }
        // A 401 about a proof says nothing about the token (RFC 9449 section 7.1).
        let refusal = core::str::from_utf8(response.body()).ok().and_then(json::read::<Refusal>);
        if session.is_adopted || refusal.is_some_and(|refusal| refusal.error.contains("dpop")) {
            return Ok(response);
        }
        // Ends the session, if that is still its token.
        self.run(Logout::expire(self.core(), session.access_token), None).await?;
        Err(Error::from(Code::SessionExpired).with_status(StatusCode::UNAUTHORIZED.as_u16()))
    }

    /// Sends a request with the token of this session.
    async fn send_as(
        &self,
        session: &Session,
        request: Request<Vec<u8>>,
        abort: &Abort,
    ) -> Result<Response<Vec<u8>>, Error> {
        if session.is_bound {
            self.send_with_retries(request, Some(session), abort).await
        } else {
            self.send_open(with_token(request, &session.access_token)?, abort).await
        }
    }

    /// Sends a request to any absolute URL without a token, with the same retries and bounds.
    pub(crate) async fn send_open(&self, request: Request<Vec<u8>>, abort: &Abort) -> Result<Response<Vec<u8>>, Error> {
        self.send_with_retries(request, None, abort).await
    }

    /// Sends a request. With a session that is bound to a key, each retry has a proof of its own.
    async fn send_with_retries(
        &self,
        request: Request<Vec<u8>>,
        bound: Option<&Session>,
        abort: &Abort,
    ) -> Result<Response<Vec<u8>>, Error> {
        let environment = self.environment();
        let bounds = Bounds { within: WITHIN, max_body: MAX_BODY };
        let until = environment.now() + WITHIN.as_secs_f64() * 1000.0;
        let mut retries = Retries::new(request.method(), until);
        loop {
            let request = request.clone();
            let sent = match bound {
                Some(session) => abort.or(environment.send_bound(request, bounds, session)).await,
                None => abort.or(environment.send(request, bounds)).await,
            };
            let sent = sent.ok_or(Code::Aborted)?;
            let response = match &sent {
                Ok(response) => Some((response.status(), response.headers())),
                Err(error) if error.code() == Code::Network => None,
                Err(_) => return sent,
            };
            let Some(wait) = retries.next(response, environment.now(), environment.jitter()) else { return sent };
            abort.or(environment.sleep(Duration::from_secs_f64(wait / 1000.0))).await.ok_or(Code::Aborted)?;
        }
    }
}

/// The body of a refused request.
#[derive(Deserialize)]
struct Refusal {
    error: String,
}

/// Returns `request` with the token.
fn with_token(mut request: Request<Vec<u8>>, token: &Secret) -> Result<Request<Vec<u8>>, Error> {
    let mut value =
        HeaderValue::try_from(["Bearer ", token.expose()].concat()).map_err(|_| Error::from(Code::BadResponse))?;
    value.set_sensitive(true);
    request.headers_mut().insert(AUTHORIZATION, value);
    Ok(request)
}
