//! `stagepass-backend access` as a process.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use super::{API_KEY, BEARER_TOKEN};

/// The signer's private key.
pub(crate) const KEY: &str = "0101010101010101010101010101010101010101010101010101010101010101";
const DATABASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/GeoIP2-City-Test.mmdb");

/// With everything that is needed, and a file that says where addresses are.
pub(crate) fn command(service: &str) -> Command {
    let mut command = command_without_geo(service);
    command.args(["--geo-database", DATABASE]);
    command
}

pub(crate) fn command_without_geo(service: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stagepass-backend"));
    command.args(["--log", "trace", "access", "--database", "sqlite::memory:"]);
    command.args(["--trusted-proxy", "127.0.0.0/8", "--trusted-proxy", "::1/128"]).env_clear();
    command.env("STAGEPASS_DRAIN", "0");
    command.env("PORT", "0").env("STAGEPASS_BASE_URL", service).env("API_KEY", API_KEY);
    command.env("BEARER_TOKEN", BEARER_TOKEN).env("SIGNER_PRIVATE_KEY", KEY).env("ALLOWED_COUNTRIES", "Australia, JP");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A process that listens. Stopped even if the test fails.
pub(crate) struct Served {
    pub(crate) origin: String,
    process: Child,
    log: Option<JoinHandle<String>>,
}

impl Served {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut process = command.spawn().unwrap();
        let mut stderr = process.stderr.take().unwrap();
        let stdout = process.stdout.take().unwrap();
        // Read all the time: a process whose log nobody reads stands still once the pipe is full.
        let log = std::thread::spawn(move || {
            let mut log = String::new();
            stderr.read_to_string(&mut log).unwrap();
            stagepass_test_support::log::keep(&log);
            log
        });
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let origin = line.trim().strip_prefix("listening on ").unwrap_or_default().to_owned();
        let served = Self { origin, process, log: Some(log) };
        assert!(!served.origin.is_empty(), "it does not listen: {line}");
        served
    }

    /// Tells it to stop; its log.
    #[cfg(unix)]
    pub(crate) fn stop(mut self) -> String {
        assert!(Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap().success());
        assert!(self.process.wait().unwrap().success());
        self.log.take().unwrap().join().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
