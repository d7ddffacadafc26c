//! Users.

pub(crate) mod deletion;
pub(crate) mod pictures;
pub(crate) mod sessions;
pub(crate) mod tries;

use crate::database::{Row, Statement};
use crate::uploads::contents;
use crate::{PictureFile, Store, StoreError, sql};

/// A user, without the password hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserRecord {
    /// The user ID.
    pub user_id: i64,
    /// The handle in its original case.
    pub handle: String,
    /// The displayed name.
    pub name: String,
    /// Whether the operator has verified the identity of this user.
    pub verified: bool,
    /// The ID of the profile picture, if there is one.
    pub picture_id: Option<String>,
}

/// A user to insert.
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

/// The columns of [`UserRecord::read`].
macro_rules! user_columns {
    () => {
        "users.user_id, users.handle, users.name, users.verified, users.picture_id"
    };
}
pub(crate) use user_columns;

/// Locks the user's row, so that the second of two transactions that begin with this sees the changes of the first.
pub(crate) fn lock(user_id: i64) -> Statement {
    sql("UPDATE users SET name = name WHERE user_id = $1").bind(user_id)
}

impl UserRecord {
    pub(crate) fn read(row: &mut Row) -> Result<Self, StoreError> {
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
    /// Inserts a user. `None` if the handle is taken, or was, without regard to case.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn insert_user(&self, new: &NewUserRecord<'_>) -> Result<Option<UserRecord>, StoreError> {
        let insert = sql(concat!(
            "INSERT INTO users (user_id, handle, handle_key, name, verified, password_hash, picture_id, created_at)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8
             WHERE NOT EXISTS (SELECT 1 FROM retired_handles WHERE handle_key = $3)
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

    /// Returns the user with this ID.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn user(&self, user_id: i64) -> Result<Option<UserRecord>, StoreError> {
        let select = sql(concat!("SELECT ", user_columns!(), " FROM users WHERE user_id = $1")).bind(user_id);
        self.database.read_one(select).await?.map(|mut row| UserRecord::read(&mut row)).transpose()
    }

    /// Returns the ID and the password hash of the user with this handle, without regard to case.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn credentials(&self, handle: &str) -> Result<Option<(i64, String)>, StoreError> {
        let select = sql("SELECT user_id, password_hash FROM users WHERE handle_key = $1");
        let row = self.database.read_one(select.bind(handle.to_ascii_lowercase())).await?;
        row.map(|mut row| Ok((row.take()?, row.take()?))).transpose()
    }

    /// Returns the password hash of the user with this ID.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn password_hash(&self, user_id: i64) -> Result<Option<String>, StoreError> {
        let select = sql("SELECT password_hash FROM users WHERE user_id = $1");
        self.database.read_one(select.bind(user_id)).await?.map(|mut row| row.take()).transpose()
    }

    /// Returns when the account with this ID was created, in Unix seconds.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn account_made_at(&self, user_id: i64) -> Result<Option<i64>, StoreError> {
        let select = sql("SELECT created_at FROM users WHERE user_id = $1");
        self.database.read_one(select.bind(user_id)).await?.map(|mut row| row.take()).transpose()
    }

    /// Returns the user with this handle, without regard to case.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn user_of_handle(&self, handle: &str) -> Result<Option<UserRecord>, StoreError> {
        let select = sql(concat!("SELECT ", user_columns!(), " FROM users WHERE handle_key = $1"));
        let row = self.database.read_one(select.bind(handle.to_ascii_lowercase())).await?;
        row.map(|mut row| UserRecord::read(&mut row)).transpose()
    }

    /// Returns the next `at_most` users after the one with the ID `after`, in the order of their creation.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn users_after(&self, after: i64, at_most: u32) -> Result<Vec<UserRecord>, StoreError> {
        let select =
            sql(concat!("SELECT ", user_columns!(), " FROM users WHERE user_id > $1 ORDER BY user_id LIMIT $2"));
        let rows = self.database.read(select.bind(after).bind(at_most)).await?;
        rows.into_iter().map(|mut row| UserRecord::read(&mut row)).collect()
    }

    /// Changes the displayed name.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn rename_user(&self, user_id: i64, name: &str) -> Result<(), StoreError> {
        self.database.write(sql("UPDATE users SET name = $2 WHERE user_id = $1").bind(user_id).bind(name)).await?;
        Ok(())
    }

    /// Replaces or removes the profile picture, and deletes the old files.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn set_picture(&self, user_id: i64, new: Option<(&str, &[PictureFile])>) -> Result<(), StoreError> {
        let (picture_id, files) = new.unzip();
        let update = sql("UPDATE users SET picture_id = $2 WHERE user_id = $1").bind(user_id).bind(picture_id);
        let inserts = picture_id.map(|id| pictures::inserts(id, files.unwrap_or_default()));
        let before = [lock(user_id), pictures::delete_of_user(user_id)];
        let statements = before.into_iter().chain(inserts.into_iter().flatten()).chain([update]).collect();
        self.database.transaction(statements).await?;
        Ok(())
    }

    /// Deletes a user with their picture, sessions, grants, consents, library, uploads, tracks (with artwork and
    /// listens) and apps (with all of their sign-ins). Audio that no other user has is marked for deletion, and a
    /// later sweep of the service deletes it. The handle stays taken. Returns whether the user existed.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn delete_user(&self, user_id: i64, now: i64) -> Result<bool, StoreError> {
        let user = sql("DELETE FROM users WHERE user_id = $1").bind(user_id);
        let (picture, artwork) = (pictures::delete_of_user(user_id), pictures::delete_of_tracks(user_id));
        let handle = sql("INSERT INTO retired_handles (handle_key) SELECT handle_key FROM users WHERE user_id = $1
             ON CONFLICT (handle_key) DO NOTHING")
        .bind(user_id);
        let contents = self.contents_of(user_id).await?;
        // The contents first and in one order, as when a track is inserted: two of these cannot deadlock.
        let locks = contents.iter().map(|cid| contents::lock(cid));
        let unused = contents.iter().map(|cid| contents::dropping(cid, now));
        let statements = locks.chain([lock(user_id), picture, artwork, handle, user]).chain(unused).collect();
        let written = self.database.transaction(statements).await?;
        Ok(written.get(contents.len() + 4).is_some_and(|user| user.changed == 1))
    }

    /// Returns the audio of a user's uploads, finished or not, and tracks, in the order of the CIDs.
    pub(crate) async fn contents_of(&self, user_id: i64) -> Result<Vec<String>, StoreError> {
        let select = sql("SELECT cid FROM uploads WHERE user_id = $1 AND cid IS NOT NULL
             UNION SELECT claimed FROM uploads WHERE user_id = $1 AND claimed IS NOT NULL
             UNION SELECT cid FROM tracks WHERE owner_id = $1 ORDER BY 1");
        self.database.read(select.bind(user_id)).await?.into_iter().map(|mut row| row.take()).collect()
    }
}
