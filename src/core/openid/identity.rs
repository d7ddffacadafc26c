//! The user of a session, as the provider's ID token says.

use core::fmt;

use crate::config::Config;
use crate::document::Document;
use crate::error::{Code, Error, ServiceError};
use crate::openid::authorize;
use crate::openid::id_token::{self, Expected, To};
use crate::provider::Provider;
use crate::session::Session;
use crate::text::record;
use crate::text::secret::Secret;
use crate::token::Tokens;
use crate::transaction::Transaction;

/// The user of a session. Without an ID token, both are empty.
#[derive(Clone, Default)]
pub struct Identity {
    /// The ID token, for the sign-out.
    pub id_token: Secret,
    /// Its claims, as JSON.
    pub claims: String,
}

/// Its `Debug` shows nothing of the user.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity").finish_non_exhaustive()
    }
}

impl Identity {
    /// Returns the user who has signed in.
    ///
    /// # Errors
    /// [`Code::IdTokenInvalid`], also if there is no ID token although the scope has `openid`.
    pub(crate) fn of_login<D: Document>(transaction: &Transaction, tokens: &Tokens, now: u64) -> Result<Self, Error> {
        let wants_one = authorize::wants_id_token(&transaction.scope);
        if transaction.config.provider == Provider::Stagepass || !wants_one {
            return Ok(Self::default());
        }
        if tokens.id_token.expose().is_empty() {
            let description = Some("ID token: none".to_owned());
            let service = ServiceError { description, ..ServiceError::default() };
            return Err(Error::from_service(Code::IdTokenInvalid, service));
        }
        let nonce = authorize::nonce(&transaction.code_verifier);
        let to = To::Login { nonce: &nonce, max_age: transaction.max_age };
        Self::checked::<D>(&transaction.config, tokens, now, to)
    }

    /// Returns the user of a refreshed session.
    ///
    /// # Errors
    /// [`Code::IdTokenInvalid`] for another user or client.
    pub(crate) fn of_refresh<D: Document>(
        config: &Config,
        before: &Session,
        tokens: &Tokens,
        now: u64,
    ) -> Result<Self, Error> {
        let Self { claims, .. } = &before.identity;
        if claims.is_empty() || tokens.id_token.expose().is_empty() {
            return Ok(before.identity.clone());
        }
        Self::checked::<D>(config, tokens, now, To::Refresh { claims })
    }

    fn checked<D: Document>(config: &Config, tokens: &Tokens, now: u64, to: To<'_>) -> Result<Self, Error> {
        let Tokens { id_token, access_token, .. } = tokens;
        let expected = Expected { issuer: &config.base_url, client_id: &config.client_id, access_token, now, to };
        let claims = id_token::check::<D>(id_token, &expected)?;
        Ok(Self { id_token: id_token.clone(), claims })
    }

    /// Puts the claims in the place of the profile of a completed login.
    pub(crate) fn shown_in(self, profile: &mut String) -> Self {
        if !self.claims.is_empty() {
            profile.clone_from(&self.claims);
        }
        self
    }

    /// Returns whether both users are known, and are not the same.
    ///
    /// Only then does a login revoke the session that it replaces. A provider may have one grant for all logins of a
    /// user at an app. To revoke the old refresh token then ends the new session too (RFC 7009 section 2.1).
    pub fn is_other_user<D: Document>(&self, other: &Self) -> bool {
        let subject = |identity: &Self| D::parse(&identity.claims).map(|claims| record::text(&claims, "sub"));
        matches!((subject(self), subject(other)), (Some(own), Some(other)) if own != other)
    }

    pub(crate) fn add_to<D: Document>(&self, record: &mut D) {
        if !self.claims.is_empty() {
            record.set_text("idToken", self.id_token.expose());
            record.set_text("claims", &self.claims);
        }
    }

    pub(crate) fn from_record<D: Document>(record: &D) -> Self {
        Self { id_token: record::text(record, "idToken").into(), claims: record::text(record, "claims") }
    }
}
