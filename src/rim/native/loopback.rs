//! The loopback redirect of a native app (RFC 8252 section 7.3): a listener on this machine, at the redirect URI.
//!
//! Any page and any program of this machine can send it requests. So it reads little, for a short time, on few
//! connections, and answers nothing but a fixed page. Whether a response belongs to the login is decided by the core.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use stagepass_core::callback::Callback;
use stagepass_core::redirect_uri;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// How many connections are served at once. Browsers open some that they do not use.
const CONNECTIONS: usize = 16;
/// How long the head of a request may take.
const HEAD_WITHIN: Duration = Duration::from_secs(3);
/// How long a connection may take from its start to the end of the answer.
const CONNECTION_WITHIN: Duration = Duration::from_secs(10);
/// The largest head of a request in bytes, including its URL. An authorization response is much smaller.
const MAX_HEAD: usize = 16 << 10;
/// The largest number of headers of a request.
const MAX_HEADERS: usize = 64;
/// How many authorization responses wait to be read.
const INBOX: usize = 8;

const ARRIVED: &str = "You can close this window and return to the app.";
const NOT_HERE: &str = "There is nothing here. Return to the app.";

/// A port of this machine, reserved for the responses to one login.
#[derive(Debug)]
pub(crate) struct Reserved {
    listener: TcpListener,
    target: Target,
}

/// What a request must ask for.
#[derive(Clone, Debug)]
struct Target {
    /// `http://127.0.0.1:8910`
    origin: String,
    /// `127.0.0.1:8910`
    host: String,
    path: String,
}

/// Receives the authorization responses to a login. Dropping it closes the port.
#[derive(Debug)]
pub(crate) struct Loopback {
    inbox: mpsc::Receiver<String>,
    accepting: JoinHandle<()>,
}

impl Target {
    /// Reads a redirect URI. `None` unless it is `http` on this machine.
    fn read(uri: &str) -> Option<(Self, IpAddr, u16)> {
        if redirect_uri::check(uri).is_err() || !redirect_uri::is_localhost(uri) {
            return None;
        }
        let origin = redirect_uri::origin(uri)?;
        let (_, host) = origin.split_once("://").filter(|(scheme, _)| scheme.eq_ignore_ascii_case("http"))?;
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !name.starts_with('[') || name.ends_with(']') => (name, port.parse().ok()?),
            _ => (host, 80),
        };
        let address = match name.strip_prefix('[') {
            Some(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
            None => IpAddr::V4(name.parse().unwrap_or(Ipv4Addr::LOCALHOST)),
        };
        // As browsers send it.
        let host = host.strip_suffix(":80").unwrap_or(host).to_ascii_lowercase();
        let path = uri.get(origin.len()..)?.split('?').next().filter(|path| !path.is_empty()).unwrap_or("/");
        Some((Self { origin: origin.to_owned(), host, path: path.to_owned() }, address, port))
    }

    /// Returns the URL of the callback that `request` is, if it asks for the redirect URI and has a state of ours.
    fn callback<T>(&self, request: &Request<T>) -> Result<String, StatusCode> {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        // A page of another name could be made to resolve to this machine.
        if hosts.next().map(HeaderValue::as_bytes) != Some(self.host.as_bytes()) || hosts.next().is_some() {
            return Err(StatusCode::MISDIRECTED_REQUEST);
        }
        if request.uri().authority().is_some() || request.uri().path() != self.path {
            return Err(StatusCode::NOT_FOUND);
        }
        if request.method() != Method::GET {
            return Err(StatusCode::METHOD_NOT_ALLOWED);
        }
        let url = format!("{}{}", self.origin, request.uri());
        Callback::read(&url).map(|_| url).ok_or(StatusCode::BAD_REQUEST)
    }
}

impl Reserved {
    /// Reserves the port of the first redirect URI whose port is free, and returns that URI.
    ///
    /// # Errors
    /// The error of the last one. [`io::ErrorKind::InvalidInput`] if none is a loopback redirect URI.
    pub(crate) fn first<'a>(uris: impl IntoIterator<Item = &'a str>) -> io::Result<(&'a str, Self)> {
        let mut result = Err(io::Error::new(io::ErrorKind::InvalidInput, "no redirect URI is http://127.0.0.1:PORT/…"));
        for uri in uris {
            let Some((target, address, port)) = Target::read(uri) else { continue };
            match TcpListener::bind((address, port)) {
                Ok(listener) => return Ok((uri, Self { listener, target })),
                Err(error) => result = Err(error),
            }
        }
        result
    }

    /// Starts to listen.
    ///
    /// # Errors
    /// The error of the system.
    pub(crate) fn listen(self) -> io::Result<Loopback> {
        self.listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let (sender, inbox) = mpsc::channel(INBOX);
        let accepting = tokio::spawn(accept(listener, Arc::new(self.target), sender));
        Ok(Loopback { inbox, accepting })
    }
}

impl Loopback {
    /// Waits for the URL of an authorization response.
    pub(crate) async fn next(&mut self) -> String {
        match self.inbox.recv().await {
            Some(url) => url,
            // Its only sender ends with `self`.
            None => std::future::pending().await,
        }
    }

    /// Closes the port. Afterwards it is free.
    pub(crate) async fn close(mut self) {
        self.accepting.abort();
        let _ = (&mut self.accepting).await;
    }
}

impl Drop for Loopback {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: tokio::net::TcpListener, target: Arc<Target>, inbox: mpsc::Sender<String>) {
    let slots = Arc::new(Semaphore::new(CONNECTIONS));
    while let Ok(slot) = Arc::clone(&slots).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, _)) => {
                let (target, inbox) = (Arc::clone(&target), inbox.clone());
                // It outlives the listener: the browser gets its page even if the login ends first.
                tokio::spawn(async move {
                    let _ = timeout(CONNECTION_WITHIN, serve(stream, &target, &inbox)).await;
                    drop(slot);
                });
            }
            // Too many open files, for example.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Answers one request, then passes on the URL, so that the browser has its page before the app continues or ends.
async fn serve(stream: impl AsyncRead + AsyncWrite + Unpin, target: &Target, inbox: &mpsc::Sender<String>) {
    let arrived = Mutex::new(None);
    let service = service_fn(|request: Request<Incoming>| {
        let response = match target.callback(&request) {
            Ok(url) => {
                *arrived.lock().unwrap_or_else(PoisonError::into_inner) = Some(url);
                page(StatusCode::OK, ARRIVED)
            }
            Err(status) => page(status, NOT_HERE),
        };
        async { Ok::<_, Infallible>(response) }
    });
    let mut builder = http1::Builder::new();
    builder.keep_alive(false).half_close(true).max_buf_size(MAX_HEAD).max_headers(MAX_HEADERS);
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN);
    let connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    // The response counts even if the browser hangs up before it has read the page.
    let _ = timeout(CONNECTION_WITHIN / 2, connection).await;
    let url = arrived.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(url) = url {
        let _ = inbox.send(url).await;
    }
}

fn page(status: StatusCode, text: &'static str) -> Response<Full<Bytes>> {
    let title = "Sign in";
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><h1>{title}</h1><p>{text}</p></html>"
    );
    let mut response = Response::new(Full::new(Bytes::from(html)));
    *response.status_mut() = status;
    for (name, value) in [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests;
