//! A user during the upgrade: stays signed in, uploads, and hears a gated track.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use super::servers::{ACCESS_ORIGIN, Servers};
use crate::load::audio_file::cid;
use crate::load::client::{App, Client, Listener, Tokens};
use crate::load::counts::Counts;
use crate::load::http::{Http, Network, Reply, Request};
use crate::load::random::Random;
use crate::load::tus::{Tus, offset_of};

/// A user with a browser session, tokens and an unfinished upload, all of the older program.
pub(super) struct User {
    app: Arc<App>,
    id: u64,
    track: u64,
    random: Random,
    session: String,
    tokens: Tokens,
    upload: String,
    bytes: Vec<u8>,
    sent: usize,
    part: usize,
    turn: usize,
}

impl User {
    /// Signs in, and begins an upload whose parts are enough for this many restarts.
    pub(super) async fn sign_in(
        app: &Arc<App>,
        [address, _]: [SocketAddr; 2],
        listener: &Listener,
        servers: &Servers,
        restarts: u32,
    ) -> Result<Self> {
        let (mut client, mut random) = (Client::new(app, address), Random::new(listener.user_id));
        let session = client.sign_in(listener).await?;
        let tokens = client.log_in(&session, &mut random).await?;
        let bytes = servers.second_piece.clone();
        let created = Tus::new(address, &tokens.access).create(bytes.len() as u64, None).await?;
        let track = servers.tracks.iter().find(|(user, _)| *user == listener.user_id);
        Ok(Self {
            app: Arc::clone(app),
            id: listener.user_id,
            track: track.context("the listener has no track")?.1,
            random,
            session,
            tokens,
            upload: expected(created, 201)?.location_path().context("the upload has no address")?,
            part: bytes.len() / (usize::try_from(restarts)? + 3) + 1,
            bytes,
            sent: 0,
            turn: 0,
        })
    }

    /// Refreshes the tokens at both replicas at once, which have to return the same successor. Then sends the next part
    /// of the upload to one of them, and hears the track.
    pub(super) async fn go_on(
        &mut self,
        [one, other]: [SocketAddr; 2],
        servers: &Servers,
        counts: &mut Counts,
    ) -> Result<()> {
        self.turn += 1;
        let (mut here, mut there) = (Client::new(&self.app, one), Client::new(&self.app, other));
        let token = &self.tokens.refresh;
        let (tokens, same) = tokio::join!(here.refresh(token), there.refresh(token));
        let (tokens, same) = (tokens?, same?);
        ensure!(tokens.refresh == same.refresh, "two replicas returned two successors of one refresh token");
        self.tokens = tokens;
        for client in [&mut here, &mut there] {
            ensure!(client.me(&self.tokens.access).await? == self.id, "/me is another user");
        }
        counts.add("refreshes at two replicas at once");
        let end = (self.sent + self.part).min(self.bytes.len());
        self.send(if (self.turn / 2).is_multiple_of(2) { one } else { other }, end).await?;
        counts.add("parts of uploads");
        self.hear(&mut here, servers).await?;
        counts.add("gated tracks heard, every byte right");
        Ok(())
    }

    async fn send(&mut self, address: SocketAddr, end: usize) -> Result<()> {
        let mut tus = Tus::new(address, &self.tokens.access);
        let offset = offset_of(&tus.ask("HEAD", &self.upload, "").await?);
        ensure!(offset == Some(self.sent as u64), "{} bytes were sent, and the offset is {offset:?}", self.sent);
        let bytes = self.bytes.get(self.sent..end).unwrap_or_default();
        expected(tus.patch(&self.upload, self.sent as u64, bytes, Network::Good).await?, 204)?;
        self.sent = end;
        Ok(())
    }

    async fn hear(&self, client: &mut Client, servers: &Servers) -> Result<()> {
        let ticket = client.ticket(&self.tokens.access, ACCESS_ORIGIN).await?;
        let headers = format!("Authorization: Ticket {ticket}\r\nContent-Type: application/json\r\n");
        let headers = headers.as_str();
        let mut access = Http::new(servers.access_address);
        if self.turn == 1 {
            let (path, body) = (format!("/tracks/{}/rule", self.track), json!({ "rule": { "signed_in": {} } }));
            let body = body.to_string();
            let rule = Request { method: "PUT", path: &path, headers, body: body.as_bytes() };
            expected(access.ask(rule).await?, 200)?;
        }
        let path = format!("/stream/{}", self.track);
        let reply = access.ask(Request { method: "GET", path: &path, headers, body: b"" }).await?;
        ensure!((300..400).contains(&reply.status), "{path} is answered {} {}", reply.status, reply.text());
        let path = reply.location_path().context("the access server names no address")?;
        let mut node = Http::new(servers.node_address);
        let audio = expected(node.ask(Request { method: "GET", path: &path, headers: "", body: b"" }).await?, 200)?;
        ensure!(audio.body() == servers.audio, "the node sends {} other bytes", audio.body().len());
        Ok(())
    }

    /// Ends the upload at one replica, and signs in to the app again with the browser session at the other.
    pub(super) async fn finish(&mut self, [one, other]: [SocketAddr; 2], counts: &mut Counts) -> Result<()> {
        self.send(one, self.bytes.len()).await?;
        let upload = Tus::new(other, &self.tokens.access).ask("GET", &self.upload, "").await?;
        let upload = expected(upload, 200)?.json();
        let text = |name| upload.get("data").and_then(|data| data.get(name)).and_then(Value::as_str);
        let cid = cid(&self.bytes);
        let is_complete = text("status") == Some("completed") && text("track_cid") == Some(cid.as_str());
        ensure!(is_complete, "the upload is not complete with {cid}: {upload}");
        counts.add("uploads complete, CID right");
        Client::new(&self.app, other).log_in(&self.session, &mut self.random).await?;
        counts.add("browser sessions of the older program that are still signed in");
        Ok(())
    }
}

fn expected(reply: Reply, status: u16) -> Result<Reply> {
    if reply.status != status {
        bail!("{} {}, not {status}", reply.status, reply.text());
    }
    Ok(reply)
}
