//! One approval and the tokens that came of it, as its client knows them; and what its client may hold the service to.

use std::time::Duration;

use tokio::time::Instant;

use crate::load::client::{Client, Failure, Tokens};
use crate::load::counts::Counts;
use crate::load::random::Random;
use crate::load::step_error::{expect_refusal, expect_success};

/// An access token is good for an hour; this far into it, it is looked at no more.
const ACCESS_IS_FRESH: Duration = Duration::from_mins(50);
/// A replaced refresh token gets its successor again for 10 s, and a clock of whole seconds may add one.
const REPEATS: Duration = Duration::from_secs(12);

/// How far it has come. What is under way may, once the service was killed, have been done or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FamilyState {
    /// There is a code.
    Approved,
    /// The code is being exchanged.
    Exchanging,
    /// There are tokens.
    Live,
    /// The tokens are being rotated.
    Refreshing,
    /// They are being revoked.
    Revoking,
    /// They are revoked.
    Dead,
}

/// How a token that was used up is used once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Replay {
    /// The code.
    Code,
    /// The refresh token before the one before.
    Replaced,
    /// The one before, when it gets its successor no more.
    Aged,
}

#[derive(Debug)]
pub(crate) struct Family {
    /// Names the family in a report.
    pub(crate) name: String,
    pub(crate) state: FamilyState,
    verifier: String,
    code: String,
    tokens: Tokens,
    /// The refresh tokens before, the latest last.
    replaced: Vec<String>,
    arrived: Instant,
    /// Whether the current access token has been taken.
    used: bool,
}

impl Family {
    pub(crate) fn new(name: String, verifier: String, code: String) -> Self {
        let tokens = Tokens { access: String::new(), refresh: String::new() };
        let (replaced, arrived) = (Vec::new(), Instant::now());
        Self { name, state: FamilyState::Approved, verifier, code, tokens, replaced, arrived, used: false }
    }

    pub(crate) async fn exchange_code(&mut self, client: &mut Client) -> Result<(), Failure> {
        self.state = FamilyState::Exchanging;
        let tokens = client.exchange(&self.code, &self.verifier).await?;
        self.adopt(tokens);
        Ok(())
    }

    pub(crate) async fn refresh(&mut self, client: &mut Client) -> Result<(), Failure> {
        self.state = FamilyState::Refreshing;
        let tokens = client.refresh(&self.tokens.refresh).await?;
        self.replaced.push(self.tokens.refresh.clone());
        if self.replaced.len() > 2 {
            self.replaced.remove(0);
        }
        self.adopt(tokens);
        Ok(())
    }

    pub(crate) async fn revoke(&mut self, client: &mut Client) -> Result<(), Failure> {
        self.state = FamilyState::Revoking;
        client.revoke(&self.tokens.refresh).await?;
        self.state = FamilyState::Dead;
        Ok(())
    }

    /// Asks who the listener is. An access token that may be too old is refreshed before.
    pub(crate) async fn me(&mut self, client: &mut Client) -> Result<u64, Failure> {
        if !self.is_fresh() {
            self.refresh(client).await?;
        }
        let user_id = client.me(&self.tokens.access).await?;
        self.used = true;
        Ok(user_id)
    }

    fn adopt(&mut self, tokens: Tokens) {
        self.tokens = tokens;
        self.arrived = Instant::now();
        self.used = false;
        self.state = FamilyState::Live;
    }

    fn is_fresh(&self) -> bool {
        self.arrived.elapsed() < ACCESS_IS_FRESH
    }

    /// Whether a replay of this kind shows anything now.
    pub(crate) fn allows(&self, replay: Replay) -> bool {
        self.state == FamilyState::Live
            && match replay {
                Replay::Code => true,
                Replay::Replaced => self.replaced.len() > 1,
                Replay::Aged => !self.replaced.is_empty() && self.used && self.arrived.elapsed() > REPEATS,
            }
    }

    /// Checks that the service keeps its responses, after a restart. No request is pending afterwards.
    pub(crate) async fn settle(&mut self, client: &mut Client, seen: &mut Observations<'_>) -> Result<(), String> {
        match self.state {
            FamilyState::Approved => {
                expect_success(self.exchange_code(client).await, "a code that was in hand")?;
                seen.counts.add("codes in hand: exchanged");
            }
            FamilyState::Exchanging => self.settle_exchange(client, seen).await?,
            FamilyState::Live => self.settle_live(client, seen).await?,
            FamilyState::Refreshing => {
                expect_success(self.refresh(client).await, "a refresh that was cut off, sent again")?;
                expect_success(self.expect_me(client, seen).await, "after a refresh that was cut off")??;
                seen.counts.add("refreshes cut off: the client goes on");
            }
            FamilyState::Revoking => self.settle_revocation(client, seen).await?,
            FamilyState::Dead => {
                self.expect_dead(client, "a family that was revoked").await?;
                seen.counts.add("revoked families: dead");
            }
        }
        Ok(())
    }

