//! The bytes of answers in memory. An answer that its client does not read stays there until the write timeout, so one
//! client could fill the memory with answers that it requested on many connections.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::body::Bytes;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use hyper::body::Body as _;
use serde_json::json;
use stagepass_kit::rate::Block;

/// Smaller answers, also to refused requests, are not counted: the limits of connections bound them.
const SMALL: u64 = 16 << 10;

/// Marks a response whose body is read from a file or a bucket, a buffer at a time.
#[derive(Debug, Clone, Copy)]
pub struct Streamed;

/// The counted bytes, and how many there may be.
#[derive(Debug)]
pub(super) struct AnswerMemory {
    of_address: u64,
    in_all: u64,
    used: Mutex<Used>,
}

#[derive(Debug, Default)]
struct Used {
    in_all: u64,
    by_address: HashMap<Block, u64>,
}

/// The bytes of one answer, until this is dropped.
#[derive(Debug)]
pub(super) struct AnswerBytes {
    memory: Arc<AnswerMemory>,
    address: Block,
    bytes: u64,
}

/// Bytes of a counted answer. hyper queues them without copying, because the stream accepts several pieces at once.
struct HeldBytes {
    data: Bytes,
    _counted: Arc<AnswerBytes>,
}

impl AnswerMemory {
    /// For `in_all` bytes, of one address at most a sixteenth of them.
    pub(super) fn new(in_all: u64) -> Self {
        Self { of_address: in_all / 16, in_all, used: Mutex::default() }
    }

    /// Counts the body of `response` to `address`, unless it is small or [`Streamed`].
    ///
    /// The handler ran already. If `method` is not safe (RFC 9110 §9.2.1), the request had its effect, and the response
    /// may contain a secret that is shown once, so it is never refused.
    ///
    /// # Errors
    /// The response to send instead, if there are too many bytes. Pages of other origins cannot read it yet.
    pub(super) fn count(
        self: &Arc<Self>,
        address: Block,
        method: &Method,
        response: &Response,
    ) -> Result<Option<AnswerBytes>, Box<Response>> {
        let bytes = response.body().size_hint().lower();
        if bytes <= SMALL || response.extensions().get::<Streamed>().is_some() {
            return Ok(None);
        }
        self.take(address, bytes, method.is_safe()).map(Some).ok_or_else(|| Box::new(refusal()))
    }

    fn take(self: &Arc<Self>, address: Block, bytes: u64, is_refusable: bool) -> Option<AnswerBytes> {
        let mut used = self.lock();
        let of_address = used.by_address.get(&address).copied().unwrap_or_default();
        let is_too_much = of_address + bytes > self.of_address || used.in_all + bytes > self.in_all;
        if is_too_much && is_refusable {
            return None;
        }
        used.in_all += bytes;
        used.by_address.insert(address, of_address + bytes);
        Some(AnswerBytes { memory: Arc::clone(self), address, bytes })
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AnswerBytes {
    /// Returns the same bytes. The answer is counted at least until they are dropped.
    pub(super) fn hold(self: &Arc<Self>, data: Bytes) -> Bytes {
        Bytes::from_owner(HeldBytes { data, _counted: Arc::clone(self) })
    }
}

impl AsRef<[u8]> for HeldBytes {
    fn as_ref(&self) -> &[u8] {
        &self.data
    }
}

impl Drop for AnswerBytes {
    fn drop(&mut self) {
        let mut used = self.memory.lock();
        used.in_all -= self.bytes;
        if let Some(of_address) = used.by_address.get_mut(&self.address) {
            *of_address -= self.bytes;
            if *of_address == 0 {
                used.by_address.remove(&self.address);
            }
        }
    }
}

fn refusal() -> Response {
    let description = "too many answers that were not read yet: read them, then try again";
    let body = Json(json!({ "error": "too_many_requests", "error_description": description }));
    let retry_after = [(header::RETRY_AFTER, HeaderValue::from_static("1"))];
    (StatusCode::TOO_MANY_REQUESTS, retry_after, body).into_response()
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr, SocketAddr};
    use std::time::Duration;

    use axum::Router;
    use axum::body::Body;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpSocket, TcpStream};
    use tracing::Level;

    use super::*;
    use crate::serve::{BoundListener, Guard, Limits, REQUEST_TIMEOUT, ResponseDefaults, Server, WRITE_TIMEOUT};

    const IN_ALL: u64 = 16 << 20;
    /// More than the system's buffers of a connection accept.
    const LARGE: usize = 8 << 20;

    fn address(last: u8) -> Block {
        Block::of(IpAddr::from([192, 0, 2, last]))
    }

    fn answer(bytes: u64) -> Response {
        Response::new(Body::from(vec![0; usize::try_from(bytes).unwrap()]))
    }

