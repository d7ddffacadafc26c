//! What must hold, whatever the schedule.
//!
//! 1. Never two live families for one login, and a code is sent once. At the end no family is live that nobody holds, unless
//!    the network or a closed page kept its tokens from arriving, or its revocation.
//! 2. Never signed in after a logout has resolved, unless by a later login.
//! 3. Never signed out but by a logout, or by the service's own word about a family that has really ended. The machines never
//!    make the service believe in a thief.
//! 4. Every flow ends within its deadlines, with an error that fits what happened.
//! 5. A token that is handed out is good by the browser's clock, is not the one that was refused, and not of a session that
//!    was logged out before it was asked for.
//!
//! Storage has no transactions: where tabs are processes, one may act between another's read and its write, though that does not
//! wait in between. What comes of it is counted, and forgiven only where it needs another login at that very moment, or where
//! there are no locks, or a logout was kept from looking again with the lock. The service's own limit is counted and forgiven as well, see [`LIMIT`].
//!
//! 6. With locks: no refresh token is sent after a newer one was stored, and one refresh at most is under way.

use std::collections::{BTreeMap, BTreeSet};

use stagepass::error::Code;
use stagepass::session::Session;
use stagepass_native_tests::model_service::{EndReason, Login, ModelService, claims};

use crate::flow::{Flow, FlowHistory, Request};
use crate::schedule::Act;

/// Where a session is stored: in the browser, or in the memory of one page.
pub(crate) type StorageId = usize;

/// No flow asks for more effects than that.
const MOST_EFFECTS: u32 = 60;

/// The service repeats a successor that is in use for 10 s after the rotation, not after it was last given out. If it got lost,
/// is asked for again, and the network doubles that request, the second one may come too late.
const LIMIT: u64 = 10;

/// Without locks, that second one may be another tab's, and the first may wait for its answer for all of its 15 s.
const LIMIT_WITHOUT_LOCKS: u64 = 25;

#[derive(Debug, Default)]
pub(crate) struct Model {
    step: usize,
    /// Who must be signed in, by storage.
    signed_in: BTreeMap<StorageId, Login>,
    /// At which step nobody had to be signed in, last.
    nobody_at: BTreeMap<StorageId, usize>,
    /// The logins that were logged out, and at which step that resolved.
    logged_out: BTreeMap<Login, usize>,
    /// Those of them whose logout was aborted, or did not get the lock: it could not look again whether the session has come back.
    hasty: BTreeSet<Login>,
    /// At which step a session was noted as ended, last: the service's word, or one tab's over what another had just stored.
    ended_at: BTreeMap<StorageId, usize>,
    /// The logins that another has replaced; and those of them whose session one tab has stored once more, which another tab had replaced meanwhile.
    replaced: BTreeSet<Login>,
    revenants: BTreeSet<Login>,
    /// The families that may be live though nobody holds them.
    excused: BTreeSet<Login>,
    codes: BTreeSet<Login>,
    /// Without locks, what is torn cannot be mended after a logout.
    forgives: bool,
    /// How many families the service has ended because its 10 s count from the first time that a successor was given.
    pub(crate) suspected: usize,
    /// How many families nobody holds at the end, though they are live: their revocation, or their tokens, got lost.
    pub(crate) left: usize,
    /// How often a process has acted between another's read and its write.
    pub(crate) torn: usize,
    /// The first thing that did not hold.
    pub(crate) violation: Option<String>,
}

impl Model {
    pub(crate) fn new(has_locks: bool) -> Self {
        Self { forgives: !has_locks, ..Self::default() }
    }

    /// Says what did not hold, unless something did not before.
    pub(crate) fn violated(&mut self, what: impl FnOnce() -> String) {
        self.violation.get_or_insert_with(what);
    }

