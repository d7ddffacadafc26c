//! Who somebody is: whoever shows a ticket, and whom an owner names.

use axum::http::Method;
use serde::{Deserialize, Serialize};

use super::{Data, Service, ServiceError, success};
use stagepass_kit::identifier::is_handle;
use stagepass_server::http::Answer;

/// A listener who has shown a ticket that the service knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TicketHolder {
    pub(crate) user_id: u64,
    pub(crate) handle: String,
    /// Whether the service vouches for who this is.
    pub(crate) verified: bool,
}

/// Whose ticket it is, and until when it is good.
#[derive(Debug, Clone)]
pub(crate) struct VerifiedTicket {
    pub(crate) holder: TicketHolder,
    /// Unix seconds.
    pub(crate) expires_at: i64,
}

/// A listener, as the service knows them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Listener {
    pub(crate) user_id: u64,
    pub(crate) handle: String,
    pub(crate) name: String,
    #[serde(rename = "is_verified")]
    pub(crate) verified: bool,
}

/// How an owner names a listener: by number, or by handle, as `@ada`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UserReference {
    Number(u64),
    Handle(String),
}

impl UserReference {
    /// Reads digits, or `@` and a handle.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if let Some(handle) = text.strip_prefix('@') {
            return is_handle(handle).then(|| Self::Handle(handle.to_owned()));
        }
        // `u64` would read a plus sign as well.
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain).map(Self::Number)
    }
}

impl Service {
    /// The listener whose ticket this is; `None` if the service does not know it, or it is another's than this server's.
    pub(crate) async fn verify(&self, ticket: &str) -> Result<Option<VerifiedTicket>, ServiceError> {
        #[derive(Serialize)]
        struct Question<'a> {
            ticket: &'a str,
            audience: &'a str,
        }
        #[derive(Deserialize)]
        struct Holder {
            audience: String,
            api_key: String,
            user_id: u64,
            #[serde(default)]
            handle: String,
            // Nobody for whom the service does not vouch in so many words.
            #[serde(default)]
            verified: bool,
            // What does not say until when it is good is good for this once.
            #[serde(default)]
            expires_at: i64,
        }
        let question = Question { ticket, audience: self.audience.as_str() };
        let asked = self.http.tell(self.as_app(Method::POST, "/tickets/verify"), &question).await?;
        if asked.status == 400 {
            return Ok(None);
        }
        let Holder { audience, api_key, user_id, handle, verified, expires_at } = success(&asked, 200)?;
        // The service has looked at both; a mistake of its must not let in whom we did not ask for.
        let is_ours = audience == self.audience.as_str() && api_key.eq_ignore_ascii_case(&self.api_key);
        Ok(is_ours.then_some(VerifiedTicket { holder: TicketHolder { user_id, handle, verified }, expires_at }))
    }

    /// The listener with this number; `None` if there is none.
    pub(crate) async fn user(&self, user_id: u64) -> Result<Option<Listener>, ServiceError> {
        let found = found(&self.http.ask(self.as_app(Method::GET, &format!("/users/{user_id}"))).await?)?;
        Ok(found.filter(|user| user.user_id == user_id))
    }

    /// The listener with this handle, in any case; `None` if there is none.
    pub(crate) async fn user_by_handle(&self, handle: &str) -> Result<Option<Listener>, ServiceError> {
        // Whatever else it is, it is part of an address.
        if !is_handle(handle) {
            return Ok(None);
        }
        let found = found(&self.http.ask(self.as_app(Method::GET, &format!("/users/handle/{handle}"))).await?)?;
        Ok(found.filter(|user| user.handle.eq_ignore_ascii_case(handle)))
    }

    /// The listener whom an owner means; `None` if there is none.
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
