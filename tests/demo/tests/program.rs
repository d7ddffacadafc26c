//! The demo's program, as `cargo xtask` starts it.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use stagepass_programs::tools::free_port;

const PROGRAM: &str = env!("CARGO_BIN_EXE_stagepass-demo");

#[test]
fn pages_are_served_with_their_configuration() {
    let port = free_port().unwrap().to_string();
    let origins = ["--service", "http://s", "--node", "http://n", "--access", "http://a"];
    let pages = ["--port", &port, "--dist", ".", "--config", r#"{"apiKey":"0x58"}"#];
    let answer = answered(&[&pages[..], &origins[..]].concat(), "/config.json");
    assert!(answer.ends_with(r#"{"apiKey":"0x58"}"#), "{answer}");
}

/// Starts the program, asks it for `path` once it listens, and ends it.
fn answered(arguments: &[&str], path: &str) -> String {
    let mut child = Command::new(PROGRAM).args(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut greeting = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut greeting).unwrap();
    let address = greeting.trim_end().strip_prefix("listening on http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    answer
}
