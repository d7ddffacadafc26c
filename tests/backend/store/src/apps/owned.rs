//! Apps with their owners, for the operator.

use crate::apps::rates::take_rate;
use crate::apps::session_limits::SessionLimits;
use crate::{AppRecord, Statement, Store, StoreError, sql};
use stagepass_kit::rate::Rate;

/// An app with its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedApp {
    /// The app.
    pub app: AppRecord,
    /// The user ID of the owner.
    pub owner_id: i64,
    /// The handle of the owner.
    pub owner: String,
    /// Unix seconds.
    pub created_at: i64,
    /// The app's own rate limit.
    pub rate: Option<Rate>,
}

macro_rules! select_owned_apps {
    ($condition:literal) => {
        sql(concat!(
            "SELECT apps.api_key, apps.name, description, redirect_uri, session_idle, session_longest,
                    bound_tokens_only, owner_id, handle, apps.created_at, rate_per_second, rate_burst
             FROM apps JOIN users ON users.user_id = apps.owner_id
             LEFT JOIN app_redirect_uris ON app_redirect_uris.api_key = apps.api_key
             WHERE ",
            $condition,
            " ORDER BY apps.created_at, apps.api_key, position"
        ))
    };
}

impl Store {
    /// Returns every app, oldest first. With `owner`, only those of the user with this handle, without regard to case.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn owned_apps(&self, owner: Option<&str>) -> Result<Vec<OwnedApp>, StoreError> {
        let select = match owner {
            Some(owner) => select_owned_apps!("handle_key = $1").bind(owner.to_ascii_lowercase()),
            None => select_owned_apps!("1 = 1"),
        };
        self.read_owned_apps(select).await
    }

    /// Returns the app with this key, without regard to case.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn owned_app(&self, api_key: &str) -> Result<Option<OwnedApp>, StoreError> {
        let select = select_owned_apps!("apps.api_key = $1").bind(api_key.to_ascii_lowercase());
        Ok(self.read_owned_apps(select).await?.pop())
    }

    async fn read_owned_apps(&self, select: Statement) -> Result<Vec<OwnedApp>, StoreError> {
        let mut apps: Vec<OwnedApp> = Vec::new();
        for mut row in self.database.read(select).await? {
            let app = AppRecord {
                api_key: row.take()?,
                name: row.take()?,
                description: row.take()?,
                redirect_uris: row.take::<Option<String>>()?.into_iter().collect(),
                sessions: SessionLimits::take(&mut row)?,
                bound_tokens_only: row.take()?,
            };
            match apps.last_mut() {
                Some(OwnedApp { app: last, .. }) if last.api_key == app.api_key => {
                    last.redirect_uris.extend(app.redirect_uris);
                }
                _ => {
                    let (owner_id, owner, created_at) = (row.take()?, row.take()?, row.take()?);
                    let rate = take_rate(&mut row)?;
                    apps.push(OwnedApp { app, owner_id, owner, created_at, rate });
                }
            }
        }
        Ok(apps)
    }
}
