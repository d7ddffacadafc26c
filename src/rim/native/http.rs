//! Requests to the service: HTTP/1.1 by hyper, TLS by rustls, with the certificates that the system trusts.
//!
//! No redirects, because tokens are for the configured service only. No proxies from the environment. Every request
//! has a timeout, and every response a largest size.

use std::sync::{Arc, OnceLock};
use std::time::Duration;
use std::{error, fmt, io};

use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderValue, USER_AGENT};
use hyper::{Request, Response};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};
use stagepass_core::document::{Document as _, Json};
use stagepass_core::effect::{self, Answer, MAX_ANSWER, REQUEST_DEADLINE};
use stagepass_core::text::percent;
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::clock;
use crate::error::{Code, Error};
use crate::rim::parsed::Outcome;
use crate::sdk::dpop::Transport;
use crate::sdk::environment::{Bounds, Task};

const AGENT: &str = concat!("stagepass/", env!("CARGO_PKG_VERSION"));

/// How long to wait for a connection, of the time for the whole request.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);

type HyperClient = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// Sends requests, and keeps connections open for the next ones. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Http(Arc<OnceLock<HyperClient>>);

/// Why there is no response.
#[derive(Debug)]
pub(crate) enum HttpError {
    /// The timeout has expired.
    Timeout,
    /// No connection, an untrusted server, or a response that broke off.
    Failed(Box<dyn error::Error + Send + Sync>),
    /// The response has more bytes than allowed.
    TooLarge,
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Timeout => "the request took too long",
            Self::Failed(_) => "the request failed",
            Self::TooLarge => "the response is too large",
        })
    }
}

impl error::Error for HttpError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Failed(error) => Some(&**error),
            Self::Timeout | Self::TooLarge => None,
        }
    }
}

impl Http {
    /// Sends `request`, and returns the response of at most `max` bytes, whatever its status. Dropping the future
    /// aborts the request.
    ///
    /// # Errors
    /// [`HttpError`] if there is no complete response within `within`.
    pub(crate) async fn send(
        &self,
        mut request: Request<Vec<u8>>,
        within: Duration,
        max: usize,
    ) -> Result<Response<Vec<u8>>, HttpError> {
        let agent = HeaderValue::from_static(AGENT);
        request.headers_mut().entry(USER_AGENT).or_insert(agent);
        let request = request.map(|body| Full::new(Bytes::from(body)));
        let whole = async {
            let response = self.client()?.request(request).await.map_err(|error| HttpError::Failed(error.into()))?;
            let (head, body) = response.into_parts();
            let body = Limited::new(body, max).collect().await.map_err(broken)?.to_bytes().to_vec();
            Ok(Response::from_parts(head, body))
        };
        timeout(within, whole).await.map_err(|_| HttpError::Timeout)?
    }

    /// Sends a request of the core that needs no proof.
    pub(crate) async fn perform(&self, request: &effect::Request) -> Outcome {
        let Some(request) = written(request) else { return Outcome::Offline };
        let within = Duration::from_millis(REQUEST_DEADLINE.into());
        match self.send(request, within, MAX_ANSWER).await {
            // A browser follows no redirect here either.
            Ok(response) if response.status().is_redirection() => Outcome::Offline,
            Ok(response) => Outcome::Answer(answer(&response)),
            Err(HttpError::Timeout) => Outcome::Elapsed,
            Err(HttpError::Failed(_)) => Outcome::Offline,
            Err(HttpError::TooLarge) => Outcome::TooLarge,
        }
    }

    fn client(&self) -> Result<&HyperClient, HttpError> {
        if let Some(client) = self.0.get() {
            return Ok(client);
        }
        let client = client(authorities()).map_err(|error| HttpError::Failed(error.into()))?;
        Ok(self.0.get_or_init(|| client))
    }
}

impl Transport for Http {
    fn now(&self) -> u64 {
        clock::now()
    }

    async fn send(&self, request: Request<Vec<u8>>, bounds: Bounds) -> Result<Response<Vec<u8>>, Error> {
        match Http::send(self, request, bounds.within, bounds.max_body).await {
            Ok(response) if response.status().is_redirection() => Err(Code::Network.into()),
            Ok(response) => Ok(response),
            Err(error) => {
                let code = match error {
                    HttpError::Timeout => Code::Timeout,
                    HttpError::Failed(_) => Code::Network,
                    HttpError::TooLarge => Code::BadResponse,
                };
                Err(Error::from(code).because(error))
            }
        }
    }

    fn spawn(task: Task<()>) {
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(task);
        }
    }
}

/// Returns a response as the core reads it.
pub(super) fn answer(response: &Response<Vec<u8>>) -> Answer<Json> {
    let body = core::str::from_utf8(response.body()).ok().and_then(Json::parse);
    Answer { status: response.status().as_u16(), body }
}

fn broken(error: Box<dyn error::Error + Send + Sync>) -> HttpError {
    if error.is::<http_body_util::LengthLimitError>() { HttpError::TooLarge } else { HttpError::Failed(error) }
}

fn client(authorities: RootCertStore) -> io::Result<HyperClient> {
    let connector = HttpsConnectorBuilder::new().with_tls_config(trusting(authorities)?).https_or_http().enable_http1();
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    tcp.set_connect_timeout(Some(CONNECT_WITHIN));
    let mut builder = Client::builder(TokioExecutor::new());
    builder.pool_timer(TokioTimer::new());
    Ok(builder.build(connector.wrap_connector(tcp)))
}

/// Reads the authorities that the system trusts. Without any, only `http` (a service on this machine) can be reached.
fn authorities() -> RootCertStore {
    let mut authorities = RootCertStore::empty();
    authorities.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    authorities
}

fn trusting(authorities: RootCertStore) -> io::Result<ClientConfig> {
    // The provider is explicit, so that the app's own choice of another one is not changed.
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().map_err(io::Error::other)?;
    Ok(config.with_root_certificates(authorities).with_no_client_auth())
}

/// Returns the HTTP form of a request of the core. `None` if its URL is malformed.
pub(super) fn written(request: &effect::Request) -> Option<Request<Vec<u8>>> {
    if request.body.is_empty() {
        return Request::get(&request.url).body(Vec::new()).ok();
    }
    let (media_type, body) = if request.is_form {
        let mut body = String::new();
        for (name, value) in &request.body {
            body.push_str(if body.is_empty() { "" } else { "&" });
            body.push_str(name);
            body.push('=');
            percent::encode(&mut body, value.expose());
        }
        ("application/x-www-form-urlencoded", body)
    } else {
        let members = request.body.iter().map(|(name, value)| ((*name).to_owned(), value.expose().into()));
        ("application/json", serde_json::Value::Object(members.collect()).to_string())
    };
    Request::post(&request.url).header(CONTENT_TYPE, media_type).body(body.into_bytes()).ok()
}

#[cfg(test)]
mod tests;
