//! The demo's program, as `cargo xtask` starts it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_stagepass-demo");

#[test]
fn music_is_written_with_its_title() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("piece.wav");
    let output = Command::new(PROGRAM).args(["music", "house-lights"]).arg(&file).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "{\"genre\":\"Ambient\",\"title\":\"House Lights\"}\n");
    assert!(std::fs::read(file).unwrap().starts_with(b"RIFF"));
}

#[test]
fn geolocation_is_served_where_it_says() {
    let mut child = Command::new(PROGRAM).arg("geo").stdout(Stdio::piped()).spawn().unwrap();
    let mut greeting = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut greeting).unwrap();
    let address = greeting.trim_end().strip_prefix("listening on http://").expect("it says where it listens");
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /geo/json/127.0.0.1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
