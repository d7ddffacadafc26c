//! The invariants of every schedule.
//!
//! 1. Each login has at most one valid token family, and each code is sent once. At the end, a page stores every valid
//!    family, unless its tokens or its revocation got lost.
//! 2. After a logout has resolved, no session is signed in, except by a later login.
//! 3. A user is only signed out by a logout, or after the service has ended the family. The machines never make the
//!    service assume a theft.
//! 4. Every flow ends within its deadlines. Its error fits what happened.
//! 5. A returned access token is valid by the browser's clock, is not the refused one, and its session was not logged
//!    out before the request.
//!
//! Storage has no transactions: with several processes, a tab may write between another tab's read and write. Such torn
//! writes are counted. They are allowed only with another login at the same moment, without locks, or after a logout
//! that could not check again under the lock. The service's limit is counted and allowed as well, see [`LIMIT`].
//!
//! 6. With locks: no refresh token is sent after a newer one was stored, and at most one refresh is pending.

use std::collections::{BTreeMap, BTreeSet};

use stagepass_core::error::Code;
use stagepass_core::session::Session;
use stagepass_core_tests::model_service::{EndReason, Login, ModelService, claims};

use crate::flow::{Flow, FlowHistory, Request};
use crate::schedule::Act;

/// The storage of a session: 0 for the browser's, or the number of a page with its own memory.
pub(crate) type StorageId = usize;

/// The most effects that a flow requests.
const MOST_EFFECTS: u32 = 60;

/// The service repeats a used successor for 10 s after the rotation, not after it was last issued. If it got lost, and
/// the network doubles the retry, the second request may come too late.
const LIMIT: u64 = 10;

/// Without locks, the second request may come from another tab, while the first waits up to 15 s for its response.
const LIMIT_WITHOUT_LOCKS: u64 = 25;

#[derive(Debug, Default)]
pub(crate) struct Model {
    step: usize,
    /// The login that must be signed in, by storage.
    signed_in: BTreeMap<StorageId, Login>,
    /// The last step at which no login had to be signed in.
    signed_out_at: BTreeMap<StorageId, usize>,
    /// The logins that were logged out, with the step at which that resolved.
    logged_out: BTreeMap<Login, usize>,
    /// Those whose logout was aborted or got no lock: it could not check whether the session was stored again.
    hasty: BTreeSet<Login>,
    /// The last step at which a session ended: by the service's response, or by one tab right after another stored it.
    ended_at: BTreeMap<StorageId, usize>,
    /// The logins that another has replaced, and those of them whose session a tab has stored again by a torn write.
    replaced: BTreeSet<Login>,
    revenants: BTreeSet<Login>,
    /// The families that may be valid though no page stores them.
    excused: BTreeSet<Login>,
    codes: BTreeSet<Login>,
    /// Whether torn writes after a logout are allowed: without locks they cannot be repaired.
    forgives: bool,
    /// The number of families that the service has ended because its 10 s start at the rotation.
    pub(crate) suspected: usize,
    /// The number of valid families at the end that no page stores: their revocation or their tokens got lost.
    pub(crate) left: usize,
    /// The number of writes between another tab's read and write.
    pub(crate) torn: usize,
    /// The first violation.
    pub(crate) violation: Option<String>,
}

impl Model {
    pub(crate) fn new(has_locks: bool) -> Self {
        Self { forgives: !has_locks, ..Self::default() }
    }

    /// Records a violation, if it is the first.
    pub(crate) fn violated(&mut self, what: impl FnOnce() -> String) {
        self.violation.get_or_insert_with(what);
    }

