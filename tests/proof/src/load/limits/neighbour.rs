//! A user who behaves, beside clients that use up what they may: nothing of that user's may be refused.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use super::attacks::{Answers, Attack};
use super::setup::{Setup, percentile, source, told};
use crate::load::client::{Client, Failure, Tokens};
use crate::load::http::Connection;
use crate::load::random::Random;

/// Requests a second of all attackers together, or of each who listens.
const PER_SECOND: u32 = 15;
/// The neighbour's pause between two rounds.
const PAUSE: Duration = Duration::from_millis(500);
/// How often a new ticket is asked for: well within its 5 minutes.
const NEW_TICKET: Duration = Duration::from_mins(2);
/// The length of a ticket, for forged ones.
const TICKET_LENGTH: usize = 86;

/// What the others do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OtherClients {
    /// They send texts to the access server that do not look like a ticket.
    Junk,
    /// They send texts that look like one.
    Tickets,
    /// One user calls `/me` in a loop.
    Calls,
    /// They listen, each at full speed, which is allowed.
    Listens,
}

/// The results: for each kind of request, how many were sent, and how many were refused with 429.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct NeighbourFigures {
    /// Of the others.
    pub(crate) others: [u64; 2],
    /// How often attackers got each answer.
    pub(crate) attack: Answers,
    /// Of the neighbour, by what was asked.
    pub(crate) neighbour: BTreeMap<String, [u64; 2]>,
    /// The milliseconds that half of the neighbour's answers took at most, 99 of 100, and the longest.
    pub(crate) neighbour_ms: [f64; 3],
}

impl OtherClients {
    pub(super) fn read(word: &str) -> Option<Self> {
        Some(match word {
            "junk" => Self::Junk,
            "tickets" => Self::Tickets,
            "calls" => Self::Calls,
            "listens" => Self::Listens,
            _ => return None,
        })
    }
}

pub(super) async fn run(
    setup: &Setup,
    time: Duration,
    others: OtherClients,
    addresses: usize,
) -> Result<NeighbourFigures, String> {
    let access = setup.access.first().ok_or("there are no tokens")?;
    let ticket = match others {
        OtherClients::Junk => "junk".to_owned(),
        OtherClients::Tickets | OtherClients::Calls => "A".repeat(TICKET_LENGTH),
        OtherClients::Listens => setup.client(source(7, 0)).ticket(access, &setup.audience()).await.map_err(told)?,
    };
    let mut asking = JoinSet::new();
    for number in 0..addresses {
        let (address, request) = match others {
            OtherClients::Calls => (setup.address, get(setup.address, "/v1/me", &format!("Bearer {access}"))),
            _ => (setup.access_server, listen(setup, number, &ticket)),
        };
        let divided = if others == OtherClients::Listens { 1 } else { u32::try_from(addresses).unwrap_or(u32::MAX) };
        let pace = Duration::from_secs(1) * divided.max(1) / PER_SECOND;
        asking.spawn(ask(source(6, number), address, request, pace, time));
    }
    let (neighbour, times) = live(setup, time).await?;
    let mut sums = [0; 2];
    while let Some(asked) = asking.join_next().await {
        add(&mut sums, asked.map_err(|error| error.to_string())??);
    }
    Ok(NeighbourFigures { others: sums, attack: Answers::new(), neighbour, neighbour_ms: times })
}

/// Runs the neighbour beside an attack.
pub(super) async fn run_beside(
    setup: &Setup,
    time: Duration,
    attack: Option<Attack>,
) -> Result<NeighbourFigures, String> {
    let attacking = async {
        match attack {
            Some(attack) => attack.run(setup, time).await,
            None => Ok(Answers::new()),
        }
    };
    let (attacked, lived) = tokio::join!(attacking, live(setup, time));
    let (neighbour, neighbour_ms) = lived?;
    Ok(NeighbourFigures { others: [0; 2], attack: attacked?, neighbour, neighbour_ms })
}

/// One address asks the same over and over; how many were asked and refused.
async fn ask(
    source: IpAddr,
    address: SocketAddr,
    request: String,
    pace: Duration,
    time: Duration,
) -> Result<[u64; 2], String> {
    let lost = |error: std::io::Error| format!("{source}: no answer: {error}");
    let mut connection = Connection::open_from(source, address).await.map_err(lost)?;
    let (began, mut pace, mut sums) = (Instant::now(), interval(pace), [0; 2]);
    pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
    while began.elapsed() < time {
        pace.tick().await;
        let status = connection.ask(request.as_bytes()).await.map_err(lost)?.status;
        add(&mut sums, [1, u64::from(status == 429)]);
    }
    Ok(sums)
}

