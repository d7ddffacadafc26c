//! The token to call with: what every authorised call begins with, and comes back to after a 401.

use crate::config::Config;
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::error::Code;
use crate::refresh::Refresh;
use crate::secret::Secret;
use crate::session::{self, Session};

/// Which token is wanted.
#[derive(Debug, Default)]
pub struct Wanted {
    /// Another one than this, which was answered with a 401 (RFC 6750 section 3.1).
    pub other_than: Option<Secret>,
    /// A new one, whatever is there.
    pub new: bool,
    /// For how long it is to be good, in milliseconds. Half a minute at least, whatever stands here.
    pub validity: u64,
}

/// The machine of `oauth.getAccessToken()`: reads the session, and renews it if its token is not the one wanted. What it
/// gives is the session as it stands, whichever window renewed it.
#[derive(Debug)]
pub struct AccessToken {
    config: Config,
    at: At,
    wanted: Wanted,
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
    /// The token of this client's session.
    pub fn new(config: &Config, wanted: Wanted) -> Self {
        Self { config: config.clone(), at: At::Begin, wanted, session: None, refresh: None }
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
                Step::Do(session::read(&self.config))
            }
            (At::Read, Outcome::Text(record)) => match session::stored(record) {
                Err(code) => Step::fail(code),
                Ok(session) if self.wanted.new || session.has_token(self.wanted.other_than.as_ref()) => {
                    self.renew(session)
                }
                Ok(session) => {
                    self.session = Some(session);
                    self.at = At::Now;
                    Step::Do(Effect::Now)
                }
            },
            (At::Now, Outcome::Now(now)) => match self.session.take() {
                Some(session) if session.is_fresh(now, self.wanted.validity) => Step::Done(Ok(session)),
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
