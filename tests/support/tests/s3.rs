//! `stagepass-s3`, as a program.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
fn server_prints_origin_and_denies_unsigned_request() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_stagepass-s3"));
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.arg(folder.path()).env("AWS_ACCESS_KEY_ID", "test").env("AWS_SECRET_ACCESS_KEY", "a secret of this test's");
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (origin, bucket) = line.trim().strip_prefix("listening on http://").unwrap().split_once(' ').unwrap();
    assert_eq!(bucket, "s3://stagepass-test/one/part");
    assert!(folder.path().join("stagepass-test/one/part/audio").is_dir());
    let mut connection = TcpStream::connect(origin).unwrap();
    let request =
        format!("GET /stagepass-test/one/part/audio/x HTTP/1.1\r\nHost: {origin}\r\nConnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 403 ") && answer.contains("AccessDenied"), "{answer}");
    child.kill().unwrap();
    child.wait().unwrap();
}