    fn holds(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.violated(what);
        }
    }

    /// Returns the login that must be signed in.
    pub(crate) fn expected(&self, storage: StorageId) -> Option<Login> {
        self.signed_in.get(&storage).copied()
    }

    /// Begins a step.
    pub(crate) fn begins(&mut self, step: usize, storages: impl Iterator<Item = StorageId>) {
        self.step = step;
        for storage in storages.filter(|storage| !self.signed_in.contains_key(storage)) {
            self.signed_out_at.insert(storage, step);
        }
    }

    fn sign_out(&mut self, storage: StorageId) -> Option<Login> {
        self.signed_out_at.insert(storage, self.step);
        self.signed_in.remove(&storage)
    }

    /// Forgets the memory of a closed page.
    pub(crate) fn discard_memory(&mut self, storage: StorageId) {
        let login = self.sign_out(storage);
        self.excused.extend(login);
    }

    /// A flow has stored `session` over `before`. `torn`: it has read another record there, and has not waited since.
    pub(crate) fn stored(
        &mut self,
        storage: StorageId,
        flow: &mut Flow,
        session: &Session,
        (before, torn): (Option<&Session>, bool),
    ) {
        let login = claims(session.refresh_token.expose()).login;
        flow.history.stored = true;
        let may_come_back = torn && (self.forgives || self.hasty.contains(&login));
        if may_come_back && self.logged_out.remove(&login).is_some() {
            self.torn += 1;
        }
        self.holds(!self.logged_out.contains_key(&login), || {
            format!("{:?} stored the session of login {login}, which was logged out", flow.act)
        });
        if torn && self.replaced.contains(&login) {
            self.revenants.insert(login);
        }
        let expected = self.expected(storage);
        if flow.act == Act::Login {
            if let Some(before) = before {
                let replaced = claims(before.refresh_token.expose()).login;
                flow.history.deleted.push(replaced);
                self.replaced.insert(replaced);
                if torn {
                    self.torn += 1;
                    self.excused.insert(replaced);
                }
            }
        } else if let Some(expected) = expected.filter(|expected| *expected != login) {
            self.holds(torn, || {
                format!("{:?} stored the session of login {login} over that of login {expected}", flow.act)
            });
            self.torn += 1;
            self.excused.insert(expected);
        }
        self.signed_in.insert(storage, login);
    }

    /// A flow has deleted `before`. `is_live`: the service still accepts it. `torn`: see [`Model::stored`].
    pub(crate) fn deleted(
        &mut self,
        storage: StorageId,
        flow: &mut Flow,
        before: &Session,
        (is_live, torn): (bool, bool),
    ) {
        let login = claims(before.refresh_token.expose()).login;
        if torn {
            self.torn += 1;
        }
        if flow.act == Act::Logout {
            // It learns what it has deleted, so it revokes that.
            flow.history.deleted.push(login);
        } else {
            if torn {
                self.excused.insert(login);
            }
            self.ended_at.insert(storage, self.step);
            self.holds(torn || !is_live, || {
                format!("{:?} deleted the session of login {login}, which the service still accepts", flow.act)
            });
        }
        self.sign_out(storage);
    }

    /// A code is sent.
    pub(crate) fn sent_code(&mut self, login: Login) {
        let is_new = self.codes.insert(login);
        self.holds(is_new, || format!("the code of login {login} was sent twice"));
    }

    /// In a browser with locks, a refresh token is sent while `stored` is stored and `others` refreshes are pending.
    pub(crate) fn sent_refresh(&mut self, refresh_token: &str, stored: Option<&Session>, others: usize) {
        self.holds(others == 0, || format!("{} refreshes are under way", others + 1));
        let sent = claims(refresh_token);
        let newer = stored.map(|stored| claims(stored.refresh_token.expose()));
        let newer = newer.filter(|stored| stored.login == sent.login && stored.generation > sent.generation);
        self.holds(newer.is_none(), || {
            format!("the refresh token of generation {} was sent after that of {newer:?} was stored", sent.generation)
        });
    }

    /// The service has handled a request.
    pub(crate) fn served(&mut self, service: &ModelService) {
        let limit = if self.forgives { LIMIT_WITHOUT_LOCKS } else { LIMIT };
        let replayed = |login| match service.ended(login) {
            Some(EndReason::Replayed(since)) => Some((login, since)),
            _ => None,
        };
        self.suspected = service.all().filter_map(replayed).count();
        let robbed = service.all().filter_map(replayed).find(|(_, since)| *since >= limit);
        self.holds(robbed.is_none(), || {
            format!("the service believes that the session of login {robbed:?} was stolen")
        });
    }

    /// A machine has returned a token at the browser's time `clock`, if that clock is right.
    pub(crate) fn handed_out(&mut self, flow: &Flow, session: &Session, clock: Option<u64>) {
        let login = claims(session.refresh_token.expose()).login;
        let since = self.logged_out.get(&login).copied();
        self.holds(since.is_none_or(|since| since >= flow.history.began), || {
            format!("a token of login {login} was handed out, which was logged out before it was asked for")
        });
        let token = session.access_token.expose();
        let is_refused = flow.refused.as_ref().is_some_and(|refused| refused.is(token));
        self.holds(!is_refused, || "the token that was refused was handed out again".to_owned());
        let is_good = clock.is_none_or(|clock| clock < session.obtained_at + session.expires_in);
        self.holds(is_good, || "a token was handed out that had expired".to_owned());
    }

    /// The flow has ended. `is_dead`: the service no longer accepts its login.
    pub(crate) fn ended(&mut self, storage: StorageId, flow: &Flow, end: Result<(), Code>, is_dead: bool) {
        let FlowHistory { began, effects, waits, hindered, request, .. } = flow.history;
        let most = match flow.act {
            Act::Call | Act::CallRenewed => 3 * (20_000 + 15_000 + 15_000 + 15_000) + 1_000,
            // Other logins may store a session before each of its deletions.
            Act::Logout => 3 * 15_000 + 1_000,
            Act::Login => 30_000 + 15_000 + 15_000,
        };
        self.holds(waits <= most && effects <= MOST_EFFECTS, || {
            format!("{:?} took {effects} effects and up to {waits} ms", flow.act)
        });
        let is_ended = is_dead || self.ended_at.get(&storage).is_some_and(|at| *at >= began);
        let fits = match end {
            Ok(()) => true,
            Err(Code::Aborted) => flow.host.is_aborted(),
            Err(Code::Network | Code::Timeout | Code::RequestFailed) => hindered,
            Err(Code::NotSignedIn) => self.signed_out_at.get(&storage).is_some_and(|at| *at >= began),
            Err(Code::SessionExpired | Code::ExchangeRefused) => is_ended,
            Err(Code::TransactionLost) => flow.act == Act::Login,
            Err(_) => false,
        };
        self.holds(fits, || format!("{:?} ended with {end:?}, which does not fit", flow.act));
        if flow.act == Act::Logout && end.is_ok() {
            for login in &flow.history.deleted {
                self.logged_out.entry(*login).or_insert(self.step);
            }
            if flow.host.is_aborted() || hindered {
                self.hasty.extend(&flow.history.deleted);
            }
        }
        if request == Request::InVain {
            self.excused.extend(&flow.history.deleted);
        }
        self.record_end(flow);
    }

    /// The flow has ended or was cut short.
    pub(crate) fn record_end(&mut self, flow: &Flow) {
        if flow.act == Act::Login && !flow.history.stored {
            self.excused.extend(flow.history.logs_in);
        }
    }

    /// The page of a flow has closed before its end.
    pub(crate) fn cut_short(&mut self, flow: &Flow) {
        self.excused.extend(&flow.history.deleted);
        self.record_end(flow);
    }

    /// A logout has resolved while `stored` is stored.
    pub(crate) fn resolved(&mut self, flow: &Flow, stored: Option<&Session>) {
        let stored = stored.map(|stored| claims(stored.refresh_token.expose()).login);
        let is_back = stored.is_some_and(|stored| !self.revenants.contains(&stored))
            && (stored == flow.history.found || flow.history.deleted.iter().any(|login| stored == Some(*login)));
        self.holds(!is_back, || format!("login {stored:?} is stored though its logout has resolved"));
    }

    /// At the end, checks what is stored in `storage`.
    pub(crate) fn rests(&mut self, storage: StorageId, stored: Option<&Session>, service: &ModelService, now: u64) {
        let stored = stored.map(|stored| claims(stored.refresh_token.expose()).login);
        if let Some(expected) = self.expected(storage)
            && service.is_live(expected, now)
        {
            self.holds(stored == Some(expected), || format!("login {expected} should be stored, not {stored:?}"));
        }
        if let Some(stored) = stored {
            let out = self.logged_out.contains_key(&stored);
            self.holds(!out, || format!("login {stored} is signed in though it was logged out"));
        }
    }

    /// At the end, compares the families that the service accepts with those that the pages store.
    pub(crate) fn families(&mut self, live: &[Login], held: &BTreeSet<Login>) {
        for login in live.iter().filter(|login| !held.contains(login)) {
            self.left += 1;
            self.holds(self.excused.contains(login), || {
                format!("the family of login {login} is live, and nobody holds it")
            });
        }
    }
}