    fn holds(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.violated(what);
        }
    }

    /// Who must be signed in.
    pub(crate) fn expected(&self, storage: StorageId) -> Option<Login> {
        self.signed_in.get(&storage).copied()
    }

    /// A step begins.
    pub(crate) fn begins(&mut self, step: usize, storages: impl Iterator<Item = StorageId>) {
        self.step = step;
        for storage in storages.filter(|storage| !self.signed_in.contains_key(storage)) {
            self.nobody_at.insert(storage, step);
        }
    }

    fn sign_out(&mut self, storage: StorageId) -> Option<Login> {
        self.nobody_at.insert(storage, self.step);
        self.signed_in.remove(&storage)
    }

    /// The page is gone, and the memory that `storage` is.
    pub(crate) fn forgot(&mut self, storage: StorageId) {
        let login = self.sign_out(storage);
        self.excused.extend(login);
    }

    /// A flow has stored `session` where `before` was. `torn`: it has read something else there, and has not waited since.
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

    /// A flow has deleted `before`, which `is_live` if the service still accepts it. `torn`: see [`Model::stored`].
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
            self.excused.insert(login);
        }
        if flow.act == Act::Logout {
            flow.history.deleted.push(login);
        } else {
            self.ended_at.insert(storage, self.step);
            self.holds(torn || !is_live, || {
                format!("{:?} deleted the session of login {login}, which the service still accepts", flow.act)
            });
        }
        self.sign_out(storage);
    }

    /// A code leaves.
    pub(crate) fn sent_code(&mut self, login: Login) {
        let is_new = self.codes.insert(login);
        self.holds(is_new, || format!("the code of login {login} was sent twice"));
    }

    /// A refresh token leaves while `stored` is in the storage and `others` refreshes are under way, in a browser with locks.
    pub(crate) fn sent_refresh(&mut self, refresh_token: &str, stored: Option<&Session>, others: usize) {
        self.holds(others == 0, || format!("{} refreshes are under way", others + 1));
        let sent = claims(refresh_token);
        let newer = stored.map(|stored| claims(stored.refresh_token.expose()));
        let newer = newer.filter(|stored| stored.login == sent.login && stored.generation > sent.generation);
        self.holds(newer.is_none(), || {
            format!("the refresh token of generation {} was sent after that of {newer:?} was stored", sent.generation)
        });
    }

    /// The service has acted.
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

    /// A token was handed out, while the browser's clock showed `clock`, if that could be trusted.
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

    /// The flow has ended; `is_dead` tells of a login whether the service no longer accepts it.
    pub(crate) fn ended(&mut self, storage: StorageId, flow: &Flow, end: Result<(), Code>, is_dead: bool) {
        let FlowHistory { began, effects, waits, hindered, request, .. } = flow.history;
        let most = match flow.act {
            Act::Call | Act::CallRenewed => 2 * (20_000 + 15_000 + 15_000 + 15_000) + 1_000,
            Act::Logout => 15_000 + 1_000,
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
            Err(Code::NotSignedIn) => self.nobody_at.get(&storage).is_some_and(|at| *at >= began),
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
        self.went(flow);
    }

    /// The flow is over, in whatever way.
    pub(crate) fn went(&mut self, flow: &Flow) {
        if flow.act == Act::Login && !flow.history.stored {
            self.excused.extend(flow.history.logs_in);
        }
    }

    /// The page of a flow is gone before it has ended.
    pub(crate) fn cut_short(&mut self, flow: &Flow) {
        self.excused.extend(&flow.history.deleted);
        self.went(flow);
    }

    /// A logout has resolved, and `stored` is there.
    pub(crate) fn resolved(&mut self, flow: &Flow, stored: Option<&Session>) {
        let stored = stored.map(|stored| claims(stored.refresh_token.expose()).login);
        let is_back = stored.is_some_and(|stored| !self.revenants.contains(&stored))
            && (stored == flow.history.found || flow.history.deleted.iter().any(|login| stored == Some(*login)));
        self.holds(!is_back, || format!("login {stored:?} is stored though its logout has resolved"));
    }

    /// At the end: what is stored at `storage`.
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

    /// At the end: whom the service still accepts, and whom the pages hold.
    pub(crate) fn families(&mut self, live: &[Login], held: &BTreeSet<Login>) {
        for login in live.iter().filter(|login| !held.contains(login)) {
            self.left += 1;
            self.holds(self.excused.contains(login), || {
                format!("the family of login {login} is live, and nobody holds it")
            });
        }
    }
}
