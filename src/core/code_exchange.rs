//! Claims a transaction, exchanges its authorization code and stores the session: exactly once, even if several windows
//! handle the same callback.
//!
//! To claim is to win the Web Lock named by the state, then to read and delete the transaction. Without the lock these
//! two are not atomic across windows. The lock is held until the session is stored, so a second window finds that
//! session. A browser without Web Locks (`Outcome::Refused`) cannot guarantee this: two windows may then send the same
//! code. The service accepts it once (`rotate` in `tests/backend/store/src/grants.rs`), and revokes the tokens of a
//! code that is sent twice. The session that was stored before is revoked. At another provider, it is revoked only if
//! it is another user's ([`crate::openid::identity::Identity::is_other_user`]).

use core::mem;

use crate::border::SESSION_PREFIX;
use crate::callback::Callback;
use crate::config::Config;
use crate::document::Document;
use crate::effect::{Area, Effect, Machine, Outcome, Step};
use crate::error::{Code, Error};
use crate::handoff::Message;
#[cfg(feature = "openid")]
use crate::openid::identity::Identity;
#[cfg(feature = "openid")]
use crate::provider::Provider;
use crate::redirect_uri;
use crate::session::{self, Session};
use crate::token::{self, Tokens};
use crate::transaction::{self, Transaction};

/// How long to wait for another window with the same login, in milliseconds. Its request has a shorter timeout.
const CLAIM_WITHIN: u32 = 30_000;

/// The page that exchanges the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The page that opened the popup, whose callback page has posted the response. It notifies that page when it has
    /// claimed.
    Opener,
    /// The same, but the service's page in the popup has posted the response. It notifies that page.
    OpenerOfService,
    /// The popup, alone. It does not exchange the code without locks, because its opener might do the same.
    Popup,
    /// A callback page in a full window.
    Page,
}

/// A login whose session is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletedLogin {
    /// The client of the session.
    pub config: Config,
    /// The `state` of the login.
    pub login: String,
    /// Where a full-page login ends. Empty: here.
    pub return_to: String,
    /// The app's own value, as JSON. Empty: none, or the login was another window's.
    pub app_state: String,
    /// The user's profile, as unchecked JSON. Empty: none, or the login was another window's.
    pub profile: String,
}

/// The machine that claims a login and exchanges its code.
#[derive(Debug)]
pub struct CodeExchange {
    role: Role,
    state: String,
    /// Whether requests are sent as forms.
    is_form: bool,
    /// The user's profile, once the service has sent it: [`CompletedLogin::profile`].
    profile: String,
    at: At,
}

/// A variant is named by the effect whose outcome it awaits, or by what that is for.
#[derive(Debug, Default)]
enum At {
    Begin {
        callback: Box<Callback>,
    },
    Lock {
        callback: Box<Callback>,
    },
    Read {
        callback: Box<Callback>,
    },
    Delete {
        callback: Box<Callback>,
        transaction: Box<Transaction>,
    },
    Post {
        callback: Box<Callback>,
        transaction: Box<Transaction>,
    },
    Exchange {
        transaction: Box<Transaction>,
    },
    ReadReplaced {
        transaction: Box<Transaction>,
        tokens: Tokens,
    },
    Now {
        transaction: Box<Transaction>,
        tokens: Tokens,
        /// The session that was stored before.
        replaced: Option<Box<Session>>,
    },
    Store {
        transaction: Box<Transaction>,
        replaced: Option<Box<Session>>,
    },
    Unlock {
        transaction: Box<Transaction>,
        replaced: Option<Box<Session>>,
    },
    Revoke {
        transaction: Box<Transaction>,
    },
    /// The ID token is refused, and so are the other tokens.
    #[cfg(feature = "openid")]
    Reject(Error),
    /// There is nothing to claim. Another window may have stored the session.
    UnlockUnclaimed,
    Keys,
    ReadOther {
        /// The key of the session that is being read.
        key: String,
        /// The keys of the others.
        others: Vec<String>,
    },
    #[default]
    Ended,
}

