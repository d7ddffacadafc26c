//! The program by which a browser is driven.

use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use thirtyfour::{Capabilities, WebDriver};
use tokio::time::{Instant, sleep};

use super::browser::Browser;

const STARTS_WITHIN: Duration = Duration::from_secs(20);

const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How often it is tried: somebody else may be quicker to take a port, and a browser may fail to come up.
const TRIES: usize = 3;

/// A driver that takes a session: one, which is all that the drivers of Firefox and WebKit take.
///
/// It is killed when it is dropped. A browser that it has started then stays: end the session first.
#[derive(Debug)]
pub struct Driver {
    child: Child,
    address: String,
}

impl Driver {
    /// Starts the driver of `browser` with this in its environment, and by it a browser that is capable of this.
    pub async fn open(browser: Browser, environment: &[(&str, &str)], capabilities: Capabilities) -> (Self, WebDriver) {
        let mut failure = "it ends as soon as it is started".to_owned();
        for _ in 0..TRIES {
            let mut driver = Self::spawn(browser, environment);
            if !driver.answers().await {
                continue;
            }
            match WebDriver::new(&driver.address, capabilities.clone()).await {
                Ok(session) => return (driver, session),
                Err(error) => failure = error.to_string(),
            }
        }
        panic!("{} does not start a browser: {failure}", browser.driver().display());
    }

    fn spawn(browser: Browser, environment: &[(&str, &str)]) -> Self {
        let program = browser.driver();
        let port = free_port();
        let mut command = Command::new(&program);
        command.arg(format!("--port={port}")).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command
            .envs(environment.iter().copied())
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not start: {error}", program.display()));
        Self { child, address: format!("http://127.0.0.1:{port}") }
    }

    /// Waits until it takes sessions; false where it has ended instead.
    async fn answers(&mut self) -> bool {
        let status = format!("{}/status", self.address);
        let deadline = Instant::now() + STARTS_WITHIN;
        while self.child.try_wait().expect("a child of ours").is_none() {
            if is_ready(&status).await {
                return true;
            }
            assert!(Instant::now() < deadline, "the driver at {} does not answer", self.address);
            sleep(LOOK_EVERY).await;
        }
        false
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a driver (WebDriver §8.3) answers there: the port may have become somebody else's.
async fn is_ready(status: &str) -> bool {
    let Ok(answer) = reqwest::get(status).await else { return false };
    answer.json::<Value>().await.is_ok_and(|status| status.pointer("/value/ready") == Some(&Value::Bool(true)))
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("it is bound").port()
}
