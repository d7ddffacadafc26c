//! How the session stands, as far as this browser knows.

use crate::config::Config;
use crate::effect::{Machine, Outcome, Step};
use crate::error::{Code, Error};
use crate::session::{self, Session};

/// How it stands.
#[derive(Debug)]
pub enum Standing {
    /// Nobody is signed in.
    SignedOut,
    /// Somebody is.
    SignedIn(Box<Session>),
    /// The service has ended the session.
    Expired,
}

/// The machine behind `oauth.session` and `oauth.isAuthenticated()`. No request is made.
#[derive(Debug)]
pub struct Look {
    config: Config,
}

impl Look {
    /// To look for this client's session.
    pub fn new(config: &Config) -> Self {
        Self { config: config.clone() }
    }
}

impl Machine for Look {
    type Output = Standing;

    fn step(&mut self, outcome: Outcome) -> Result<Step<Standing>, Error> {
        if let Outcome::Begin = outcome {
            return Ok(Step::Do(session::read(&self.config)));
        }
        Ok(Step::Done(match session::stored(outcome) {
            Ok(session) => Standing::SignedIn(session),
            Err(error) if error.code == Code::SessionExpired => Standing::Expired,
            Err(_) => Standing::SignedOut,
        }))
    }
}
