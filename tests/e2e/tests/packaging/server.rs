//! Servers that are no part of us: a tool's own, and the plainest there can be.

use std::fs::File;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use stagepass_demo::serving::without_delay;
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::built;

const STARTS_WITHIN: Duration = Duration::from_mins(1);

const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A program of Node's that serves at a port of 127.0.0.1. It ends when this is dropped.
pub(crate) struct NodeServer(Child);

impl NodeServer {
    /// Starts `command` in the consumers' folder, and waits until it responds at `origin`. Its output goes to
    /// `built/NAME.log`.
    pub(crate) async fn start(name: &str, origin: &str, command: &mut Command) -> Self {
        let log = built::output().join(format!("{name}.log"));
        let file = File::create(&log).unwrap();
        command.current_dir(built::folder()).stdin(Stdio::null());
        command.stdout(file.try_clone().unwrap()).stderr(file);
        let mut server = Self(command.spawn().expect("Node starts"));
        let deadline = Instant::now() + STARTS_WITHIN;
        while !reqwest::get(origin).await.is_ok_and(|answer| answer.status().is_success()) {
            let goes_on = server.0.try_wait().unwrap().is_none() && Instant::now() < deadline;
            assert!(goes_on, "{name} does not serve: see {}", log.display());
            sleep(POLL_INTERVAL).await;
        }
        server
    }
}

impl Drop for NodeServer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Node, with this script of an installed package.
pub(crate) fn node(script: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(built::folder().join("node_modules").join(script));
    command
}

/// Serves a folder's files until the test ends, and returns the origin.
pub(crate) async fn serve_files(folder: &Path) -> String {
    assert!(folder.join("index.html").is_file(), "there are no pages in {}", folder.display());
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    // A cached page would keep an earlier policy.
    let fresh = SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let files = Router::new().fallback_service(ServeDir::new(folder)).layer(fresh);
    tokio::spawn(async move { axum::serve(without_delay(listener), files).await.unwrap() });
    origin
}
