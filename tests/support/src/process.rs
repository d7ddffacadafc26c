//! `stagepass-backend` as a process.

use std::env;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;

use crate::log;

/// Returns the path of the program: beside the test program, or one folder above it.
pub fn program() -> PathBuf {
    let program = format!("stagepass-backend{}", env::consts::EXE_SUFFIX);
    let test = env::current_exe().expect("a path of the test program");
    let found = test.ancestors().skip(1).take(2).map(|folder| folder.join(&program)).find(|path| path.is_file());
    found
        .expect("stagepass-backend is not built: run `cargo build --package stagepass-backend --bin stagepass-backend`")
}

/// A server in a process of its own, killed when this is dropped. What it logs is kept for [`crate::log`].
#[derive(Debug)]
pub struct ServerProcess {
    /// Where it listens: `http://127.0.0.1:PORT`.
    pub origin: String,
    child: Child,
    stdout: BufReader<ChildStdout>,
    log: Option<JoinHandle<String>>,
}

impl ServerProcess {
    /// Starts `command`, and waits until it says where it listens.
    pub fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the server starts");
        let (stdout, mut stderr) = child.stdout.take().zip(child.stderr.take()).expect("both are piped");
        // Read all the time: a process with a full pipe waits for its reader.
        let reading = std::thread::spawn(move || {
            let mut log = String::new();
            stderr.read_to_string(&mut log).expect("a log is text");
            log::keep(&log);
            log
        });
        let mut server = Self { origin: String::new(), child, stdout: BufReader::new(stdout), log: Some(reading) };
        let mut line = String::new();
        server.stdout.read_line(&mut line).expect("a line of text");
        line.trim().strip_prefix("listening on ").expect("it listens").clone_into(&mut server.origin);
        server
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it, and waits for its end.
    pub fn kill(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Sends SIGTERM, waits for a successful exit, and returns the log. Panics if it has printed more than its address.
    pub fn stop(mut self) -> String {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(sent.expect("`kill` runs").success());
        assert!(self.child.wait().expect("it ends").success());
        let mut line = String::new();
        assert_eq!(self.stdout.read_line(&mut line).expect("text"), 0, "one line and no more: {line}");
        self.log.take().expect("it is read once").join().expect("the log is read")
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}
