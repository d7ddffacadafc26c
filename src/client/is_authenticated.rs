//! Whether somebody is signed in, as far as this browser knows.

use crate::config::{self, Config};
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::session::Session;

/// The machine of `oauth.isAuthenticated()`: is a session stored? No request is made.
#[derive(Debug)]
pub struct IsAuthenticated {
    key: String,
}

impl IsAuthenticated {
    /// To look for this client's session.
    pub fn new(config: &Config) -> Self {
        Self { key: config::session_key(config) }
    }
}

impl Machine for IsAuthenticated {
    type Output = bool;

    fn step(&mut self, outcome: Outcome) -> Step<bool> {
        match outcome {
            Outcome::Begin => Step::Do(Effect::Read { key: core::mem::take(&mut self.key) }),
            Outcome::Text(record) => {
                Step::Done(Ok(record.is_some_and(|record| Session::from_record(&record).is_some())))
            }
            _ => Step::Done(Ok(false)),
        }
    }
}
