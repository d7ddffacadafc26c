//! Claim a login, exchange its code, store the session: once, whoever comes back, and however often.
//!
//! To claim is to win the lock named by the state, then to read and delete the transaction. Reading and deleting alone is
//! not atomic across windows. The lock is kept until the session is stored, so whoever comes second finds it there. A
//! session that was there before is revoked.

use crate::callback::{Callback, ValidatedCode};
use crate::config::{self, Config};
use crate::effect::{Area, Effect, Machine, Outcome, Step};
use crate::error::Code;
use crate::handoff::Message;
use crate::session::{self, Session};
use crate::token::{self, Tokens};
use crate::transaction::{self, Transaction};

/// How long to wait for another window that is redeeming the same login, in milliseconds: its request has a shorter deadline.
const CLAIM_WITHIN: u32 = 30_000;

/// Who redeems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The page that opened the popup. Tells the popup as soon as it has claimed.
    Opener,
    /// The popup, alone. Does not redeem without locks: it could not know whether its opener does the same.
    Popup,
    /// A callback page that fills its window.
    Page,
}

/// A login that has become a session. The session itself is stored.
#[derive(Debug)]
pub struct Redeemed {
    /// Whose session it is.
    pub config: Config,
    /// Where a full page ends; empty: here.
    pub return_to: String,
    /// The app's own value; empty: none.
    pub app_state: String,
}

/// The machine that redeems.
#[derive(Debug)]
pub struct Redeem {
    role: Role,
    state: String,
    callback: Option<Callback>,
    at: At,
    transaction: Option<Box<Transaction>>,
    tokens: Option<Tokens>,
    /// The session that was there before.
    replaced: Option<Box<Session>>,
    sessions: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Begin,
    Lock,
    Read,
    Delete,
    Free,
    Tell,
    Exchange,
    Look,
    Now,
    Store,
    Unlock,
    Revoke,
    AdoptKeys,
    Adopt,
}

impl Redeem {
    /// To redeem the login of this `state` with what `callback` says.
    pub fn new(role: Role, state: &str, callback: Callback) -> Self {
        Self {
            role,
            state: state.to_owned(),
            callback: Some(callback),
            at: At::Begin,
            transaction: None,
            tokens: None,
            replaced: None,
            sessions: Vec::new(),
        }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Step<Box<Redeemed>> {
        self.at = at;
        Step::Do(effect)
    }

    fn look_for_session(&mut self) -> Step<Box<Redeemed>> {
        self.ask(At::AdoptKeys, Effect::Keys { prefix: config::SESSION_PREFIX })
    }

    /// The login is ours alone now: nobody else can have read it, and it is gone.
    fn claimed(&mut self) -> Step<Box<Redeemed>> {
        let (Some(callback), Some(transaction)) = (self.callback.take(), &self.transaction) else {
            return Step::fail(Code::Internal);
        };
        match callback.validate(transaction) {
            Ok(code) => self.exchange(code),
            Err(error) => Step::fail(error),
        }
    }

    fn exchange(&mut self, code: ValidatedCode) -> Step<Box<Redeemed>> {
        let Some(transaction) = &self.transaction else { return Step::fail(Code::Internal) };
        let request = token::exchange(code, transaction);
        self.ask(At::Exchange, Effect::Http(request))
    }

    fn look(&mut self) -> Step<Box<Redeemed>> {
        let Some(transaction) = &self.transaction else { return Step::fail(Code::Internal) };
        let effect = session::read(&transaction.config);
        self.ask(At::Look, effect)
    }

    fn store(&mut self, now: u64) -> Step<Box<Redeemed>> {
        let (Some(transaction), Some(tokens)) = (&self.transaction, self.tokens.take()) else {
            return Step::fail(Code::Internal);
        };
        let session = Session::begin(tokens, &transaction.scope, &transaction.state, now);
        let Some(value) = session.to_record() else { return Step::fail(Code::BadResponse) };
        let effect = session::write(&transaction.config, value);
        self.ask(At::Store, effect)
    }

    /// What nobody holds any more must not stay good at the service.
    fn revoke_replaced(&mut self) -> Step<Box<Redeemed>> {
        match (self.replaced.take(), &self.transaction) {
            (Some(session), Some(transaction)) => {
                let request = token::revoke(&transaction.config, &session.refresh_token);
                self.ask(At::Revoke, Effect::Http(request))
            }
            _ => self.end(),
        }
    }

    fn look_into_next_session(&mut self) -> Step<Box<Redeemed>> {
        match self.sessions.last() {
            Some(key) => {
                let area = Config::from_session_key(key).map_or(Area::Local, |config| config.storage);
                let key = key.clone();
                self.ask(At::Adopt, Effect::Read { area, key })
            }
            None => Step::fail(Code::TransactionLost),
        }
    }

    fn adopt_if_ours(&mut self, record: Option<String>) -> Step<Box<Redeemed>> {
        let config = self.sessions.pop().and_then(|key| Config::from_session_key(&key));
        let session = record.and_then(|record| Session::from_record(&record));
        match (config, session) {
            (Some(config), Some(session)) if session.state == self.state => {
                Step::Done(Ok(Box::new(Redeemed { config, return_to: String::new(), app_state: String::new() })))
            }
            _ => self.look_into_next_session(),
        }
    }

    fn end(&mut self) -> Step<Box<Redeemed>> {
        match self.transaction.take() {
            Some(transaction) => {
                let Transaction { config, return_to, app_state, .. } = *transaction;
                Step::Done(Ok(Box::new(Redeemed { config, return_to, app_state })))
            }
            None => Step::fail(Code::Internal),
        }
    }
}

impl Machine for Redeem {
    type Output = Box<Redeemed>;

