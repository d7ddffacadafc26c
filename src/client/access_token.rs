//! The token to call with: what every authorised call begins with, and comes back to after a 401.

use core::mem;

use crate::config::Config;
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::error::Error;
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
    wanted: Wanted,
    at: At,
}

/// Named by the effect whose outcome is awaited.
#[derive(Debug, Default)]
enum At {
    Begin,
    Read,
    Now(Box<Session>),
    Refresh(Box<Refresh>),
    #[default]
    Ended,
}

impl AccessToken {
    /// The token of this client's session.
    pub fn new(config: &Config, wanted: Wanted) -> Self {
        Self { config: config.clone(), wanted, at: At::Begin }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Result<Step<Box<Session>>, Error> {
        Step::ask(&mut self.at, at, effect)
    }

    fn renew(&mut self, session: Box<Session>) -> Result<Step<Box<Session>>, Error> {
        self.refreshing(Box::new(Refresh::new(&self.config, session)), Outcome::Begin)
    }

    fn refreshing(&mut self, mut refresh: Box<Refresh>, outcome: Outcome) -> Result<Step<Box<Session>>, Error> {
        let step = refresh.step(outcome);
        self.at = At::Refresh(refresh);
        step
    }
}

impl Machine for AccessToken {
    type Output = Box<Session>;

    fn step(&mut self, outcome: Outcome) -> Result<Step<Box<Session>>, Error> {
        match mem::take(&mut self.at) {
            At::Begin => self.ask(At::Read, session::read(&self.config)),
            At::Read => {
                let session = session::stored(outcome)?;
                if self.wanted.new || session.has_token(self.wanted.other_than.as_ref()) {
                    self.renew(session)
                } else {
                    self.ask(At::Now(session), Effect::Now)
                }
            }
            At::Now(session) => {
                if session.is_fresh(outcome.now()?, self.wanted.validity) {
                    Ok(Step::Done(session))
                } else {
                    self.renew(session)
                }
            }
            At::Refresh(refresh) => self.refreshing(refresh, outcome),
            At::Ended => Err(outcome.unexpected()),
        }
    }
}
