//! Signs out: takes the session out of the store first, revokes it after, and never fails. Returns the tokens to revoke
//! if the service cannot be reached, to try again. Also ends a session that the service rejects.
//!
//! Other windows and processes may sign in and refresh meanwhile. So the session is deleted and returned in one effect,
//! and what was read before it is revoked, too. A second look, under the lock of refreshes, finds what a refresh of
//! either has stored again.

use core::mem;

use crate::config::Config;
use crate::document::Document;
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::error::Error;
#[cfg(feature = "openid")]
use crate::provider::Provider;
use crate::refresh;
use crate::session::{self, Revocable, Session};
use crate::text::secret::Secret;
use crate::token;

/// How long to wait for a window that is refreshing the session, in milliseconds. If it read the session before the
/// deletion, it stores it soon, or finds it deleted.
const LOCK_WITHIN: u32 = 1_000;

/// Whether the service has revoked a session.
#[derive(Debug, Default)]
pub enum Revocation {
    /// It has, there was none, or a login has cancelled the retry.
    #[default]
    Done,
    /// It refuses to. It would refuse again.
    Refused,
    /// It could not be asked. These are for [`Logout::retry`].
    Pending(Vec<Revocable>),
}

/// The machine of `oauth.logout()`.
#[derive(Debug)]
pub struct Logout {
    config: Config,
    /// The token that the service rejected, if that ends the session.
    refused: Option<Secret>,
    /// The states of the sessions that this logout ends.
    ended: Vec<String>,
    /// What is still to be revoked, and what could not be.
    to_revoke: Vec<Revocable>,
    left: Vec<Revocable>,
    /// Whether the service has refused to revoke one.
    is_refused: bool,
    /// Whether it has looked again. If it got the lock for that, no refresh stores a session any more. If the lock was
    /// not free within [`LOCK_WITHIN`], it continues without: what a slower refresh stores then stays.
    has_read_again: bool,
    at: At,
}

/// A variant is named by the effect whose outcome it awaits, or by what that is for.
#[derive(Debug, Default)]
enum At {
    Begin,
    /// A retry looks for a login.
    #[cfg(feature = "openid")]
    ReadLogin,
    Read,
    /// What was read.
    Delete(Option<Box<Session>>),
    Revoke(Revocable),
    Lock,
    ReadAgain,
    DeleteAgain,
    #[default]
    Ended,
}

impl Logout {
    /// Signs out of this client's session.
    pub fn new(config: &Config) -> Self {
        Self::start(config, None, Vec::new())
    }

    /// Tries again to revoke sessions that are no longer stored. At another provider, a login since then cancels it:
    /// both may have one grant, and the revocation would end the new session too.
    pub fn retry(config: &Config, revocable: Vec<Revocable>) -> Self {
        Self::start(config, None, revocable)
    }

    /// Expires this client's session if `refused` is its token: one that the same call has refreshed, and that was
    /// rejected with a 401 all the same.
    pub fn expire(config: &Config, refused: Secret) -> Self {
        Self::start(config, Some(refused), Vec::new())
    }