    fn step(&mut self, outcome: Outcome) -> Step<Box<Redeemed>> {
        match (self.at, outcome) {
            // The login is done, whatever comes of this.
            (At::Revoke, _) => self.end(),
            (_, Outcome::Aborted) => Step::fail(Code::Aborted),
            (At::Begin, _) => {
                self.ask(At::Lock, Effect::Lock { name: transaction::lock_name(&self.state), within: CLAIM_WITHIN })
            }
            (At::Lock, Outcome::Refused) if self.role == Role::Popup => Step::fail(Code::TransactionLost),
            (At::Lock, Outcome::Elapsed) | (At::Free, _) => self.look_for_session(),
            (At::Lock, _) => {
                self.ask(At::Read, Effect::Read { area: transaction::AREA, key: transaction::key(&self.state) })
            }
            (At::Read, Outcome::Text(record)) => {
                self.transaction =
                    record.and_then(|record| Transaction::from_record(&self.state, &record)).map(Box::new);
                match &self.transaction {
                    Some(transaction) if self.role != Role::Popup || transaction.config.storage == Area::Local => {
                        let key = transaction::key(&self.state);
                        self.ask(At::Delete, Effect::Delete { area: transaction::AREA, key })
                    }
                    // Nothing is left to claim here: another window may still have it in its memory. Or what a popup would
                    // store, nobody else would see.
                    _ => self.ask(At::Free, Effect::Unlock),
                }
            }
            (At::Delete, _) if self.role == Role::Opener => {
                self.ask(At::Tell, Effect::Post { text: Message::Taken.to_text(&self.state) })
            }
            (At::Delete | At::Tell, _) => self.claimed(),
            (At::Exchange, outcome) => match token::read(outcome, Code::ExchangeRefused) {
                Ok(tokens) => {
                    self.tokens = Some(tokens);
                    self.look()
                }
                Err(error) => Step::fail(error),
            },
            (At::Look, Outcome::Text(record)) => {
                self.replaced = session::stored(record).ok();
                self.ask(At::Now, Effect::Now)
            }
            (At::Now, Outcome::Now(now)) => self.store(now),
            // This window is to close, and would take the only copy with it.
            (At::Store, Outcome::Refused) if self.role == Role::Popup => Step::fail(Code::StorageUnavailable),
            (At::Store, outcome) => {
                if let (Outcome::Refused, Some(transaction)) = (outcome, &mut self.transaction) {
                    // This page alone has the session: to leave it would be to lose it.
                    transaction.return_to.clear();
                }
                self.ask(At::Unlock, Effect::Unlock)
            }
            (At::Unlock, _) => self.revoke_replaced(),
            (At::AdoptKeys, Outcome::Keys(keys)) => {
                self.sessions = keys;
                self.look_into_next_session()
            }
            (At::Adopt, Outcome::Text(record)) => self.adopt_if_ours(record),
            _ => Step::fail(Code::Internal),
        }
    }
}