/// The requests that the neighbour's app repeats, and how long they take.
async fn live(setup: &Setup, time: Duration) -> Result<(BTreeMap<String, [u64; 2]>, [f64; 3]), String> {
    let mut client = setup.client(source(5, 0));
    let (mut sums, mut times) = (BTreeMap::new(), Vec::new());
    let mut session = client.sign_in(&setup.neighbour).await.map_err(told)?;
    let mut random = Random::new(time.as_secs());
    let mut tokens = login(&mut client, &session, &random.digits()).await.map_err(told)?;
    let mut ticket = client.ticket(&tokens.access, &setup.audience()).await.map_err(told)?;
    let (began, mut renewed) = (Instant::now(), Instant::now());
    let mut player = Player::open(setup, source(5, 0)).await?;
    while began.elapsed() < time {
        let mut asked = Instant::now();
        let mut count = |what: &str, refused: bool| {
            times.push(asked.elapsed());
            asked = Instant::now();
            add(sums.entry(what.to_owned()).or_default(), [1, u64::from(refused)]);
        };
        // The newest session, because the 101st sign-in ends the oldest one.
        let signed_in = refused(client.sign_in(&setup.neighbour).await)?;
        count("sign-in", signed_in.is_none());
        session = signed_in.unwrap_or(session);
        count("/me", refused(client.me(&tokens.access).await)?.is_none());
        let refreshed = refused(client.refresh(&tokens.refresh).await)?;
        count("refresh", refreshed.is_none());
        tokens = refreshed.unwrap_or(tokens);
        count("exchange", refused(login(&mut client, &session, &random.digits()).await)?.is_none());
        if renewed.elapsed() > NEW_TICKET {
            let new = refused(client.ticket(&tokens.access, &setup.audience()).await)?;
            count("ticket", new.is_none());
            (ticket, renewed) = (new.unwrap_or(ticket), Instant::now());
        }
        count("decision", player.is_allowed(&ticket).await?.is_none());
        let url = player.signed_url(&ticket).await?;
        count("signed URL", url.is_none());
        if let Some(path) = url {
            count("audio", player.audio(&path).await?.is_none());
        }
        sleep(PAUSE).await;
    }
    times.sort_unstable();
    Ok((sums, [50, 99, 100].map(|of_100| percentile(&times, of_100))))
}

/// The neighbour's player, which hears a track: the decision, the signed URL and the first audio.
struct Player {
    access_server: SocketAddr,
    node: SocketAddr,
    track: u64,
    access: Connection,
    audio: Connection,
}

impl Player {
    async fn open(setup: &Setup, source: IpAddr) -> Result<Self, String> {
        let lost = |error: std::io::Error| error.to_string();
        let (access_server, node) = (setup.access_server, setup.node);
        let track = setup.tracks.first().copied().ok_or("there are no tracks")?;
        let access = Connection::open_from(source, access_server).await.map_err(lost)?;
        let audio = Connection::open_from(source, node).await.map_err(lost)?;
        Ok(Self { access_server, node, track, access, audio })
    }

    /// `None` if it asked too often. So do the others.
    async fn is_allowed(&mut self, ticket: &str) -> Result<Option<()>, String> {
        let path = format!("/tracks/{}/access", self.track);
        let request = get(self.access_server, &path, &format!("Ticket {ticket}"));
        let answer = answered(&mut self.access, &request, 200).await?;
        match answer.as_deref() {
            None => Ok(None),
            Some(r#"{"allowed":true}"#) => Ok(Some(())),
            Some(text) => Err(format!("the decision is {text}")),
        }
    }

    /// The path and query of the track's signed URL.
    async fn signed_url(&mut self, ticket: &str) -> Result<Option<String>, String> {
        let path = format!("/stream/{}?no_redirect=true", self.track);
        let request = get(self.access_server, &path, &format!("Ticket {ticket}"));
        let Some(text) = answered(&mut self.access, &request, 200).await? else { return Ok(None) };
        let answer: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let path = answer.get("data").and_then(Value::as_str);
        let path = path.and_then(|url| url.strip_prefix(&format!("http://{}", self.node)));
        path.map(|path| Some(path.to_owned())).ok_or_else(|| format!("{text} is no URL of the node"))
    }

    /// The first 64 KiB.
    async fn audio(&mut self, path: &str) -> Result<Option<()>, String> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nRange: bytes=0-65535\r\n\r\n", self.node);
        Ok(answered(&mut self.audio, &request, 206).await?.map(drop))
    }
}

/// The body, if it is answered by `status`, or `None` if it was asked too often.
async fn answered(connection: &mut Connection, request: &str, status: u16) -> Result<Option<String>, String> {
    let answer = connection.ask(request.as_bytes()).await.map_err(|error| error.to_string())?;
    match answer.status {
        429 => Ok(None),
        known if known == status => Ok(Some(answer.text().to_owned())),
        other => Err(format!("{} was answered {other}", request.lines().next().unwrap_or_default())),
    }
}

async fn login(client: &mut Client, session: &str, verifier: &str) -> Result<Tokens, Failure> {
    let code = client.approve(session, verifier).await?;
    client.exchange(&code, verifier).await
}

/// `None` if it was asked too often.
fn refused<T>(answer: Result<T, Failure>) -> Result<Option<T>, String> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Failure::Refused { status: 429, .. }) => Ok(None),
        Err(failure) => Err(told(failure)),
    }
}

fn listen(setup: &Setup, number: usize, ticket: &str) -> String {
    let track = setup.tracks.get(number % setup.tracks.len().max(1)).copied().unwrap_or_default();
    get(setup.access_server, &format!("/tracks/{track}/access"), &format!("Ticket {ticket}"))
}

fn get(address: SocketAddr, path: &str, authorization: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: {authorization}\r\n\r\n")
}

fn add(sums: &mut [u64; 2], more: [u64; 2]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}
