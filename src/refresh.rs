//! The next tokens: one at a time across all windows, and never at the price of the session.
//!
//! Inside the lock the stored session is read again: if another window has renewed it, that one is adopted and nothing is
//! sent. A logout meanwhile wins. A network failure keeps the session; only `invalid_grant` ends it (RFC 6749 section 5.2).

use crate::config::{self, Config};
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::error::{Code, Error};
use crate::session::Session;
use crate::token::{self, Tokens};

/// How long to wait for another window that is refreshing, in milliseconds: its request has a shorter deadline.
const LOCK_WITHIN: u32 = 20_000;

/// The machine that renews a session.
#[derive(Debug)]
pub struct Refresh {
    config: Config,
    key: String,
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
    Http,
    Now,
    ReadAgain,
    Store,
    Delete,
    Unlock,
}

impl Refresh {
    /// To renew `stale`, the session of this client.
    pub fn new(config: &Config, stale: Box<Session>) -> Self {
        Self {
            config: config.clone(),
            key: config::session_key(config),
            stale,
            at: At::Begin,
            may_send: false,
            renewed: None,
            now: 0,
            session: None,
        }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Step<Box<Session>> {
        self.at = at;
        Step::Do(effect)
    }

    fn end(&mut self, session: Box<Session>) -> Step<Box<Session>> {
        self.session = Some(session);
        self.ask(At::Unlock, Effect::Unlock)
    }

    /// The record as it stands, before anything is sent.
    fn decide(&mut self, stored: Option<Box<Session>>) -> Step<Box<Session>> {
        match stored {
            None => Step::fail(Code::NotSignedIn),
            Some(stored) if !self.is_stale(&stored) => self.end(stored),
            Some(_) if !self.may_send => Step::fail(Code::Timeout),
            Some(_) => {
                let request = token::refresh(&self.config, &self.stale.refresh_token);
                self.ask(At::Http, Effect::Http(request))
            }
        }
    }

    /// The record as it stands, after the service has answered.
    fn conclude(&mut self, stored: Option<Box<Session>>) -> Step<Box<Session>> {
        match (stored, self.renewed.take()) {
            (None, _) => Step::fail(Code::NotSignedIn),
            (Some(stored), _) if !self.is_stale(&stored) => self.end(stored),
            (Some(_), Some(Ok(tokens))) => {
                let session = Box::new(self.stale.renew(tokens, self.now));
                let Some(value) = session.to_record() else { return Step::fail(Code::BadResponse) };
                self.session = Some(session);
                let key = self.key.clone();
                self.ask(At::Store, Effect::Write { key, value })
            }
            (Some(_), Some(Err(error))) if error.code == Code::SessionExpired => {
                self.renewed = Some(Err(error));
                let key = self.key.clone();
                self.ask(At::Delete, Effect::Delete { key })
            }
            (Some(_), Some(Err(error))) => Step::fail(error),
            (Some(_), None) => Step::fail(Code::Internal),
        }
    }

    fn is_stale(&self, stored: &Session) -> bool {
        stored.has_token_of(&self.stale)
    }
}

/// What the service answered. Only `invalid_grant` is a word about the session.
fn renewed(outcome: Outcome) -> Result<Tokens, Error> {
    let error = match &outcome {
        Outcome::Answer(answer) => answer.body.as_ref().and_then(|body| body.text(&["error"])),
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
            (At::Begin, _) => {
                let name = ["stagepass/refresh/", &self.key].concat();
                self.ask(At::Lock, Effect::Lock { name, within: LOCK_WITHIN })
            }
            (At::Lock, outcome) => {
                self.may_send = !matches!(outcome, Outcome::Elapsed);
                let key = self.key.clone();
                self.ask(At::Read, Effect::Read { key })
            }
            (At::Read, Outcome::Text(record)) => {
                self.decide(record.and_then(|record| Session::from_record(&record)).map(Box::new))
            }
            (At::Http, outcome) => {
                self.renewed = Some(renewed(outcome));
                self.ask(At::Now, Effect::Now)
            }
            (At::Now, Outcome::Now(now)) => {
                self.now = now;
                let key = self.key.clone();
                self.ask(At::ReadAgain, Effect::Read { key })
            }
            (At::ReadAgain, Outcome::Text(record)) => {
                self.conclude(record.and_then(|record| Session::from_record(&record)).map(Box::new))
            }
            (At::Delete, _) => Step::Done(Err(match self.renewed.take() {
                Some(Err(error)) => error,
                _ => Code::Internal.into(),
            })),
            (At::Store, _) => self.ask(At::Unlock, Effect::Unlock),
            (At::Unlock, _) => Step::Done(self.session.take().ok_or(Code::Internal.into())),
            _ => Step::fail(Code::Internal),
        }
    }
}
