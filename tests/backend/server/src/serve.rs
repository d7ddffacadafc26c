//! Listening, stopping, and the common handling of requests.

mod answer;
mod answer_memory;
mod connection;
mod context;
mod cross_origin;
mod file_spans;
mod guard;
mod limits;
mod route_template;
mod routes;
mod slots;
mod stopping;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::IntoResponse as _;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

pub use self::answer_memory::Streamed;
use self::connection::{converse, cut_off_after};
use self::context::ConnectionContext;
pub use self::context::ResponseDefaults;
pub use self::cross_origin::{EMBEDDABLE, NOT_EMBEDDABLE, embeddable, readable_everywhere};
pub use self::file_spans::FileSpans;
pub use self::guard::Guard;
pub use self::limits::{ConnectionLimits, Limits, Patience};
pub use self::routes::{DirectRoute, RequestConnection, ResponseFuture, Routes};
pub use self::stopping::DrainMarker;
use self::stopping::{Phase, wait_until_closing};
use crate::base_url::origin_of_listener;

/// How long shutdown waits for running requests.
const GRACE: Duration = Duration::from_secs(10);
/// How long it may take until a response begins, if no other server is involved.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a client may accept no bytes. A paused player accepts none, and reconnects later.
pub const WRITE_TIMEOUT: Duration = Duration::from_mins(1);
/// The most connections that wait to be accepted, if the system allows so many (`net.core.somaxconn`). The system drops
/// the first packet of further ones, and their clients retry after a second. After a restart, all clients connect again
/// at once.
const BACKLOG: u32 = 1_024;
/// How long to wait after a connection could not be accepted for lack of memory or file descriptors.
const ACCEPT_AGAIN: Duration = Duration::from_millis(50);

/// A bound port that is not served yet, because the routes may need to know its address.
#[derive(Debug)]
pub struct BoundListener {
    listener: TcpListener,
    address: SocketAddr,
}

/// The server did not start: the address is in use, or does not belong to this machine.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address}: {error}")]
pub struct ListenError {
    address: SocketAddr,
    error: std::io::Error,
}

/// A running server. Dropping it closes all connections. [`Server::shutdown`] lets running requests finish.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    phase: watch::Sender<Phase>,
    task: JoinHandle<()>,
}

impl BoundListener {
    /// Binds `address`. Port 0 means any free port.
    ///
    /// # Errors
    /// [`ListenError`] if the address cannot be bound.
    #[expect(clippy::unused_async, reason = "it needs a runtime, and every caller of an async function has one")]
    pub async fn at(address: SocketAddr) -> Result<Self, ListenError> {
        let failed = |error| ListenError { address, error };
        let listener = listen(address).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Self { listener, address })
    }

    /// The address on which it listens. Never port 0.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Accepts connections, and passes requests that `guard` admits to `routes`. A request's peer is in its extensions,
    /// as [`ConnectInfo`](axum::extract::ConnectInfo).
    pub fn serve(self, routes: impl Into<Routes>, defaults: ResponseDefaults, guard: Guard) -> Server {
        let routes = routes.into();
        let routes = if defaults.metrics.is_some() { routes.with_templates() } else { routes };
        let (phase, phase_seen) = watch::channel(Phase::Open);
        let served = ConnectionContext { routes, defaults, guard, phase: phase_seen };
        let task = tokio::spawn(accept(self.listener, Arc::new(served)));
        Server { address: self.address, phase, task }
    }
}

impl Server {
    /// The address on which it listens. Never port 0.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address as an origin: `http://127.0.0.1:PORT`.
    pub fn origin(&self) -> String {
        origin_of_listener(self.address)
    }

    /// Starts draining: readiness fails, and each response closes its connection, so that proxies send requests
    /// elsewhere. All requests are still answered.
    pub fn drain(&self) {
        self.phase.send_replace(Phase::Draining);
    }

