//! A user during the upgrade: stays signed in, uploads, and hears a gated track.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow, ensure};
use serde_json::{Value, json};

use super::cast::{ACCESS_ORIGIN, Cast};
use crate::load::client::{App, Client, Failure, Listener, Tokens};
use crate::load::counts::Counts;
use crate::load::http::Connection;
use crate::load::tus::{Network, Part, Reply, Tus};
use crate::load::uploads::cid;

/// A user with a browser session, tokens and an unfinished upload, all of the older program.
pub(super) struct User {
    app: Arc<App>,
    id: u64,
    session: String,
    tokens: Tokens,
    upload: String,
    bytes: Vec<u8>,
    sent: usize,
    part: usize,
    turn: usize,
    has_rule: bool,
}

impl User {
    /// Signs in, and begins an upload whose parts are enough for this many restarts.
    pub(super) async fn sign_in(
        app: &Arc<App>,
        [address, _]: [SocketAddr; 2],
        listener: &Listener,
        file: &Path,
        restarts: u32,
    ) -> Result<Self> {
        let mut client = Client::new(Arc::clone(app), address);
        let session = client.sign_in(listener).await?;
        let tokens = tokens(&mut client, &session).await?;
        let bytes = fs::read(file).context("cannot read the audio")?;
        let mut tus = Tus::new(address, &app.base, tokens.access.clone());
        let created = expected(tus.create(bytes.len() as u64, None).await?, 201)?;
        Ok(Self {
            app: Arc::clone(app),
            id: listener.user_id,
            session,
            tokens,
            upload: created.location.context("the upload has no address")?,
            part: bytes.len() / (usize::try_from(restarts)? + 3) + 1,
            bytes,
            sent: 0,
            turn: 0,
            has_rule: false,
        })
    }

    /// Refreshes the tokens at one of the replicas, sends the next part of the upload there, and hears the track.
    pub(super) async fn go_on(&mut self, addresses: [SocketAddr; 2], cast: &Cast, counts: &mut Counts) -> Result<()> {
        self.turn += 1;
        let address = addresses.get(self.turn / 2 % 2).copied().context("there are two replicas")?;
        let mut client = Client::new(Arc::clone(&self.app), address);
        self.tokens = client.refresh(&self.tokens.refresh).await?;
        ensure!(client.me(&self.tokens.access).await? == self.id, "/me is another user");
        counts.add("refreshes of a user who also uploads and listens");
        let end = (self.sent + self.part).min(self.bytes.len());
        self.send(address, end).await?;
        counts.add("parts of the upload");
        self.hear(&mut client, cast).await?;
        counts.add("gated tracks heard, every byte right");
        Ok(())
    }

    async fn send(&mut self, address: SocketAddr, end: usize) -> Result<()> {
        let mut tus = Tus::new(address, &self.app.base, self.tokens.access.clone());
        let offset = tus.offset(&self.upload).await?.offset;
        ensure!(offset == Some(self.sent as u64), "{} bytes were sent, and the offset is {offset:?}", self.sent);
        let bytes = self.bytes.get(self.sent..end).unwrap_or_default();
        let part = Part { offset: self.sent as u64, bytes, checksum: None };
        expected(tus.patch(&self.upload, part, Network::Good).await?, 204)?;
        self.sent = end;
        Ok(())
    }

    async fn hear(&mut self, client: &mut Client, cast: &Cast) -> Result<()> {
        let ticket = client.ticket(&self.tokens.access, ACCESS_ORIGIN).await?;
        let ticket = format!("Authorization: Ticket {ticket}\r\n");
        if !self.has_rule {
            let path = format!("/tracks/{}/rule", cast.track);
            let body = json!({ "rule": { "signed_in": {} } }).to_string();
            let (status, _, answer) = ask(cast.access_address, "PUT", &path, &ticket, &body).await?;
            ensure!(status == 200, "the rule is answered {status}: {}", String::from_utf8_lossy(&answer));
            self.has_rule = true;
        }
        let path = format!("/stream/{}", cast.track);
        let (status, location, answer) = ask(cast.access_address, "GET", &path, &ticket, "").await?;
        let location = location.filter(|_| (300..400).contains(&status));
        let location =
            location.with_context(|| format!("{path} is answered {status}: {}", String::from_utf8_lossy(&answer)))?;
        let path = location.splitn(4, '/').nth(3).context("the signed URL has no path")?;
        let (status, _, audio) = ask(cast.node_address, "GET", &format!("/{path}"), "", "").await?;
        ensure!(status == 200 && audio == cast.audio, "the node answers {status} with {} bytes", audio.len());
        Ok(())
    }

    /// Ends the upload at one replica, and signs in to the app again with the browser session at the other.
    pub(super) async fn finish(&mut self, addresses: [SocketAddr; 2], counts: &mut Counts) -> Result<()> {
        let [one, other] = addresses;
        self.send(one, self.bytes.len()).await?;
        let mut tus = Tus::new(other, &self.app.base, self.tokens.access.clone());
        let reply = expected(tus.get(&self.upload).await?, 200)?;
        let shown: Value = serde_json::from_str(&reply.text)?;
        let expected = cid(&self.bytes);
        let is_complete = shown.pointer("/data/status").and_then(Value::as_str) == Some("completed");
        ensure!(is_complete && reply.text.contains(&expected), "the upload is not complete with {expected}: {shown}");
        counts.add("uploads complete, CID right");
        let mut client = Client::new(Arc::clone(&self.app), other);
        tokens(&mut client, &self.session).await?;
        counts.add("browser sessions of the older program that are still signed in");
        Ok(())
    }
}

async fn tokens(client: &mut Client, session: &str) -> Result<Tokens, Failure> {
    let verifier = "0123456789".repeat(5);
    let code = client.approve(session, &verifier).await?;
    client.exchange(&code, &verifier).await
}

fn expected(reply: Reply, status: u16) -> Result<Reply> {
    if reply.status == status { Ok(reply) } else { Err(anyhow!("{} {}, not {status}", reply.status, reply.text)) }
}

/// The status, the location and the body of a response.
async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> Result<(u16, Option<String>, Vec<u8>)> {
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\n{headers}Content-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut connection = Connection::open(address).await?;
    let answer = connection.ask(request.as_bytes()).await?;
    Ok((answer.status, answer.headers("location").next().map(str::to_owned), answer.body.to_vec()))
}
