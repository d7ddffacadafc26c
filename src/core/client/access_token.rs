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
    /// Whether a token that has replaced a rejected one is returned even if it is rejected too, until it expires. For
    /// an endpoint that may refuse all tokens: it then costs one refresh.
    pub keeps_replacement: bool,
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

    fn renew<D: Document>(
        &mut self,
        mut session: Box<Session>,
        is_replacement: bool,
    ) -> Result<Step<Box<Session>>, Error> {
        session.is_replacement = is_replacement;
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
                let is_rejected = session.has_token(self.request.other_than.as_ref());
                // Without a lifetime, only a rejection can say that it has expired.
                let is_kept = self.request.keeps_replacement && session.is_replacement && session.expires_in > 0;
                if is_new || is_rejected && !is_kept {
                    self.renew::<D>(session, is_rejected)
                } else {
                    self.ask(At::Now(session), Effect::Now)
                }
            }
            At::Now(mut session) => {
                if session.is_fresh(outcome.now()?, self.request.validity) {
                    // If one was rejected, another call or window has refreshed it.
                    session.is_adopted =
                        self.request.other_than.is_some() && !session.has_token(self.request.other_than.as_ref());
                    Ok(Step::Done(session))
                } else {
                    self.renew::<D>(session, false)
                }
            }
            At::Refresh(refresh) => self.refreshing(refresh, outcome),
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

    /// A store with a session, and a service that refreshes it.
    struct World {
        record: String,
        now: u64,
        refreshes: usize,
    }

    impl World {
        /// Returns the access token after `other_than` was rejected by an endpoint that may refuse all tokens.
        fn token(&mut self, other_than: &str, keeps_replacement: bool) -> (String, bool) {
            let other_than = Some(Secret::from(other_than.to_owned()));
            let request = TokenRequest { other_than, keeps_replacement, ..TokenRequest::default() };
            let mut machine = AccessToken::new(&transaction(Display::Popup, 1).config, request);
            let mut outcome = Outcome::<Json>::Begin;
            loop {
                outcome = match machine.step(outcome).unwrap() {
                    Step::Done(session) => return (session.access_token.expose().to_owned(), session.is_adopted),
                    Step::Do(Effect::Read { .. }) => Outcome::Text(Some(self.record.clone())),
                    Step::Do(Effect::Now) => Outcome::Now(self.now),
                    Step::Do(Effect::Write { value, .. }) => {
                        self.record = value;
                        Outcome::Done
                    }
                    Step::Do(Effect::Http(_)) => {
                        self.refreshes += 1;
                        let token = self.refreshes + 1;
                        let body = format!(r#"{{"access_token":"access-{token}","expires_in":3600}}"#);
                        Outcome::Answer(Answer { status: 200, body: Json::parse(&body) })
                    }
                    Step::Do(_) => Outcome::Done,
                };
            }
        }
    }

    fn world(expires_in: u64) -> World {
        World { record: session(expires_in).to_record::<Json>(), now: 1_000_000, refreshes: 0 }
    }

    #[test]
    fn rejected_replacement_is_kept_until_it_expires() {
        let mut world = world(3_600_000);
        assert_eq!(world.token("access-1", true), ("access-2".to_owned(), false));
        for _ in 0..3 {
            assert_eq!(world.token("access-2", true), ("access-2".to_owned(), false));
        }
        assert_eq!(world.refreshes, 1);
        world.now += 3_600_000;
        assert_eq!(world.token("access-2", true).0, "access-3");
        // That was an ordinary refresh.
        assert_eq!(world.token("access-3", true).0, "access-4");
        assert_eq!(world.token("access-4", true).0, "access-4");
    }

    #[test]
    fn rejected_replacement_without_lifetime_is_refreshed() {
        let replacement = Session { is_replacement: true, ..session(0) };
        let mut world = World { record: replacement.to_record::<Json>(), ..world(0) };
        assert_eq!(world.token("access-1", true).0, "access-2");
    }

    #[test]
    fn rejected_replacement_is_refreshed_for_other_endpoints() {
        let mut world = world(3_600_000);
        assert_eq!(world.token("access-1", true).0, "access-2");
        assert_eq!(world.token("access-2", false).0, "access-3");
    }
}
