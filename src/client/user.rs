//! Who is signed in: a call with the session's token.

use crate::config::{self, Config};
use crate::effect::{Answer, Effect, Machine, Outcome, Request, Step};
use crate::error::{Code, Error};
use crate::profile::Profile;
use crate::refresh::Refresh;
use crate::session::Session;
use crate::token;

/// The machine of `oauth.getUser()`: reads the session, renews it if it is stale, asks; after a 401 renews once and asks
/// once more (RFC 6750 section 3.1).
#[derive(Debug)]
pub struct GetUser {
    config: Config,
    at: At,
    session: Option<Box<Session>>,
    refresh: Option<Refresh>,
    renewed: bool,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Begin,
    Read,
    Now,
    Refresh,
    Ask,
    Check,
    End,
}

impl GetUser {
    /// To ask who the session of this client belongs to.
    pub fn new(config: &Config) -> Self {
        Self { config: config.clone(), at: At::Begin, session: None, refresh: None, renewed: false }
    }

    fn perform(&mut self, at: At, effect: Effect) -> Step<Box<Profile>> {
        self.at = at;
        Step::Do(effect)
    }

    fn ask(&mut self) -> Step<Box<Profile>> {
        let bearer = self.session.as_ref().map(|session| session.access_token.clone());
        self.perform(At::Ask, Effect::Http(Request { url: self.config.endpoint("/me"), bearer, body: Vec::new() }))
    }

    fn renew(&mut self) -> Step<Box<Profile>> {
        let Some(session) = self.session.take() else { return Step::fail(Code::NotSignedIn) };
        self.renewed = true;
        self.at = At::Refresh;
        self.refresh = Some(Refresh::new(&self.config, session));
        self.refreshing(Outcome::Begin)
    }

    fn refreshing(&mut self, outcome: Outcome) -> Step<Box<Profile>> {
        match self.refresh.as_mut().map(|refresh| refresh.step(outcome)) {
            Some(Step::Do(effect)) => Step::Do(effect),
            Some(Step::Done(Ok(session))) => {
                self.session = Some(session);
                self.ask()
            }
            Some(Step::Done(Err(error))) => Step::fail(error),
            None => Step::fail(Code::Internal),
        }
    }

    fn answered(&mut self, answer: &Answer) -> Step<Box<Profile>> {
        match (answer.status, &answer.body) {
            (200, Some(body)) => match Profile::read(body.as_ref()) {
                Some(profile) => Step::Done(Ok(Box::new(profile))),
                None => Step::fail(Error::told(Code::BadResponse, None, answer.status)),
            },
            (401, _) if !self.renewed => self.renew(),
            // Refused with a token that was renewed just now: the service no longer takes this session.
            (401, _) => self.perform(At::Check, Effect::Read { key: config::session_key(&self.config) }),
            _ => Step::fail(token::failure(answer, Code::RequestFailed)),
        }
    }
}

impl Machine for GetUser {
    type Output = Box<Profile>;

    fn step(&mut self, outcome: Outcome) -> Step<Box<Profile>> {
        match (self.at, outcome) {
            (At::Begin, _) => self.perform(At::Read, Effect::Read { key: config::session_key(&self.config) }),
            (At::Read, Outcome::Text(record)) => {
                self.session = record.and_then(|record| Session::from_record(&record)).map(Box::new);
                if self.session.is_none() {
                    return Step::fail(Code::NotSignedIn);
                }
                self.perform(At::Now, Effect::Now)
            }
            (At::Now, Outcome::Now(now)) => {
                if self.session.as_ref().is_some_and(|session| session.is_fresh(now)) {
                    self.ask()
                } else {
                    self.renew()
                }
            }
            (At::Refresh, outcome) => self.refreshing(outcome),
            (At::Ask, outcome) => match token::answered(outcome) {
                Ok(answer) => self.answered(&answer),
                Err(error) => Step::fail(error),
            },
            (At::Check, Outcome::Text(record)) => {
                let stored = record.and_then(|record| Session::from_record(&record));
                match (&self.session, stored) {
                    (Some(refused), Some(stored)) if stored.has_token_of(refused) => {
                        self.perform(At::End, Effect::Delete { key: config::session_key(&self.config) })
                    }
                    // Another window has signed in anew, or out, meanwhile: that is not ours to end.
                    _ => Step::fail(Code::SessionExpired),
                }
            }
            (At::End, _) => Step::fail(Code::SessionExpired),
            _ => Step::fail(Code::Internal),
        }
    }
}
