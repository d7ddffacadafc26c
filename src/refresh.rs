//! The next tokens: one at a time across all windows, and never at the price of the session.
//!
//! Inside the lock the stored session is read again: if another window has renewed it, that one is adopted and nothing is
//! sent. A logout meanwhile wins. A network failure keeps the session; only `invalid_grant` ends it (RFC 6749 section 5.2).

use crate::config::Config;
use crate::cut;
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::error::{Code, Error};
use crate::session::{self, Session};
use crate::token::{self, Tokens};

/// How long to wait for another window that is refreshing, in milliseconds: its request has a shorter deadline.
const LOCK_WITHIN: u32 = 20_000;

/// The lock that is held by whoever renews this client's session.
pub fn lock(config: &Config, within: u32) -> Effect {
    Effect::Lock { name: cut::joined(&["stagepass/refresh/", &config.session_key()]), within }
}

/// The machine that renews a session.
#[derive(Debug)]
pub struct Refresh {
    config: Config,
    stale: Box<Session>,
    at: At,
    /// Whether we may send: the lock is ours, or there are none.
    may_send: bool,
    renewed: Option<Result<Tokens, Error>>,
    now: u64,
    session: Option<Box<Session>>,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Begin,
    Lock,
    Read,
    Adopt,
    Http,
    Now,
    ReadAgain,
    Store,
    Unlock,
}

impl Refresh {
    /// To renew `stale`, the session of this client.
    pub fn new(config: &Config, stale: Box<Session>) -> Self {
        let config = config.clone();
        Self { config, stale, at: At::Begin, may_send: false, renewed: None, now: 0, session: None }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Step<Box<Session>> {
        self.at = at;
        Step::Do(effect)
    }

    /// The record as it stands, before anything is sent.
    fn decide(&mut self, stored: Result<Box<Session>, Code>) -> Step<Box<Session>> {
        match stored {
            Err(code) => Step::fail(code),
            Ok(stored) if !stored.has_token_of(&self.stale) => self.adopt(stored),
            Ok(_) => self.send(),
        }
    }

    /// What another window has renewed. The machine may have slept since, or this window been frozen: then it is stale as well.
    fn adopt(&mut self, stored: Box<Session>) -> Step<Box<Session>> {
        self.stale = stored;
        self.ask(At::Adopt, Effect::Now)
    }

    fn send(&mut self) -> Step<Box<Session>> {
        if !self.may_send {
            return Step::fail(Code::Timeout);
        }
        let request = token::refresh(&self.config, &self.stale.refresh_token);
        self.ask(At::Http, Effect::Http(request))
    }

    /// The record as it stands, after the service has answered.
    fn conclude(&mut self, stored: Result<Box<Session>, Code>) -> Step<Box<Session>> {
        match (stored, self.renewed.take()) {
            (Err(code), _) => Step::fail(code),
            (Ok(stored), _) if !stored.has_token_of(&self.stale) => self.adopt(stored),
            (Ok(_), Some(Ok(tokens))) => {
                let session = Box::new(self.stale.renew(tokens, self.now));
                let Some(record) = session.to_record() else { return Step::fail(Code::BadResponse) };
                self.session = Some(session);
                self.ask(At::Store, session::write(&self.config, record))
            }
            (Ok(_), Some(Err(error))) if error.code == Code::SessionExpired => {
                self.renewed = Some(Err(error));
                self.ask(At::Store, session::expire(&self.config))
            }
            (Ok(_), Some(Err(error))) => Step::fail(error),
            (Ok(_), None) => Step::fail(Code::Internal),
        }
    }
}

/// What the service answered. Only `invalid_grant` is a word about the session.
fn renewed(outcome: Outcome) -> Result<Tokens, Error> {
    let error = match &outcome {
        Outcome::Answer(answer) => answer.body.as_ref().and_then(|body| body.text("error")),
        _ => None,
    };
    let refused =
        if error.is_some_and(|error| error == "invalid_grant") { Code::SessionExpired } else { Code::RequestFailed };
    token::read(outcome, refused)
}

impl Machine for Refresh {
    type Output = Box<Session>;

    fn step(&mut self, outcome: Outcome) -> Step<Box<Session>> {
        match (self.at, outcome) {
            (_, Outcome::Aborted) => Step::fail(Code::Aborted),
            (At::Begin, _) => self.ask(At::Lock, lock(&self.config, LOCK_WITHIN)),
            (At::Lock, outcome) => {
                self.may_send = !matches!(outcome, Outcome::Elapsed);
                self.ask(At::Read, session::read(&self.config))
            }
            (At::Read, Outcome::Text(record)) => self.decide(session::stored(record)),
            (At::Adopt, Outcome::Now(now)) if self.stale.is_fresh(now, 0) => Step::Done(Ok(self.stale.clone())),
            (At::Adopt, _) => self.send(),
            (At::Http, outcome) => {
                self.renewed = Some(renewed(outcome));
                self.ask(At::Now, Effect::Now)
            }
            (At::Now, Outcome::Now(now)) => {
                self.now = now;
                self.ask(At::ReadAgain, session::read(&self.config))
            }
            (At::ReadAgain, Outcome::Text(record)) => self.conclude(session::stored(record)),
            (At::Store, _) => self.ask(At::Unlock, Effect::Unlock),
            (At::Unlock, _) => Step::Done(match (self.session.take(), self.renewed.take()) {
                (Some(session), _) => Ok(session),
                (None, Some(Err(error))) => Err(error),
                (None, _) => Err(Code::Internal.into()),
            }),
            _ => Step::fail(Code::Internal),
        }
    }
}
