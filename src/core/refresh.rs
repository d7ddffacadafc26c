//! Refreshes the tokens: one window at a time, and never at the price of the session.
//!
//! Inside the lock the stored session is read again. If another window has refreshed it, that session is adopted and
//! nothing is sent. A simultaneous logout wins. A network failure keeps the session. Only `invalid_grant` ends it (RFC
//! 6749 section 5.2). A session without a refresh token cannot be refreshed: it ends, and nothing is sent.

use core::mem;

use crate::config::Config;
use crate::document::Document;
use crate::dpop::Dpop;
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::error::{Code, Error};
#[cfg(feature = "openid")]
use crate::openid::identity::Identity;
use crate::scope::Scopes;
use crate::session::{self, Session};
use crate::text::ascii_split;
use crate::token::{self, Tokens};

/// How long to wait for another window that is refreshing, in milliseconds. Its request has a shorter timeout.
const LOCK_WITHIN: u32 = 20_000;

/// Takes the lock under which this client's session is refreshed.
pub fn lock(config: &Config, within: u32) -> Effect {
    Effect::Lock { name: ascii_split::joined(&["stagepass/refresh/", &config.session_key()]), within }
}

/// The machine that refreshes a session.
#[derive(Debug)]
pub struct Refresh {
    config: Config,
    at: At,
}

/// A variant is named by the effect whose outcome it awaits, or by what that is for. `stale` is the session to refresh.
#[derive(Debug, Default)]
enum At {
    Begin {
        stale: Box<Session>,
    },
    Lock {
        stale: Box<Session>,
    },
    Read {
        stale: Box<Session>,
        /// Whether the lock is ours, or there are no locks.
        may_send: bool,
    },
    /// A session that another window has refreshed awaits the time.
    Adopt {
        found: Box<Session>,
        may_send: bool,
    },
    Http {
        stale: Box<Session>,
    },
    Now {
        stale: Box<Session>,
        renewed: Box<Result<Tokens, Error>>,
    },
    ReadAgain {
        stale: Box<Session>,
        renewed: Box<Result<Tokens, Error>>,
        now: u64,
    },
    Store {
        end: Result<Box<Session>, Error>,
    },
    Unlock {
        end: Result<Box<Session>, Error>,
    },
    #[default]
    Ended,
}