    fn start(config: &Config, refused: Option<Secret>, to_revoke: Vec<Revocable>) -> Self {
        let config = config.clone();
        Self {
            config,
            refused,
            ended: Vec::new(),
            to_revoke,
            left: Vec::new(),
            is_refused: false,
            has_read_again: false,
            at: At::Begin,
        }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Result<Step<Revocation>, Error> {
        Step::ask(&mut self.at, at, effect)
    }

    fn delete<D: Document>(&mut self, at: At) -> Result<Step<Revocation>, Error> {
        let effect =
            if self.refused.is_some() { session::expire::<D>(&self.config) } else { session::delete(&self.config) };
        self.ask(at, effect)
    }

    fn found<D: Document>(&mut self, session: Option<Box<Session>>) -> Result<Step<Revocation>, Error> {
        if self.refused.is_some() && !session.as_ref().is_some_and(|session| session.has_token(self.refused.as_ref())) {
            return Ok(self.end());
        }
        self.delete::<D>(At::Delete(session))
    }

    /// Another process may have read the session before the deletion, and refreshed and stored it after. A later login
    /// stays.
    fn found_again<D: Document>(&mut self, session: Option<Box<Session>>) -> Result<Step<Revocation>, Error> {
        match session {
            Some(found) if self.ended.contains(&found.state) => self.delete::<D>(At::DeleteAgain),
            _ => Ok(self.end()),
        }
    }

    /// Ends a session, once.
    fn ends(&mut self, session: Option<Box<Session>>) {
        if let Some(session) = session
            && !self.ended.contains(&session.state)
        {
            if self.config.can_revoke() {
                self.to_revoke.push(session.revocable());
            }
            self.ended.push(session.state);
        }
    }

    /// Revokes what is to be revoked, one after the other. After a retry, no session is known here.
    fn revoke(&mut self) -> Result<Step<Revocation>, Error> {
        if let Some(revocable) = self.to_revoke.pop() {
            let request = token::revoke(&self.config, &revocable);
            return self.ask(At::Revoke(revocable), Effect::Http(request));
        }
        if self.ended.is_empty() || self.has_read_again {
            return Ok(self.end());
        }
        self.ask(At::Lock, refresh::lock(&self.config, LOCK_WITHIN))
    }

    /// Takes the answer to a revocation (RFC 7009 section 2.2).
    fn revoked<D: Document>(&mut self, revocable: Revocable, outcome: &Outcome<D>) {
        match outcome {
            Outcome::Answer(answer) if matches!(answer.status, 200..=299) => {}
            Outcome::Answer(answer) if !matches!(answer.status, 429 | 500..) => self.is_refused = true,
            Outcome::TooLarge => self.is_refused = true,
            _ => self.left.push(revocable),
        }
    }

    fn end(&mut self) -> Step<Revocation> {
        Step::Done(if !self.left.is_empty() {
            Revocation::Pending(mem::take(&mut self.left))
        } else if self.is_refused {
            Revocation::Refused
        } else {
            Revocation::Done
        })
    }
}

impl<D: Document> Machine<D> for Logout {
    type Output = Revocation;

    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<Revocation>, Error> {
        match mem::take(&mut self.at) {
            #[cfg(feature = "openid")]
            At::Begin if !self.to_revoke.is_empty() && self.config.provider != Provider::Stagepass => {
                self.ask(At::ReadLogin, session::read(&self.config))
            }
            #[cfg(feature = "openid")]
            At::ReadLogin => match session::stored(outcome) {
                Ok(_) => Ok(self.end()),
                Err(_) => self.revoke(),
            },
            At::Begin if !self.to_revoke.is_empty() => self.revoke(),
            At::Begin => self.ask(At::Read, session::read(&self.config)),
            At::Read => self.found::<D>(session::stored(outcome).ok()),
            At::Delete(read) => {
                // The deleted one first: if both are of one login, its tokens are the newer ones.
                self.ends(session::stored(outcome).ok());
                self.ends(read);
                self.revoke()
            }
            At::Revoke(revocable) => {
                self.revoked(revocable, &outcome);
                self.revoke()
            }
            At::Lock => self.ask(At::ReadAgain, session::read(&self.config)),
            At::ReadAgain => self.found_again::<D>(session::stored(outcome).ok()),
            At::DeleteAgain => {
                self.has_read_again = true;
                // Only if another login has stored a session since the second look, there is something to revoke.
                self.ends(session::stored(outcome).ok());
                self.revoke()
            }
            At::Ended => Err(outcome.unexpected()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authorize::Display;
    use crate::document::Json;
    use crate::effect::Answer;
    use crate::session::tests::session;
    use crate::transaction::tests::transaction;

    type Outcome = super::Outcome<Json>;

    fn config() -> Config {
        transaction(Display::Popup, 1).config
    }

    fn record() -> Outcome {
        Outcome::Text(Some(session(1).to_record::<Json>()))
    }

    /// Offline, a timeout, 429 and 503 leave the token for a retry. 400 and a response that is too large do not.
    #[test]
    fn session_is_deleted_before_revocation_with_any_outcome() {
        for (last, expected) in [
            (Outcome::Offline, Some("refresh-1")),
            (Outcome::Elapsed, Some("refresh-1")),
            (answer(503), Some("refresh-1")),
            (answer(429), Some("refresh-1")),
            (answer(400), Some("")),
            (Outcome::TooLarge, Some("")),
            (answer(200), None),
            (answer(204), None),
        ] {
            let mut logout = Logout::new(&config());
            assert!(matches!(logout.step(Outcome::Begin), Ok(Step::Do(Effect::Read { .. }))));
            assert!(matches!(logout.step(record()), Ok(Step::Do(Effect::Delete { .. }))));
            let Ok(Step::Do(Effect::Http(request))) = logout.step(record()) else { panic!("it must revoke") };
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
            (Revocation::Pending(tokens), Some(left)) => assert!(tokens.len() == 1 && tokens[0].token.is(left)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn session_without_refresh_token_revokes_access_token() {
        let mut logout = Logout::new(&config());
        let _ = logout.step(Outcome::Begin);
        let session = Session { refresh_token: Secret::from(String::new()), ..session(1) };
        let _ = logout.step(Outcome::Text(Some(session.to_record::<Json>())));
        let Ok(Step::Do(Effect::Http(request))) = logout.step(Outcome::Text(None)) else { panic!("it must revoke") };
        assert!(request.url.ends_with("/oauth/revoke") && request.body[0].1.is("access-1"));
    }

    #[test]
    fn a_retry_sends_the_token_and_nothing_else() {
        for (last, expected) in [(Outcome::Offline, Some("refresh-1")), (answer(200), None)] {
            let mut retry = Logout::retry(&config(), vec![session(1).revocable()]);
            let Ok(Step::Do(Effect::Http(request))) = retry.step(Outcome::Begin) else { panic!("it must revoke") };
            assert!(request.url.ends_with("/oauth/revoke") && request.body[0].1.is("refresh-1"));
            let Ok(Step::Done(revocation)) = retry.step(last) else { panic!("it must end") };
            assert_is(&revocation, expected);
        }
    }

    /// Both logins may have one grant, which the revocation would end.
    #[cfg(feature = "openid")]
    #[test]
    fn login_at_other_provider_cancels_retry() {
        for (stored, is_cancelled) in [(record(), true), (Outcome::Text(None), false)] {
            let config = crate::openid::config::tests::config(crate::openid::config::tests::metadata());
            let mut retry = Logout::retry(&config, vec![session(1).revocable()]);
            assert!(matches!(retry.step(Outcome::Begin), Ok(Step::Do(Effect::Read { .. }))));
            let step = retry.step(stored);
            assert!(if is_cancelled {
                matches!(step, Ok(Step::Done(Revocation::Done)))
            } else {
                matches!(step, Ok(Step::Do(Effect::Http(_))))
            });
        }
    }

    /// Another window stored a session between the deletion and the second read.
    #[test]
    fn concurrent_refresh_is_deleted_concurrent_login_is_kept() {
        for (state, is_deleted) in [("sp1.p.x", true), ("sp1.p.another", false)] {
            let mut logout = Logout::new(&config());
            let _ = logout.step(Outcome::Begin);
            let _ = logout.step(record());
            let _ = logout.step(record());
            let _ = logout.step(Outcome::Offline);
            let _ = logout.step(Outcome::Elapsed);
            let found = Session { state: state.to_owned(), ..session(2) };
            let step = logout.step(Outcome::Text(Some(found.to_record::<Json>())));
            assert_eq!(matches!(step, Ok(Step::Do(Effect::Delete { .. }))), is_deleted, "{state}");
        }
    }

    #[test]
    fn without_a_session_nothing_is_sent() {
        let mut logout = Logout::new(&config());
        let _ = logout.step(Outcome::Begin);
        let _ = logout.step(Outcome::Text(None));
        assert!(matches!(logout.step(Outcome::Text(None)), Ok(Step::Done(Revocation::Done))));
    }

    /// Another process signs in between the read and the deletion, and refreshes that session after it.
    #[test]
    fn session_of_an_overlapping_login_ends_too() {
        let later = |refresh_token: &str| {
            let refresh_token = Secret::from(refresh_token.to_owned());
            Outcome::Text(Some(
                Session { state: "sp1.p.later".to_owned(), refresh_token, ..session(1) }.to_record::<Json>(),
            ))
        };
        let mut logout = Logout::new(&config());
        let _ = logout.step(Outcome::Begin);
        let _ = logout.step(record());
        for (outcome, token) in [(later("refresh-2"), "refresh-1"), (Outcome::Offline, "refresh-2")] {
            let Ok(Step::Do(Effect::Http(request))) = logout.step(outcome) else { panic!("it must revoke") };
            assert!(request.body[0].1.is(token), "{token}");
        }
        let _ = logout.step(Outcome::Offline);
        let _ = logout.step(Outcome::Done);
        let step = logout.step(later("refresh-3"));
        assert!(matches!(step, Ok(Step::Do(Effect::Delete { .. }))));
        let Ok(Step::Done(Revocation::Pending(left))) = logout.step(later("refresh-3")) else { panic!("it must end") };
        assert!(left.len() == 2 && left[0].token.is("refresh-1") && left[1].token.is("refresh-2"));
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
