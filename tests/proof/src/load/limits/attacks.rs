//! What one account or address does to use up a service: each as fast as it is answered.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, Interest};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

use super::setup::{Setup, source, told};
use crate::load::client::{Client, Failure};
use crate::load::http::Connection;
use crate::load::random::Random;

/// The network of the address that reads nothing.
const UNREAD_NETWORK: u8 = 8;
/// The connections of that address.
const UNREAD: usize = 230;
/// Requests on each of these connections.
const PIPELINED: usize = 8;
/// The pause before it opens a connection again.
const RETRY: Duration = Duration::from_secs(1);
/// The addresses of a user, each with one connection. The limit of one address is then no limit of the attack.
const ADDRESSES: usize = 16;
/// The pause before a refused request is sent again.
const PAUSE: Duration = Duration::from_millis(20);
/// The pause before a refused sign-in begins again. With a shorter one, its pages use up the limit of the address, and
/// few requests reach the limit of the user.
const SIGN_IN_PAUSE: Duration = Duration::from_millis(150);

/// How often the attackers got each answer.
pub(crate) type Answers = BTreeMap<String, u64>;

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

    /// The network of the attackers' addresses, another one for each attack: none begins with a limit that is used up.
    fn network(self) -> u8 {
        match self {
            Self::Unread => UNREAD_NETWORK,
            Self::Codes => 9,
            Self::Sessions => 10,
            Self::OwnerTracks => 11,
        }
    }

    /// Attacks for this time.
    pub(super) async fn run(self, setup: &Setup, time: Duration) -> Result<Answers, String> {
        let (ends, network, mut clients) = (Instant::now() + time, self.network(), JoinSet::new());
        match self {
            Self::Unread => {
                for _ in 0..UNREAD {
                    clients.spawn(leave_unread(setup.address, ends));
                }
            }
            Self::Codes | Self::Sessions => {
                let session = setup.client(source(network, 0)).sign_in(&setup.attacker).await.map_err(told)?;
                let mut random = Random::new(network.into());
                for number in 0..ADDRESSES {
                    let (client, random) = (setup.client(source(network, number)), random.split());
                    clients.spawn(sign_in(client, session.clone(), random, ends, self == Self::Sessions));
                }
            }
            Self::OwnerTracks => {
                let ticket = owners_ticket(setup, network).await?;
                for number in 0..ADDRESSES {
                    clients.spawn(list(source(network, number), setup.access_server, ticket.clone(), ends));
                }
            }
        }
        let mut all = Answers::new();
        while let Some(answers) = clients.join_next().await {
            for (answer, count) in answers.map_err(|error| error.to_string())?? {
                *all.entry(answer).or_default() += count;
            }
        }
        Ok(all)
    }
}

/// Opens a connection until its request is answered. Then waits until the service closes it, and begins again.
async fn leave_unread(address: SocketAddr, ends: Instant) -> Result<Answers, String> {
    let mut answers = Answers::new();
    while Instant::now() < ends {
        let Ok(opened) = timeout_at(ends, open(source(UNREAD_NETWORK, 0), address)).await else { break };
        let (stream, answer) = opened.map_or_else(|_| (None, "no answer"), |(stream, answer)| (Some(stream), answer));
        *answers.entry(answer.to_owned()).or_default() += 1;
        if let Some(stream) = stream.filter(|_| answer == "200")
            && timeout_at(ends, closed(&stream)).await.is_ok()
        {
            *answers.entry("closed by the service".to_owned()).or_default() += 1;
        }
        sleep(RETRY).await;
    }
    Ok(answers)
}

/// Waits until the service closes a connection: it does after its timeout for writing.
async fn closed(stream: &TcpStream) {
    while stream.ready(Interest::ERROR).await.is_ok_and(|ready| !ready.is_error()) {
        sleep(PAUSE).await;
    }
}

/// Sends a few requests on a connection with a small buffer for what it receives. Reads the start of the first answer.
async fn open(source: IpAddr, address: SocketAddr) -> std::io::Result<(TcpStream, &'static str)> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(2_048)?;
    socket.bind((source, 0).into())?;
    let mut stream = socket.connect(address).await?;
    let request = format!("GET /v1/openapi.json HTTP/1.1\r\nHost: {address}\r\n\r\n").repeat(PIPELINED);
    stream.write_all(request.as_bytes()).await?;
    // The whole answer, if it is a refusal.
    let mut start = [0; 1_024];
    let read = stream.read(&mut start).await?;
    let start = String::from_utf8_lossy(start.get(..read).unwrap_or_default());
    let answer = match start.get(9..12) {
        Some("200") => "200",
        Some("429") if start.contains("not read yet") => "429, too many unread answers",
        Some("429") => "429, too many requests",
        _ => "no answer",
    };
    Ok((stream, answer))
}

/// Gets codes, and exchanges them or not.
async fn sign_in(
    mut client: Client,
    session: String,
    mut random: Random,
    ends: Instant,
    exchanges: bool,
) -> Result<Answers, String> {
    let mut answers = Answers::new();
    while Instant::now() < ends {
        let verifier = random.digits();
        let outcome = match client.approve(&session, &verifier).await {
            Ok(code) if exchanges => match client.exchange(&code, &verifier).await {
                Ok(_) => client.connected_apps(&session).await,
                Err(failure) => Err(failure),
            },
            other => other.map(drop),
        };
        let answer = match outcome {
            Ok(()) => "done".to_owned(),
            Err(Failure::Refused { what, status: 429, .. }) => {
                sleep(SIGN_IN_PAUSE).await;
                format!("429, {what}")
            }
            // Of more than 10 unused codes, the oldest one ends.
            Err(Failure::Refused { what, status: 400, error }) if error == "invalid_grant" => {
                format!("400 invalid_grant, {what}")
            }
            Err(failure) => return Err(told(failure)),
        };
        *answers.entry(answer).or_default() += 1;
    }
    Ok(answers)
}

/// The attacker's ticket for the access server.
async fn owners_ticket(setup: &Setup, network: u8) -> Result<String, String> {
    let mut client = setup.client(source(network, 0));
    let session = client.sign_in(&setup.attacker).await.map_err(told)?;
    let verifier = Random::new(network.into()).digits();
    let code = client.approve(&session, &verifier).await.map_err(told)?;
    let tokens = client.exchange(&code, &verifier).await.map_err(told)?;
    client.ticket(&tokens.access, &setup.audience()).await.map_err(told)
}

async fn list(source: IpAddr, address: SocketAddr, ticket: String, ends: Instant) -> Result<Answers, String> {
    let mut answers = Answers::new();
    let request = format!("GET /owner/tracks HTTP/1.1\r\nHost: {address}\r\nAuthorization: Ticket {ticket}\r\n\r\n");
    let lost = |error: std::io::Error| format!("{source}: no answer: {error}");
    let mut connection = Connection::open_from(source, address).await.map_err(lost)?;
    while Instant::now() < ends {
        let answer = connection.ask(request.as_bytes()).await.map_err(lost)?;
        let text = match answer.status {
            200 => format!("200, {} KiB", answer.body.len() >> 10),
            429 => "429".to_owned(),
            status => return Err(format!("an owner's list was answered {status}: {}", answer.text())),
        };
        *answers.entry(text).or_default() += 1;
        if answer.status == 429 {
            sleep(PAUSE).await;
        }
    }
    Ok(answers)
}
