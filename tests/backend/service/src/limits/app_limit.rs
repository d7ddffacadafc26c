//! The rate limits of registered apps.
//!
//! | counted apart | what |
//! |---|---|
//! | [`Budget::Calls`] | requests with access tokens |
//! | [`Budget::Tokens`] | code exchanges and refreshes that issue tokens |
//! | [`Budget::Server`] | requests with the app's bearer token |
//! | [`Budget::Tickets`] | tickets that the app has had verified, and that are good |
//! | [`Budget::JunkTickets`] | those that are not |
//!
//! So none of them uses up another: who loops at the API signs nobody out, and junk shown to an access server refuses no honest ticket. In each
//! a request counts for the user first, and for the app only if that user may ask: one user in a loop uses up nothing of the others'.
//!
//! Only those requests count that have shown something which the service gave to that app: a token, or its bearer token. An API key is no
//! secret: if its name alone counted, anybody could sign an app's users out by asking in its name. So an app that has registered nothing
//! has no limit of its own (its name is anybody's); it has those of its users' addresses, as everybody has.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use stagepass_kit::lru_map::LruMap;
use stagepass_kit::rate::{Rate, RateLimited, RateLimiter};
use stagepass_store::Grant;
use stagepass_store::GrantId;

/// The most grants whose users are remembered.
const GRANTS: usize = 16_384;

/// What counts apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Budget {
    Calls,
    Tokens,
    Server,
    Tickets,
    JunkTickets,
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
    /// The usual rate; `None`: no app has a limit.
    per_app: Option<Rate>,
    /// The rates of apps that have one of their own.
    own: RwLock<HashMap<String, Rate>>,
    apps: RateLimiter<(Budget, String)>,
    users: Option<RateLimiter<(Budget, AppUser)>>,
    /// Whose grants have been refreshed lately: a refresh token names its grant, and the user is known only once it has been used.
    holders: LruMap<GrantId, AppUser>,
}

impl AppLimit {
    pub(crate) fn new(per_app: Option<Rate>, per_user: Option<Rate>) -> Self {
        Self {
            per_app,
            own: RwLock::default(),
            apps: RateLimiter::new(per_app.unwrap_or(Rate { per_second: 1, burst: 1 })),
            users: per_user.map(RateLimiter::new),
            holders: LruMap::with_capacity(GRANTS),
        }
    }

    /// From now on these apps have these rates, and all others the usual one.
    pub(crate) fn set_own_rates(&self, rates: HashMap<String, Rate>) {
        *self.own.write().unwrap_or_else(PoisonError::into_inner) = rates;
    }

    /// Counts a request of an app that has shown who it is, unless it is one too many: for its user first, if it acts for one.
    pub(crate) fn take(&self, budget: Budget, api_key: &str, user_id: Option<i64>) -> Result<(), RateLimited> {
        if let (Some(users), Some(user_id)) = (&self.users, user_id) {
            users.take(&(budget, AppUser { api_key: api_key.to_owned(), user_id }))?;
        }
        let Some(rate) = self.rate_of(api_key) else { return Ok(()) };
        self.apps.take_with(&(budget, api_key.to_owned()), rate)
    }

    /// Whether a client that claims to be this app may get tokens. Nothing is counted.
    pub(crate) fn check_tokens(&self, api_key: &str) -> Result<(), RateLimited> {
        let Some(rate) = self.rate_of(api_key) else { return Ok(()) };
        self.apps.look_with(&(Budget::Tokens, api_key.to_owned()), rate)
    }

    /// Whether the user of this grant may get tokens, if that user is known. Nothing is counted.
    pub(crate) fn check_holder(&self, grant: GrantId) -> Result<(), RateLimited> {
        let (Some(users), Some(holder)) = (&self.users, self.holders.get(&grant)) else { return Ok(()) };
        users.look(&(Budget::Tokens, holder))
    }

    /// Counts tokens that are issued. That they may be one too many is for the next request to be told.
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
