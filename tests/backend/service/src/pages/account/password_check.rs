//! Checks the password of a signed-in user, before a change that needs it. An attempt counts like a sign-in, so that an
//! attacker at a signed-in browser has no more attempts than others.

use std::net::SocketAddr;

use axum::http::{HeaderMap, StatusCode};

use crate::accounts::password::{MAX_PASSWORD, PasswordError};
use crate::limits::throttle::{PasswordTries, ThrottleError, minutes};
use crate::pages::session::{self, Session};
use crate::state::Backend;
use crate::texts::message::Message;
use stagepass_store::StoreError;

/// Why a password was not accepted.
#[derive(Debug, thiserror::Error)]
pub(super) enum PasswordCheckError {
    #[error("the password is wrong")]
    Mismatch,
    #[error("too many attempts")]
    TooMany { retry_after: i64 },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Password(#[from] PasswordError),
}

/// Returns the stored hash that `password` matches.
pub(super) async fn check(
    backend: &Backend,
    session: &Session,
    headers: &HeaderMap,
    (password, peer): (&str, SocketAddr),
) -> Result<String, PasswordCheckError> {
    if password.is_empty() || password.len() > MAX_PASSWORD {
        return Err(PasswordCheckError::Mismatch);
    }
    let handle = &session.user.handle;
    let address = backend.client_address(peer, headers);
    let tries = PasswordTries::new(backend, handle, address, session::device(backend, headers, handle));
    tries.begin(backend).await?;
    let stored = backend.store.password_hash(session.user.user_id).await?;
    let matches = backend.passwords.verify(password, stored.as_deref()).await?;
    let stored = stored.filter(|_| matches).ok_or(PasswordCheckError::Mismatch)?;
    tries.succeed(backend).await?;
    Ok(stored)
}

impl PasswordCheckError {
    /// The status of the page that shows the error, and `Retry-After`. `None` for an error of the service.
    pub(super) fn status(&self) -> Option<(StatusCode, Option<i64>)> {
        match self {
            Self::Mismatch => Some((StatusCode::FORBIDDEN, None)),
            Self::TooMany { retry_after } => Some((StatusCode::TOO_MANY_REQUESTS, Some(*retry_after))),
            Self::Store(_) | Self::Password(_) => None,
        }
    }

    /// The text on that page.
    pub(super) fn message(&self) -> Option<Message> {
        match self {
            Self::Mismatch => Some(Message::new("account-password-wrong")),
            Self::TooMany { retry_after } => {
                Some(Message::new("too-many-attempts").number("minutes", minutes(*retry_after)))
            }
            Self::Store(_) | Self::Password(_) => None,
        }
    }
}

impl From<ThrottleError> for PasswordCheckError {
    fn from(error: ThrottleError) -> Self {
        match error {
            ThrottleError::TooMany { retry_after } => Self::TooMany { retry_after },
            ThrottleError::Store(error) => Self::Store(error),
        }
    }
}