impl Refresh {
    /// Refreshes `stale`, the session of this client.
    pub fn new(config: &Config, stale: Box<Session>) -> Self {
        Self { config: config.clone(), at: At::Begin { stale } }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Result<Step<Box<Session>>, Error> {
        Step::ask(&mut self.at, at, effect)
    }

    /// Decides by the stored session, before anything is sent.
    fn decide<D: Document>(
        &mut self,
        stored: Box<Session>,
        stale: Box<Session>,
        may_send: bool,
    ) -> Result<Step<Box<Session>>, Error> {
        if stored.has_token_of(&stale) { self.send::<D>(stale, may_send) } else { self.adopt(stored, may_send) }
    }

    /// Adopts what another window has refreshed. This window may have been suspended since, so the session may have
    /// expired again.
    fn adopt(&mut self, found: Box<Session>, may_send: bool) -> Result<Step<Box<Session>>, Error> {
        self.ask(At::Adopt { found, may_send }, Effect::Now)
    }

    fn send<D: Document>(&mut self, stale: Box<Session>, may_send: bool) -> Result<Step<Box<Session>>, Error> {
        if !may_send {
            return Err(Code::Timeout.into());
        }
        if !stale.is_refreshable() {
            return self.expire::<D>(Code::SessionExpired.into());
        }
        let request = token::refresh(&self.config, &stale.refresh_token, stale.is_form, stale.proof());
        self.ask(At::Http { stale }, Effect::Http(request))
    }

    /// Continues if the stored session is still the one that was sent.
    fn conclude<D: Document>(
        &mut self,
        stale: &Session,
        renewed: Result<Tokens, Error>,
        now: u64,
    ) -> Result<Step<Box<Session>>, Error> {
        match renewed {
            Ok(tokens) => {
                #[cfg(feature = "openid")]
                let identity = match Identity::of_refresh::<D>(&self.config, stale, &tokens, now) {
                    Ok(identity) => identity,
                    // The tokens are another user's or client's, and the provider may have replaced the old ones.
                    Err(error) => return self.expire::<D>(error),
                };
                let session = stale.renew(tokens, now);
                #[cfg(feature = "openid")]
                let session = Session { identity, ..session };
                let session = Box::new(session);
                let effect = session::write::<D>(&self.config, &session);
                self.ask(At::Store { end: Ok(session) }, effect)
            }
            Err(error) if error.code == Code::SessionExpired => self.expire::<D>(error),
            Err(error) => Err(error),
        }
    }

    fn expire<D: Document>(&mut self, error: Error) -> Result<Step<Box<Session>>, Error> {
        self.ask(At::Store { end: Err(error) }, session::expire::<D>(&self.config))
    }
}

/// Reads the service's response. Only `invalid_grant` ends the session.
///
/// A refusal of the token endpoint has an `error` (RFC 6749 section 5.2). A 400 or 401 without one is another server's,
/// such as a proxy or a captive portal. It says nothing about the refresh token, so the session stays.
fn renewed<D: Document>(outcome: Outcome<D>, scope: Scopes, dpop: Dpop) -> Result<Tokens, Error> {
    let error = match &outcome {
        Outcome::Answer(answer) => answer.body.as_ref().and_then(|body| body.text("error")),
        _ => None,
    };
    let refused =
        if error.is_some_and(|error| error == "invalid_grant") { Code::SessionExpired } else { Code::RequestFailed };
    token::read(outcome, refused, scope, dpop)
}

impl<D: Document> Machine<D> for Refresh {
    type Output = Box<Session>;

    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<Box<Session>>, Error> {
        if let Outcome::Aborted = outcome {
            return Err(outcome.unexpected());
        }
        match mem::take(&mut self.at) {
            At::Begin { stale } => self.ask(At::Lock { stale }, lock(&self.config, LOCK_WITHIN)),
            At::Lock { stale } => {
                let may_send = !matches!(outcome, Outcome::Elapsed);
                self.ask(At::Read { stale, may_send }, session::read(&self.config))
            }
            At::Read { stale, may_send } => self.decide::<D>(session::stored(outcome)?, stale, may_send),
            At::Adopt { mut found, may_send } => {
                if found.is_fresh(outcome.now()?, 0) {
                    found.is_adopted = true;
                    Ok(Step::Done(found))
                } else {
                    self.send::<D>(found, may_send)
                }
            }
            At::Http { stale } => {
                let renewed = Box::new(renewed(outcome, stale.scope.clone(), stale.proof().dpop));
                self.ask(At::Now { stale, renewed }, Effect::Now)
            }
            At::Now { stale, renewed } => {
                self.ask(At::ReadAgain { stale, renewed, now: outcome.now()? }, session::read(&self.config))
            }
            At::ReadAgain { stale, renewed, now } => {
                let stored = session::stored(outcome)?;
                if stored.has_token_of(&stale) {
                    self.conclude::<D>(&stale, *renewed, now)
                } else {
                    self.adopt(stored, true)
                }
            }
            At::Store { end } => self.ask(At::Unlock { end }, Effect::Unlock),
            At::Unlock { end } => end.map(Step::Done),
            At::Ended => Err(outcome.unexpected()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Json;
    use crate::effect::Answer;

    #[test]
    fn refusal_without_error_member_keeps_session() {
        let code = |status, body| {
            let outcome = Outcome::Answer(Answer { status, body: Json::parse(body) });
            renewed(outcome, Scopes::default(), Dpop::Never).unwrap_err().code
        };
        for status in [400, 401, 403] {
            assert_eq!(code(status, r#"{"error":"invalid_grant"}"#), Code::SessionExpired, "{status}");
            for body in ["<html>", "", "{}", r#"{"error":{"code":"invalid_grant"}}"#, r#"{"error":"invalid_client"}"#] {
                assert_eq!(code(status, body), Code::RequestFailed, "{status} {body}");
            }
        }
    }
}