    /// Accepts no new connections, and lets running requests finish, for 10 s at most.
    pub async fn shutdown(&mut self) {
        self.phase.send_replace(Phase::Closing);
        match tokio::time::timeout(GRACE, &mut self.task).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the server's task failed"),
            Err(_) => {
                tracing::warn!("running requests are aborted: they have not finished in time");
                self.task.abort();
                let _ = (&mut self.task).await;
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Like [`TcpListener::bind`], which lets only 128 connections wait.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Otherwise a restarted server could not listen for a minute.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Owns the connections. Aborting this closes them.
async fn accept(listener: TcpListener, served: Arc<ConnectionContext>) {
    let mut connections = JoinSet::new();
    let mut phase = served.phase.clone();
    let slots = &served.guard.slots;
    let mut ticks = tokio::time::interval(slots.tick_length());
    loop {
        tokio::select! {
            () = wait_until_closing(&mut phase) => break,
            Some(ended) = connections.join_next() => log_panic(ended),
            _ = ticks.tick() => {
                // The interval restarts now. Otherwise the tick after a late one would come early, and close
                // connections too soon.
                ticks.reset();
                slots.tick();
            }
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    let Some(slot) = served.guard.slot(peer, &served.defaults.trusted_proxies) else {
                        tracing::debug!(%peer, "a connection exceeds the limit");
                        continue;
                    };
                    cut_off_after(&stream, served.defaults.write_timeout);
                    let shared = slot.share();
                    let conversation = connections.spawn(converse(stream, peer, slot, Arc::clone(&served)));
                    shared.is_ended_by(conversation);
                }
                Err(error) => {
                    tracing::warn!(%error, connections = slots.count(), "a connection cannot be accepted");
                    slots.clear_one();
                    tokio::time::sleep(ACCEPT_AGAIN).await;
                }
            },
        }
    }
    // Connections in the system's queue may already have sent a request. They would be reset with the listener.
    for (stream, peer) in still_waiting(listener) {
        if let Some(slot) = served.guard.slot(peer, &served.defaults.trusted_proxies) {
            connections.spawn(converse(stream, peer, slot, Arc::clone(&served)));
        }
    }
    while let Some(ended) = connections.join_next().await {
        log_panic(ended);
    }
}

/// Accepts the connections in the system's queue. Uses the standard library, because tokio only knows of those that it
/// has polled.
fn still_waiting(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    let Ok(listener) = listener.into_std() else { return Vec::new() };
    let accepted = std::iter::from_fn(|| listener.accept().ok());
    let stream = |stream: std::net::TcpStream| stream.set_nonblocking(true).and_then(|()| TcpStream::from_std(stream));
    accepted.filter_map(|(accepted, peer)| Some((stream(accepted).ok()?, peer))).collect()
}

fn log_panic(ended: Result<(), tokio::task::JoinError>) {
    // Cancelled ones have exceeded a timeout.
    if let Err(error) = ended
        && !error.is_cancelled()
    {
        tracing::error!(%error, "a connection's task failed");
    }
}

/// Responds with 503 if the response does not begin within `timeout`. Not for routes that read a long body.
pub fn in_time<S: Clone + Send + Sync + 'static>(routes: Router<S>, timeout: Duration) -> Router<S> {
    routes.layer(middleware::from_fn(move |request: Request, next: Next| async move {
        // Unlike tower-http's layer, this only sets a timer if the response is not ready at once.
        let answer = tokio::time::timeout(timeout, next.run(request)).await;
        answer.unwrap_or_else(|_| StatusCode::SERVICE_UNAVAILABLE.into_response())
    }))
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use axum::extract::ConnectInfo;
    use axum::http::header;
    use axum::routing::get;

    use axum::http::{HeaderName, HeaderValue};
    use tracing::Level;

    use super::*;

