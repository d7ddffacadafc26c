//! Sessions of users in browsers, and changes that end them.

use crate::database::Statement;
use crate::grants::consents::{forget, narrow};
use crate::users::{UserRecord, lock, user_columns};
use crate::{Store, StoreError, sql};

/// The most browsers in which a user is signed in at the service.
pub const MAX_BROWSERS: u32 = 100;

/// A session to insert.
#[derive(Debug)]
pub struct NewSession<'a> {
    /// The SHA-256 of the cookie's value.
    pub hash: &'a [u8],
    /// The user ID.
    pub user_id: i64,
    /// When the user gave the password, in Unix seconds.
    pub authenticated_at: i64,
    /// Unix seconds.
    pub expires_at: i64,
}

/// A valid session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRecord {
    /// The user.
    pub user: UserRecord,
    /// When the user gave the password, in Unix seconds. 0 if that was before the time was recorded.
    pub authenticated_at: i64,
}

/// The apps that a user has approved in one browser.
#[derive(Debug, Clone, Copy)]
pub struct AppsOfBrowser<'a> {
    /// The user ID.
    pub user_id: i64,
    /// See [`NewGrant::device`](crate::NewGrant::device).
    pub device: &'a str,
}

/// A new password, with the sessions that end.
#[derive(Debug)]
pub struct PasswordChange<'a> {
    /// The user ID.
    pub user_id: i64,
    /// The hash that the old password was verified against. `None` if the operator changes it.
    pub from: Option<&'a str>,
    /// The PHC string of the new password.
    pub to: &'a str,
    /// Whether all apps are signed out as well.
    pub sign_out_apps: bool,
    /// The new session of the user who changes it. All others end.
    pub session: Option<NewSession<'a>>,
}

impl Store {
    /// Inserts a session, if the password is still the one that was verified. Returns whether it is. Otherwise a
    /// sign-in during a change of the password would create a session that outlives the old password. Deletes the
    /// oldest sessions over [`MAX_BROWSERS`].
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn insert_session(&self, new: &NewSession<'_>, password_hash: &str) -> Result<bool, StoreError> {
        let oldest = sql("DELETE FROM sessions WHERE user_id = $1 AND session_hash <> $2 AND session_hash NOT IN
                 (SELECT session_hash FROM sessions WHERE user_id = $1 AND session_hash <> $2
                  ORDER BY authenticated_at DESC, session_hash LIMIT $3)")
        .bind(new.user_id)
        .bind(new.hash)
        .bind(MAX_BROWSERS - 1);
        let written = self.database.transaction(vec![lock(new.user_id), insert(new, password_hash), oldest]).await?;
        Ok(written.get(1).is_some_and(|insert| insert.changed == 1))
    }

    /// Returns the session with this hash, if it is valid at `now`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn session(&self, hash: &[u8], now: i64) -> Result<Option<SessionRecord>, StoreError> {
        let select = sql(concat!(
            "SELECT ",
            user_columns!(),
            ", sessions.authenticated_at FROM sessions JOIN users ON users.user_id = sessions.user_id WHERE session_hash = $1 AND expires_at > $2"
        ));
        let row = self.database.read_one(select.bind(hash).bind(now)).await?;
        row.map(|mut row| Ok(SessionRecord { user: UserRecord::read(&mut row)?, authenticated_at: row.take()? }))
            .transpose()
    }

