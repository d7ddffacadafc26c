//! Starts a browser with its WebDriver server, and ends both when the parent process ends, even if that is killed.
//!
//! `browser-supervisor DRIVER ARGUMENT…` reads the browser's capabilities from standard input: one line of JSON. It
//! prints one line of JSON: the driver's address and its response to the new session (`{ "address", "value" }`,
//! WebDriver §8.1), or the reason why there is no session (`{ "failure" }`). It runs until its standard input is
//! closed.

use std::env;
use std::io::{self, Write as _};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use serde_json::{Map, Value, json};
use stagepass_programs::tools::free_port;
use thirtyfour::{Capabilities, WebDriver};
use tokio::time::{Instant, sleep};

const STARTS_WITHIN: Duration = Duration::from_secs(20);

/// How long a browser may take to close.
const ENDS_WITHIN: Duration = Duration::from_secs(20);

const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The number of attempts: another process may take the port first, and a browser may fail to start.
const TRIES: usize = 3;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut capabilities = String::new();
    let was_read = io::stdin().read_line(&mut capabilities).is_ok();
    let Ok(capabilities) = serde_json::from_str::<Map<String, Value>>(&capabilities) else {
        // The parent may have ended already.
        return if was_read && capabilities.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    };
    let session = match Session::open(&capabilities.into()).await {
        Ok(session) => session,
        Err(failure) => {
            say(&json!({ "failure": failure }));
            return ExitCode::FAILURE;
        }
    };
    say(&json!({ "address": session.address, "value": session.answer }));
    // The browser is not needed after the input has ended, for whatever reason.
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
    if session.close().await { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints a line. Ignores errors: if the parent has ended, the input has ended as well.
fn say(what: &Value) {
    let _ = writeln!(io::stdout(), "{what}");
}

/// A driver with one session: the drivers of Firefox and WebKit allow only one.
struct Session {
    driver: Driver,
    address: String,
    id: String,
    answer: Value,
}

impl Session {
    async fn open(capabilities: &Capabilities) -> Result<Self, String> {
        let mut failure = "it ends as soon as it is started".to_owned();
        for _ in 0..TRIES {
            let port = free_port().map_err(|error| error.to_string())?;
            let mut driver = Driver::start(port)?;
            let address = format!("http://127.0.0.1:{port}");
            if !driver.answers(&address).await? {
                continue;
            }
            match WebDriver::new(&address, capabilities.clone()).await {
                Ok(session) => {
                    let id = session.session_id().to_string();
                    let answer = json!({ "sessionId": id, "capabilities": session.capabilities() });
                    // `close` ends the session.
                    let _ = session.leak();
                    return Ok(Self { driver, address, id, answer });
                }
                Err(error) => failure = error.to_string(),
            }
        }
        Err(failure)
    }

    /// Closes the browser first, because the driver would leave it running, then ends the driver. Returns whether it
    /// closed.
    async fn close(self) -> bool {
        let session = format!("{}/session/{}", self.address, self.id);
        let closed = reqwest::Client::new().delete(session).timeout(ENDS_WITHIN).send().await;
        drop(self.driver);
        closed.is_ok_and(|answer| answer.status().is_success())
    }
}

/// The driver's process, killed when dropped. Its browser keeps running: close that first.
struct Driver(Child);

impl Driver {
    fn start(port: u16) -> Result<Self, String> {
        let mut arguments = env::args_os().skip(1);
        let program = arguments.next().ok_or("no driver is named")?;
        let mut command = Command::new(program);
        command.args(arguments).arg(format!("--port={port}"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map(Self).map_err(|error| format!("it does not start: {error}"))
    }

    /// Waits until it accepts sessions. Returns false if it has ended instead.
    async fn answers(&mut self, address: &str) -> Result<bool, String> {
        let deadline = Instant::now() + STARTS_WITHIN;
        while self.0.try_wait().map_err(|error| error.to_string())?.is_none() {
            if is_ready(address).await {
                return Ok(true);
            }
            if Instant::now() > deadline {
                return Err("it does not answer".to_owned());
            }
            sleep(POLL_INTERVAL).await;
        }
        Ok(false)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether a driver responds there (WebDriver §8.3): another process may have taken the port.
async fn is_ready(address: &str) -> bool {
    let response = reqwest::Client::new().get(format!("{address}/status")).timeout(STARTS_WITHIN).send().await;
    let Ok(answer) = response else { return false };
    answer.json::<Value>().await.is_ok_and(|status| status.pointer("/value/ready") == Some(&Value::Bool(true)))
}
