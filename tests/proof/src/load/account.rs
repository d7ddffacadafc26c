//! A user at work: signs in, logs in to an app, refreshes, asks and revokes, one request after another, as chance has
//! it. What the service has answered must hold, also after it was killed.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::load::client::{App, Client, Listener, Tokens};
use crate::load::counts::Counts;
use crate::load::failure::{Failure, expect_refusal, expect_success, until_answered};
use crate::load::random::Random;
use crate::load::workers::Worker;

/// An account has up to 50 sessions of an app. The service ends the oldest beyond that, so this is fewer.
const SESSIONS: usize = 40;
/// An access token is good for an hour. Later than this, it is not checked.
const ACCESS_IS_FRESH: Duration = Duration::from_mins(50);
/// A replaced refresh token gets its successor again for 10 s. After this time it certainly still does.
const REPEATS: Duration = Duration::from_secs(3);

pub(crate) struct Account {
    client: Client,
    listener: Listener,
    session: String,
    families: Vec<Family>,
    random: Random,
    pub(crate) counts: Counts,
}

/// One login of the app, and its tokens.
struct Family {
    verifier: String,
    code: String,
    tokens: Tokens,
    arrived: Instant,
    /// The refresh tokens before, the latest first.
    replaced: [Option<String>; 2],
    is_dead: bool,
}

impl Account {
    /// The account of `listener` at the service that listens at `address`, now and after each restart.
    pub(crate) fn new(app: &Arc<App>, address: SocketAddr, listener: &Listener, random: Random) -> Self {
        let (client, listener) = (Client::new(app, address), listener.clone());
        Self { client, listener, session: String::new(), families: Vec::new(), random, counts: Counts::default() }
    }

    async fn log_in(&mut self) -> Result<(), String> {
        let verifier = self.random.digits();
        let (approved, _) = until_answered!(self.client, self.client.approve(&self.session, &verifier));
        let code = expect_success(approved, "approving")?;
        let (exchanged, is_repeated) = until_answered!(self.client, self.client.exchange(&code, &verifier));
        if is_repeated && exchanged.is_err() {
            // The code was exchanged already. It is invalid now, and so are its tokens.
            self.counts.add("exchanges cut off: had happened");
            return expect_refusal(exchanged, "an exchange that was cut off, sent again");
        }
        let tokens = expect_success(exchanged, "an exchange")?;
        let (arrived, replaced) = (Instant::now(), [None, None]);
        self.families.push(Family { verifier, code, tokens, arrived, replaced, is_dead: false });
        self.counts.add("logins");
        Ok(())
    }

    /// Checks all tokens that were ever issued, while no server is killed.
    pub(crate) async fn check_all(&mut self) -> Result<(), String> {
        let Self { client, listener, families, counts, .. } = self;
        for family in families {
            if family.is_dead {
                family.expect_dead(client, "a family that was revoked").await?;
                counts.add("revoked families: dead");
            } else {
                family.refresh(client).await?;
                family.expect_me(client, listener).await?;
                counts.add("families: alive");
            }
        }
        Ok(())
    }
}

impl Worker for Account {
    fn disconnect(&mut self) {
        self.client.http.reset();
    }

    async fn step(&mut self) -> Result<(), String> {
        if self.session.is_empty() || self.random.once_in(100) {
            let (signed_in, _) = until_answered!(self.client, self.client.sign_in(&self.listener));
            self.session = expect_success(signed_in, "signing in")?;
            self.counts.add("sign-ins");
        }
        let live = self.families.iter().filter(|family| !family.is_dead).count();
        if live == 0 || (live < SESSIONS && self.random.once_in(10)) {
            return self.log_in().await;
        }
        // One of the latest, so that some come far, and sometimes an old one.
        let count = self.families.len();
        let newest = if self.random.once_in(4) { count } else { count.min(8) };
        let at = count - 1 - self.random.place(newest);
        let Self { client, listener, families, random, counts, .. } = self;
        let Some(family) = families.get_mut(at) else { return Ok(()) };
        let (what, outcome) = match random.below(100) {
            _ if family.is_dead => {
                ("revoked families: dead", family.expect_dead(client, "a family that was revoked").await)
            }
            _ if live >= SESSIONS => ("revocations", family.revoke(client).await),
            ..55 => ("refreshes", family.refresh(client).await),
            55..80 => ("requests of /me", family.expect_me(client, listener).await),
            80..90 => ("refreshes sent again: one successor", family.refresh_again(client).await),
            90..95 => ("tokens or codes used again: refused", family.replay(client, random.once_in(2)).await),
            _ => ("revocations", family.revoke(client).await),
        };
        counts.add(what);
        outcome.map_err(|error| format!("family {at}, {what}: {error}"))
    }
}

impl Family {
    /// If it was interrupted, the same token gets the same successor.
    async fn refresh(&mut self, client: &mut Client) -> Result<(), String> {
        let (refreshed, _) = until_answered!(client, client.refresh(&self.tokens.refresh));
        let tokens = expect_success(refreshed, "a refresh")?;
        if tokens.refresh == self.tokens.refresh {
            return Err("a refresh token is its own successor".to_owned());
        }
        self.replaced = [Some(self.tokens.refresh.clone()), self.replaced[0].take()];
        (self.tokens, self.arrived) = (tokens, Instant::now());
        Ok(())
    }

    async fn refresh_again(&self, client: &mut Client) -> Result<(), String> {
        let [Some(before), _] = &self.replaced else { return Ok(()) };
        if self.arrived.elapsed() > REPEATS {
            return Ok(());
        }
        match client.refresh(before).await {
            Ok(tokens) if tokens.refresh != self.tokens.refresh => Err("a refresh token has two successors".to_owned()),
            Ok(_) => Ok(()),
            Err(Failure::Refused { error, .. }) => Err(error),
            Err(Failure::Lost(_) | Failure::Broken { .. }) => {
                client.http.reset();
                Ok(())
            }
        }
    }

    async fn expect_me(&self, client: &mut Client, listener: &Listener) -> Result<(), String> {
        if self.arrived.elapsed() > ACCESS_IS_FRESH {
            return Ok(());
        }
        let (answered, _) = until_answered!(client, client.me(&self.tokens.access));
        let user_id = expect_success(answered, "an access token")?;
        if user_id == listener.user_id { Ok(()) } else { Err(format!("it is that of user {user_id}")) }
    }

    async fn revoke(&mut self, client: &mut Client) -> Result<(), String> {
        let (revoked, _) = until_answered!(client, client.revoke(&self.tokens.refresh));
        expect_success(revoked, "a revocation")?;
        self.is_dead = true;
        self.expect_dead(client, "a family that was revoked").await
    }

    /// Uses the code or an old refresh token once more, and sees that this ends the family.
    async fn replay(&mut self, client: &mut Client, is_code: bool) -> Result<(), String> {
        let (refused, _) = match &self.replaced {
            [_, Some(oldest)] if !is_code => until_answered!(client, client.refresh(oldest)),
            _ => until_answered!(client, client.exchange(&self.code, &self.verifier)),
        };
        expect_refusal(refused, "a token or code that was used")?;
        self.is_dead = true;
        self.expect_dead(client, "a family of which a token was used twice").await
    }

    async fn expect_dead(&self, client: &mut Client, what: &str) -> Result<(), String> {
        let (refreshed, _) = until_answered!(client, client.refresh(&self.tokens.refresh));
        expect_refusal(refreshed, what)?;
        let (answered, _) = until_answered!(client, client.me(&self.tokens.access));
        expect_refusal(answered, what)
    }
}
