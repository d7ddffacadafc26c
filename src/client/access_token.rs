//! The token to call with: what every authorised call begins with, and comes back to after a 401.

use crate::config::{self, Config};
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::error::Code;
use crate::refresh::Refresh;
use crate::secret::Secret;
use crate::session::Session;

/// The machine of `accessToken`: reads the session, and renews it if it is stale or if its token was refused (RFC 6750
/// section 3.1). What it gives is the session as it stands, whichever window renewed it.
#[derive(Debug)]
pub struct AccessToken {
    config: Config,
    at: At,
    refused: Option<Secret>,
    session: Option<Box<Session>>,
    refresh: Option<Refresh>,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Begin,
    Read,
    Now,
    Refresh,
}

impl AccessToken {
    /// The token of this client's session; another one than `refused`, if that was answered with a 401.
    pub fn new(config: &Config, refused: Option<Secret>) -> Self {
        Self { config: config.clone(), at: At::Begin, refused, session: None, refresh: None }
    }

    fn renew(&mut self, session: Box<Session>) -> Step<Box<Session>> {
        self.at = At::Refresh;
        self.refresh.insert(Refresh::new(&self.config, session)).step(Outcome::Begin)
    }
}

impl Machine for AccessToken {
    type Output = Box<Session>;

    fn step(&mut self, outcome: Outcome) -> Step<Box<Session>> {
        match (self.at, outcome) {
            (At::Begin, _) => {
                self.at = At::Read;
                Step::Do(Effect::Read { key: config::session_key(&self.config) })
            }
            (At::Read, Outcome::Text(record)) => {
                let Some(session) = record.and_then(|record| Session::from_record(&record)).map(Box::new) else {
                    return Step::fail(Code::NotSignedIn);
                };
                if self.refused.as_ref().is_some_and(|refused| session.access_token.is(refused.expose())) {
                    return self.renew(session);
                }
                self.session = Some(session);
                self.at = At::Now;
                Step::Do(Effect::Now)
            }
            (At::Now, Outcome::Now(now)) => match self.session.take() {
                Some(session) if session.is_fresh(now) => Step::Done(Ok(session)),
                Some(session) => self.renew(session),
                None => Step::fail(Code::Internal),
            },
            (At::Refresh, outcome) => match &mut self.refresh {
                Some(refresh) => refresh.step(outcome),
                None => Step::fail(Code::Internal),
            },
            _ => Step::fail(Code::Internal),
        }
    }
}
