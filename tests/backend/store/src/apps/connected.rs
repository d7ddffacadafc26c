//! The apps that act for a user: what each may do, since when, and when it last did.

use crate::GrantId;
use crate::{Store, StoreError, sql};

/// A registered app with a user's consent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectedApp {
    /// Its API key.
    pub api_key: String,
    /// Its name.
    pub name: String,
    /// A description by its developer.
    pub description: Option<String>,
    /// `read` or `write`.
    pub scope: String,
    /// When the user first consented.
    pub since: i64,
    /// When it last acted for the user, by an access token or by its bearer token.
    pub last_used_at: Option<i64>,
    /// Whether it has valid tokens.
    pub signed_in: bool,
}

/// A sign-in of an unregistered app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedApp {
    /// The name that it gave itself.
    pub app_name: String,
    /// The redirect URI of the sign-in.
    pub redirect_uri: String,
    /// When the user consented, in Unix seconds.
    pub since: i64,
    /// When it last used a token, in Unix seconds.
    pub last_used_at: Option<i64>,
}

/// The app that acted for a user.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AppUse {
    /// A registered app. Its uses are stored with the consent, which outlives sign-ins.
    App {
        /// The user.
        user_id: i64,
        /// The app's API key.
        api_key: String,
    },
    /// An unregistered app, identified by its grant. The order of grants is that of their IDs, in which batches of
    /// rotations lock them too, so that the two cannot deadlock.
    Grant {
        /// The grant.
        id: GrantId,
        /// The user.
        user_id: i64,
    },
}

impl AppUse {
    /// Returns the user that the app did it for.
    pub fn user_id(&self) -> i64 {
        match self {
            Self::App { user_id, .. } | Self::Grant { user_id, .. } => *user_id,
        }
    }
}

impl Store {
    /// Returns the registered apps with a user's consent, newest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn connected_apps(&self, user_id: i64, now: i64) -> Result<Vec<ConnectedApp>, StoreError> {
        let select = sql("SELECT consents.api_key, apps.name, apps.description, consents.scope, consents.granted_at,
                    consents.last_used_at,
                    EXISTS (SELECT 1 FROM grants WHERE grants.user_id = consents.user_id AND grants.api_key = consents.api_key
                              AND generation >= 1 AND expires_at > $2)
             FROM consents JOIN apps ON apps.api_key = consents.api_key
             WHERE consents.user_id = $1
             ORDER BY consents.granted_at DESC, consents.api_key");
        let rows = self.database.read(select.bind(user_id).bind(now)).await?;
        let app = |mut row: crate::database::Row| {
            Ok(ConnectedApp {
                api_key: row.take()?,
                name: row.take()?,
                description: row.take()?,
                scope: row.take()?,
                since: row.take()?,
                last_used_at: row.take()?,
                signed_in: row.take()?,
            })
        };
        rows.into_iter().map(app).collect()
    }

    /// Returns the valid sign-ins of unregistered apps, newest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn named_apps(&self, user_id: i64, now: i64) -> Result<Vec<NamedApp>, StoreError> {
        let select = sql("SELECT app_name, redirect_uri, created_at, last_used_at FROM grants
             WHERE user_id = $1 AND app_name IS NOT NULL AND generation >= 1 AND expires_at > $2
             ORDER BY created_at DESC, grant_id");
        let rows = self.database.read(select.bind(user_id).bind(now)).await?;
        let app = |mut row: crate::database::Row| {
            Ok(NamedApp {
                app_name: row.take()?,
                redirect_uri: row.take()?,
                since: row.take()?,
                last_used_at: row.take()?,
            })
        };
        rows.into_iter().map(app).collect()
    }

    /// Deletes the user's consent to a registered app, and revokes its grants. Neither its tokens nor its bearer token
    /// are valid for this user any more.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn disconnect_app(&self, user_id: i64, api_key: &str) -> Result<(), StoreError> {
        let consent = sql("DELETE FROM consents WHERE user_id = $1 AND api_key = $2").bind(user_id).bind(api_key);
        let grants = sql("DELETE FROM grants WHERE user_id = $1 AND api_key = $2").bind(user_id).bind(api_key);
        self.database.transaction(vec![consent, grants]).await?;
        Ok(())
    }

    /// Returns the redirect URIs of the user's sign-ins with the unregistered app of this name.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn redirect_uris_of_named_app(&self, user_id: i64, app_name: &str) -> Result<Vec<String>, StoreError> {
        let select = sql("SELECT DISTINCT redirect_uri FROM grants WHERE user_id = $1 AND app_name = $2");
        let rows = self.database.read(select.bind(user_id).bind(app_name)).await?;
        rows.into_iter().map(|mut row| row.take()).collect()
    }

    /// Revokes the user's grants of the unregistered app with this name and one of these redirect URIs.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn disconnect_named_app(
        &self,
        user_id: i64,
        app_name: &str,
        redirect_uris: &[&str],
    ) -> Result<(), StoreError> {
        let revoke = |redirect_uri: &&str| {
            sql("DELETE FROM grants WHERE user_id = $1 AND app_name = $2 AND redirect_uri = $3")
                .bind(user_id)
                .bind(app_name)
                .bind(*redirect_uri)
        };
        self.database.transaction(redirect_uris.iter().map(revoke).collect()).await?;
        Ok(())
    }

    /// Stores when apps were last used. A time is never replaced by an earlier one, even if several services write.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn record_uses(&self, uses: &[(AppUse, i64)]) -> Result<(), StoreError> {
        let record = |(by, at): &(AppUse, i64)| match by {
            AppUse::App { user_id, api_key } => sql("UPDATE consents SET last_used_at = $3
                 WHERE user_id = $1 AND api_key = $2 AND (last_used_at IS NULL OR last_used_at < $3)")
            .bind(*user_id)
            .bind(api_key)
            .bind(*at),
            AppUse::Grant { id, .. } => sql("UPDATE grants SET last_used_at = $2
                 WHERE grant_id = $1 AND (last_used_at IS NULL OR last_used_at < $2)")
            .bind(&id.0[..])
            .bind(*at),
        };
        self.database.transaction(uses.iter().map(record).collect()).await?;
        Ok(())
    }
}
