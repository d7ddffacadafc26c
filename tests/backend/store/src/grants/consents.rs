//! Consents of users to apps. They are separate from grants: signing out revokes a grant and keeps the consent.

use crate::database::Statement;
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
}

/// Records a consent. `write` includes `read`: signing in again with a narrower scope does not narrow the consent. The
/// time of the first consent is kept. With [`MAX_CONSENT_REDIRECT_URIS`], a further one is not recorded: `prompt=none`
/// then needs the page.
pub(crate) fn record(new: NewConsent<'_>) -> [Statement; 2] {
    let consent = sql("INSERT INTO consents (user_id, api_key, scope, granted_at)
         SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM grants WHERE grant_id = $5)
         ON CONFLICT (user_id, api_key) DO UPDATE
         SET scope = CASE WHEN consents.scope = 'write' THEN 'write' ELSE excluded.scope END")
    .bind(new.user_id)
    .bind(new.api_key)
    .bind(new.scope)
    .bind(new.granted_at)
    .bind(&new.grant.0[..]);
    let at = sql("INSERT INTO consent_redirect_uris (user_id, api_key, redirect_uri, scope)
         SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM grants WHERE grant_id = $5)
           AND ((SELECT COUNT(*) FROM consent_redirect_uris WHERE user_id = $1) < $6
                OR EXISTS (SELECT 1 FROM consent_redirect_uris
                           WHERE user_id = $1 AND api_key = $2 AND redirect_uri = $3))
         ON CONFLICT (user_id, api_key, redirect_uri) DO UPDATE
         SET scope = CASE WHEN consent_redirect_uris.scope = 'write' THEN 'write' ELSE excluded.scope END")
    .bind(new.user_id)
    .bind(new.api_key)
    .bind(new.redirect_uri)
    .bind(new.scope)
    .bind(&new.grant.0[..])
    .bind(MAX_CONSENT_REDIRECT_URIS);
    [consent, at]
}

impl Store {
    /// Returns the scope of the user's consent to the app: `read` or `write`. `None` if there is no consent.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn consented_scope(&self, user_id: i64, api_key: &str) -> Result<Option<String>, StoreError> {
        let select = sql("SELECT scope FROM consents WHERE user_id = $1 AND api_key = $2");
        let row = self.database.read_one(select.bind(user_id).bind(api_key)).await?;
        row.map(|mut row| row.take()).transpose()
    }

    /// The same for a consent that the user gave at this redirect URI.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn consented_scope_at(
        &self,
        user_id: i64,
        api_key: &str,
        redirect_uri: &str,
    ) -> Result<Option<String>, StoreError> {
        let select = sql("SELECT scope FROM consent_redirect_uris
             WHERE user_id = $1 AND api_key = $2 AND redirect_uri = $3");
        let row = self.database.read_one(select.bind(user_id).bind(api_key).bind(redirect_uri)).await?;
        row.map(|mut row| row.take()).transpose()
    }
}