impl CodeExchange {
    /// Exchanges the code in `callback`, the response to the login of this `state`.
    pub fn new(role: Role, state: &str, callback: Callback) -> Self {
        let is_form = callback.takes_forms();
        let (state, profile, at) = (state.to_owned(), String::new(), At::Begin { callback: Box::new(callback) });
        Self { role, state, is_form, profile, at }
    }

    /// Returns the page that exchanges the code.
    pub fn role(&self) -> Role {
        self.role
    }

    fn ask(&mut self, at: At, effect: Effect) -> Result<Step<Box<CompletedLogin>>, Error> {
        Step::ask(&mut self.at, at, effect)
    }

    /// Claims this stored transaction, if this page may claim it.
    fn claim<D: Document>(
        &mut self,
        callback: Box<Callback>,
        record: Option<String>,
    ) -> Result<Step<Box<CompletedLogin>>, Error> {
        match record.and_then(|record| Transaction::from_record::<D>(&self.state, &record)) {
            Some(transaction) if self.role != Role::Popup || transaction.config.storage == Area::Local => {
                self.is_form |= transaction.config.takes_forms;
                let (transaction, key) = (Box::new(transaction), transaction::key(&self.state));
                self.ask(At::Delete { callback, transaction }, transaction::delete(key))
            }
            // Nothing is left to claim here: another window may still have it in memory. Or no other window could see a
            // session that this popup stores.
            _ => self.ask(At::UnlockUnclaimed, Effect::Unlock),
        }
    }

    /// Stores the session with these tokens, or revokes them if their ID token is refused.
    fn store<D: Document>(
        &mut self,
        transaction: Box<Transaction>,
        tokens: Tokens,
        replaced: Option<Box<Session>>,
        now: u64,
    ) -> Result<Step<Box<CompletedLogin>>, Error> {
        #[cfg(feature = "openid")]
        let identity = Identity::of_login::<D>(&transaction, &tokens, now);
        let session = Session::begin(tokens, &transaction.state, self.is_form, now);
        #[cfg(feature = "openid")]
        let session = match identity {
            Ok(identity) => Session { identity: identity.shown_in(&mut self.profile), ..session },
            Err(error) if transaction.config.can_revoke() => {
                // No window stores these tokens, so they must not stay valid at the provider.
                let request = token::revoke(&transaction.config, &session.revocable());
                return self.ask(At::Reject(error), Effect::Http(request));
            }
            Err(error) => return Err(error),
        };
        #[cfg(feature = "openid")]
        let replaced = replaced.filter(|old| {
            transaction.config.provider == Provider::Stagepass || session.identity.is_other_user::<D>(&old.identity)
        });
        let effect = session::write::<D>(&transaction.config, &session);
        self.ask(At::Store { transaction, replaced }, effect)
    }

    fn look_for_session(&mut self) -> Result<Step<Box<CompletedLogin>>, Error> {
        self.ask(At::Keys, Effect::Keys { prefix: SESSION_PREFIX })
    }

    fn look_into_next_session(&mut self, mut keys: Vec<String>) -> Result<Step<Box<CompletedLogin>>, Error> {
        let key = keys.pop().ok_or(Code::TransactionLost)?;
        let area = Config::from_session_key(&key).map_or(Area::Local, |config| config.storage);
        self.ask(At::ReadOther { key: key.clone(), others: keys }, Effect::Read { area, key })
    }

    fn end(&mut self, transaction: Transaction) -> Step<Box<CompletedLogin>> {
        let (Transaction { config, state: login, return_to, app_state, .. }, profile) =
            (transaction, mem::take(&mut self.profile));
        Step::Done(Box::new(CompletedLogin { config, login, return_to, app_state, profile }))
    }

    /// Returns the client of the session under this key, if that session belongs to this login.
    fn is_ours<D: Document>(&self, key: &str, record: Option<String>) -> Option<Config> {
        let session = Session::from_record::<D>(&record?)?;
        if session.state == self.state { Config::from_session_key(key) } else { None }
    }
}

