//! As many requests as a server can handle, over persistent connections, for a benchmark. Every response is checked.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::load::http::{Answer, Connection};
use crate::load::proofs::ProofSigner;

/// A server that issues tokens, ours or another.
#[derive(Debug)]
pub(crate) struct Target {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// The path of its token endpoint.
    pub(crate) token_path: String,
    /// The public client that the tokens are of.
    pub(crate) client_id: String,
    /// The path that returns the user of an access token.
    pub(crate) me_path: String,
    /// A text that each response from there contains.
    pub(crate) me_mark: String,
    /// Whether the access tokens of a refresh are good for that path, and are used from then on.
    pub(crate) renews_access: bool,
    /// Signs the proof of each request, if the tokens are bound to a key.
    pub(crate) signer: Option<ProofSigner>,
}

/// The two tokens of a grant: the refresh token changes with each refresh.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct GrantTokens {
    refresh: String,
    access: String,
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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Requests answered.
    pub(crate) count: usize,
    /// From the first to the last.
    pub(crate) elapsed: Duration,
    /// The time that half of the answers took at most, and that 99 of 100 did.
    pub(crate) percentiles: [Duration; 2],
}

/// Connections, each with grants of its own that it goes through in turns.
#[derive(Debug)]
pub(crate) struct ServiceLoad {
    target: Arc<Target>,
    connections: Vec<GrantConnection>,
}

struct GrantConnection {
    connection: Option<Connection>,
    grants: Vec<GrantTokens>,
    next: usize,
}

/// Without its tokens.
impl std::fmt::Debug for GrantConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GrantConnection").field("grants", &self.grants.len()).finish_non_exhaustive()
    }
}

impl GrantTokens {
    /// Reads `refresh access`.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let (refresh, access) = line.split_once(' ')?;
        Some(Self { refresh: refresh.to_owned(), access: access.trim_end().to_owned() })
    }

    fn succeed(&mut self, answer: &Answer<'_>, renews_access: bool) -> Result<(), String> {
        let refresh =
            member(answer.text(), "refresh_token").filter(|refresh| answer.status == 200 && *refresh != self.refresh);
        let whole = refresh.zip(member(answer.text(), "access_token"));
        let (refresh, access) = whole.ok_or_else(|| format!("a refresh was answered {}", answer.status))?;
        refresh.clone_into(&mut self.refresh);
        if renews_access {
            access.clone_into(&mut self.access);
        }
        Ok(())
    }
}

impl ServiceLoad {
    /// At most this many connections, among which the grants are distributed.
    ///
    /// # Errors
    /// If there are fewer grants than connections.
    pub(crate) fn new(target: Target, grants: Vec<GrantTokens>, count: usize) -> Result<Self, String> {
        let empty = || GrantConnection { connection: None, grants: Vec::new(), next: 0 };
        let mut connections: Vec<GrantConnection> = (0..count).map(|_| empty()).collect();
        for (at, grant) in grants.into_iter().enumerate() {
            if let Some(connection) = at.checked_rem(count).and_then(|at| connections.get_mut(at)) {
                connection.grants.push(grant);
            }
        }
        if connections.iter().any(|connection| connection.grants.is_empty()) {
            return Err("there are fewer grants than connections".to_owned());
        }
        Ok(Self { target: Arc::new(target), connections })
    }

    /// Sends requests for this time over the first connections, one request at a time on each.
    ///
    /// # Errors
    /// At the first answer that is not what was asked for.
    pub(crate) async fn run(&mut self, kind: RequestKind, count: usize, time: Duration) -> Result<Outcome, String> {
        let begun = Instant::now();
        let mut asking = JoinSet::new();
        let rest = self.connections.split_off(count.min(self.connections.len()));
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
        while let Some(asked) = asking.join_next().await {
            let (connection, times) = asked.map_err(|error| error.to_string())??;
            self.connections.push(connection);
            all.extend(times);
        }
        let elapsed = begun.elapsed();
        self.connections.extend(rest);
        all.sort_unstable();
        let percentile = |of_100: usize| all.get(all.len() * of_100 / 100).copied().unwrap_or_default();
        Ok(Outcome { count: all.len(), elapsed, percentiles: [percentile(50), percentile(99)] })
    }
}

