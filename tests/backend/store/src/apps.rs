//! Developers' apps.

pub(crate) mod connected;
pub(crate) mod names;
pub(crate) mod owned;
pub(crate) mod rates;
pub(crate) mod session_limits;

use crate::apps::session_limits::SessionLimits;
use crate::database::Statement;
use crate::users::lock;
use crate::{Store, StoreError, sql};

/// The most characters of all redirect URIs of an owner's apps. It bounds the answer that lists them.
pub const MAX_REDIRECT_URIS_LENGTH: i64 = 128 << 10;

/// An app, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppRecord {
    /// `0x` and 40 hexadecimal digits, in lower case.
    pub api_key: String,
    /// The displayed name.
    pub name: String,
    /// A description by its developer.
    pub description: Option<String>,
    /// The redirect URIs, which are compared as strings.
    pub redirect_uris: Vec<String>,
    /// The limits of its users' sessions.
    pub sessions: SessionLimits,
    /// Whether it only takes tokens that are bound to a key (RFC 9449 §5.2).
    pub bound_tokens_only: bool,
}

/// An app to insert.
#[derive(Debug)]
pub struct NewAppRecord<'a> {
    /// The public data.
    pub app: &'a AppRecord,
    /// The name's skeleton, which is the same for all names that look like it.
    pub name_skeleton: &'a str,
    /// The user ID of the owner.
    pub owner_id: i64,
    /// SHA-256.
    pub api_secret_hash: &'a [u8],
    /// SHA-256.
    pub bearer_token_hash: &'a [u8],
    /// Unix seconds.
    pub created_at: i64,
}

/// New hashes of an app's secrets. `None` keeps the old one.
#[derive(Debug)]
pub struct NewSecretHashes<'a> {
    /// SHA-256.
    pub api_secret: Option<&'a [u8]>,
    /// SHA-256.
    pub bearer_token: Option<&'a [u8]>,
}

/// An app with its redirect URIs, one row each.
macro_rules! select_apps {
    ($condition:literal) => {
        sql(concat!(
            "SELECT apps.api_key, name, description, redirect_uri, session_idle, session_longest,
                    bound_tokens_only
             FROM apps LEFT JOIN app_redirect_uris ON app_redirect_uris.api_key = apps.api_key
             WHERE ",
            $condition,
            " ORDER BY created_at, apps.api_key, position"
        ))
    };
}

