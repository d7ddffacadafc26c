//! Consents of users to apps. They are separate from grants: signing out revokes a grant and keeps the consent.

use crate::database::{Row, Statement};
use crate::grants::caps::MAX_CONSENT_REDIRECT_URIS;
use crate::{GrantId, Store, StoreError, sql};

/// A consent to record.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewConsent<'a> {
    /// Without this grant, nothing is recorded.
    pub(crate) grant: GrantId,
    pub(crate) user_id: i64,
    pub(crate) api_key: &'a str,
    /// `read` or `write`.
    pub(crate) scope: &'a str,
    /// Where it was given.
    pub(crate) redirect_uri: &'a str,
    /// Unix seconds.
    pub(crate) granted_at: i64,
    /// See [`NewGrant::terms_hash`](crate::NewGrant::terms_hash).
    pub(crate) terms_hash: Option<&'a [u8]>,
}

/// What a user has allowed an app at a redirect URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RememberedConsent {
    /// `read` or `write`.
    pub scope: String,
    /// See [`NewGrant::terms_hash`](crate::NewGrant::terms_hash).
    pub terms_hash: Vec<u8>,
}

/// Records a consent. `write` includes `read`: signing in again with a narrower scope does not narrow the consent. The
/// time of the first consent is kept. If the user was asked, the answer is remembered at the redirect URI, but no more
/// than [`MAX_CONSENT_REDIRECT_URIS`] of them.
pub(crate) fn record(new: NewConsent<'_>) -> impl Iterator<Item = Statement> {
    let consent = sql("INSERT INTO consents (user_id, api_key, scope, granted_at)
         SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM grants WHERE grant_id = $5)
         ON CONFLICT (user_id, api_key) DO UPDATE
         SET scope = CASE WHEN consents.scope = 'write' THEN 'write' ELSE excluded.scope END")
    .bind(new.user_id)
    .bind(new.api_key)
    .bind(new.scope)
    .bind(new.granted_at)
    .bind(&new.grant.0[..]);
    let at = new.terms_hash.map(|terms_hash| {
        sql("INSERT INTO consent_redirect_uris (user_id, api_key, redirect_uri, scope, granted_at, terms_hash)
             SELECT $1, $2, $3, $4, $7, $8 WHERE EXISTS (SELECT 1 FROM grants WHERE grant_id = $5)
               AND ((SELECT COUNT(*) FROM consent_redirect_uris WHERE user_id = $1) < $6
                    OR EXISTS (SELECT 1 FROM consent_redirect_uris
                               WHERE user_id = $1 AND api_key = $2 AND redirect_uri = $3 AND scope = $4))
             ON CONFLICT (user_id, api_key, redirect_uri, scope) DO UPDATE
             SET granted_at = excluded.granted_at, terms_hash = excluded.terms_hash")
        .bind(new.user_id)
        .bind(new.api_key)
        .bind(new.redirect_uri)
        .bind(new.scope)
        .bind(&new.grant.0[..])
        .bind(MAX_CONSENT_REDIRECT_URIS)
        .bind(new.granted_at)
        .bind(terms_hash)
    });
    std::iter::once(consent).chain(at)
}

impl Store {
    /// Returns the scope of the user's consent to the app: `read` or `write`. `None` if there is no consent, or the
    /// account is marked for deletion.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn consented_scope(&self, user_id: i64, api_key: &str) -> Result<Option<String>, StoreError> {
        let select = sql("SELECT scope FROM consents WHERE user_id = $1 AND api_key = $2
               AND NOT EXISTS (SELECT 1 FROM users WHERE user_id = $1 AND deletion_at IS NOT NULL)");
        let row = self.database.read_one(select.bind(user_id).bind(api_key)).await?;
        row.map(|mut row| row.take()).transpose()
    }

    /// Returns what the user has allowed the app at this redirect URI since `since`, in Unix seconds.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn remembered_consents(
        &self,
        user_id: i64,
        api_key: &str,
        redirect_uri: &str,
        since: i64,
    ) -> Result<Vec<RememberedConsent>, StoreError> {
        let select = sql("SELECT scope, terms_hash FROM consent_redirect_uris
             WHERE user_id = $1 AND api_key = $2 AND redirect_uri = $3 AND granted_at > $4");
        let rows = self.database.read(select.bind(user_id).bind(api_key).bind(redirect_uri).bind(since)).await?;
        let consent = |mut row: Row| Ok(RememberedConsent { scope: row.take()?, terms_hash: row.take()? });
        rows.into_iter().map(consent).collect()
    }
}

/// Forgets what a user has allowed by a click. The consents themselves stay.
pub(crate) fn forget(user_id: i64) -> Statement {
    sql("DELETE FROM consent_redirect_uris WHERE user_id = $1").bind(user_id)
}

/// Narrows a user's consents to `read`: no app's server acts for the user, until the user allows `write` again.
pub(crate) fn narrow(user_id: i64) -> Statement {
    sql("UPDATE consents SET scope = 'read' WHERE user_id = $1").bind(user_id)
}
