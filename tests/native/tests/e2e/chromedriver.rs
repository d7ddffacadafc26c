//! One chromedriver for all stories that run at the same time. It ends with the last of them.

use std::env;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

static SHARED: Mutex<Weak<Chromedriver>> = Mutex::new(Weak::new());

const STARTS_WITHIN: Duration = Duration::from_secs(20);

/// A chromedriver that takes sessions.
#[derive(Debug)]
pub(crate) struct Chromedriver {
    child: Child,
    address: String,
}

impl Chromedriver {
    /// The one that runs, or a new one.
    pub(crate) fn shared() -> Arc<Self> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let started = Arc::new(Self::start());
            *shared = Arc::downgrade(&started);
            started
        })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    fn start() -> Self {
        let program = env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let mut command = Command::new(&program);
        command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{program} does not start: {error}"));
        let output = child.stdout.take().expect("its output was asked for");
        let (says, heard) = channel();
        // Read to the end, or it would block on a full pipe.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let port = line.split_once("started successfully on port ").map(|(_, rest)| rest);
                if let Some(port) = port.and_then(|rest| rest.trim_end_matches('.').parse::<u16>().ok()) {
                    // Nobody listens any more after the first.
                    let _ = says.send(port);
                }
            }
        });
        match heard.recv_timeout(STARTS_WITHIN) {
            Ok(port) => Self { child, address: format!("http://127.0.0.1:{port}") },
            Err(error) => {
                let _ = child.kill();
                panic!("{program} did not say its port: {error}");
            }
        }
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
