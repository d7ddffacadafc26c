//! Listeners.

use super::database::Row;
use super::{Store, StoreError, sql};

/// A listener, without the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserRecord {
    /// The number that clients know the listener by.
    pub user_id: i64,
    /// The handle, as it was chosen.
    pub handle: String,
    /// The name shown to people.
    pub name: String,
    /// Whether the service vouches for who this is.
    pub verified: bool,
    /// The name of the profile picture, if there is one.
    pub picture_id: Option<String>,
}

/// A listener to be.
#[derive(Debug)]
pub struct NewUserRecord<'a> {
    /// As chosen.
    pub handle: &'a str,
    /// As shown.
    pub name: &'a str,
    /// A PHC string.
    pub password_hash: &'a str,
    /// See [`UserRecord::verified`].
    pub verified: bool,
    /// See [`UserRecord::picture_id`].
    pub picture_id: Option<&'a str>,
    /// Unix seconds.
    pub created_at: i64,
}

/// The columns that [`UserRecord::read`] takes.
macro_rules! user_columns {
    () => {
        "users.user_id, users.handle, users.name, users.verified, users.picture_id"
    };
}
pub(super) use user_columns;

impl UserRecord {
    pub(super) fn read(row: &mut Row) -> Result<Self, StoreError> {
        Ok(Self {
            user_id: row.take()?,
            handle: row.take()?,
            name: row.take()?,
            verified: row.take()?,
            picture_id: row.take()?,
        })
    }
}

impl Store {
    /// Adds a listener; `None` if the handle (in any case) is taken.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn insert_user(&self, new: &NewUserRecord<'_>) -> Result<Option<UserRecord>, StoreError> {
        let insert = sql(concat!(
            "INSERT INTO users (user_id, handle, handle_key, name, verified, password_hash, picture_id, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (handle_key) DO NOTHING
             RETURNING ",
            user_columns!()
        ))
        .bind(self.next_id("users").await?)
        .bind(new.handle)
        .bind(new.handle.to_ascii_lowercase())
        .bind(new.name)
        .bind(new.verified)
        .bind(new.password_hash)
        .bind(new.picture_id)
        .bind(new.created_at);
        let mut rows = self.database.write(insert).await?.rows.into_iter();
        rows.next().map(|mut row| UserRecord::read(&mut row)).transpose()
    }

    /// The listener with this number.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn user(&self, user_id: i64) -> Result<Option<UserRecord>, StoreError> {
        let select = sql(concat!("SELECT ", user_columns!(), " FROM users WHERE user_id = $1")).bind(user_id);
        self.database.read_one(select).await?.map(|mut row| UserRecord::read(&mut row)).transpose()
    }

    /// The number and the password hash of the listener with this handle, in any case.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn credentials(&self, handle: &str) -> Result<Option<(i64, String)>, StoreError> {
        let select = sql("SELECT user_id, password_hash FROM users WHERE handle_key = $1");
        let row = self.database.read_one(select.bind(handle.to_ascii_lowercase())).await?;
        row.map(|mut row| Ok((row.take()?, row.take()?))).transpose()
    }
}
