//! Who is signed in: a call with the session's token.

use crate::client::AccessToken;
use crate::config::Config;
use crate::effect::{Answer, Effect, Machine, Outcome, Request, Step};
use crate::error::{Code, Error};
use crate::profile::Profile;
use crate::session::Session;
use crate::token;

/// The machine of `oauth.getUser()`: takes the session's token and asks; after a 401 takes another one, once, and asks once
/// more (RFC 6750 section 3.1). A second 401 is a failure like any other: a session that can be renewed has not ended.
#[derive(Debug)]
pub struct GetUser {
    config: Config,
    at: At,
    token: AccessToken,
    session: Option<Box<Session>>,
    renewed: bool,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Token,
    Ask,
}

impl GetUser {
    /// To ask who the session of this client belongs to.
    pub fn new(config: &Config) -> Self {
        let token = AccessToken::new(config, None);
        Self { config: config.clone(), at: At::Token, token, session: None, renewed: false }
    }

    fn perform(&mut self, at: At, effect: Effect) -> Step<Box<Profile>> {
        self.at = at;
        Step::Do(effect)
    }

    fn take_token(&mut self, outcome: Outcome) -> Step<Box<Profile>> {
        match self.token.step(outcome) {
            Step::Do(effect) => self.perform(At::Token, effect),
            Step::Done(Ok(session)) => {
                let bearer = Some(session.access_token.clone());
                self.session = Some(session);
                let url = self.config.endpoint("/me");
                self.perform(At::Ask, Effect::Http(Request { url, bearer, body: Vec::new() }))
            }
            Step::Done(Err(error)) => Step::fail(error),
        }
    }

    fn answered(&mut self, answer: &Answer) -> Step<Box<Profile>> {
        match (answer.status, &answer.body) {
            (200, Some(body)) => match Profile::read(body.as_ref()) {
                Some(profile) => Step::Done(Ok(Box::new(profile))),
                None => Step::fail(Error::told(Code::BadResponse, None, answer.status)),
            },
            (401, _) if !self.renewed => {
                self.renewed = true;
                let refused = self.session.take().map(|session| session.access_token);
                self.token = AccessToken::new(&self.config, refused);
                self.take_token(Outcome::Begin)
            }
            _ => Step::fail(token::failure(answer, Code::RequestFailed)),
        }
    }
}

impl Machine for GetUser {
    type Output = Box<Profile>;

    fn step(&mut self, outcome: Outcome) -> Step<Box<Profile>> {
        match (self.at, outcome) {
            (At::Token, outcome) => self.take_token(outcome),
            (At::Ask, outcome) => match token::answered(outcome) {
                Ok(answer) => self.answered(&answer),
                Err(error) => Step::fail(error),
            },
        }
    }
}
