//! The line between a node and its service: what goes over it is counted, and it can be cut.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, header};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

pub(crate) struct Line {
    address: SocketAddr,
    shared: Arc<Shared>,
    /// Kept while the line is cut, so that no other program can take its port.
    listener: Arc<TcpListener>,
    serving: JoinHandle<()>,
}

struct Shared {
    to: String,
    http: reqwest::Client,
    requests: Mutex<Vec<RecordedRequest>>,
    is_silent: AtomicBool,
}

/// A question, and the status of its answer; 0 while there is none.
#[derive(Debug, Clone)]
pub(crate) struct RecordedRequest {
    pub(crate) path: String,
    pub(crate) authorization: String,
    pub(crate) body: Bytes,
    pub(crate) status: u16,
}

impl Line {
    /// To the server at this origin.
    pub(crate) async fn to(origin: String) -> Self {
        let http = reqwest::Client::new();
        let shared = Shared { to: origin, http, requests: Mutex::default(), is_silent: AtomicBool::new(false) };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, shared, listener) = (listener.local_addr().unwrap(), Arc::new(shared), Arc::new(listener));
        let serving = tokio::spawn(serve(Arc::clone(&listener), Arc::clone(&shared)));
        Self { address, shared, listener, serving }
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Connections end, and others do as soon as they are made.
    pub(crate) async fn cut(&mut self) {
        self.serving.abort();
        let _ = (&mut self.serving).await;
        self.serving = tokio::spawn(refuse(Arc::clone(&self.listener)));
    }

    pub(crate) async fn mend(&mut self) {
        self.serving.abort();
        let _ = (&mut self.serving).await;
        self.serving = tokio::spawn(serve(Arc::clone(&self.listener), Arc::clone(&self.shared)));
    }

    /// From now on questions are taken and never answered; or they are again.
    pub(crate) fn be_silent(&self, is_silent: bool) {
        self.shared.is_silent.store(is_silent, Ordering::SeqCst);
    }

    /// What was asked for with `part` in its path.
    pub(crate) fn requests(&self, part: &str) -> Vec<RecordedRequest> {
        let requests = self.shared.requests.lock().unwrap();
        requests.iter().filter(|request| request.path.contains(part)).cloned().collect()
    }

    /// How often that was, for the audio of a content.
    pub(crate) fn audio_requests(&self, cid: &str) -> usize {
        self.requests(&format!("/nodes/contents/{cid}/audio")).len()
    }

    /// How often it was asked who may hear a content.
    pub(crate) fn content_requests(&self, cid: &str) -> usize {
        self.requests(cid).iter().filter(|request| request.path.ends_with(cid)).count()
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn refuse(listener: Arc<TcpListener>) {
    loop {
        drop(listener.accept().await.unwrap());
    }
}

async fn serve(listener: Arc<TcpListener>, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let shared = Arc::clone(&shared);
        let pass = service_fn(move |request| pass_on(Arc::clone(&shared), request));
        connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), pass));
    }
}

async fn pass_on(shared: Arc<Shared>, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let path = head.uri.path().to_owned();
    let authorization = head.headers.get(header::AUTHORIZATION).map_or("", |value| value.to_str().unwrap()).to_owned();
    let record = RecordedRequest { path, authorization, body: body.clone(), status: 0 };
    let number = {
        let mut known = shared.requests.lock().unwrap();
        known.push(record);
        known.len() - 1
    };
    if shared.is_silent.load(Ordering::SeqCst) {
        std::future::pending::<()>().await;
    }
    let mut headers = head.headers;
    for name in [header::HOST, header::CONNECTION, header::CONTENT_LENGTH] {
        headers.remove(name);
    }
    let answer = shared.http.request(head.method, format!("{}{}", shared.to, head.uri)).headers(headers).body(body);
    let answer = answer.send().await.unwrap();
    let (status, mut headers) = (answer.status(), answer.headers().clone());
    shared.requests.lock().unwrap()[number].status = status.as_u16();
    for name in [header::CONNECTION, header::TRANSFER_ENCODING, header::CONTENT_LENGTH] {
        headers.remove(name);
    }
    let mut response = Response::new(Full::new(answer.bytes().await.unwrap()));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
}
