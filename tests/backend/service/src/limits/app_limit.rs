//! The rate limits of registered apps.
//!
//! | budget | what counts |
//! |---|---|
//! | [`Budget::Calls`] | requests with access tokens |
//! | [`Budget::Tokens`] | code exchanges and refreshes that issue tokens |
//! | [`Budget::Server`] | requests with the app's bearer token |
//! | [`Budget::Tickets`] | valid tickets that the app verifies |
//! | [`Budget::JunkTickets`] | invalid tickets that the app verifies |
//! | [`Budget::Codes`] | authorization codes, for each user alone |
//! | [`Budget::Introspections`] | valid access tokens that the app introspects |
//! | [`Budget::JunkIntrospections`] | invalid tokens that the app introspects |
//!
//! The budgets are independent. An app that calls the API in a loop can still refresh tokens, and invalid tickets sent
//! to an access server do not affect valid ones. A request counts for the user first, and for the app only if the user
//! is within their limit. One user in a loop therefore does not use up the limit of the others.
//!
//! A valid ticket or access token that an app's server checks counts once a second. A thief who shows a stolen one to
//! that server in a loop therefore does not use up the limit of its user. A token that is bound to a key is of no other
//! use to the thief, and the server learns of the key only by introspection.
//!
//! A request counts only if it has a credential that the service issued to the app: a token, the bearer token or the
//! API secret. The API key is not secret. If it counted, any client could sign out an app's users by sending requests
//! with its key. An unregistered app therefore has no limit of its own, because its name is not protected. The limits
//! of its users' addresses apply.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use sha2::{Digest as _, Sha256};
use stagepass_kit::lru_map::LruMap;
use stagepass_kit::rate::{Rate, RateLimited, RateLimiter};
use stagepass_store::Grant;
use stagepass_store::GrantId;

/// How often one valid ticket or access token counts.
const ONCE_A_SECOND: Rate = Rate { per_second: 1, burst: 1 };

/// How many grants are remembered with their users.
const GRANTS: usize = 16_384;

/// A separately counted kind of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Budget {
    Calls,
    Tokens,
    Server,
    Tickets,
    JunkTickets,
    Codes,
    Introspections,
    JunkIntrospections,
}

/// A user of an app.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct AppUser {
    api_key: String,
    user_id: i64,
}

/// Counts the requests of each app.
#[derive(Debug)]
pub(crate) struct AppLimit {
    /// The default rate. `None` means that apps have no limit.
    per_app: Option<Rate>,
    /// The rates of apps that have their own.
    own: RwLock<HashMap<String, Rate>>,
    apps: RateLimiter<(Budget, String)>,
    users: Option<RateLimiter<(Budget, AppUser)>>,
    /// Valid tickets and access tokens that were checked within the last second, by their SHA-256 hashes.
    checked: RateLimiter<[u8; 32]>,
    /// The users of recently refreshed grants. A refresh token names its grant, but the user is only known after a
    /// refresh.
    holders: LruMap<GrantId, AppUser>,
}

impl AppLimit {
    pub(crate) fn new(per_app: Option<Rate>, per_user: Option<Rate>) -> Self {
        Self {
            per_app,
            own: RwLock::default(),
            apps: RateLimiter::new(per_app.unwrap_or(Rate { per_second: 1, burst: 1 })),
            users: per_user.map(RateLimiter::new),
            checked: RateLimiter::new(ONCE_A_SECOND),
            holders: LruMap::with_capacity(GRANTS),
        }
    }

    /// Replaces the rates of apps that have their own. All others have the default rate.
    pub(crate) fn set_own_rates(&self, rates: HashMap<String, Rate>) {
        *self.own.write().unwrap_or_else(PoisonError::into_inner) = rates;
    }

    /// Counts a request of an authenticated app, unless the limit is reached. It counts for the user first, if there is
    /// one.
    pub(crate) fn take(&self, budget: Budget, api_key: &str, user_id: Option<i64>) -> Result<(), RateLimited> {
        if let (Some(users), Some(user_id)) = (&self.users, user_id) {
            users.take(&(budget, AppUser { api_key: api_key.to_owned(), user_id }))?;
        }
        let Some(rate) = self.rate_of(api_key) else { return Ok(()) };
        self.apps.take_with(&(budget, api_key.to_owned()), rate)
    }