impl GrantConnection {
    async fn ask(&mut self, target: &Target, kind: RequestKind) -> Result<Duration, String> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            empty => empty.insert(Connection::open(target.address).await.map_err(|error| error.to_string())?),
        };
        self.next = (self.next + 1) % self.grants.len();
        let grant = self.grants.get_mut(self.next).ok_or("there is no grant")?;
        let request = match kind {
            RequestKind::Refresh => target.refresh(&grant.refresh)?,
            RequestKind::Me => target.me(&grant.access)?,
        };
        let asked = Instant::now();
        let answer = connection.ask(request.as_bytes()).await.map_err(|error| error.to_string())?;
        let took = asked.elapsed();
        match kind {
            RequestKind::Refresh => grant.succeed(&answer, target.renews_access)?,
            RequestKind::Me if answer.status == 200 && answer.text().contains(&target.me_mark) => {}
            RequestKind::Me => return Err(format!("/me was answered {}: {}", answer.status, answer.text())),
        }
        Ok(took)
    }
}

impl Target {
    /// A form, which every server of the kind takes.
    fn refresh(&self, token: &str) -> Result<String, String> {
        let Self { address, token_path, client_id, .. } = self;
        let body = format!("grant_type=refresh_token&refresh_token={token}&client_id={client_id}");
        let (length, proof) = (body.len(), self.proof("POST", token_path, None)?);
        Ok(format!(
            "POST {token_path} HTTP/1.1\r\nHost: {address}\r\n{proof}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{body}"
        ))
    }

    fn me(&self, token: &str) -> Result<String, String> {
        let Self { address, me_path, .. } = self;
        let (scheme, proof) =
            (if self.signer.is_some() { "DPoP" } else { "Bearer" }, self.proof("GET", me_path, Some(token))?);
        Ok(format!("GET {me_path} HTTP/1.1\r\nHost: {address}\r\n{proof}Authorization: {scheme} {token}\r\n\r\n"))
    }

    /// The line of the header `DPoP`, or nothing.
    fn proof(&self, method: &str, path: &str, access_token: Option<&str>) -> Result<String, String> {
        let Some(signer) = &self.signer else { return Ok(String::new()) };
        let proof = signer.proof(method, &format!("http://{}{path}", self.address), access_token)?;
        Ok(format!("DPoP: {proof}\r\n"))
    }
}

/// A text member of a flat JSON object, without reading the rest. Tokens hold nothing that JSON would escape.
fn member<'a>(json: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = json.split_once(&format!("\"{name}\""))?;
    let (value, _) = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?.split_once('"')?;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_an_answer_are_found() {
        let json = r#"{"access_token":"a", "refresh_token" : "r"}"#;
        assert_eq!((member(json, "access_token"), member(json, "refresh_token")), (Some("a"), Some("r")));
        assert_eq!(member(r#"{"refresh_token":7}"#, "refresh_token"), None);
    }

    #[test]
    fn each_connection_has_grants_of_its_own() {
        let target = || Target {
            address: ([127, 0, 0, 1], 1).into(),
            token_path: String::new(),
            client_id: String::new(),
            me_path: String::new(),
            me_mark: String::new(),
            renews_access: false,
            signer: None,
        };
        let grants =
            |count: usize| (0..count).filter_map(|at| GrantTokens::read(&format!("r{at} a{at}\n"))).collect::<Vec<_>>();
        let load = ServiceLoad::new(target(), grants(5), 2).unwrap();
        let first: Vec<&str> = load.connections[0].grants.iter().map(|grant| &*grant.access).collect();
        assert_eq!((first, load.connections[1].grants.len()), (vec!["a0", "a2", "a4"], 2));
        assert!(ServiceLoad::new(target(), grants(1), 2).is_err());
    }
}
