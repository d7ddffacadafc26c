//! New grants, within the caps of their user.

use crate::grants::caps::{MAX_CONSENTS, MAX_GRANTS, NewestGrant};
use crate::grants::consents::{self, NewConsent};
use crate::users::lock;
use crate::{NewGrant, Store, StoreError, sql};

impl Store {
    /// Inserts a grant and, for a registered app, the consent. Deletes the oldest unused codes of the app over
    /// [`MAX_CODES`](crate::MAX_CODES), so that a page that requests codes in a loop ends nothing but its own.
    ///
    /// Returns false, and has inserted nothing, if the user has [`MAX_GRANTS`] or, without this one,
    /// [`MAX_CONSENTS`].
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn insert_grant(&self, new: &NewGrant<'_>) -> Result<bool, StoreError> {
        let grant =
            sql("INSERT INTO grants (grant_id, user_id, api_key, app_name, scope, redirect_uri, code_challenge,
                                 generation, generation_key, generation_used, rotated_at, created_at, expires_at, code_jkt,
                                 authenticated_at, device)
             SELECT $1, $2, $3, $4, $5, $6, $7, 0, $8, FALSE, $9, $9, $10, $11, $12, $13
             WHERE EXISTS (SELECT 1 FROM users WHERE user_id = $2 AND deletion_at IS NULL)
               AND (SELECT COUNT(*) FROM grants WHERE user_id = $2 AND expires_at > $9) < $14
               AND ($3 IS NULL OR EXISTS (SELECT 1 FROM consents WHERE user_id = $2 AND api_key = $3)
                    OR (SELECT COUNT(*) FROM consents WHERE user_id = $2) < $15)")
            .bind(&new.id.0[..])
            .bind(new.user_id)
            .bind(new.api_key)
            .bind(new.app_name)
            .bind(new.scope)
            .bind(new.redirect_uri)
            .bind(new.code_challenge)
            .bind(new.key)
            .bind(new.created_at)
            .bind(new.expires_at)
            .bind(new.code_jkt)
            .bind(new.authenticated_at)
            .bind(new.device)
            .bind(MAX_GRANTS)
            .bind(MAX_CONSENTS);
        let consent = new.api_key.map(|api_key| {
            let NewGrant { user_id, scope, redirect_uri, created_at: granted_at, terms_hash, .. } = *new;
            let grant = new.id;
            consents::record(NewConsent { grant, user_id, api_key, scope, redirect_uri, granted_at, terms_hash })
        });
        let NewGrant { id, user_id, api_key, app_name, redirect_uri, .. } = *new;
        let codes = NewestGrant { id, user_id, api_key, app_name, redirect_uri }.delete_codes();
        let statements = [lock(user_id), codes, grant].into_iter().chain(consent.into_iter().flatten());
        let written = self.database.transaction(statements.collect()).await?;
        Ok(written.get(2).is_some_and(|grant| grant.changed == 1))
    }
}
