//! What one account or address does to use up a service: each as fast as it is answered.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncWriteExt as _, Interest};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

use super::setup::{Setup, source, told};
use crate::load::client::Failure;
use crate::load::http::Connection;
use crate::load::random::Random;

/// The network of the attackers' addresses.
const NETWORK: u8 = 8;
/// The connections of one address that reads nothing.
const UNREAD: usize = 230;
/// The pause before a closed connection is opened again, or a refused request sent again.
const PAUSE: Duration = Duration::from_millis(20);

/// An attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attack {
    /// One address requests the largest public answer on many connections, and reads none.
    Unread,
    /// One user approves an app over and over, and never exchanges the codes.
    Codes,
    /// One user signs in to an app over and over: code, exchange, and the list of connected apps.
    Sessions,
    /// One owner lists their tracks at the access server over and over.
    OwnerTracks,
}

impl Attack {
    pub(super) fn read(word: &str) -> Option<Self> {
        Some(match word {
            "unread" => Self::Unread,
            "codes" => Self::Codes,
            "sessions" => Self::Sessions,
            "owner-tracks" => Self::OwnerTracks,
            _ => return None,
        })
    }

    /// Attacks for this time. Returns how many requests were sent, and how many were refused.
    pub(super) async fn run(self, setup: &Setup, time: Duration) -> Result<[u64; 2], String> {
        match self {
            Self::Unread => unread(setup.address, time).await,
            Self::Codes | Self::Sessions => sign_ins(setup, time, self == Self::Sessions).await,
            Self::OwnerTracks => owner_tracks(setup, time).await,
        }
    }
}

/// Each connection sends its request, and waits until the service closes it.
async fn unread(address: SocketAddr, time: Duration) -> Result<[u64; 2], String> {
    let (ends, mut clients) = (Instant::now() + time, JoinSet::new());
    for _ in 0..UNREAD {
        clients.spawn(async move {
            let mut asked = 0;
            while Instant::now() < ends {
                if let Ok(stream) = open(source(NETWORK, 0), address).await {
                    asked += 1;
                    let _ = timeout_at(ends, closed(&stream)).await;
                }
                sleep(PAUSE).await;
            }
            asked
        });
    }
    let asked = clients.join_all().await.into_iter().sum();
    Ok([asked, 0])
}

/// Waits until the service closes a connection: it does after its timeout for writing.
async fn closed(stream: &TcpStream) {
    while stream.ready(Interest::ERROR).await.is_ok_and(|ready| !ready.is_error()) {
        sleep(PAUSE).await;
    }
}

/// Sends a few requests on a connection with a small buffer for what it receives.
async fn open(source: IpAddr, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(2_048)?;
    socket.bind((source, 0).into())?;
    let mut stream = socket.connect(address).await?;
    let request = format!("GET /v1/openapi.json HTTP/1.1\r\nHost: {address}\r\n\r\n").repeat(8);
    stream.write_all(request.as_bytes()).await?;
    Ok(stream)
}

async fn sign_ins(setup: &Setup, time: Duration, exchanges: bool) -> Result<[u64; 2], String> {
    let (ends, mut sums, mut random) = (Instant::now() + time, [0; 2], Random::new(7));
    let mut client = setup.client(source(NETWORK, 0));
    let session = client.sign_in(&setup.attacker).await.map_err(told)?;
    while Instant::now() < ends {
        let verifier = random.digits();
        let code = client.approve(&session, &verifier).await;
        let outcome = match code {
            Ok(code) if exchanges => {
                let tokens = client.exchange(&code, &verifier).await.map(|_| ());
                tokens.and(client.connected_apps(&session).await)
            }
            other => other.map(|_| ()),
        };
        let [asked, refused] = &mut sums;
        *asked += 1;
        match outcome {
            Ok(()) => {}
            Err(Failure::Refused { .. }) => {
                *refused += 1;
                sleep(PAUSE).await;
            }
            Err(failure) => return Err(told(failure)),
        }
    }
    Ok(sums)
}

async fn owner_tracks(setup: &Setup, time: Duration) -> Result<[u64; 2], String> {
    let (ends, mut sums) = (Instant::now() + time, [0; 2]);
    let access = setup.access.first().ok_or("there are no tokens")?;
    let ticket = setup.client(source(NETWORK, 0)).ticket(access, &setup.audience()).await.map_err(told)?;
    let address = setup.access_server;
    let request = format!("GET /owner/tracks HTTP/1.1\r\nHost: {address}\r\nAuthorization: Ticket {ticket}\r\n\r\n");
    let lost = |error: std::io::Error| error.to_string();
    let mut connection = Connection::open_from(source(NETWORK, 0), address).await.map_err(lost)?;
    while Instant::now() < ends {
        let status = connection.ask(request.as_bytes()).await.map_err(lost)?.status;
        let [asked, refused] = &mut sums;
        *asked += 1;
        if status == 429 {
            *refused += 1;
            sleep(PAUSE).await;
        }
    }
    Ok(sums)
}
