//! One client at work: it signs in, logs in, refreshes, asks and revokes, one request after another, as chance has it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::load::client::{Client, Listener};
use crate::load::counts::Counts;
use crate::load::family::{Family, FamilyState, Observations, Replay};
use crate::load::random::Random;
use crate::load::step_error::StepError;

/// How many families of earlier rounds are checked again after each round.
const OLD_FAMILIES: usize = 6;
/// An account has up to 10 codes and 50 sessions of an app. The service ends the oldest beyond that, so this is fewer:
/// some of a killed service's codes are unknown to the client.
const CODES: usize = 4;
const SESSIONS: usize = 40;
/// The choice of a step that revokes.
const REVOKE: u64 = 99;

#[derive(Debug)]
pub(crate) struct Worker {
    number: usize,
    pub(crate) client: Client,
    listener: Listener,
    session: String,
    families: Vec<Family>,
    /// The families that were used since the last check.
    touched: BTreeSet<usize>,
    random: Random,
    pub(crate) counts: Counts,
}

impl Worker {
    pub(crate) fn new(number: usize, client: Client, listener: Listener, random: Random) -> Self {
        let (families, touched, counts) = (Vec::new(), BTreeSet::new(), Counts::default());
        Self { number, client, listener, session: String::new(), families, touched, random, counts }
    }

    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Works until the service is gone, or `enough` is set.
    pub(crate) async fn work(&mut self, enough: &AtomicBool) -> Result<(), String> {
        while !enough.load(Ordering::Relaxed) {
            match self.step().await {
                Ok(what) => self.counts.add(what),
                Err(StepError::Interrupted) => return Ok(()),
                Err(StepError::Violation(what)) => return Err(format!("client {}: {what}", self.number)),
            }
        }
        Ok(())
    }

    async fn step(&mut self) -> Result<&'static str, StepError> {
        if self.session.is_empty() || self.random.once_in(100) {
            self.session = self.client.sign_in(&self.listener).await?;
            return Ok("sign-ins answered");
        }
        let mut at = self.any(|state| matches!(state, FamilyState::Approved | FamilyState::Live));
        let mut choice = self.random.below(100);
        if choice < 20 {
            let oldest = self.excess();
            if oldest.is_none() {
                return self.approve().await;
            }
            (at, choice) = (oldest, REVOKE);
        }
        let Some(at) = at else { return self.approve().await };
        self.touched.insert(at);
        let (client, user_id) = (&mut self.client, self.listener.user_id);
        let Some(family) = self.families.get_mut(at) else { return Ok("") };
        if family.state == FamilyState::Approved {
            family.exchange_code(client).await?;
            return Ok("logins answered");
        }
        match choice {
            ..70 => family.refresh(client).await.map(|()| "refreshes answered").map_err(StepError::from),
            70..90 => match family.me(client).await? {
                known if known == user_id => Ok("/me answered"),
                other => Err(StepError::Violation(format!(
                    "family {}: an access token of listener {user_id}'s is {other}'s",
                    family.name
                ))),
            },
            _ => family.revoke(client).await.map(|()| "revocations answered").map_err(StepError::from),
        }
    }

    async fn approve(&mut self) -> Result<&'static str, StepError> {
        let verifier = self.random.digits();
        let code = self.client.approve(&self.session, &verifier).await?;
        let at = self.families.len();
        self.families.push(Family::new(format!("{}.{at}", self.number), verifier, code));
        self.touched.insert(at);
        Ok("approvals answered")
    }

    /// The family to exchange or revoke before there is another one.
    fn excess(&self) -> Option<usize> {
        let of = |good: fn(FamilyState) -> bool, at_most| {
            let mut places =
                (0..self.families.len()).filter(|at| self.families.get(*at).is_some_and(|one| good(one.state)));
            let oldest = places.next();
            oldest.filter(|_| places.count() + 1 >= at_most)
        };
        let code = of(|state| state == FamilyState::Approved, CODES);
        code.or_else(|| of(|state| state == FamilyState::Live, SESSIONS))
    }

    /// One of the latest families of such a state, so that some come far and others grow old.
    fn any(&mut self, state: impl Fn(FamilyState) -> bool) -> Option<usize> {
        let good: Vec<usize> = self
            .families
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, family)| state(family.state))
            .map(|(at, _)| at)
            .take(8)
            .collect();
        good.get(self.random.place(good.len())).copied()
    }

    /// Checks that the service keeps its responses since the last check, and some earlier ones.
    pub(crate) async fn check(&mut self) -> Result<(), String> {
        let mut due = std::mem::take(&mut self.touched);
        due.extend((0..OLD_FAMILIES).map(|_| self.random.place(self.families.len())));
        self.settle(due).await?;
        for replay in [Replay::Code, Replay::Replaced, Replay::Aged] {
            self.replay(replay).await?;
        }
        Ok(())
    }

    /// As [`Worker::check`], of everything.
    pub(crate) async fn check_all(&mut self) -> Result<(), String> {
        self.touched.clear();
        self.settle((0..self.families.len()).collect()).await
    }

    async fn settle(&mut self, due: BTreeSet<usize>) -> Result<(), String> {
        let mut seen =
            Observations { user_id: self.listener.user_id, random: &mut self.random, counts: &mut self.counts };
        for at in due {
            if let Some(family) = self.families.get_mut(at) {
                let was = family.state;
                let settled = family.settle(&mut self.client, &mut seen).await;
                settled.map_err(|what| format!("family {} ({was:?}): {what}", family.name))?;
            }
        }
        Ok(())
    }

    /// Uses up a new family: the rest of it is revoked, and must stay so.
    async fn replay(&mut self, replay: Replay) -> Result<(), String> {
        let fit: Vec<usize> =
            self.families.iter().enumerate().filter(|(_, family)| family.allows(replay)).map(|(at, _)| at).collect();
        let Some(family) = fit.get(self.random.place(fit.len())).and_then(|at| self.families.get_mut(*at)) else {
            return Ok(());
        };
        let mut seen =
            Observations { user_id: self.listener.user_id, random: &mut self.random, counts: &mut self.counts };
        let replayed = family.replay(replay, &mut self.client, &mut seen).await;
        replayed.map_err(|what| format!("family {} ({replay:?}): {what}", family.name))
    }
}
