//! As many requests as a server can handle, over persistent connections, for a benchmark. Every response is checked.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::load::client::Tokens;
use crate::load::http::{Http, Reply, Request};

/// A server that issues tokens, ours or another.
pub(crate) struct Target {
    pub(crate) address: SocketAddr,
    /// The path of its token endpoint.
    pub(crate) token_path: &'static str,
    /// The public client that the tokens are of.
    pub(crate) client_id: String,
    /// The path that returns the user of an access token.
    pub(crate) me_path: &'static str,
    /// A text that each response from there contains.
    pub(crate) me_mark: &'static str,
    /// Whether the access tokens of a refresh are good for that path, and are used from then on.
    pub(crate) renews_access: bool,
}

/// The request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RequestKind {
    /// Rotations of refresh tokens.
    Refresh,
    /// Whose an access token is.
    Me,
}

/// The results.
pub(crate) struct Outcome {
    /// Requests answered.
    pub(crate) count: u32,
    /// From the first to the last.
    pub(crate) elapsed: Duration,
    /// The time that half of the answers took at most, and that 99 of 100 did.
    pub(crate) percentiles: [Duration; 2],
}

/// Connections, each with grants of its own that it goes through in turns.
pub(crate) struct ServiceLoad {
    target: Arc<Target>,
    connections: Vec<GrantConnection>,
}

struct GrantConnection {
    http: Http,
    grants: Vec<Tokens>,
    next: usize,
}

impl ServiceLoad {
    /// This many connections, among which the grants are distributed. There is at least one for each.
    pub(crate) fn new(target: Target, grants: Vec<Tokens>, count: usize) -> Self {
        let empty = || GrantConnection { http: Http::new(target.address), grants: Vec::new(), next: 0 };
        let mut connections: Vec<GrantConnection> = (0..count).map(|_| empty()).collect();
        for (at, grant) in grants.into_iter().enumerate() {
            if let Some(connection) = at.checked_rem(count).and_then(|at| connections.get_mut(at)) {
                connection.grants.push(grant);
            }
        }
        Self { target: Arc::new(target), connections }
    }

    /// Sends requests for this time, one request at a time on each connection.
    pub(crate) async fn run(&mut self, kind: RequestKind, time: Duration) -> Result<Outcome, String> {
        let begun = Instant::now();
        let mut asking = JoinSet::new();
        for mut connection in self.connections.drain(..) {
            let target = Arc::clone(&self.target);
            asking.spawn(async move {
                let mut times = Vec::with_capacity(1 << 16);
                while begun.elapsed() < time {
                    times.push(connection.ask(&target, kind).await?);
                }
                Ok::<_, String>((connection, times))
            });
        }
        let mut all = Vec::new();
        while let Some(finished) = asking.join_next().await {
            let (connection, times) = finished.map_err(|error| error.to_string())??;
            self.connections.push(connection);
            all.extend(times);
        }
        let elapsed = begun.elapsed();
        all.sort_unstable();
        let percentile = |of_100: usize| all.get(all.len() * of_100 / 100).copied().unwrap_or_default();
        let count = u32::try_from(all.len()).unwrap_or(u32::MAX);
        Ok(Outcome { count, elapsed, percentiles: [percentile(50), percentile(99)] })
    }
}

impl GrantConnection {
    async fn ask(&mut self, target: &Target, kind: RequestKind) -> Result<Duration, String> {
        self.next = (self.next + 1) % self.grants.len();
        let grant = self.grants.get_mut(self.next).ok_or("there is no grant")?;
        let (headers, body) = match kind {
            // A form, which every server of the kind takes.
            RequestKind::Refresh => (
                "Content-Type: application/x-www-form-urlencoded\r\n".to_owned(),
                format!("grant_type=refresh_token&refresh_token={}&client_id={}", grant.refresh, target.client_id),
            ),
            RequestKind::Me => (format!("Authorization: Bearer {}\r\n", grant.access), String::new()),
        };
        let (method, path) = match kind {
            RequestKind::Refresh => ("POST", target.token_path),
            RequestKind::Me => ("GET", target.me_path),
        };
        let request = Request { method, path, headers: &headers, body: body.as_bytes() };
        let start = Instant::now();
        let answer = self.http.ask(request).await.map_err(|error| error.to_string())?;
        let took = start.elapsed();
        match kind {
            RequestKind::Refresh => succeed(grant, &answer, target.renews_access)?,
            RequestKind::Me if answer.status == 200 && answer.text().contains(target.me_mark) => {}
            RequestKind::Me => return Err(format!("/me was answered {}: {}", answer.status, answer.text())),
        }
        Ok(took)
    }
}

fn succeed(grant: &mut Tokens, answer: &Reply, renews_access: bool) -> Result<(), String> {
    let refresh = member(answer.text(), "refresh_token");
    let refresh = refresh.filter(|refresh| answer.status == 200 && *refresh != grant.refresh);
    let whole = refresh.zip(member(answer.text(), "access_token"));
    let (refresh, access) = whole.ok_or_else(|| format!("a refresh was answered {}", answer.status))?;
    refresh.clone_into(&mut grant.refresh);
    if renews_access {
        access.clone_into(&mut grant.access);
    }
    Ok(())
}

/// A text member of a flat JSON object, without reading the rest. Tokens hold nothing that JSON would escape.
fn member<'a>(json: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = json.split_once(&format!("\"{name}\""))?;
    let (value, _) = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?.split_once('"')?;
    Some(value)
}
