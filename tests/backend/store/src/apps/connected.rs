//! The apps that act for a listener, as the listener sees them: what each may do, since when, and when it last did.

use crate::GrantId;
use crate::{Store, StoreError, sql};

/// A registered app that a listener has allowed something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectedApp {
    /// Its API key.
    pub api_key: String,
    /// Its name.
    pub name: String,
    /// What its developer says of it.
    pub description: Option<String>,
    /// `read` or `write`.
    pub scope: String,
    /// Since when it may.
    pub since: i64,
    /// When it last did something for the listener, by a token or by its bearer token.
    pub last_used_at: Option<i64>,
    /// Whether it holds tokens that are good.
    pub signed_in: bool,
}

/// A sign-in of an app that has registered nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedApp {
    /// The name that it gave itself.
    pub app_name: String,
    /// Where it had the browser sent back to.
    pub redirect_uri: String,
    /// When it was approved first, in Unix seconds.
    pub since: i64,
    /// When it last used a token, in Unix seconds.
    pub last_used_at: Option<i64>,
}

/// Who has done something for a listener.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AppUse {
    /// A registered app. Kept with the consent, which outlives every sign-in.
    App {
        /// For whom.
        user_id: i64,
        /// The app's API key.
        api_key: String,
    },
    /// An app that has registered nothing: all there is of it is the grant.
    Grant {
        /// For whom.
        user_id: i64,
        /// The grant.
        id: GrantId,
    },
}

impl AppUse {
    /// Returns the user for whom the app did it.
    pub fn user_id(&self) -> i64 {
        match self {
            Self::App { user_id, .. } | Self::Grant { user_id, .. } => *user_id,
        }
    }
}

impl Store {
    /// The registered apps that a listener has allowed something, the latest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn connected_apps(&self, user_id: i64, now: i64) -> Result<Vec<ConnectedApp>, StoreError> {
        let select = sql("SELECT consents.api_key, apps.name, apps.description, consents.scope, consents.granted_at,
                    consents.last_used_at,
                    EXISTS (SELECT 1 FROM grants WHERE grants.user_id = consents.user_id AND grants.api_key = consents.api_key
                              AND revoked_at IS NULL AND generation >= 1 AND expires_at > $2)
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

    /// The sign-ins that are good of apps that have registered nothing, the latest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn named_apps(&self, user_id: i64, now: i64) -> Result<Vec<NamedApp>, StoreError> {
        let select = sql("SELECT app_name, redirect_uri, COALESCE(created_at, rotated_at), last_used_at FROM grants
             WHERE user_id = $1 AND app_name IS NOT NULL AND revoked_at IS NULL AND generation >= 1 AND expires_at > $2
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

    /// Takes back what a listener has allowed a registered app, and ends every sign-in of it: its tokens are good for nothing any more, nor is
    /// its bearer token for this listener.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn disconnect_app(&self, user_id: i64, api_key: &str, now: i64) -> Result<(), StoreError> {
        let consent = sql("DELETE FROM consents WHERE user_id = $1 AND api_key = $2").bind(user_id).bind(api_key);
        let grants =
            sql("UPDATE grants SET revoked_at = $3 WHERE user_id = $1 AND api_key = $2 AND revoked_at IS NULL");
        self.database.transaction(vec![consent, grants.bind(user_id).bind(api_key).bind(now)]).await?;
        Ok(())
    }

    /// Where an app that has registered nothing, and goes by this name, has its codes sent for this listener.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn redirect_uris_of_named_app(&self, user_id: i64, app_name: &str) -> Result<Vec<String>, StoreError> {
        let select = sql("SELECT DISTINCT redirect_uri FROM grants
             WHERE user_id = $1 AND app_name = $2 AND revoked_at IS NULL");
        let rows = self.database.read(select.bind(user_id).bind(app_name)).await?;
        rows.into_iter().map(|mut row| row.take()).collect()
    }

    /// Ends every sign-in of the app that goes by this name and has its codes sent to one of these addresses.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn disconnect_named_app(
        &self,
        user_id: i64,
        app_name: &str,
        redirect_uris: &[&str],
        now: i64,
    ) -> Result<(), StoreError> {
        let revoke = |redirect_uri: &&str| {
            sql("UPDATE grants SET revoked_at = $4
                 WHERE user_id = $1 AND app_name = $2 AND redirect_uri = $3 AND revoked_at IS NULL")
            .bind(user_id)
            .bind(app_name)
            .bind(*redirect_uri)
            .bind(now)
        };
        self.database.transaction(redirect_uris.iter().map(revoke).collect()).await?;
        Ok(())
    }

    /// Notes when apps have last done something. None of it goes back in time, whichever of several services writes last.
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
