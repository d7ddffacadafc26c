//! nginx's logs of failed requests never contain the query, which may have a code or a signature.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

use crate::nginx::ACCESS_LOG;

/// In the query of every request that is sent here.
const SECRET: &str = "code-that-no-log-may-hold";
/// How often the access log is read, which is written after an answer.
const READS: u32 = 1_000;
const BETWEEN: Duration = Duration::from_millis(10);
const PATIENCE: Duration = Duration::from_secs(30);

/// Sends requests that nginx writes an error about, to an nginx whose replicas are all gone.
///
/// # Errors
/// If one is answered otherwise, or a log in this folder holds a query.
pub(super) fn hold_no_query(nginx: SocketAddr, logs: &Path) -> Result<()> {
    let requests = [
        (502, format!("GET /v1/oauth/authorize?code={SECRET} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")),
        (413, format!("POST /v1/oauth/token?code={SECRET} HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n")),
        (400, format!("GET /v1/me?signature={SECRET} HTTP/1.1\r\nHost x\r\n\r\n")),
    ];
    for (expected, request) in &requests {
        let status = status_of(nginx, request)?;
        ensure!(status == *expected, "a request was answered {status} and not {expected}: {request}");
    }
    let access_log = logs.join(ACCESS_LOG);
    let is_written = |text: &str| requests.iter().all(|(status, _)| text.contains(&format!(" {status} ")));
    let mut reads = 0..READS;
    while !is_written(&fs::read_to_string(&access_log).context("nginx has no access log")?) {
        ensure!(reads.next().is_some(), "the access log does not hold the refused requests");
        thread::sleep(BETWEEN);
    }
    for entry in fs::read_dir(logs).context("nginx has no logs")? {
        let file = entry?.path();
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let line = text.lines().find(|line| line.contains(SECRET) || line.contains("code_challenge="));
        ensure!(line.is_none(), "{} holds a query: {}", file.display(), line.unwrap_or_default());
    }
    Ok(())
}

fn status_of(nginx: SocketAddr, request: &str) -> Result<u16> {
    let mut stream = TcpStream::connect(nginx).context("nginx is gone")?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(request.as_bytes())?;
    let mut head = [0; 12];
    stream.read_exact(&mut head).context("nginx gave no answer")?;
    let text = String::from_utf8_lossy(&head);
    text.split(' ').nth(1).and_then(|status| status.parse().ok()).with_context(|| format!("no status: {text}"))
}
