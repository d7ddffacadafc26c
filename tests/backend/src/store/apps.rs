//! Developers' apps.

use super::{Store, StoreError, sql};

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
        let app = sql(
            "INSERT INTO apps (api_key, owner_id, name, description, api_secret_hash, bearer_token_hash, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&new.app.api_key)
        .bind(new.owner_id)
        .bind(&new.app.name)
        .bind(new.app.description.as_deref())
        .bind(new.api_secret_hash)
        .bind(new.bearer_token_hash)
        .bind(new.created_at);
        let uris = (0_i64..).zip(&new.app.redirect_uris).map(|(position, redirect_uri)| {
            sql("INSERT INTO app_redirect_uris (api_key, position, redirect_uri) VALUES ($1, $2, $3)")
                .bind(&new.app.api_key)
                .bind(position)
                .bind(redirect_uri)
        });
        self.database.transaction(std::iter::once(app).chain(uris).collect()).await?;
        Ok(())
    }

    /// The app with this key, in any case.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn app(&self, api_key: &str) -> Result<Option<AppRecord>, StoreError> {
        let api_key = api_key.to_ascii_lowercase();
        let select = sql("SELECT name, description, redirect_uri
             FROM apps LEFT JOIN app_redirect_uris ON app_redirect_uris.api_key = apps.api_key
             WHERE apps.api_key = $1 ORDER BY position");
        let mut app = None;
        for mut row in self.database.read(select.bind(&api_key)).await? {
            let (name, description) = (row.take()?, row.take()?);
            let app = app.get_or_insert_with(|| AppRecord {
                api_key: api_key.clone(),
                name,
                description,
                redirect_uris: Vec::new(),
            });
            app.redirect_uris.extend(row.take::<Option<String>>()?);
        }
        Ok(app)
    }

    /// The key of the app whose bearer token has this SHA-256.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn app_of_bearer_token(&self, hash: &[u8]) -> Result<Option<String>, StoreError> {
        let select = sql("SELECT api_key FROM apps WHERE bearer_token_hash = $1");
        self.database.read_one(select.bind(hash)).await?.map(|mut row| row.take()).transpose()
    }
}