    /// Deletes a session.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn delete_session(&self, hash: &[u8]) -> Result<(), StoreError> {
        self.database.write(sql("DELETE FROM sessions WHERE session_hash = $1").bind(hash)).await?;
        Ok(())
    }

    /// Deletes a session and, with `apps`, revokes the grants of these. Consents are kept.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn sign_out(&self, hash: &[u8], apps: Option<AppsOfBrowser<'_>>) -> Result<(), StoreError> {
        let session = sql("DELETE FROM sessions WHERE session_hash = $1").bind(hash);
        let grants = apps.map(|apps| {
            sql("DELETE FROM grants WHERE user_id = $1 AND device = $2").bind(apps.user_id).bind(apps.device)
        });
        self.database.transaction(std::iter::once(session).chain(grants).collect()).await?;
        Ok(())
    }

    /// Deletes every session of a user, and revokes every grant: all browsers and all apps are signed out. Consents are
    /// kept, but the user is asked again with the whole page. With `of_servers`, apps' servers can no longer act for
    /// the user either, until the user allows an app `write` again.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn sign_out_everywhere(&self, user_id: i64, of_servers: bool) -> Result<(), StoreError> {
        let sessions = sql("DELETE FROM sessions WHERE user_id = $1").bind(user_id);
        let grants = sql("DELETE FROM grants WHERE user_id = $1").bind(user_id);
        let servers = of_servers.then(|| narrow(user_id));
        let statements = [lock(user_id), sessions, grants, forget(user_id)].into_iter().chain(servers).collect();
        self.database.transaction(statements).await?;
        Ok(())
    }

    /// Changes a password, if it is still the one that was verified, and ends sessions. Returns whether it did. Of two
    /// concurrent changes, only one is applied.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn change_password(&self, change: &PasswordChange<'_>) -> Result<bool, StoreError> {
        let (user_id, to) = (change.user_id, change.to);
        let password = sql("UPDATE users SET password_hash = $2 WHERE user_id = $1 AND ($3 OR password_hash = $4)")
            .bind(user_id)
            .bind(to)
            .bind(change.from.is_none())
            .bind(change.from);
        let sessions = sql("DELETE FROM sessions
             WHERE user_id = $1 AND EXISTS (SELECT 1 FROM users WHERE users.user_id = $1 AND password_hash = $2)")
        .bind(user_id)
        .bind(to);
        let grants = sql("DELETE FROM grants
             WHERE user_id = $1 AND EXISTS (SELECT 1 FROM users WHERE users.user_id = $1 AND password_hash = $2)")
        .bind(user_id)
        .bind(to);
        let grants = change.sign_out_apps.then_some(grants);
        let session = change.session.as_ref().map(|session| insert(session, to));
        let remembered = sql("DELETE FROM consent_redirect_uris
             WHERE user_id = $1 AND EXISTS (SELECT 1 FROM users WHERE users.user_id = $1 AND password_hash = $2)")
        .bind(user_id)
        .bind(to);
        let statements = [password, sessions, remembered].into_iter().chain(grants).chain(session).collect();
        let written = self.database.transaction(statements).await?;
        Ok(written.first().is_some_and(|password| password.changed == 1))
    }
}

fn insert(new: &NewSession<'_>, password_hash: &str) -> Statement {
    sql("INSERT INTO sessions (session_hash, user_id, expires_at, authenticated_at)
         SELECT $1, $2, $3, $5 WHERE EXISTS
             (SELECT 1 FROM users WHERE user_id = $2 AND password_hash = $4 AND deletion_at IS NULL)")
    .bind(new.hash)
    .bind(new.user_id)
    .bind(new.expires_at)
    .bind(password_hash)
    .bind(new.authenticated_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::with_demo;

    fn session(user_id: i64, hash: &[u8]) -> NewSession<'_> {
        NewSession { hash, user_id, authenticated_at: 1, expires_at: 100 }
    }

    #[tokio::test]
    async fn session_with_old_password_ends_or_is_rejected() {
        let (store, user_id) = with_demo().await;
        assert!(store.insert_session(&session(user_id, b"one"), "old").await.unwrap());
        let change = PasswordChange { user_id, from: Some("old"), to: "new", sign_out_apps: false, session: None };
        assert!(store.change_password(&change).await.unwrap());
        assert_eq!(store.session(b"one", 1).await.unwrap(), None);
        assert!(!store.insert_session(&session(user_id, b"two"), "old").await.unwrap());
        assert_eq!(store.session(b"two", 1).await.unwrap(), None);
    }

    /// Of two concurrent password changes, the second therefore changes nothing.
    #[tokio::test]
    async fn change_from_stale_password_has_no_effect() {
        let (store, user_id) = with_demo().await;
        let change = |to, hash| PasswordChange {
            user_id,
            from: Some("old"),
            to,
            sign_out_apps: true,
            session: Some(session(user_id, hash)),
        };
        assert!(store.change_password(&change("first", b"one")).await.unwrap());
        assert!(!store.change_password(&change("second", b"two")).await.unwrap());
        assert!(store.session(b"one", 1).await.unwrap().is_some(), "the first is still signed in");
        assert_eq!(store.session(b"two", 1).await.unwrap(), None);
        assert_eq!(store.credentials("demo").await.unwrap(), Some((user_id, "first".to_owned())));
    }
}
