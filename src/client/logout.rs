//! Signs out: deletes the session first, revokes it after, and never fails. Returns the token to revoke if the service
//! cannot be reached, to try again. Also ends a session that the service rejects.

use core::mem;

use crate::config::Config;
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::error::Error;
use crate::refresh;
use crate::session::{self, Session};
use crate::text::secret::Secret;
use crate::token;

/// How long to wait for a window that is refreshing the session, in milliseconds. If it read the session before the
/// deletion, it stores it soon, or finds it deleted.
const LOCK_WITHIN: u32 = 1_000;

/// Whether the service has revoked a session.
#[derive(Debug, Default)]
pub enum Revocation {
    /// It has, or there was none.
    #[default]
    Done,
    /// It refuses to. It would refuse again.
    Refused,
    /// It could not be asked. This [`Session::revocable`] is for [`Logout::retry`], and is never stored.
    Pending(Secret),
}

/// The machine of `oauth.logout()`.
#[derive(Debug)]
pub struct Logout {
    config: Config,
    /// Pending from the moment that the session is known.
    revocation: Revocation,
    /// The token that the service rejected, if that ends the session.
    refused: Option<Secret>,
    at: At,
}

/// A variant is named by the effect whose outcome it awaits. A session is the deleted one.
#[derive(Debug, Default)]
enum At {
    Begin,
    Read,
    Discard(Option<Box<Session>>),
    Revoke(Option<Box<Session>>),
    Lock(Box<Session>),
    ReadAgain(Box<Session>),
    DiscardAgain,
    #[default]
    Ended,
}

impl Logout {
    /// Signs out of this client's session.
    pub fn new(config: &Config) -> Self {
        Self { config: config.clone(), revocation: Revocation::Done, refused: None, at: At::Begin }
    }

    /// Tries again to revoke a session that is no longer stored, by its [`Session::revocable`].
    pub fn retry(config: &Config, revocable: Secret) -> Self {
        Self { revocation: Revocation::Pending(revocable), ..Self::new(config) }
    }

    /// Expires this client's session if `refused` is its token: a refreshed token that was rejected with a 401 all the
    /// same.
    pub fn expire(config: &Config, refused: Secret) -> Self {
        Self { refused: Some(refused), ..Self::new(config) }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Result<Step<Revocation>, Error> {
        Step::ask(&mut self.at, at, effect)
    }

    fn discard(&mut self, at: At) -> Result<Step<Revocation>, Error> {
        let effect = if self.refused.is_some() { session::expire(&self.config) } else { session::delete(&self.config) };
        self.ask(at, effect)
    }

    fn found(&mut self, session: Option<Box<Session>>) -> Result<Step<Revocation>, Error> {
        if self.refused.is_some() && !session.as_ref().is_some_and(|session| session.has_token(self.refused.as_ref())) {
            return Ok(self.end());
        }
        self.discard(At::Discard(session))
    }

    /// Another process may have read the session before the deletion, and refreshed and stored it after.
    fn found_again(&mut self, session: Option<Box<Session>>, discarded: &Session) -> Result<Step<Revocation>, Error> {
        match session {
            Some(found) if found.state == discarded.state => self.discard(At::DiscardAgain),
            _ => Ok(self.end()),
        }
    }

    /// Revokes the pending session. After a retry it is not known here.
    fn revoke(&mut self, session: Option<Box<Session>>) -> Result<Step<Revocation>, Error> {
        let Revocation::Pending(revocable) = &self.revocation else { return Ok(self.end()) };
        let request = token::revoke(&self.config, revocable);
        self.ask(At::Revoke(session), Effect::Http(request))
    }

    /// Takes the answer to a revocation (RFC 7009 section 2.2).
    fn revoked(&mut self, outcome: &Outcome) {
        if let Outcome::Answer(answer) = outcome {
            match answer.status {
                200..=299 => self.revocation = Revocation::Done,
                429 | 500.. => {}
                _ => self.revocation = Revocation::Refused,
            }
        }
    }

    fn end(&mut self) -> Step<Revocation> {
        Step::Done(mem::take(&mut self.revocation))
    }
}

impl Machine for Logout {
    type Output = Revocation;