    /// Counts a valid ticket or access token that an app's server checks, unless the limit is reached. Counts it once a
    /// second.
    pub(crate) fn take_checked(
        &self,
        budget: Budget,
        api_key: &str,
        user_id: i64,
        credential: &str,
    ) -> Result<(), RateLimited> {
        let hash: [u8; 32] = Sha256::digest(credential).into();
        if self.checked.take(&hash).is_err() {
            return Ok(());
        }
        // One that was refused has not been counted.
        self.take(budget, api_key, Some(user_id)).inspect_err(|_| self.checked.give_back(&hash))
    }

    /// Checks whether [`AppLimit::take`] would count this request. Counts nothing.
    pub(crate) fn check(&self, budget: Budget, api_key: &str, user_id: i64) -> Result<(), RateLimited> {
        if let Some(users) = &self.users {
            users.look(&(budget, AppUser { api_key: api_key.to_owned(), user_id }))?;
        }
        let Some(rate) = self.rate_of(api_key) else { return Ok(()) };
        self.apps.look_with(&(budget, api_key.to_owned()), rate)
    }

    /// Counts an authorization code of a signed-in user, unless the limit is reached. `api_key` is `None` for an
    /// unregistered app.
    ///
    /// It does not count for the app: any user can request codes with its API key. It counts for each app separately,
    /// so that a page that requests codes in a loop does not keep the user out of other apps.
    pub(crate) fn take_code(&self, api_key: Option<&str>, user_id: i64) -> Result<(), RateLimited> {
        let Some(users) = &self.users else { return Ok(()) };
        users.take(&(Budget::Codes, AppUser { api_key: api_key.unwrap_or_default().to_owned(), user_id }))
    }

    /// Checks whether a client that claims to be this app may get tokens. Counts nothing.
    pub(crate) fn check_tokens(&self, api_key: &str) -> Result<(), RateLimited> {
        let Some(rate) = self.rate_of(api_key) else { return Ok(()) };
        self.apps.look_with(&(Budget::Tokens, api_key.to_owned()), rate)
    }

    /// Checks whether the user of this grant may get tokens, if the user is known. Counts nothing.
    pub(crate) fn check_holder(&self, grant: GrantId) -> Result<(), RateLimited> {
        let (Some(users), Some(holder)) = (&self.users, self.holders.get(&grant)) else { return Ok(()) };
        users.look(&(Budget::Tokens, holder))
    }

    /// Counts issued tokens. If this exceeds the limit, the next request is refused.
    pub(crate) fn issued(&self, grant: &Grant) {
        let Some(api_key) = &grant.api_key else { return };
        self.holders.insert(grant.id, AppUser { api_key: api_key.clone(), user_id: grant.user_id });
        let _ = self.take(Budget::Tokens, api_key, Some(grant.user_id));
    }

    fn rate_of(&self, api_key: &str) -> Option<Rate> {
        let usual = self.per_app?;
        Some(self.own.read().unwrap_or_else(PoisonError::into_inner).get(api_key).copied().unwrap_or(usual))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other tokens of the same user count for the limits of the user and of the app.
    #[test]
    fn repeated_valid_token_counts_once_a_second() {
        let per_user = Some(Rate { per_second: 1, burst: 2 });
        let limit = AppLimit::new(Some(Rate { per_second: 1, burst: 3 }), per_user);
        let is_admitted = |user_id, token| limit.take_checked(Budget::Introspections, "app", user_id, token).is_ok();
        for _ in 0..10 {
            assert!(is_admitted(1, "first"));
        }
        assert!(is_admitted(1, "second"));
        for _ in 0..3 {
            assert!(!is_admitted(1, "third"), "over the user's limit, and stays refused");
            assert!(is_admitted(1, "first"), "was counted");
        }
        assert!(is_admitted(2, "of another user"));
        assert!(!is_admitted(3, "over the app's limit"));
    }
}
