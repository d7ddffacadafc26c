//! The caps of a user's grants. An API key is public and `prompt=none` needs no click, so a page can request codes
//! without end. It only ever ends codes and sessions of its own app.

use crate::database::Statement;
use crate::{Grant, GrantId, Store, StoreError, sql};

/// The most unused codes of a user for one app.
pub const MAX_CODES: u32 = 10;
/// The most sessions of a user at one app.
pub const MAX_SESSIONS: u32 = 50;
/// The most grants of a user: unused codes and sessions of all apps.
pub const MAX_GRANTS: u32 = 1_000;
/// The most registered apps with a user's consent.
pub const MAX_CONSENTS: u32 = 500;
/// The most redirect URIs at which a user's consents are recorded.
pub const MAX_CONSENT_REDIRECT_URIS: u32 = 1_000;

/// A grant that stays, with its app. An unregistered app is known by its name and its redirect URI.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewestGrant<'a> {
    pub(super) id: GrantId,
    pub(super) user_id: i64,
    pub(super) api_key: Option<&'a str>,
    pub(super) app_name: Option<&'a str>,
    pub(super) redirect_uri: &'a str,
}

/// Deletes the user's other grants of this kind at the app, but for the newest `$6`.
macro_rules! delete_oldest {
    ($kind:literal) => {
        concat!(
            "DELETE ",
            delete_oldest!(from others, $kind),
            " AND grant_id NOT IN (SELECT grant_id ",
            delete_oldest!(from others, $kind),
            " ORDER BY rotated_at DESC, grant_id LIMIT $6)"
        )
    };
    (from others, $kind:literal) => {
        concat!(
            "FROM grants WHERE user_id = $2 AND (api_key = $3 OR (app_name = $4 AND redirect_uri = $5))
               AND grant_id <> $1 AND generation ",
            $kind
        )
    };
}

impl NewestGrant<'_> {
    /// Deletes the oldest unused codes over [`MAX_CODES`].
    pub(super) fn delete_codes(self) -> Statement {
        self.bind(sql(delete_oldest!("= 0"))).bind(MAX_CODES - 1)
    }

    /// Deletes the sessions over [`MAX_SESSIONS`], those first that were not refreshed for the longest time.
    fn delete_sessions(self) -> Statement {
        self.bind(sql(delete_oldest!(">= 1"))).bind(MAX_SESSIONS - 1)
    }

    fn bind(self, delete: Statement) -> Statement {
        let delete = delete.bind(&self.id.0[..]).bind(self.user_id).bind(self.api_key).bind(self.app_name);
        delete.bind(self.redirect_uri)
    }
}

impl Store {
    /// Ends the sessions of `grant`'s user at its app over [`MAX_SESSIONS`], those first that were not refreshed for
    /// the longest time. `grant` stays.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn end_oldest_sessions(&self, grant: &Grant) -> Result<(), StoreError> {
        let Grant { id, user_id, redirect_uri, .. } = grant;
        let (api_key, app_name) = (grant.api_key.as_deref(), grant.app_name.as_deref());
        let newest = NewestGrant { id: *id, user_id: *user_id, api_key, app_name, redirect_uri };
        self.database.write(newest.delete_sessions()).await?;
        Ok(())
    }
}