impl Store {
    /// Inserts an app, unless its owner has `at_most` already, or would have more than [`MAX_REDIRECT_URIS_LENGTH`].
    /// Returns whether it did.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails or has this key already.
    pub async fn insert_app(&self, new: &NewAppRecord<'_>, at_most: u32) -> Result<bool, StoreError> {
        let lock = lock(new.owner_id);
        let app = sql("INSERT INTO apps
                 (api_key, owner_id, name, description, api_secret_hash, bearer_token_hash, created_at, name_skeleton,
                  session_idle, session_longest, bound_tokens_only, redirect_uris_length)
             SELECT $1, $2, $3, $4, $5, $6, $7, $9, $10, $11, $12, $13
             WHERE (SELECT COUNT(*) FROM apps WHERE owner_id = $2) < $8
               AND (SELECT COALESCE(SUM(redirect_uris_length), 0) FROM apps WHERE owner_id = $2) + $13 <= $14")
        .bind(&new.app.api_key)
        .bind(new.owner_id)
        .bind(&new.app.name)
        .bind(new.app.description.as_deref())
        .bind(new.api_secret_hash)
        .bind(new.bearer_token_hash)
        .bind(new.created_at)
        .bind(at_most)
        .bind(new.name_skeleton)
        .bind(new.app.sessions.idle)
        .bind(new.app.sessions.longest)
        .bind(new.app.bound_tokens_only)
        .bind(length_of_redirect_uris(new.app))
        .bind(MAX_REDIRECT_URIS_LENGTH);
        let statements = [lock, app].into_iter().chain(redirect_uris(new.app, new.owner_id)).collect();
        let written = self.database.transaction(statements).await?;
        Ok(written.get(1).is_some_and(|app| app.changed == 1))
    }

    /// Replaces the details of an app. Returns whether the owner has this app, and it gets no longer redirect URIs or
    /// the owner has no more than [`MAX_REDIRECT_URIS_LENGTH`] of them. A consent at a redirect URI that the app no
    /// longer has ends.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn replace_app(&self, app: &AppRecord, name_skeleton: &str, owner_id: i64) -> Result<bool, StoreError> {
        let update = sql("UPDATE apps SET name = $1, description = $2, name_skeleton = $5,
                 session_idle = $6, session_longest = $7, bound_tokens_only = $8, redirect_uris_length = $9
             WHERE api_key = $3 AND owner_id = $4
               AND ($9 <= redirect_uris_length
                    OR (SELECT COALESCE(SUM(others.redirect_uris_length), 0) FROM apps AS others
                        WHERE others.owner_id = $4 AND others.api_key <> $3) + $9 <= $10)")
        .bind(&app.name)
        .bind(app.description.as_deref())
        .bind(&app.api_key)
        .bind(owner_id)
        .bind(name_skeleton)
        .bind(app.sessions.idle)
        .bind(app.sessions.longest)
        .bind(app.bound_tokens_only)
        .bind(length_of_redirect_uris(app))
        .bind(MAX_REDIRECT_URIS_LENGTH);
        let delete = sql("DELETE FROM app_redirect_uris WHERE api_key = $1 AND EXISTS
                 (SELECT 1 FROM apps WHERE api_key = $1 AND owner_id = $2 AND redirect_uris_length = $3)")
        .bind(&app.api_key)
        .bind(owner_id)
        .bind(length_of_redirect_uris(app));
        let consents = sql("DELETE FROM consent_redirect_uris WHERE api_key = $1 AND NOT EXISTS
                 (SELECT 1 FROM app_redirect_uris
                  WHERE app_redirect_uris.api_key = $1
                    AND app_redirect_uris.redirect_uri = consent_redirect_uris.redirect_uri)")
        .bind(&app.api_key);
        let before = [lock(owner_id), update, delete].into_iter();
        let statements = before.chain(redirect_uris(app, owner_id)).chain([consents]).collect();
        let written = self.database.transaction(statements).await?;
        Ok(written.get(1).is_some_and(|update| update.changed == 1))
    }

    /// Replaces secrets of an app in one statement. Returns whether the owner has this app.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn replace_secrets(
        &self,
        api_key: &str,
        owner_id: i64,
        new: &NewSecretHashes<'_>,
    ) -> Result<bool, StoreError> {
        let updates = [
            (new.api_secret, "UPDATE apps SET api_secret_hash = $1 WHERE api_key = $2 AND owner_id = $3"),
            (new.bearer_token, "UPDATE apps SET bearer_token_hash = $1 WHERE api_key = $2 AND owner_id = $3"),
        ];
        let api_key = api_key.to_ascii_lowercase();
        let updates = updates.into_iter().filter_map(|(hash, text)| Some(sql(text).bind(hash?)));
        let written = self.database.transaction(updates.map(|update| update.bind(&api_key).bind(owner_id)).collect());
        Ok(written.await?.first().is_some_and(|update| update.changed == 1))
    }

    /// Deletes an app with its redirect URIs, grants (and thereby codes and tokens) and consents, in one statement.
    /// Returns whether the owner had this app.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn delete_app(&self, api_key: &str, owner_id: i64) -> Result<bool, StoreError> {
        let delete = sql("DELETE FROM apps WHERE api_key = $1 AND owner_id = $2");
        Ok(self.database.write(delete.bind(api_key.to_ascii_lowercase()).bind(owner_id)).await?.changed == 1)
    }

    /// Returns the app with this key, without regard to case.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn app(&self, api_key: &str) -> Result<Option<AppRecord>, StoreError> {
        let select = select_apps!("apps.api_key = $1").bind(api_key.to_ascii_lowercase());
        Ok(self.apps(select).await?.pop())
    }

