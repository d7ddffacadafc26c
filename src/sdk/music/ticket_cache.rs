//! The tickets of a client.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use stagepass_core::text::secret::Secret;

/// A ticket is not used in the last milliseconds before it expires, because requests take time and clocks differ.
const MARGIN: u64 = 30_000;

/// The response to a request for a ticket.
#[derive(Deserialize)]
pub(crate) struct TicketResponse {
    ticket: String,
    /// In seconds.
    expires_in: f64,
}

/// A ticket of one user.
struct CachedTicket {
    text: Secret,
    /// The user's token. A ticket must not outlive the session for which it was issued.
    bearer: Secret,
    until: u64,
}

/// The tickets that a client has, by the origins of their audiences.
#[derive(Default)]
pub(crate) struct TicketCache(Mutex<BTreeMap<String, CachedTicket>>);

impl TicketCache {
    /// Returns the ticket for this audience, if it is of the user with this token and valid at this time, in
    /// milliseconds since 1970.
    pub(crate) fn get(&self, audience: &str, bearer: &Secret, now: u64) -> Option<Secret> {
        let tickets = self.tickets();
        let ticket = tickets.get(audience)?;
        (ticket.bearer.is(bearer.expose()) && now < ticket.until).then(|| ticket.text.clone())
    }

    /// Stores a ticket for this audience that was requested at this time. Returns it, or `None` if no header can
    /// contain it.
    pub(crate) fn put(
        &self,
        audience: &str,
        response: TicketResponse,
        bearer: Secret,
        requested_at: u64,
    ) -> Option<Secret> {
        let TicketResponse { ticket, expires_in } = response;
        if ticket.is_empty() || !ticket.bytes().all(|byte| byte.is_ascii_graphic()) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of a float saturates")]
        let lifetime = (expires_in * 1000.0) as u64;
        let text = Secret::from(ticket);
        let until = requested_at.saturating_add(lifetime).saturating_sub(MARGIN);
        self.tickets().insert(audience.to_owned(), CachedTicket { text: text.clone(), bearer, until });
        Some(text)
    }

    /// Removes this ticket, which its audience has rejected.
    pub(crate) fn remove(&self, audience: &str, rejected: &Secret) {
        let mut tickets = self.tickets();
        if tickets.get(audience).is_some_and(|ticket| ticket.text.is(rejected.expose())) {
            tickets.remove(audience);
        }
    }

    fn tickets(&self) -> MutexGuard<'_, BTreeMap<String, CachedTicket>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::sdk::music::json;

    const API: &str = "https://api.example";

    fn secret(text: &str) -> Secret {
        Secret::from(text.to_owned())
    }

    /// Stores a ticket for [`API`].
    fn put(cache: &TicketCache, ticket: &str, expires_in: f64) -> Option<Secret> {
        cache.put(API, TicketResponse { ticket: ticket.to_owned(), expires_in }, secret("token"), 1_000)
    }

    #[test]
    fn ticket_is_used_until_30_seconds_before_expiry() {
        let cache = TicketCache::default();
        put(&cache, "t", 300.0).unwrap();
        assert!(cache.get(API, &secret("token"), 270_999).is_some_and(|ticket| ticket.is("t")));
        assert!(cache.get(API, &secret("token"), 271_000).is_none());
    }

    #[test]
    fn a_ticket_is_for_one_session_and_audience() {
        let cache = TicketCache::default();
        put(&cache, "t", 300.0).unwrap();
        assert!(cache.get(API, &secret("other"), 0).is_none());
        assert!(cache.get("https://other.example", &secret("token"), 0).is_none());
    }

    #[test]
    fn only_the_rejected_ticket_is_removed() {
        let cache = TicketCache::default();
        put(&cache, "new", 300.0).unwrap();
        cache.remove(API, &secret("old"));
        cache.remove("https://other.example", &secret("new"));
        assert!(cache.get(API, &secret("token"), 0).is_some());
        cache.remove(API, &secret("new"));
        assert!(cache.get(API, &secret("token"), 0).is_none());
    }

    #[test]
    fn a_malformed_ticket_is_not_used() {
        let cache = TicketCache::default();
        for text in ["", "a b", "a\nb", "é"] {
            assert!(put(&cache, text, 300.0).is_none(), "{text:?}");
        }
        for lifetime in [-1.0, f64::NAN, 1.0] {
            assert!(put(&cache, "t", lifetime).is_some());
            assert!(cache.get(API, &secret("token"), 1_000).is_none(), "{lifetime}");
        }
        for body in ["{}", r#"{"ticket":1,"expires_in":300}"#, r#"{"ticket":"t","expires_in":"300"}"#] {
            assert!(json::read::<TicketResponse>(body).is_none(), "{body}");
        }
    }
}