    static HEADERS: [(HeaderName, HeaderValue); 1] = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];

    async fn serve(routes: Router) -> Server {
        let trusted_proxies = Arc::new(["127.0.0.1/32".parse().unwrap()]);
        let (level, write_timeout) = (Level::DEBUG, WRITE_TIMEOUT);
        let defaults = ResponseDefaults { headers: &HEADERS, level, write_timeout, trusted_proxies, metrics: None };
        let listener = BoundListener::at((Ipv4Addr::LOCALHOST, 0).into()).await.unwrap();
        listener.serve(routes, defaults, Guard::open())
    }

    async fn get_from(server: &Server, path: &str) -> (u16, String, String) {
        let response = reqwest::get(format!("{}{path}", server.origin())).await.unwrap();
        let cache_control = response.headers()["cache-control"].to_str().unwrap().to_owned();
        (response.status().as_u16(), cache_control, response.text().await.unwrap())
    }

    /// Also if a handler panics, no route matches or the path has control characters.
    #[tokio::test]
    async fn every_response_is_no_store_by_default() {
        let panics = async || assert_eq!(1, 2, "for the test's sake");
        let peer = async |ConnectInfo(peer): ConnectInfo<SocketAddr>| peer.ip().to_string();
        let own = || async { ([(header::CACHE_CONTROL, "public")], "") };
        let routes = Router::new().route("/panics", get(panics)).route("/peer", get(peer)).route("/own", get(own));
        let server = serve(routes).await;
        assert_eq!(get_from(&server, "/panics").await, (500, "no-store".into(), String::new()));
        assert_eq!(get_from(&server, "/peer").await, (200, "no-store".into(), "127.0.0.1".into()));
        assert_eq!(get_from(&server, "/own").await, (200, "public".into(), String::new()));
        assert_eq!(get_from(&server, "/none").await, (404, "no-store".into(), String::new()));
        for path in ["/none%00", "/a%0ab", "/%7F"] {
            assert_eq!(get_from(&server, path).await, (400, "no-store".into(), String::new()), "{path}");
        }
        assert_eq!(get_from(&server, "/p%65er").await.0, 404, "other encodings are the routes' business");
    }

    #[tokio::test]
    async fn every_answer_says_what_its_request_is_called() {
        let panics = async || assert_eq!(1, 2, "for the test's sake");
        let server = serve(Router::new().route("/", get(panics))).await;
        let http = reqwest::Client::new();
        for path in ["/", "/none", "/%00"] {
            let request = http.get(format!("{}{path}", server.origin())).header("x-request-id", "from-the-proxy");
            assert_eq!(request.send().await.unwrap().headers()["x-request-id"], "from-the-proxy", "{path}");
        }
        let request = http.get(server.origin()).header("x-request-id", "not an id");
        assert_eq!(request.send().await.unwrap().headers()["x-request-id"].len(), 32);
    }

    #[tokio::test]
    async fn draining_server_answers_and_closes_connections() {
        let ready = async |draining: Option<axum::Extension<DrainMarker>>| draining.is_none().to_string();
        let mut server = serve(Router::new().route("/", get(ready))).await;
        let send = async || {
            let answer = reqwest::get(server.origin()).await.unwrap();
            (answer.headers().contains_key("connection"), answer.text().await.unwrap())
        };
        assert_eq!(send().await, (false, "true".to_owned()));
        server.drain();
        assert_eq!(send().await, (true, "false".to_owned()));
        let origin = server.origin();
        server.shutdown().await;
        assert!(reqwest::get(origin).await.is_err());
    }

    #[tokio::test]
    async fn dropped_server_closes_its_connections() {
        let (began, mut begins) = tokio::sync::mpsc::channel(1);
        let never = async move || {
            began.send(()).await.unwrap();
            std::future::pending::<()>().await;
        };
        let server = serve(Router::new().route("/", get(never))).await;
        let request = tokio::spawn(reqwest::get(server.origin()));
        begins.recv().await.unwrap();
        drop(server);
        assert!(request.await.unwrap().is_err());
    }

    // Other systems may allow no more than 128.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn clients_that_connect_at_once_need_no_retry() {
        let bound = BoundListener::at((Ipv4Addr::LOCALHOST, 0).into()).await.unwrap();
        // They are not accepted yet. One more than fit would wait until the timeout.
        let connect = |_| std::net::TcpStream::connect_timeout(&bound.address(), REQUEST_TIMEOUT);
        let connected: Vec<_> = (0..400).map(connect).collect::<Result<_, _>>().unwrap();
        assert_eq!(connected.len(), 400);
    }

    #[tokio::test]
    async fn an_address_is_taken_once() {
        let first = BoundListener::at((Ipv4Addr::LOCALHOST, 0).into()).await.unwrap();
        let address = first.address();
        let error = BoundListener::at(address).await.unwrap_err().to_string();
        assert!(error.starts_with(&format!("cannot listen on {address}: ")), "{error}");
    }
}
