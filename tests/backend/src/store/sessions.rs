//! Listeners signed in at the service itself, with a browser.

use super::users::{UserRecord, user_columns};
use super::{Store, StoreError, sql};

/// A session to be.
#[derive(Debug)]
pub struct NewSession<'a> {
    /// The SHA-256 of what the cookie holds.
    pub hash: &'a [u8],
    /// Who is signed in.
    pub user_id: i64,
    /// Unix seconds.
    pub expires_at: i64,
}

impl Store {
    /// Remembers a session.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn insert_session(&self, new: &NewSession<'_>) -> Result<(), StoreError> {
        let insert = sql("INSERT INTO sessions (session_hash, user_id, expires_at) VALUES ($1, $2, $3)");
        self.database.write(insert.bind(new.hash).bind(new.user_id).bind(new.expires_at)).await?;
        Ok(())
    }

    /// Who is signed in with the session whose hash this is, at `now`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn session_user(&self, hash: &[u8], now: i64) -> Result<Option<UserRecord>, StoreError> {
        let select = sql(concat!(
            "SELECT ",
            user_columns!(),
            " FROM sessions JOIN users ON users.user_id = sessions.user_id WHERE session_hash = $1 AND expires_at > $2"
        ));
        let row = self.database.read_one(select.bind(hash).bind(now)).await?;
        row.map(|mut row| UserRecord::read(&mut row)).transpose()
    }

    /// Forgets a session.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn delete_session(&self, hash: &[u8]) -> Result<(), StoreError> {
        self.database.write(sql("DELETE FROM sessions WHERE session_hash = $1").bind(hash)).await?;
        Ok(())
    }
}
