//! The folder that `init` creates, and its servers in one process.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use stagepass_test_support::process::program;
use stagepass_test_support::{PASSWORD, log};
use tempfile::TempDir;

pub(crate) const CALLBACK: &str = "http://localhost:5173/callback.html";

/// A folder of `init` whose servers listen on ports that were free.
pub(crate) struct Deployment {
    folder: TempDir,
    pub(crate) port: u16,
    /// The origins by which clients reach the service, the node and the access server.
    origins: [String; 3],
}

/// `all` in a process of its own.
pub(crate) struct Running {
    child: Child,
    /// The addresses that it printed.
    pub(crate) origins: Vec<String>,
}

/// Runs the program without the variables of this process.
pub(crate) fn run(words: &[&str], stdin: &str) -> Output {
    let mut command = Command::new(program());
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that reads nothing may have ended.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let output = child.wait_with_output().unwrap();
    log::keep(&output.stderr);
    output
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Returns the first of three ports that are free. They are below those that the system gives to other programs, and
/// other tests of this program get others.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id() % 1_000 * 20;
    loop {
        let port = 10_000 + 3 * ((first + NEXT.fetch_add(1, Ordering::SeqCst)) % 7_000);
        let port = u16::try_from(port).unwrap();
        if (port..port + 3).all(|port| TcpListener::bind(("127.0.0.1", port)).is_ok()) {
            return port;
        }
    }
}

impl Deployment {
    /// Clients reach the servers directly.
    pub(crate) fn new() -> Self {
        let port = free_port();
        Self::at(port, [0, 1, 2].map(|offset| format!("http://127.0.0.1:{}", port + offset)))
    }

    /// The servers listen at `port` and the two ports after it, behind these origins.
    pub(crate) fn at(port: u16, origins: [String; 3]) -> Self {
        let deployment = Self { folder: tempfile::tempdir().unwrap(), port, origins };
        let output = deployment.init();
        assert!(output.status.success(), "{}", text(&output.stderr));
        deployment
    }

    pub(crate) fn init(&self) -> Output {
        let [service, node, access] = &self.origins;
        let base = format!("{service}/v1");
        let (folder, port) = (self.path().to_str().unwrap(), self.port.to_string());
        let words = [
            "init",
            "--folder",
            folder,
            "--base-url",
            &base,
            "--node-url",
            node,
            "--access-url",
            access,
            "--port",
            &port,
            "--handle",
            "demo",
            "--app-name",
            "Late Night Radio",
            "--redirect-uri",
            CALLBACK,
            "--password-stdin",
        ];
        run(&words, &format!("{PASSWORD}\n"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The path of the settings file.
    pub(crate) fn config(&self) -> String {
        self.path().join("stagepass.toml").to_str().unwrap().to_owned()
    }

    /// Changes the settings file.
    pub(crate) fn change(&self, from: &str, to: &str) {
        let before = fs::read_to_string(self.config()).unwrap();
        assert!(before.contains(from), "{from} is in {before}");
        fs::write(self.config(), before.replacen(from, to, 1)).unwrap();
    }

    /// Adds settings to a table.
    pub(crate) fn add(&self, table: &str, settings: &str) {
        self.change(&format!("[{table}]\n"), &format!("[{table}]\n{settings}\n"));
    }

    /// Starts `all`, and waits until the servers listen.
    pub(crate) fn start(&self) -> Running {
        let mut command = Command::new(program());
        command
            .args(["all", "--config", &self.config(), "--log", "warn"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let origins =
            (0..3).map_while(|_| Some(lines.next()?.unwrap().rsplit_once(' ')?.1.to_owned())).collect::<Vec<_>>();
        if origins.len() < 3 {
            let mut log = String::new();
            child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
            panic!("it did not start: {log}");
        }
        Running { child, origins }
    }
}

impl Running {
    /// Sends SIGTERM, and returns whether it ended well.
    pub(crate) fn stop(mut self) -> bool {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        sent.success() && self.child.wait().unwrap().success()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
