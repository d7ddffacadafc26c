//! The status of the session, as stored in this browser.

use crate::config::Config;
use crate::document::Document;
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::error::{Code, Error};
use crate::session::{self, Session};

/// The status of a session.
#[derive(Debug)]
pub enum SessionStatus {
    /// No user is signed in.
    SignedOut,
    /// A user is signed in.
    SignedIn(Box<Session>),
    /// The service has ended the session, or its access token has expired and cannot be refreshed.
    Expired,
}

/// The machine behind `oauth.session` and `oauth.isAuthenticated()`. No request is made.
#[derive(Debug)]
pub struct ReadStatus {
    config: Config,
    /// A session that ends with its access token, and awaits the time.
    ending: Option<Box<Session>>,
}

impl ReadStatus {
    /// Reads the status of this client's session.
    pub fn new(config: &Config) -> Self {
        Self { config: config.clone(), ending: None }
    }
}

impl<D: Document> Machine<D> for ReadStatus {
    type Output = SessionStatus;

    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<SessionStatus>, Error> {
        if let Outcome::Begin = outcome {
            return Ok(Step::Do(session::read(&self.config)));
        }
        if let Some(session) = self.ending.take() {
            let is_fresh = session.is_fresh(outcome.now()?, 0);
            return Ok(Step::Done(if is_fresh { SessionStatus::SignedIn(session) } else { SessionStatus::Expired }));
        }
        Ok(Step::Done(match session::stored(outcome) {
            Ok(session) if !session.is_refreshable() => {
                self.ending = Some(session);
                return Ok(Step::Do(Effect::Now));
            }
            Ok(session) => SessionStatus::SignedIn(session),
            Err(error) if error.code == Code::SessionExpired => SessionStatus::Expired,
            Err(_) => SessionStatus::SignedOut,
        }))
    }
}
