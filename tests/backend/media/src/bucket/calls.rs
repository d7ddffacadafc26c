//! Calls to a bucket's service, by the same HTTP client and TLS library as all other calls.

use std::error::Error as _;
use std::time::Duration;

use async_trait::async_trait;
use axum::http::Method;
use http_body_util::BodyExt as _;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector as TcpConnector;
use hyper_util::client::legacy::{Client, Error as ClientError};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody, HttpResponse, HttpResponseBody,
    HttpService,
};
use rustls::RootCertStore;

use super::BucketError;
use stagepass_server::tls::{authorities, trusting};

/// The timeout of connecting.
const CONNECT: Duration = Duration::from_secs(3);
/// The timeout of a request with a body, until its response: 8 MiB at 1.1 Mbit/s.
const SEND: Duration = Duration::from_mins(1);

/// Makes calls.
#[derive(Debug, Clone)]
pub(super) struct Calls {
    client: Client<HttpsConnector<TcpConnector>, HttpRequestBody>,
    patience: Duration,
}

impl Calls {
    /// Makes calls with or without TLS. Ignores redirects, and proxies in the environment.
    pub(super) fn new(is_encrypted: bool, patience: Duration) -> Result<Self, BucketError> {
        let connector = if is_encrypted {
            HttpsConnectorBuilder::new().with_tls_config(trusting(authorities()?)?).https_only()
        } else {
            HttpsConnectorBuilder::new().with_tls_config(trusting(RootCertStore::empty())?).https_or_http()
        };
        let mut tcp = TcpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_connect_timeout(Some(CONNECT.min(patience)));
        let mut client = Client::builder(TokioExecutor::new());
        client.pool_timer(TokioTimer::new());
        Ok(Self { client: client.build(connector.enable_http1().wrap_connector(tcp)), patience })
    }
}

impl HttpConnector for Calls {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait]
impl HttpService for Calls {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let is_question = matches!(*request.method(), Method::GET | Method::HEAD);
        let deadline = if is_question { self.patience } else { SEND };
        match tokio::time::timeout(deadline, self.client.request(request)).await {
            Ok(Ok(response)) => Ok(response
                .map(|body| HttpResponseBody::new(body.map_err(|error| broke_off(HttpErrorKind::Interrupted, error))))),
            Ok(Err(error)) => Err(HttpError::new(kind_of(&error), error)),
            Err(late) => Err(broke_off(HttpErrorKind::Timeout, late)),
        }
    }
}

fn broke_off(kind: HttpErrorKind, error: impl std::error::Error + Send + Sync + 'static) -> HttpError {
    HttpError::new(kind, error)
}

/// Decides which calls are retried: those that were never sent, and those on a connection that was idle for too long.
fn kind_of(error: &ClientError) -> HttpErrorKind {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<hyper::Error>());
    if error.is_connect() {
        HttpErrorKind::Connect
    } else if cause.is_some_and(|cause| cause.is_canceled() || cause.is_closed()) {
        HttpErrorKind::Request
    } else {
        HttpErrorKind::Interrupted
    }
}