    async fn settle_live(&mut self, client: &mut Client, seen: &mut Observations<'_>) -> Result<(), String> {
        if self.is_fresh() {
            expect_success(self.expect_me(client, seen).await, "an answered access token")??;
            seen.counts.add("access tokens: good");
        }
        let before = self.tokens.refresh.clone();
        expect_success(self.refresh(client).await, "an answered refresh token")?;
        if self.tokens.refresh == before {
            return Err("a refresh token is its own successor".to_owned());
        }
        seen.counts.add("refresh tokens: good");
        if seen.random.once_in(4) {
            let again = expect_success(client.refresh(&before).await, "the same refresh again")?;
            if again.refresh != self.tokens.refresh {
                return Err("two successors of one refresh token were handed out".to_owned());
            }
            seen.counts.add("refreshes sent twice: one successor");
        }
        if seen.random.once_in(2) {
            // From now on, only a thief would use the previous token.
            expect_success(self.expect_me(client, seen).await, "a new access token")??;
        }
        Ok(())
    }

    /// A code that was exchanged already is invalid, and so are its tokens: this is the response to a second use.
    async fn settle_exchange(&mut self, client: &mut Client, seen: &mut Observations<'_>) -> Result<(), String> {
        let again = client.exchange(&self.code, &self.verifier).await;
        if let Ok(tokens) = again {
            self.adopt(tokens);
            expect_success(self.expect_me(client, seen).await, "after an exchange that was cut off")??;
            seen.counts.add("exchanges cut off: had not happened");
        } else {
            expect_refusal(again, "an exchange that was cut off, sent again")?;
            self.state = FamilyState::Dead;
            seen.counts.add("exchanges cut off: had happened");
        }
        Ok(())
    }

    async fn settle_revocation(&mut self, client: &mut Client, seen: &mut Observations<'_>) -> Result<(), String> {
        let alive = client.refresh(&self.tokens.refresh).await;
        if let Ok(tokens) = alive {
            seen.counts.add("revocations cut off: had not happened");
            self.adopt(tokens);
            expect_success(self.revoke(client).await, "a revocation")?;
        } else {
            expect_refusal(alive, "a family whose revocation was cut off")?;
            seen.counts.add("revocations cut off: had happened");
            self.state = FamilyState::Dead;
        }
        self.expect_dead(client, "a family that was revoked").await
    }

    /// Uses what was used up once more, and sees that this ends the family.
    pub(crate) async fn replay(
        &mut self,
        replay: Replay,
        client: &mut Client,
        seen: &mut Observations<'_>,
    ) -> Result<(), String> {
        let replaced = |from_end: usize| self.replaced.iter().rev().nth(from_end).cloned().unwrap_or_default();
        let (result, what) = match replay {
            Replay::Code => (client.exchange(&self.code, &self.verifier).await, "codes used again: refused"),
            Replay::Replaced => (client.refresh(&replaced(1)).await, "replaced refresh tokens used again: refused"),
            Replay::Aged => (client.refresh(&replaced(0)).await, "replaced refresh tokens past their window: refused"),
        };
        expect_refusal(result, what)?;
        self.state = FamilyState::Dead;
        self.expect_dead(client, "a family of which a token was used twice").await?;
        seen.counts.add(what);
        Ok(())
    }

    async fn expect_me(&mut self, client: &mut Client, seen: &Observations<'_>) -> Result<Result<(), String>, Failure> {
        let user_id = self.me(client).await?;
        Ok(if user_id == seen.user_id {
            Ok(())
        } else {
            Err(format!("an access token of listener {}'s is {user_id}'s", seen.user_id))
        })
    }

    async fn expect_dead(&self, client: &mut Client, what: &str) -> Result<(), String> {
        // An exchange that was never answered left nothing that could be tried.
        if self.tokens.refresh.is_empty() {
            return Ok(());
        }
        expect_refusal(client.refresh(&self.tokens.refresh).await, what)?;
        expect_refusal(client.me(&self.tokens.access).await, what)
    }
}

/// Who looks, and notes what there was.
pub(crate) struct Observations<'a> {
    pub(crate) user_id: u64,
    pub(crate) random: &'a mut Random,
    pub(crate) counts: &'a mut Counts,
}
