//! Signing out: discard first, revoke after, fail never.

use crate::config::{self, Config};
use crate::effect::{Effect, Machine, Outcome, Step};
use crate::session::Session;
use crate::token;

/// The machine of `oauth.logout()`.
#[derive(Debug)]
pub struct Logout {
    config: Config,
    session: Option<Session>,
    at: At,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Begin,
    Read,
    Delete,
    Revoke,
}

impl Logout {
    /// To sign out of this client's session.
    pub fn new(config: &Config) -> Self {
        Self { config: config.clone(), session: None, at: At::Begin }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Step<()> {
        self.at = at;
        Step::Do(effect)
    }
}

impl Machine for Logout {
    type Output = ();

    fn step(&mut self, outcome: Outcome) -> Step<()> {
        let key = config::session_key(&self.config);
        match (self.at, outcome) {
            (At::Begin, _) => self.ask(At::Read, Effect::Read { key }),
            (At::Read, outcome) => {
                if let Outcome::Text(Some(record)) = outcome {
                    self.session = Session::from_record(&record);
                }
                self.ask(At::Delete, Effect::Delete { key })
            }
            (At::Delete, _) => match self.session.take() {
                Some(session) => {
                    let request = token::revoke(&self.config, &session.refresh_token);
                    self.ask(At::Revoke, Effect::Http(request))
                }
                None => Step::Done(Ok(())),
            },
            (At::Revoke, _) => Step::Done(Ok(())),
        }
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::session::tests::session;
    use crate::transaction::tests::transaction;

    #[test]
    fn it_discards_before_it_revokes_and_no_answer_matters() {
        for last in [Outcome::Offline, Outcome::Elapsed, Outcome::Done] {
            let mut logout = Logout::new(&transaction(crate::authorize::Display::Popup, 1).config);
            assert!(matches!(logout.step(Outcome::Begin), Step::Do(Effect::Read { .. })));
            let record = session(1).to_record();
            assert!(matches!(logout.step(Outcome::Text(record)), Step::Do(Effect::Delete { .. })));
            let Step::Do(Effect::Http(request)) = logout.step(Outcome::Done) else { panic!("it must revoke") };
            assert!(request.url.ends_with("/oauth/revoke") && request.body[0].1.is("refresh-1"));
            assert!(matches!(logout.step(last), Step::Done(Ok(()))));
        }
    }

    #[test]
    fn without_a_session_nothing_is_sent() {
        let mut logout = Logout::new(&transaction(crate::authorize::Display::Popup, 1).config);
        let _ = logout.step(Outcome::Begin);
        let _ = logout.step(Outcome::Text(None));
        assert!(matches!(logout.step(Outcome::Done), Step::Done(Ok(()))));
    }
}