    #[test]
    fn address_gets_one_sixteenth_until_responses_are_written() {
        let memory = Arc::new(AnswerMemory::new(IN_ALL));
        let held: Vec<_> = (0..4)
            .map(|_| memory.count(address(1), &Method::GET, &answer(IN_ALL / 64)).unwrap().expect("it is counted"))
            .collect();
        let refused = memory.count(address(1), &Method::GET, &answer(SMALL + 1)).unwrap_err();
        assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.headers()[header::RETRY_AFTER], "1");
        assert!(memory.count(address(2), &Method::GET, &answer(SMALL + 1)).is_ok());
        drop(held);
        assert!(memory.count(address(1), &Method::GET, &answer(SMALL + 1)).is_ok());
        assert_eq!(memory.lock().in_all, 0);
        assert!(memory.lock().by_address.is_empty());
    }

    #[test]
    fn all_addresses_have_a_limit() {
        let memory = Arc::new(AnswerMemory::new(IN_ALL));
        let _held: Vec<_> =
            (0..16).map(|last| memory.count(address(last), &Method::GET, &answer(IN_ALL / 16)).unwrap()).collect();
        assert!(memory.count(address(99), &Method::GET, &answer(SMALL + 1)).is_err());
    }

    #[test]
    fn small_and_streamed_answers_are_not_counted() {
        let memory = Arc::new(AnswerMemory::new(0));
        assert!(memory.count(address(1), &Method::GET, &answer(SMALL)).unwrap().is_none());
        let mut streamed = answer(SMALL + 1);
        streamed.extensions_mut().insert(Streamed);
        assert!(memory.count(address(1), &Method::GET, &streamed).unwrap().is_none());
    }

    #[test]
    fn answers_of_unsafe_requests_are_never_refused() {
        let memory = Arc::new(AnswerMemory::new(0));
        for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            let _held = memory.count(address(1), &method, &answer(SMALL + 1)).unwrap().expect("it is counted");
            assert_eq!(memory.lock().in_all, SMALL + 1, "{method}");
        }
        for method in [Method::GET, Method::HEAD] {
            assert!(memory.count(address(1), &method, &answer(SMALL + 1)).is_err(), "{method}");
        }
    }

    /// Serves an answer of this size. One address may leave two of them unread.
    async fn serve(size: usize) -> Server {
        let large = Bytes::from(vec![b'-'; size]);
        let answer = async || large;
        let routes = Router::new().route("/", get(answer.clone()).post(answer));
        let (level, write_timeout) = (Level::DEBUG, WRITE_TIMEOUT);
        let defaults =
            ResponseDefaults { headers: &[], level, write_timeout, trusted_proxies: Arc::new([]), metrics: None };
        let limits = Limits { unread_answers: Some(16 * 2 * size as u64), ..Limits::NONE };
        let guard = Guard::new(&limits, Vec::new(), |_, _| StatusCode::TOO_MANY_REQUESTS.into_response());
        let listener = BoundListener::at((Ipv4Addr::LOCALHOST, 0).into()).await.unwrap();
        listener.serve(routes, defaults, guard)
    }

    /// Requests the answer, and reads no more of it than its status.
    async fn ask(server: SocketAddr, method: &str) -> (TcpStream, String) {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4 << 10).unwrap();
        let mut client = socket.connect(server).await.unwrap();
        client.write_all(format!("{method} / HTTP/1.1\r\nhost: test\r\n\r\n").as_bytes()).await.unwrap();
        let mut status_line = [0; "HTTP/1.1 200".len()];
        client.read_exact(&mut status_line).await.unwrap();
        (client, String::from_utf8_lossy(&status_line[9..]).into_owned())
    }

    /// Returns the client of the first answer that is not refused. The server may notice a little later than its
    /// clients that bytes were read.
    async fn answered_again(server: SocketAddr) -> TcpStream {
        let answered = async {
            loop {
                match ask(server, "GET").await {
                    (client, status) if status == "200" => return client,
                    _ => tokio::time::sleep(Duration::from_millis(10)).await,
                }
            }
        };
        tokio::time::timeout(REQUEST_TIMEOUT, answered).await.expect("it is answered again")
    }

    #[tokio::test]
    async fn answers_count_until_clients_read_them_or_close() {
        let server = serve(LARGE).await;
        let address = server.address();
        let (mut reader, first) = ask(address, "GET").await;
        let (closed, second) = ask(address, "GET").await;
        assert_eq!((&*first, &*second), ("200", "200"));
        assert_eq!(ask(address, "GET").await.1, "429");

        let mut rest = vec![0; LARGE];
        reader.read_exact(&mut rest).await.unwrap();
        let unread = answered_again(address).await;
        assert_eq!(ask(address, "GET").await.1, "429", "the others are still unread");
        let (posted, status) = ask(address, "POST").await;
        assert_eq!(status, "200", "it had an effect");

        drop(posted);
        drop(closed);
        answered_again(address).await;
        drop((reader, unread));
    }

    /// Without a limit, the system's buffers accept megabytes of each connection, which no server counts.
    #[tokio::test]
    #[cfg(target_os = "linux")]
    async fn answers_that_the_system_could_buffer_count() {
        let server = serve(512 << 10).await;
        let address = server.address();
        let clients = [ask(address, "GET").await, ask(address, "GET").await, ask(address, "GET").await];
        assert_eq!(clients.each_ref().map(|(_, status)| &**status), ["200", "200", "429"]);
    }
}
