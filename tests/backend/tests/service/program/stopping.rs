//! `kill -TERM` under load: whatever the service has taken, it answers.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use stagepass_test_support::TestStorage;
use stagepass_test_support::process::ServerProcess;

const CLIENTS: usize = 16;
/// The number of answers after which the service is stopped.
const ENOUGH: usize = 200;
/// How often to look for them, every 10 ms: no machine takes as long.
const LOOKS: usize = 6_000;

/// What all clients have seen so far.
#[derive(Default)]
struct Progress {
    answered: AtomicUsize,
    closing: AtomicBool,
}

/// What one client has seen.
#[derive(Default)]
struct ClientLog {
    answered: BTreeSet<String>,
    unanswered: BTreeSet<String>,
}

fn start(place: &TestStorage) -> ServerProcess {
    let mut command = place.command(&["service", "--listen", "127.0.0.1:0", "--trusted-proxy", "127.0.0.1/32"]);
    command.args(["--dev", "--log-format", "json", "--drain", "0.3"]).env("STAGEPASS_LOG", "info,sqlx=warn");
    ServerProcess::start(&mut command)
}

/// Asks one thing after the other, as a proxy does over connections that it keeps, until it is let in no more.
fn send_until_closing(address: &str, client: usize, progress: &Progress) -> ClientLog {
    let mut seen = ClientLog::default();
    let mut connection = None;
    for number in 0.. {
        let stream = match connection.take() {
            Some(stream) => stream,
            None => match TcpStream::connect(address) {
                Ok(stream) => BufReader::new(stream),
                Err(_) => return seen,
            },
        };
        let id = format!("{client}-{number}");
        match send(stream, &id) {
            Some((stream, is_last)) => {
                seen.answered.insert(id);
                progress.answered.fetch_add(1, Ordering::Relaxed);
                progress.closing.fetch_or(is_last, Ordering::Relaxed);
                connection = (!is_last).then_some(stream);
            }
            None => drop(seen.unanswered.insert(id)),
        }
    }
    seen
}

/// The connection after a whole answer, and whether that was its last.
fn send(mut stream: BufReader<TcpStream>, id: &str) -> Option<(BufReader<TcpStream>, bool)> {
    stream.get_ref().set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // No client may repeat that on a guess.
    let body = r#"{"grant_type":"refresh_token"}"#;
    let request = format!(
        "POST /v1/oauth/token HTTP/1.1\r\nhost: service\r\nx-request-id: {id}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.get_mut().write_all(request.as_bytes()).ok()?;
    let (mut length, mut is_last) = (0, false);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("content-length", value)) => length = value.parse().unwrap(),
            Some(("connection", value)) => is_last = value == "close",
            Some(("x-request-id", value)) => assert_eq!(value, id),
            None if line == "\r\n" => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some((stream, is_last))
}

/// The requests that the service says it has answered. Each line is JSON.
fn taken(log: &str) -> BTreeSet<String> {
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
    let answered = lines.filter(|line| line["message"] == "answered");
    answered.map(|line| line["span"]["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn accepted_requests_are_answered_after_sigterm() {
    let place = TestStorage::new();
    let server = start(&place);
    let address = server.origin.strip_prefix("http://").unwrap();
    let progress = Arc::new(Progress::default());
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (address, progress) = (address.to_owned(), Arc::clone(&progress));
            thread::spawn(move || send_until_closing(&address, client, &progress))
        })
        .collect();
    let has_enough = (0..LOOKS).any(|_| {
        thread::sleep(Duration::from_millis(10));
        progress.answered.load(Ordering::Relaxed) >= ENOUGH
    });
    assert!(has_enough, "the service does not answer");
    let text = server.stop();

    let (mut answered, mut unanswered) = (BTreeSet::new(), BTreeSet::new());
    for client in clients {
        let seen = client.join().unwrap();
        answered.extend(seen.answered);
        unanswered.extend(seen.unanswered);
    }
    let taken = taken(&text);
    assert!(answered.len() >= ENOUGH, "only {} requests", answered.len());
    assert!(progress.closing.load(Ordering::Relaxed), "no client was told that a connection ends");
    let lost: Vec<_> = taken.intersection(&unanswered).collect();
    assert!(lost.is_empty(), "taken and not answered: {lost:?}");
    assert_eq!(taken, answered);
    // Who connects in the very moment in which the port is closed is reset by the system: that is one attempt a client
    // at most.
    assert!(unanswered.len() <= CLIENTS, "{unanswered:?}");
}

/// `Type=notify` of the shipped units.
#[test]
#[cfg(target_os = "linux")]
fn systemd_is_notified_of_readiness_and_stopping() {
    let (place, folder) = (TestStorage::new(), tempfile::tempdir().unwrap());
    let socket = folder.path().join("notify");
    let receiver = std::os::unix::net::UnixDatagram::bind(&socket).unwrap();
    receiver.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let next = || {
        let mut line = [0; 64];
        let length = receiver.recv(&mut line).unwrap();
        String::from_utf8_lossy(&line[..length]).into_owned()
    };
    let mut command = place.command(&["service", "--listen", "127.0.0.1:0", "--drain", "0"]);
    let server = ServerProcess::start(command.env("NOTIFY_SOCKET", &socket));
    assert_eq!(next(), "READY=1");
    server.stop();
    assert_eq!(next(), "STOPPING=1");
}
