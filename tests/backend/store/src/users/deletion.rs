//! The deletion of an account by its user: a week after the request, in which it can be taken back. Meanwhile the user
//! is signed out, the user's tracks are delisted, and no app acts for the user.

use crate::grants::consents::forget;
use crate::tracks::{is_gated, is_public_elsewhere};
use crate::uploads::contents;
use crate::users::lock;
use crate::{Store, StoreError, sql};

/// A user's request to delete the account.
#[derive(Debug, Clone, Copy)]
pub struct DeletionRequest<'a> {
    /// The user ID.
    pub user_id: i64,
    /// The hash that the password was verified against.
    pub password_hash: &'a str,
    /// The time of the request, in Unix seconds.
    pub now: i64,
    /// When the account is deleted, in Unix seconds.
    pub deletion_at: i64,
}

impl Store {
    /// Marks an account for deletion, signs its user out everywhere, and delists the user's tracks. Returns false, and
    /// changes nothing, if the password is another one by now, or the account is marked already.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn request_deletion(&self, request: DeletionRequest<'_>) -> Result<bool, StoreError> {
        let DeletionRequest { user_id, password_hash, now, deletion_at } = request;
        let mark = sql("UPDATE users SET deletion_at = $2
             WHERE user_id = $1 AND password_hash = $3 AND deletion_at IS NULL")
        .bind(user_id)
        .bind(deletion_at)
        .bind(password_hash);
        let tracks = sql("UPDATE tracks SET delisted_at = $2, delisted_with_account = TRUE
             WHERE owner_id = $1 AND delisted_at IS NULL AND deleted_at IS NULL
               AND EXISTS (SELECT 1 FROM users WHERE user_id = $1 AND deletion_at = $3)")
        .bind(user_id)
        .bind(now)
        .bind(deletion_at);
        let sessions = sql("DELETE FROM sessions
             WHERE user_id = $1 AND EXISTS (SELECT 1 FROM users WHERE users.user_id = $1 AND deletion_at = $2)")
        .bind(user_id)
        .bind(deletion_at);
        let grants = sql("DELETE FROM grants
             WHERE user_id = $1 AND EXISTS (SELECT 1 FROM users WHERE users.user_id = $1 AND deletion_at = $2)")
        .bind(user_id)
        .bind(deletion_at);
        let statements = vec![lock(user_id), mark, tracks, sessions, grants, forget(user_id)];
        let written = self.database.transaction(statements).await?;
        Ok(written.get(1).is_some_and(|mark| mark.changed == 1))
    }

    /// Keeps an account whose deletion is not due yet, and lists its tracks again. A gated track stays delisted if
    /// another user has meanwhile made its audio public, for the reason in [`Store::insert_track`]. Returns whether the
    /// account is kept: `false` if it was not marked, or its deletion is due.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn keep_account(&self, user_id: i64, now: i64) -> Result<bool, StoreError> {
        let keep = sql("UPDATE users SET deletion_at = NULL WHERE user_id = $1 AND deletion_at > $2");
        let tracks = sql(concat!(
            "UPDATE tracks SET delisted_with_account = FALSE, delisted_at = CASE WHEN ",
            is_gated!(),
            " AND ",
            is_public_elsewhere!("tracks.cid", "tracks.owner_id"),
            " THEN delisted_at ELSE NULL END
             WHERE owner_id = $1 AND delisted_with_account
               AND EXISTS (SELECT 1 FROM users WHERE user_id = $1 AND deletion_at IS NULL)"
        ));
        let contents = self.contents_of(user_id).await?;
        let locks = contents.iter().map(|cid| contents::lock(cid));
        let changes = [lock(user_id), keep.bind(user_id).bind(now), tracks.bind(user_id)];
        let written = self.database.transaction(locks.chain(changes).collect()).await?;
        Ok(written.get(contents.len() + 1).is_some_and(|keep| keep.changed == 1))
    }

    /// Returns when the account of the user with this ID is deleted, in Unix seconds. `None` if it is not.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn deletion_at(&self, user_id: i64) -> Result<Option<i64>, StoreError> {
        let select = sql("SELECT deletion_at FROM users WHERE user_id = $1");
        Ok(self.database.read_one(select.bind(user_id)).await?.map(|mut row| row.take()).transpose()?.flatten())
    }

    /// Returns the first 100 users whose accounts are to be deleted by `by`, in Unix seconds.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn due_deletions(&self, by: i64) -> Result<Vec<i64>, StoreError> {
        let select = sql("SELECT user_id FROM users WHERE deletion_at <= $1 ORDER BY deletion_at LIMIT 100");
        let rows = self.database.read(select.bind(by)).await?;
        rows.into_iter().map(|mut row| row.take()).collect()
    }
}
