//! Requests that are too large.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::str;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use super::setup::source;

const MEGABYTE: usize = 1 << 20;
/// After this time a service does not respond any more.
const PATIENCE: Duration = Duration::from_secs(20);

/// The results: the request, the response, and how often.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LargeFigures {
    /// 10 MB of JSON, of which 32 KB would be read.
    pub(crate) bodies: BTreeMap<u16, u64>,
    /// 100,000 headers.
    pub(crate) headers: BTreeMap<u16, u64>,
    /// JSON that is 100,000 deep; one that fits is 30,000 deep.
    pub(crate) depths: BTreeMap<u16, u64>,
}

pub(super) async fn run(address: SocketAddr, count: usize) -> Result<LargeFigures, String> {
    let body = vec![b' '; 10 * MEGABYTE];
    let headers = "x-many: 1\r\n".repeat(100_000);
    let [deep, deepest] = [30_000, 100_000].map(|depth| "[".repeat(depth));
    let json = |body: &[u8]| {
        let head = format!(
            "POST /v1/oauth/token HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        [head.as_bytes(), body].concat()
    };
    let many = format!("GET /v1/me HTTP/1.1\r\nHost: {address}\r\n{headers}\r\n").into_bytes();
    let (body, depths) = (json(&body), [json(deep.as_bytes()), json(deepest.as_bytes())]);
    let mut large = LargeFigures::default();
    for number in 0..count {
        let count = async |request, answers: &mut BTreeMap<u16, u64>| {
            let status = status(address, number, request).await.map_err(|error| format!("no answer: {error}"))?;
            *answers.entry(status).or_default() += 1;
            Ok::<_, String>(())
        };
        count(&body, &mut large.bodies).await?;
        count(&many, &mut large.headers).await?;
        for deep in &depths {
            count(deep, &mut large.depths).await?;
        }
    }
    Ok(large)
}

/// Sends all of it, or as much as is taken, and reads the status.
async fn status(address: SocketAddr, number: usize, request: &[u8]) -> std::io::Result<u16> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((source(3, number), 0).into())?;
    let mut stream: TcpStream = socket.connect(address).await?;
    // The server may respond and close before it has read the whole request.
    let _ = timeout(PATIENCE, stream.write_all(request)).await?;
    let mut start = [0; 12];
    timeout(PATIENCE, stream.read_exact(&mut start)).await??;
    let status = str::from_utf8(&start).ok().and_then(|start| start.strip_prefix("HTTP/1.1 ")?.parse().ok());
    status.ok_or_else(|| std::io::Error::other("what came is no status"))
}
