//! Many connections that send nothing, or a byte now and then, while a user signs in.

use std::net::SocketAddr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::setup::{Setup, percentile, source};
use crate::load::client::{Client, Failure};
use crate::load::random::Random;

/// The addresses that they come from.
const SOURCES: usize = 20;
/// The pause of the slow clients from byte to byte.
const PAUSE: Duration = Duration::from_millis(500);

/// The results.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SlowFigures {
    /// How many connections were held open when the logins began.
    pub(crate) connections: usize,
    /// How many logins there were: the sign-in, the approval, the exchange, and whose the tokens are.
    pub(crate) logins: usize,
    /// The milliseconds that half of them took at most, and the longest.
    pub(crate) login_ms: [f64; 2],
}

pub(super) async fn run(setup: &Setup, connections: usize, logins: usize) -> Result<SlowFigures, String> {
    let mut held = JoinSet::new();
    let mut count = 0;
    for number in 0..connections {
        // A refused connection blocks no other client.
        if let Ok(stream) = open(setup.address, number).await {
            count += 1;
            held.spawn(hold(stream, number, setup.address));
        }
    }
    let (app, listener) = (setup.app(), &setup.visitor);
    let (mut random, mut times) = (Random::new(logins as u64), Vec::new());
    for number in 0..logins {
        let failed = |failure: Failure| format!("login {number} beside {count} connections: {failure}");
        // Each is a new client, which has sent no request yet.
        let mut client = Client::new(app.clone(), setup.address).coming_from(source(4, number));
        let (began, verifier) = (Instant::now(), random.digits());
        let session = client.sign_in(listener).await.map_err(failed)?;
        let code = client.approve(&session, &verifier).await.map_err(failed)?;
        let tokens = client.exchange(&code, &verifier).await.map_err(failed)?;
        let user_id = client.me(&tokens.access).await.map_err(failed)?;
        if user_id != listener.user_id {
            return Err(format!("the tokens are {user_id}'s"));
        }
        times.push(began.elapsed());
    }
    times.sort_unstable();
    Ok(SlowFigures { connections: count, logins, login_ms: [percentile(&times, 50), percentile(&times, 100)] })
}

async fn open(address: SocketAddr, number: usize) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((source(2, number % SOURCES), 0).into())?;
    socket.connect(address).await
}

/// Half of them send nothing, a quarter never ends a head, a quarter never ends a body. Ends when the server closes
/// them.
async fn hold(mut stream: TcpStream, number: usize, address: SocketAddr) {
    let begun = match number % 4 {
        0 => format!("GET /v1/me HTTP/1.1\r\nHost: {address}\r\nX-Slow: "),
        1 => format!(
            "POST /v1/oauth/token HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"
        ),
        _ => return std::future::pending().await,
    };
    if stream.write_all(begun.as_bytes()).await.is_ok() {
        while stream.write_all(b"a").await.is_ok() {
            sleep(PAUSE).await;
        }
    }
}
