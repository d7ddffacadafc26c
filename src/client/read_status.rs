//! The status of the session, as stored in this browser.

use crate::config::Config;
use crate::effect::{Machine, Outcome, Step};
use crate::error::{Code, Error};
use crate::session::{self, Session};

/// The status of a session.
#[derive(Debug)]
pub enum SessionStatus {
    /// No user is signed in.
    SignedOut,
    /// A user is signed in.
    SignedIn(Box<Session>),
    /// The service has ended the session.
    Expired,
}

/// The machine behind `oauth.session` and `oauth.isAuthenticated()`. No request is made.
#[derive(Debug)]
pub struct ReadStatus {
    config: Config,
}

impl ReadStatus {
    /// Reads the status of this client's session.
    pub fn new(config: &Config) -> Self {
        Self { config: config.clone() }
    }
}

impl Machine for ReadStatus {
    type Output = SessionStatus;

    fn step(&mut self, outcome: Outcome) -> Result<Step<SessionStatus>, Error> {
        if let Outcome::Begin = outcome {
            return Ok(Step::Do(session::read(&self.config)));
        }
        Ok(Step::Done(match session::stored(outcome) {
            Ok(session) => SessionStatus::SignedIn(session),
            Err(error) if error.code == Code::SessionExpired => SessionStatus::Expired,
            Err(_) => SessionStatus::SignedOut,
        }))
    }
}
