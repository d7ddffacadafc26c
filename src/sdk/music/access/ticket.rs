//! The tickets of a client: each proves to one server who the user is.

use core::fmt;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stagepass_core::scope::Scope;
use stagepass_core::text::secret::Secret;

/// A ticket is not used in the last milliseconds before it expires, because requests take time and clocks differ.
const MARGIN: u64 = 30_000;

/// Which server may verify a ticket, and what the user may do there.
#[derive(Clone, Copy)]
pub(crate) struct Kind<'a> {
    /// The origin of the server.
    pub(crate) audience: &'a str,
    pub(crate) scope: Scope,
}

impl Kind<'_> {
    fn key(self) -> String {
        [self.scope.name(), self.audience].join(" ")
    }
}

/// The body of a request for a ticket.
#[derive(Serialize)]
pub(crate) struct TicketRequest<'a> {
    audience: &'a str,
    scope: &'a str,
}

impl<'a> From<Kind<'a>> for TicketRequest<'a> {
    fn from(Kind { audience, scope }: Kind<'a>) -> Self {
        Self { audience, scope: scope.name() }
    }
}

/// The response to it.
#[derive(Deserialize)]
pub(crate) struct TicketResponse {
    ticket: String,
    /// In seconds.
    expires_in: f64,
}

/// A ticket of one user.
#[derive(Clone, Debug)]
struct CachedTicket {
    text: Secret,
    /// The user's token. A ticket must not outlive the session for which it was issued.
    bearer: Secret,
    until: u64,
}

/// The tickets that a client has, by audience and scope.
#[derive(Clone, Default)]
pub(crate) struct TicketCache(BTreeMap<String, CachedTicket>);

impl TicketCache {
    /// Returns the ticket of this kind, if it is of the user with this token and valid at this time, in milliseconds
    /// since 1970.
    pub(crate) fn get(&self, kind: Kind<'_>, bearer: &Secret, now: u64) -> Option<Secret> {
        let ticket = self.0.get(&kind.key())?;
        (ticket.bearer.is(bearer.expose()) && now < ticket.until).then(|| ticket.text.clone())
    }

    /// Stores a ticket of this kind that was requested at this time. Returns it, or `None` if no header can
    /// contain it.
    pub(crate) fn put(
        &mut self,
        kind: Kind<'_>,
        response: TicketResponse,
        bearer: Secret,
        requested_at: u64,
    ) -> Option<Secret> {
        if !is_visible_ascii(&response.ticket) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast of a float saturates")]
        let lifetime = (response.expires_in * 1000.0) as u64;
        let text = Secret::from(response.ticket);
        let until = requested_at.saturating_add(lifetime).saturating_sub(MARGIN);
        self.0.insert(kind.key(), CachedTicket { text: text.clone(), bearer, until });
        Some(text)
    }

    /// Removes this ticket, which its audience has rejected.
    pub(crate) fn remove(&mut self, kind: Kind<'_>, rejected: &Secret) {
        let key = kind.key();
        if self.0.get(&key).is_some_and(|ticket| ticket.text.is(rejected.expose())) {
            self.0.remove(&key);
        }
    }
}

impl fmt::Debug for TicketCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TicketCache").field(&self.0.len()).finish()
    }
}

/// Returns whether a header can have this value, which is not empty and has no spaces.
pub(crate) fn is_visible_ascii(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::sdk::music::json;

    const API: Kind<'_> = kind("https://api.example", Scope::Read);

    const fn kind(audience: &str, scope: Scope) -> Kind<'_> {
        Kind { audience, scope }
    }

    fn secret(text: &str) -> Secret {
        Secret::from(text.to_owned())
    }

    fn response(ticket: &str, expires_in: f64) -> TicketResponse {
        TicketResponse { ticket: ticket.to_owned(), expires_in }
    }

    #[test]
    fn ticket_is_used_until_30_seconds_before_expiry() {
        let mut cache = TicketCache::default();
        cache.put(API, response("t", 300.0), secret("token"), 1_000).unwrap();
        assert!(cache.get(API, &secret("token"), 270_999).is_some_and(|ticket| ticket.is("t")));
        assert!(cache.get(API, &secret("token"), 271_000).is_none());
    }

    #[test]
    fn a_ticket_is_of_one_session() {
        let mut cache = TicketCache::default();
        cache.put(API, response("t", 300.0), secret("token"), 0).unwrap();
        assert!(cache.get(API, &secret("other"), 0).is_none());
    }

    #[test]
    fn a_ticket_is_for_one_audience_and_scope() {
        let mut cache = TicketCache::default();
        let kinds = [API, kind("https://other.example", Scope::Read), kind(API.audience, Scope::Write)];
        for kind in kinds {
            cache.put(kind, response(&kind.key().replace(' ', "."), 300.0), secret("token"), 0).unwrap();
        }
        cache.remove(kinds[1], &secret(&API.key().replace(' ', ".")));
        for kind in kinds {
            let held = cache.get(kind, &secret("token"), 0);
            assert!(held.is_some_and(|ticket| ticket.is(&kind.key().replace(' ', "."))));
        }
        assert!(cache.get(kind("https://third.example", Scope::Read), &secret("token"), 0).is_none());
    }

    #[test]
    fn only_the_rejected_ticket_is_removed() {
        let mut cache = TicketCache::default();
        cache.put(API, response("new", 300.0), secret("token"), 0).unwrap();
        cache.remove(API, &secret("old"));
        assert!(cache.get(API, &secret("token"), 0).is_some());
        cache.remove(API, &secret("new"));
        assert!(cache.get(API, &secret("token"), 0).is_none());
    }

    #[test]
    fn a_malformed_ticket_is_not_used() {
        for text in ["", "a b", "a\nb", "é"] {
            assert!(TicketCache::default().put(API, response(text, 300.0), secret("token"), 0).is_none(), "{text:?}");
        }
        for lifetime in [-1.0, f64::NAN, 1.0] {
            let mut cache = TicketCache::default();
            assert!(cache.put(API, response("t", lifetime), secret("token"), 0).is_some());
            assert!(cache.get(API, &secret("token"), 0).is_none(), "{lifetime}");
        }
        for body in ["{}", r#"{"ticket":1,"expires_in":300}"#, r#"{"ticket":"t","expires_in":"300"}"#] {
            assert!(json::read::<TicketResponse>(body).is_none(), "{body}");
        }
    }
}
