//! Users: holders of tickets, and users that an owner names.

use axum::http::Method;
use serde::{Deserialize, Serialize};

use super::{Data, Service, ServiceError, success};
use stagepass_kit::identifier::is_handle;
use stagepass_server::http::Answer;

/// The user of a valid ticket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TicketHolder {
    pub(crate) user_id: u64,
    pub(crate) handle: String,
    /// Whether the service's operator has verified their identity.
    pub(crate) verified: bool,
    /// Whether they may change what they have here. Not with the tickets that apps send at every play.
    pub(crate) may_write: bool,
}

/// The user of a ticket, and its expiry.
#[derive(Debug, Clone)]
pub(crate) struct VerifiedTicket {
    pub(crate) holder: TicketHolder,
    /// Unix seconds.
    pub(crate) expires_at: i64,
}

/// A user of the service.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Listener {
    pub(crate) user_id: u64,
    pub(crate) handle: String,
    pub(crate) name: String,
    #[serde(rename = "is_verified")]
    pub(crate) verified: bool,
}

/// A reference to a user: an ID, or a handle like `@ada`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UserReference {
    Number(u64),
    Handle(String),
}

impl UserReference {
    /// Parses digits, or `@` and a handle.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if let Some(handle) = text.strip_prefix('@') {
            return is_handle(handle).then(|| Self::Handle(handle.to_owned()));
        }
        // `u64` would accept a plus sign.
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain).map(Self::Number)
    }
}

impl Service {
    /// Returns the user of this ticket. `None` if it is invalid, or was issued for another server.
    pub(crate) async fn verify(&self, ticket: &str) -> Result<Option<VerifiedTicket>, ServiceError> {
        #[derive(Serialize)]
        struct Question<'a> {
            ticket: &'a str,
            audience: &'a str,
        }
        #[derive(Deserialize)]
        struct Holder {
            audience: String,
            user_id: u64,
            #[serde(default)]
            handle: String,
            // If it is missing, the user is not verified.
            #[serde(default)]
            verified: bool,
            // If it is missing, the ticket is `read`.
            #[serde(default)]
            scope: String,
            // If it is missing, the ticket is not cached.
            #[serde(default)]
            expires_at: i64,
        }
        let question = Question { ticket, audience: self.audience.as_str() };
        let answer = self.http.send_json(self.as_server(Method::POST, "/tickets/verify"), &question).await?;
        if answer.status == 400 {
            return Ok(None);
        }
        let Holder { audience, user_id, handle, verified, scope, expires_at } = success(&answer, 200)?;
        // The service has checked it. Checked again, so that a mistake of the service does not let in others.
        let is_ours = audience == self.audience.as_str();
        let holder = TicketHolder { user_id, handle, verified, may_write: scope == "write" };
        Ok(is_ours.then_some(VerifiedTicket { holder, expires_at }))
    }

    /// Returns the user with this ID. `None` if there is none.
    pub(crate) async fn user(&self, user_id: u64) -> Result<Option<Listener>, ServiceError> {
        let found = found(&self.http.ask(self.as_server(Method::GET, &format!("/users/{user_id}"))).await?)?;
        Ok(found.filter(|user| user.user_id == user_id))
    }

    /// Returns the user with this handle, without regard to case. `None` if there is none.
    pub(crate) async fn user_by_handle(&self, handle: &str) -> Result<Option<Listener>, ServiceError> {
        // A malformed handle must not become a part of the address.
        if !is_handle(handle) {
            return Ok(None);
        }
        let found = found(&self.http.ask(self.as_server(Method::GET, &format!("/users/handle/{handle}"))).await?)?;
        Ok(found.filter(|user| user.handle.eq_ignore_ascii_case(handle)))
    }

    /// Returns the user that an owner means. `None` if there is none.
    pub(crate) async fn find_user(&self, reference: &UserReference) -> Result<Option<Listener>, ServiceError> {
        match reference {
            UserReference::Number(user_id) => self.user(*user_id).await,
            UserReference::Handle(handle) => self.user_by_handle(handle).await,
        }
    }
}

fn found(answer: &Answer) -> Result<Option<Listener>, ServiceError> {
    if answer.status == 404 {
        return Ok(None);
    }
    success::<Data<Listener>>(answer, 200).map(|Data { data }| Some(data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_named_by_number_or_handle() {
        assert_eq!(UserReference::parse("7"), Some(UserReference::Number(7)));
        assert_eq!(UserReference::parse("@Ada"), Some(UserReference::Handle("Ada".to_owned())));
        for text in ["", "@", "@a/b", "@.", "ada", "+7", "-7", "7.0", "99999999999999999999", "@é"] {
            assert_eq!(UserReference::parse(text), None, "{text:?}");
        }
    }
}
