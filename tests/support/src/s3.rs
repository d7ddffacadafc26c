//! An S3-compatible service, which checks signatures and stores files. It runs in this process, or as the program
//! `stagepass-s3`, which outlives its clients.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use stagepass_backend::media::{BucketSettings, PATIENCE};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::random::random;
use crate::secrets::note;

/// Its one bucket, and the part of it that tests use.
pub const ADDRESS: &str = "s3://stagepass-test/one/part";
const BUCKET: &str = "stagepass-test";
const PREFIX: &str = "one/part";
const ACCESS_KEY_ID: &str = "test";

/// The method and the path with its query of each request.
type RequestLog = Arc<Mutex<Vec<(Method, String)>>>;

/// The service. When this is dropped, it ends, and its data is removed.
#[derive(Debug)]
pub struct S3 {
    root: TempDir,
    address: SocketAddr,
    secret: String,
    requests: RequestLog,
    /// Bound and never listening, so that no other program gets the port while the service is stopped.
    _port: TcpSocket,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl S3 {
    /// One with an empty bucket, at a free port of this machine.
    pub fn start() -> Self {
        let root = tempfile::tempdir().expect("a temporary folder");
        make_bucket(root.path()).expect("a bucket");
        let secret = random::<20>();
        note("bucket key", &secret);
        let port = taken(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
        let address = port.local_addr().expect("it is taken");
        let mut s3 = Self { root, address, secret, requests: RequestLog::default(), _port: port, running: None };
        s3.start_again();
        s3
    }

    /// Starts it at the port that it had, after [`S3::stop`].
    pub fn start_again(&mut self) {
        let port = taken(self.address);
        let service = service(self.root.path(), ACCESS_KEY_ID, &self.secret).expect("a folder for objects");
        let requests = Arc::clone(&self.requests);
        let (stop, stopped) = oneshot::channel();
        let (listens, listening) = mpsc::channel();
        // Not in the runtime of the test: that may be waiting for a program to end.
        let thread = thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let listener = port.listen(128).expect("the port can be listened at");
                listens.send(()).expect("the caller waits for it");
                tokio::select! {
                    () = serve(listener, service, Some(requests)) => {}
                    _ = stopped => {}
                }
            });
        });
        listening.recv().expect("it listens");
        self.running = Some(Running { stop, thread });
    }

    /// Ends it, and cuts its connections off. What it keeps stays.
    pub fn stop(&mut self) {
        if let Some(Running { stop, thread }) = self.running.take() {
            // An error means that it has ended by itself, which `join` reports.
            let _ = stop.send(());
            thread.join().expect("the S3 service has not panicked");
        }
    }

    /// The bucket, and the key to it.
    pub fn settings(&self) -> BucketSettings {
        BucketSettings {
            address: ADDRESS.parse().expect("a bucket's address"),
            endpoint: Some(self.endpoint()),
            region: "us-east-1".to_owned(),
            access_key_id: ACCESS_KEY_ID.to_owned(),
            secret_access_key: self.secret.clone().into(),
            allow_http: false,
            patience: PATIENCE,
        }
    }

    /// Sets a program's environment to its address and key.
    pub fn configure(&self, command: &mut Command) {
        command.env("STAGEPASS_S3_ENDPOINT", self.endpoint());
        command.env("AWS_ACCESS_KEY_ID", ACCESS_KEY_ID).env("AWS_SECRET_ACCESS_KEY", &self.secret);
    }

    /// The folder that its bucket is: `audio/{cid}` in it is the object of that name.
    pub fn folder(&self) -> PathBuf {
        self.root.path().join(BUCKET).join(PREFIX)
    }

    /// Counts the requests with this method, and with `part` in their address.
    pub fn count_requests(&self, method: &Method, part: &str) -> usize {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.iter().filter(|(known, address)| known == method && address.contains(part)).count()
    }

    fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        if let Some(Running { stop, thread }) = self.running.take() {
            let _ = stop.send(());
            let _ = thread.join();
        }
    }
}

fn taken(address: SocketAddr) -> TcpSocket {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_reuseaddr(true).expect("connections that have ended don't count");
    socket.set_reuseport(true).expect("several sockets of this process can have it");
    socket.bind(address).expect("the port is free");
    socket
}

fn make_bucket(root: &Path) -> io::Result<()> {
    std::fs::create_dir_all(root.join(BUCKET).join(PREFIX).join("audio"))
}

fn service(root: &Path, access_key_id: &str, secret: &str) -> Result<S3Service, String> {
    let files = FileSystem::new(root).map_err(|error| format!("{}: {error:?}", root.display()))?;
    let mut service = S3ServiceBuilder::new(files);
    service.set_auth(SimpleAuth::from_single(access_key_id, secret));
    Ok(service.build())
}

/// Serves the bucket of [`ADDRESS`] from the folder `root` on a free port of this machine, to clients with the key.
/// Creates a missing bucket, and passes the address to `listens`. Returns when it cannot continue.
///
/// # Errors
/// If the folder or no port can be used.
pub async fn serve_folder(
    root: &Path,
    (access_key_id, secret): (&str, &str),
    listens: impl FnOnce(SocketAddr),
) -> Result<(), String> {
    make_bucket(root).map_err(|error| format!("{}: {error}", root.display()))?;
    let service = service(root, access_key_id, secret)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(|error| error.to_string())?;
    listens(listener.local_addr().map_err(|error| error.to_string())?);
    serve(listener, service, None).await;
    Err("no connection can be accepted any more".to_owned())
}

/// Serves one request for an object at a time, because an S3 service never shows the state between two files of an
/// object.
#[derive(Clone, Default)]
struct Objects(Arc<Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>>);

impl Objects {
    fn gate(&self, path: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut objects = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(objects.entry(path.to_owned()).or_default())
    }
}

async fn serve(listener: TcpListener, service: S3Service, requests: Option<RequestLog>) {
    let mut connections = JoinSet::new();
    let objects = Objects::default();
    while let Ok((stream, _)) = listener.accept().await {
        let (service, requests, objects) = (service.clone(), requests.clone(), objects.clone());
        let answer = service_fn(move |request: Request<Incoming>| {
            if let Some(requests) = &requests {
                let address = request.uri().to_string();
                requests.lock().unwrap_or_else(PoisonError::into_inner).push((request.method().clone(), address));
            }
            let (gate, service) = (objects.gate(request.uri().path()), service.clone());
            // In a separate task, so that the request of a client that has disconnected is still completed, as by a
            // remote service.
            let answering = tokio::spawn(async move {
                let _turn = gate.lock().await;
                // The trait's method, because the inherent one of the same name borrows it.
                Service::call(&service, request).await
            });
            async { answering.await.expect("the S3 service has not panicked") }
        });
        connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), answer));
    }
}
