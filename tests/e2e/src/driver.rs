//! A browser and its WebDriver server. `src/bin/browser-supervisor.rs` starts both, and ends them when this process
//! ends, even if it is killed.

use std::env;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::body::Bytes;
use axum::http::{Method, Request, Response};
use reqwest::Client;
use serde_json::Value;
use thirtyfour::error::WebDriverResult;
use thirtyfour::session::http::{Body, HttpClient};
use thirtyfour::{Capabilities, WebDriver};
use tokio::task::spawn_blocking;

use super::browser::Browser;

/// How long a driver may take for a command.
const TIMEOUT: Duration = Duration::from_mins(2);

/// A browser with its driver. Both end when it is dropped.
#[derive(Debug)]
pub struct Driver {
    supervisor: Child,
    address: String,
    /// The driver's response to the new session.
    session: Bytes,
}

impl Driver {
    /// Starts the driver of `browser` with this environment, and a browser with these capabilities.
    pub async fn open(browser: Browser, environment: &[(&str, &str)], capabilities: Capabilities) -> Self {
        let mut command = Command::new(supervisor());
        command.arg(browser.driver()).args(browser.driver_arguments()).envs(environment.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C in a terminal must only reach this program. The browser closes when it has ended.
        command.process_group(0);
        let capabilities = serde_json::to_string(&capabilities).expect("they are JSON");
        let opened = spawn_blocking(move || Self::begin(&mut command, &capabilities)).await.expect("it does not panic");
        opened.unwrap_or_else(|failure| panic!("{} does not start a browser: {failure}", browser.driver().display()))
    }

    fn begin(command: &mut Command, capabilities: &str) -> io::Result<Self> {
        let mut supervisor = command.spawn()?;
        let mut line = String::new();
        writeln!(supervisor.stdin.as_mut().expect("it is piped"), "{capabilities}")?;
        BufReader::new(supervisor.stdout.take().expect("it is piped")).read_line(&mut line)?;
        let reply: Value = serde_json::from_str(&line)?;
        if let Some(failure) = reply.get("failure") {
            // It ends by itself after a failure.
            supervisor.wait()?;
            return Err(io::Error::other(failure.to_string()));
        }
        let address = reply.get("address").and_then(Value::as_str).unwrap_or_default().to_owned();
        let session = Bytes::from(serde_json::json!({ "value": reply.get("value") }).to_string());
        Ok(Self { supervisor, address, session })
    }

    /// Returns a handle for the current runtime: connections of another runtime end with that.
    ///
    /// # Errors
    /// If the driver does not respond, or the session has ended.
    pub async fn handle(&self) -> WebDriverResult<WebDriver> {
        let client = Client::builder().timeout(TIMEOUT).build().expect("an HTTP client");
        let client = ExistingSession { session: self.session.clone(), client };
        let handle = WebDriver::builder(&self.address, Capabilities::new()).client(client).await?;
        // Dropping the handle must not end the session.
        handle.clone().leak().expect("nobody has ended it");
        Ok(handle)
    }

    /// Closes the browser and ends the driver.
    pub async fn end(mut self) {
        let ended = spawn_blocking(move || self.supervisor.wait()).await.expect("it does not panic");
        assert!(ended.expect("a child of ours").success(), "the browser does not close");
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Waiting closes its input first. It may have ended already.
        let _ = self.supervisor.wait();
    }
}

/// Returns the supervisor's path: cargo's environment variable, or beside the folder of the test programs.
fn supervisor() -> PathBuf {
    const NAME: &str = "browser-supervisor";
    if let Some(named) = env::var_os("CARGO_BIN_EXE_browser-supervisor") {
        return named.into();
    }
    let own = env::current_exe().expect("this program has a file");
    let beside = own.ancestors().skip(1).take(2).map(|folder| folder.join(NAME)).find(|file| file.is_file());
    beside.unwrap_or_else(|| panic!("there is no {NAME}: `cargo build --package stagepass-e2e-tests --bins`"))
}

/// Uses an existing session: a request for a new one returns that.
struct ExistingSession {
    session: Bytes,
    client: Client,
}

#[async_trait]
impl HttpClient for ExistingSession {
    async fn send(&self, request: Request<Body<'_>>) -> WebDriverResult<Response<Bytes>> {
        if request.method() == Method::POST && request.uri().path() == "/session" {
            return Ok(Response::new(self.session.clone()));
        }
        HttpClient::send(&self.client, request).await
    }

    async fn new(&self) -> Arc<dyn HttpClient> {
        Arc::new(Self { session: self.session.clone(), client: self.client.clone() })
    }
}