    /// Returns the app with this key, without regard to case, if it has this owner.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn app_of_owner(&self, api_key: &str, owner_id: i64) -> Result<Option<AppRecord>, StoreError> {
        let select = select_apps!("apps.api_key = $1 AND owner_id = $2");
        Ok(self.apps(select.bind(api_key.to_ascii_lowercase()).bind(owner_id)).await?.pop())
    }

    /// Returns the apps of a user, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn apps_of(&self, owner_id: i64) -> Result<Vec<AppRecord>, StoreError> {
        self.apps(select_apps!("owner_id = $1").bind(owner_id)).await
    }

    /// Returns whether the app with this key, in lower case, has registered this redirect URI.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn is_registered(&self, api_key: &str, redirect_uri: &str) -> Result<bool, StoreError> {
        let select = sql("SELECT position FROM app_redirect_uris WHERE api_key = $1 AND redirect_uri = $2");
        Ok(self.database.read_one(select.bind(api_key).bind(redirect_uri)).await?.is_some())
    }

    /// Returns whether the app with this key, in lower case, only takes tokens that are bound to a key.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn needs_bound_tokens(&self, api_key: &str) -> Result<bool, StoreError> {
        let select = sql("SELECT api_key FROM apps WHERE api_key = $1 AND bound_tokens_only");
        Ok(self.database.read_one(select.bind(api_key)).await?.is_some())
    }

    /// Returns the key of the app whose bearer token has this SHA-256.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn app_of_bearer_token(&self, hash: &[u8]) -> Result<Option<String>, StoreError> {
        let select = sql("SELECT api_key FROM apps WHERE bearer_token_hash = $1");
        self.database.read_one(select.bind(hash)).await?.map(|mut row| row.take()).transpose()
    }

    /// Returns the SHA-256 of the API secret of the app with this key, in lower case.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn api_secret_hash(&self, api_key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let select = sql("SELECT api_secret_hash FROM apps WHERE api_key = $1");
        self.database.read_one(select.bind(api_key)).await?.map(|mut row| row.take()).transpose()
    }

    /// Returns the apps of [`select_apps`].
    async fn apps(&self, select: Statement) -> Result<Vec<AppRecord>, StoreError> {
        let mut apps: Vec<AppRecord> = Vec::new();
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
                Some(last) if last.api_key == app.api_key => last.redirect_uris.extend(app.redirect_uris),
                _ => apps.push(app),
            }
        }
        Ok(apps)
    }
}

/// Returns the length of an app's redirect URIs in characters, as the database counts them.
fn length_of_redirect_uris(app: &AppRecord) -> i64 {
    let length: usize = app.redirect_uris.iter().map(|uri| uri.chars().count()).sum();
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Inserts the redirect URIs of an app, if it exists, has this owner, and its row was written with these. If the row
/// was refused, it has another length: with the same one, it is accepted.
fn redirect_uris(app: &AppRecord, owner_id: i64) -> impl Iterator<Item = Statement> {
    (0_i64..).zip(&app.redirect_uris).map(move |(position, redirect_uri)| {
        sql("INSERT INTO app_redirect_uris (api_key, position, redirect_uri)
             SELECT api_key, $1, $2 FROM apps
             WHERE api_key = $3 AND owner_id = $4 AND redirect_uris_length = $5")
        .bind(position)
        .bind(redirect_uri)
        .bind(&app.api_key)
        .bind(owner_id)
        .bind(length_of_redirect_uris(app))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::with_demo;

    fn app(api_key: &str, redirect_uri: &str) -> AppRecord {
        AppRecord {
            api_key: api_key.to_owned(),
            name: "App".to_owned(),
            description: None,
            redirect_uris: vec![redirect_uri.to_owned()],
            sessions: SessionLimits::default(),
            bound_tokens_only: false,
        }
    }

    /// An owner may have more than the limit from before there was one.
    #[tokio::test]
    async fn owner_over_limit_changes_uris_without_growth() {
        let (store, owner_id) = with_demo().await;
        for (api_key, secret) in [("a", 1), ("b", 2)] {
            let app = app(api_key, "https://one.example/");
            let (api_secret_hash, bearer_token_hash) = (&[secret; 32], &[secret; 32]);
            let new = NewAppRecord {
                app: &app,
                name_skeleton: "",
                owner_id,
                api_secret_hash,
                bearer_token_hash,
                created_at: 0,
            };
            assert!(store.insert_app(&new, 2).await.unwrap());
        }
        let beyond = sql("UPDATE apps SET redirect_uris_length = $1 WHERE api_key = 'b'");
        store.database.write(beyond.bind(MAX_REDIRECT_URIS_LENGTH + 1)).await.unwrap();
        let replaced = async |redirect_uri| {
            let is_replaced = store.replace_app(&app("a", redirect_uri), "", owner_id).await.unwrap();
            (is_replaced, store.is_registered("a", redirect_uri).await.unwrap())
        };
        assert_eq!(replaced("https://two.example/").await, (true, true));
        assert_eq!(replaced("https://longer.example/").await, (false, false));
        assert!(store.is_registered("a", "https://two.example/").await.unwrap());
    }
}
