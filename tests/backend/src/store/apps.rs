//! Developers' apps.

use super::{Store, StoreError};

/// An app, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppRecord {
    /// `0x` and 40 hexadecimal digits, in lower case.
    pub api_key: String,
    /// The name shown to people.
    pub name: String,
    /// What its developer says about it.
    pub description: Option<String>,
    /// Where answers may be sent: compared as strings.
    pub redirect_uris: Vec<String>,
}

/// An app to be.
#[derive(Debug)]
pub struct NewAppRecord<'a> {
    /// The public part.
    pub app: &'a AppRecord,
    /// The listener who owns it.
    pub owner_id: i64,
    /// SHA-256.
    pub api_secret_hash: &'a [u8],
    /// SHA-256.
    pub bearer_token_hash: &'a [u8],
    /// Unix seconds.
    pub created_at: i64,
}

impl Store {
    /// Adds an app.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails, or already has that key.
    pub async fn insert_app(&self, new: &NewAppRecord<'_>) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query(
            "INSERT INTO apps (api_key, owner_id, name, description, api_secret_hash, bearer_token_hash, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&new.app.api_key)
        .bind(new.owner_id)
        .bind(&new.app.name)
        .bind(&new.app.description)
        .bind(new.api_secret_hash)
        .bind(new.bearer_token_hash)
        .bind(new.created_at)
        .execute(&mut *transaction)
        .await?;
        for (position, redirect_uri) in (0_i64..).zip(&new.app.redirect_uris) {
            sqlx::query("INSERT INTO app_redirect_uris (api_key, position, redirect_uri) VALUES ($1, $2, $3)")
                .bind(&new.app.api_key)
                .bind(position)
                .bind(redirect_uri)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// The app with this key, in any case.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn app(&self, api_key: &str) -> Result<Option<AppRecord>, StoreError> {
        let api_key = api_key.to_ascii_lowercase();
        let row =
            sqlx::query_as::<_, (String, Option<String>)>("SELECT name, description FROM apps WHERE api_key = $1");
        let Some((name, description)) = row.bind(&api_key).fetch_optional(&self.pool).await? else { return Ok(None) };
        let uris =
            sqlx::query_scalar("SELECT redirect_uri FROM app_redirect_uris WHERE api_key = $1 ORDER BY position");
        let redirect_uris = uris.bind(&api_key).fetch_all(&self.pool).await?;
        Ok(Some(AppRecord { api_key, name, description, redirect_uris }))
    }

    /// The key of the app whose bearer token has this SHA-256.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn app_of_bearer_token(&self, hash: &[u8]) -> Result<Option<String>, StoreError> {
        let row = sqlx::query_scalar("SELECT api_key FROM apps WHERE bearer_token_hash = $1");
        Ok(row.bind(hash).fetch_optional(&self.pool).await?)
    }
}