impl<D: Document> Machine<D> for CodeExchange {
    type Output = Box<CompletedLogin>;

    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<Box<CompletedLogin>>, Error> {
        if matches!(outcome, Outcome::Aborted) && !matches!(self.at, At::Revoke { .. }) {
            return Err(outcome.unexpected());
        }
        match mem::take(&mut self.at) {
            At::Begin { callback } => {
                let name = transaction::lock_name(&self.state);
                self.ask(At::Lock { callback }, Effect::Lock { name, within: CLAIM_WITHIN })
            }
            At::Lock { callback } => match outcome {
                Outcome::Refused if self.role == Role::Popup => Err(Code::TransactionLost.into()),
                Outcome::Elapsed => self.look_for_session(),
                _ => {
                    let key = transaction::key(&self.state);
                    self.ask(At::Read { callback }, Effect::Read { area: transaction::AREA, key })
                }
            },
            At::UnlockUnclaimed => self.look_for_session(),
            At::Read { callback } => self.claim::<D>(callback, outcome.text()?),
            At::Delete { callback, transaction } if matches!(self.role, Role::Opener | Role::OpenerOfService) => {
                let (text, origin) = if self.role == Role::Opener {
                    (Message::Taken.to_text(&self.state), None)
                } else {
                    (self.state.clone(), redirect_uri::origin(&transaction.config.base_url).map(str::to_owned))
                };
                self.ask(At::Post { callback, transaction }, Effect::Post { text, origin })
            }
            // The transaction is ours alone now: no other window can have read it, and it is deleted.
            At::Delete { callback, transaction } | At::Post { callback, transaction } => {
                let request = token::exchange(callback.validate(&transaction)?, &transaction, self.is_form);
                self.ask(At::Exchange { transaction }, Effect::Http(request))
            }
            At::Exchange { transaction } => {
                self.profile = token::profile(&outcome);
                let tokens =
                    token::read(outcome, Code::ExchangeRefused, transaction.scope.clone(), transaction.config.dpop)?;
                let effect = session::read(&transaction.config);
                self.ask(At::ReadReplaced { transaction, tokens }, effect)
            }
            At::ReadReplaced { transaction, tokens } => {
                let can_revoke = transaction.config.can_revoke();
                let replaced = session::stored(outcome).ok().filter(|_| can_revoke);
                self.ask(At::Now { transaction, tokens, replaced }, Effect::Now)
            }
            At::Now { transaction, tokens, replaced } => self.store::<D>(transaction, tokens, replaced, outcome.now()?),
            At::Store { mut transaction, replaced } => {
                if let Outcome::Refused = outcome {
                    if self.role == Role::Popup {
                        // This window is about to close, and would lose the only copy.
                        return Err(Code::StorageUnavailable.into());
                    }
                    // Only this page has the session, so it must not leave.
                    transaction.return_to.clear();
                }
                self.ask(At::Unlock { transaction, replaced }, Effect::Unlock)
            }
            // A session that is replaced must not stay valid at the service.
            At::Unlock { transaction, replaced: Some(session) } => {
                let request = token::revoke(&transaction.config, &session.revocable());
                self.ask(At::Revoke { transaction }, Effect::Http(request))
            }
            // The login is complete, whatever the result of the revocation.
            At::Unlock { transaction, replaced: None } | At::Revoke { transaction } => Ok(self.end(*transaction)),
            #[cfg(feature = "openid")]
            At::Reject(error) => Err(error),
            At::Keys => self.look_into_next_session(outcome.keys()?),
            At::ReadOther { key, others } => match self.is_ours::<D>(&key, outcome.text()?) {
                Some(config) => {
                    let login = mem::take(&mut self.state);
                    let [return_to, app_state, profile] = [const { String::new() }; 3];
                    Ok(Step::Done(Box::new(CompletedLogin { config, login, return_to, app_state, profile })))
                }
                None => self.look_into_next_session(others),
            },
            At::Ended => Err(outcome.unexpected()),
        }
    }
}