    fn step(&mut self, outcome: Outcome) -> Result<Step<Revocation>, Error> {
        match mem::take(&mut self.at) {
            At::Begin if matches!(self.revocation, Revocation::Pending(_)) => self.revoke(None),
            At::Begin => self.ask(At::Read, session::read(&self.config)),
            At::Read => self.found(session::stored(outcome).ok()),
            At::Discard(Some(session)) => {
                self.revocation = Revocation::Pending(session.revocable());
                self.revoke(Some(session))
            }
            At::Revoke(session) => {
                self.revoked(&outcome);
                match session {
                    Some(session) => self.ask(At::Lock(session), refresh::lock(&self.config, LOCK_WITHIN)),
                    None => Ok(self.end()),
                }
            }
            At::Lock(session) => self.ask(At::ReadAgain(session), session::read(&self.config)),
            At::ReadAgain(session) => self.found_again(session::stored(outcome).ok(), &session),
            At::Discard(None) | At::DiscardAgain => Ok(self.end()),
            At::Ended => Err(outcome.unexpected()),
        }
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::authorize::Display;
    use crate::effect::Answer;
    use crate::session::tests::session;
    use crate::transaction::tests::transaction;

    fn config() -> Config {
        transaction(Display::Popup, 1).config
    }

    fn record() -> Outcome {
        Outcome::Text(session(1).to_record())
    }

    #[test]
    fn it_discards_before_it_revokes_and_no_answer_matters() {
        for (last, expected) in [
            (Outcome::Offline, Some("refresh-1")),
            (Outcome::Elapsed, Some("refresh-1")),
            (answer(503), Some("refresh-1")),
            (answer(429), Some("refresh-1")),
            (answer(400), Some("")),
            (answer(200), None),
            (answer(204), None),
        ] {
            let mut logout = Logout::new(&config());
            assert!(matches!(logout.step(Outcome::Begin), Ok(Step::Do(Effect::Read { .. }))));
            assert!(matches!(logout.step(record()), Ok(Step::Do(Effect::Delete { .. }))));
            let Ok(Step::Do(Effect::Http(request))) = logout.step(Outcome::Done) else { panic!("it must revoke") };
            assert!(request.url.ends_with("/oauth/revoke") && request.body[0].1.is("refresh-1"));
            assert!(matches!(logout.step(last), Ok(Step::Do(Effect::Lock { .. }))));
            assert!(matches!(logout.step(Outcome::Done), Ok(Step::Do(Effect::Read { .. }))));
            let Ok(Step::Done(revocation)) = logout.step(Outcome::Text(None)) else { panic!("it must end") };
            assert_is(&revocation, expected);
        }
    }

    fn answer(status: u16) -> Outcome {
        Outcome::Answer(Answer { status, body: None })
    }

    /// Compares with the token that is left: none if it is revoked, an empty one if that is refused.
    fn assert_is(revocation: &Revocation, left: Option<&str>) {
        match (revocation, left) {
            (Revocation::Done, None) | (Revocation::Refused, Some("")) => {}
            (Revocation::Pending(token), Some(left)) => assert!(token.is(left)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn access_token_is_revoked_if_there_is_no_refresh_token() {
        let mut logout = Logout::new(&config());
        let _ = logout.step(Outcome::Begin);
        let session = Session { refresh_token: Secret::from(String::new()), ..session(1) };
        let _ = logout.step(Outcome::Text(session.to_record()));
        let Ok(Step::Do(Effect::Http(request))) = logout.step(Outcome::Done) else { panic!("it must revoke") };
        assert!(request.url.ends_with("/oauth/revoke") && request.body[0].1.is("access-1"));
    }

    #[test]
    fn a_retry_sends_the_token_and_nothing_else() {
        for (last, expected) in [(Outcome::Offline, Some("refresh-1")), (answer(200), None)] {
            let mut retry = Logout::retry(&config(), Secret::from("refresh-1".to_owned()));
            let Ok(Step::Do(Effect::Http(request))) = retry.step(Outcome::Begin) else { panic!("it must revoke") };
            assert!(request.url.ends_with("/oauth/revoke") && request.body[0].1.is("refresh-1"));
            let Ok(Step::Done(revocation)) = retry.step(last) else { panic!("it must end") };
            assert_is(&revocation, expected);
        }
    }

    #[test]
    fn what_another_window_has_stored_meanwhile_goes_too_unless_it_is_of_another_login() {
        for (state, is_deleted) in [("sp1.p.x", true), ("sp1.p.another", false)] {
            let mut logout = Logout::new(&config());
            let _ = logout.step(Outcome::Begin);
            let _ = logout.step(record());
            let _ = logout.step(Outcome::Done);
            let _ = logout.step(Outcome::Offline);
            let _ = logout.step(Outcome::Elapsed);
            let found = Session { state: state.to_owned(), ..session(2) };
            let step = logout.step(Outcome::Text(found.to_record()));
            assert_eq!(matches!(step, Ok(Step::Do(Effect::Delete { .. }))), is_deleted, "{state}");
        }
    }

    #[test]
    fn without_a_session_nothing_is_sent() {
        let mut logout = Logout::new(&config());
        let _ = logout.step(Outcome::Begin);
        let _ = logout.step(Outcome::Text(None));
        assert!(matches!(logout.step(Outcome::Done), Ok(Step::Done(Revocation::Done))));
    }

    #[test]
    fn a_refused_token_ends_its_own_session_alone() {
        for (refused, is_ended) in [("access-1", true), ("access-0", false)] {
            let mut end = Logout::expire(&config(), Secret::from(refused.to_owned()));
            let _ = end.step(Outcome::Begin);
            match end.step(record()) {
                Ok(Step::Do(Effect::Write { value, .. })) if is_ended => {
                    assert!(session::stored(Outcome::Text(Some(value))).is_err());
                }
                Ok(Step::Done(Revocation::Done)) if !is_ended => {}
                other => panic!("{refused}: {other:?}"),
            }
        }
    }
}
