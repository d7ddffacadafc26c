//! The access token of a call. Each authorized call needs it first, and again after a 401.

use core::mem;

use crate::config::Config;
use crate::document::Document;
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::error::Error;
use crate::refresh::Refresh;
use crate::session::{self, Session};
use crate::text::secret::Secret;

/// The requested token.
#[derive(Debug, Default)]
pub struct TokenRequest {
    /// A token other than this one, which was rejected with a 401 (RFC 6750 section 3.1).
    pub other_than: Option<Secret>,
    /// A new token in any case, unless the session cannot be refreshed.
    pub new: bool,
    /// How long the token must still be valid, in milliseconds. At least 30 seconds, whatever the value. Has no effect
    /// if the session cannot be refreshed.
    pub validity: u64,
}

/// The machine of `oauth.getAccessToken()`: reads the session, and refreshes it if its token does not meet the request.
/// Returns the session, whichever window refreshed it.
#[derive(Debug)]
pub struct AccessToken {
    config: Config,
    request: TokenRequest,
    at: At,
}

/// A variant is named by the effect whose outcome it awaits, or by what that is for.
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
    /// Returns the token of this client's session.
    pub fn new(config: &Config, request: TokenRequest) -> Self {
        Self { config: config.clone(), request, at: At::Begin }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Result<Step<Box<Session>>, Error> {
        Step::ask(&mut self.at, at, effect)
    }

    fn renew<D: Document>(&mut self, session: Box<Session>) -> Result<Step<Box<Session>>, Error> {
        self.refreshing(Box::new(Refresh::new(&self.config, session)), Outcome::<D>::Begin)
    }

    fn refreshing<D: Document>(
        &mut self,
        mut refresh: Box<Refresh>,
        outcome: Outcome<D>,
    ) -> Result<Step<Box<Session>>, Error> {
        let step = refresh.step(outcome);
        self.at = At::Refresh(refresh);
        step
    }
}

impl<D: Document> Machine<D> for AccessToken {
    type Output = Box<Session>;

    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<Box<Session>>, Error> {
        match mem::take(&mut self.at) {
            At::Begin => self.ask(At::Read, session::read(&self.config)),
            At::Read => {
                let session = session::stored(outcome)?;
                let is_new = self.request.new && session.is_refreshable();
                if is_new || session.has_token(self.request.other_than.as_ref()) {
                    self.renew::<D>(session)
                } else {
                    self.ask(At::Now(session), Effect::Now)
                }
            }
            At::Now(mut session) => {
                if session.is_fresh(outcome.now()?, self.request.validity) {
                    // If one was rejected, another call or window has refreshed it.
                    session.is_adopted = self.request.other_than.is_some();
                    Ok(Step::Done(session))
                } else {
                    self.renew::<D>(session)
                }
            }
            At::Refresh(refresh) => self.refreshing(refresh, outcome),
            At::Ended => Err(outcome.unexpected()),
        }
    }
}
