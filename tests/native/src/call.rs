//! A call in the listener's name, as the facade makes it in a browser: with the session's token, once more with another
//! after a 401.

use stagepass::client::{AccessToken, Logout, Wanted};
use stagepass::config::Config;
use stagepass::effect::{Answer, Effect, Machine, Outcome, Request, Step};
use stagepass::error::{Code, Error};
use stagepass::secret::Secret;
use stagepass::token;

/// The core itself only POSTs: a request with this one member is a GET with that access token.
pub const BEARER: &str = "Authorization";

/// Who the service says is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Me {
    /// Their handle.
    pub handle: String,
    /// Their name.
    pub name: String,
}

/// The machine of that call.
#[derive(Debug)]
pub struct GetUser {
    config: Config,
    at: At,
    token: AccessToken,
    bearer: Option<Secret>,
    renewed: bool,
    end: Option<Logout>,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Token,
    Ask,
    End,
}

impl GetUser {
    /// To ask who the session of this client belongs to.
    pub fn new(config: &Config) -> Self {
        let token = AccessToken::new(config, Wanted::default());
        Self { config: config.clone(), at: At::Token, token, bearer: None, renewed: false, end: None }
    }

    fn perform(&mut self, at: At, effect: Effect) -> Step<Me> {
        self.at = at;
        Step::Do(effect)
    }

    fn take_token(&mut self, outcome: Outcome) -> Result<Step<Me>, Error> {
        match self.token.step(outcome)? {
            Step::Do(effect) => Ok(self.perform(At::Token, effect)),
            Step::Done(session) => {
                self.bearer = Some(session.access_token.clone());
                let url = self.config.endpoint("/me");
                let body = vec![(BEARER, session.access_token)];
                Ok(self.perform(At::Ask, Effect::Http(Request { url, body })))
            }
        }
    }

    fn answered(&mut self, answer: &Answer) -> Result<Step<Me>, Error> {
        match (answer.status, &answer.body) {
            (200, Some(body)) => {
                let text = |name| body.text(name).expect("the service says it");
                Ok(Step::Done(Me { handle: text("handle"), name: text("name") }))
            }
            (401, _) if !self.renewed => {
                self.renewed = true;
                let wanted = Wanted { other_than: self.bearer.take(), ..Wanted::default() };
                self.token = AccessToken::new(&self.config, wanted);
                self.take_token(Outcome::Begin)
            }
            (401, _) => {
                let refused = self.bearer.take().expect("it was sent");
                self.end = Some(Logout::expire(&self.config, refused));
                self.ending(Outcome::Begin)
            }
            _ => Err(token::failure(answer, Code::RequestFailed)),
        }
    }

    fn ending(&mut self, outcome: Outcome) -> Result<Step<Me>, Error> {
        match self.end.as_mut().expect("it has begun").step(outcome) {
            Ok(Step::Do(effect)) => Ok(self.perform(At::End, effect)),
            Ok(Step::Done(())) | Err(_) => Err(Code::SessionExpired.into()),
        }
    }
}

impl Machine for GetUser {
    type Output = Me;

    fn step(&mut self, outcome: Outcome) -> Result<Step<Me>, Error> {
        match (self.at, outcome) {
            (At::Token, outcome) => self.take_token(outcome),
            (At::Ask, outcome) => self.answered(&token::answered(outcome)?),
            (At::End, outcome) => self.ending(outcome),
        }
    }
}