#[cfg(feature = "openid")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::authorize::Display;
    use crate::document::Json;
    use crate::effect::Answer;
    use crate::openid::authorize;
    use crate::openid::config::tests::{config, metadata};
    use crate::openid::metadata::Metadata;
    use crate::openid::metadata::tests::ISSUER;
    use crate::pkce;
    use crate::scope::Scopes;
    use crate::transaction::tests::transaction;

    type Outcome = super::Outcome<Json>;

    /// Runs a login with this ID token and scope, over this stored session, until the time is passed in.
    fn run(
        revocation_endpoint: &str,
        scope: &str,
        id_token: &dyn Fn(&Transaction) -> String,
        stored: Option<String>,
    ) -> (CodeExchange, Result<Step<Box<CompletedLogin>>, Error>) {
        let revocation_endpoint = revocation_endpoint.to_owned();
        let config = config(Metadata { revocation_endpoint, ..metadata() });
        let login = Transaction { config, scope: Scopes::parse(scope.to_owned()), ..transaction(Display::Popup, 7) };
        let url = format!("https://app.example/callback#code=1&state={}", login.state);
        let mut exchange = CodeExchange::new(Role::Page, &login.state, Callback::read(&url).unwrap());
        let tokens = format!(r#"{{"access_token":"a","refresh_token":"r","id_token":"{}"}}"#, id_token(&login));
        let answer = Answer { status: 200, body: Json::parse(&tokens) };
        let record = login.to_record::<Json>();
        let outcomes = [
            Outcome::Begin,
            Outcome::Done,
            Outcome::Text(Some(record)),
            Outcome::Done,
            Outcome::Answer(answer),
            Outcome::Text(stored),
        ];
        for outcome in outcomes {
            assert!(matches!(exchange.step(outcome), Ok(Step::Do(_))));
        }
        let step = exchange.step(Outcome::Now(login.born_at));
        (exchange, step)
    }

    /// Returns a valid ID token of the user `u1`.
    fn valid_id_token(login: &Transaction) -> String {
        let nonce = authorize::nonce(&login.code_verifier);
        let claims = format!(r#"{{"iss":"{ISSUER}","sub":"u1","aud":"app","exp":600,"iat":1,"nonce":"{nonce}"}}"#);
        [r#"{"alg":"RS256"}"#, &claims, "signature"].map(|part| pkce::base64url(part.as_bytes())).join(".")
    }

    /// A provider may have one grant for all logins of a user at an app. To revoke a session then ends all of them.
    #[test]
    fn only_session_of_another_user_is_revoked() {
        for (scope, old_claims, is_revoked) in [
            ("openid", r#"{"sub":"u1"}"#, false),
            ("openid", r#"{"sub":"u2"}"#, true),
            ("openid", "", false),
            ("orders.read", r#"{"sub":"u2"}"#, false),
        ] {
            let identity = Identity { claims: old_claims.to_owned(), ..Identity::default() };
            let stored = Session { identity, ..session::tests::session(1) }.to_record::<Json>();
            let (mut exchange, step) = run("https://id.example/revoke", scope, &valid_id_token, Some(stored));
            assert!(matches!(step, Ok(Step::Do(Effect::Write { .. }))), "{step:?}");
            assert!(matches!(exchange.step(Outcome::Done), Ok(Step::Do(Effect::Unlock))));
            let last = exchange.step(Outcome::Done).unwrap();
            match last {
                Step::Do(Effect::Http(request)) => assert!(is_revoked && request.body[0].1.is("refresh-1")),
                other => assert!(!is_revoked && matches!(other, Step::Done(_)), "{scope} {old_claims}: {other:?}"),
            }
        }
    }

    fn refused(revocation_endpoint: &str) -> (CodeExchange, Result<Step<Box<CompletedLogin>>, Error>) {
        run(revocation_endpoint, "openid", &|_| "a.b.c".to_owned(), None)
    }

    #[test]
    fn tokens_of_refused_id_token_are_revoked() {
        for last in [Outcome::Answer(Answer { status: 200, body: None }), Outcome::Offline, Outcome::Refused] {
            let (mut exchange, step) = refused("https://id.example/revoke");
            let Ok(Step::Do(Effect::Http(request))) = step else { panic!("it must revoke: {step:?}") };
            assert_eq!((request.url.as_str(), request.body[0].1.is("r")), ("https://id.example/revoke", true));
            assert_eq!(exchange.step(last).unwrap_err().code, Code::IdTokenInvalid);
        }
    }

    #[test]
    fn refused_id_token_without_revocation_endpoint_fails() {
        let (_, step) = refused("");
        assert_eq!(step.unwrap_err().code, Code::IdTokenInvalid);
    }
}
