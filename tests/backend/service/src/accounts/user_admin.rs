//! What an operator does to listeners who are there.

use crate::accounts::password::PasswordError;
use crate::accounts::{Accounts, is_password};
use stagepass_store::{PasswordChange, StoreError, UserRecord};

/// How many listeners are read at once.
const PAGE: u32 = 500;

/// A listener to whom nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    /// Nobody has that handle.
    #[error("nobody has the handle {0:?}")]
    Unknown(String),
    /// Too short or too long, or not what a form can send.
    #[error("a password has 8 characters at least, and 1,024 bytes at most; none of them is a control character")]
    Password,
    /// Hashing failed.
    #[error(transparent)]
    Hashing(#[from] PasswordError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// The next listeners after the one with the number `after`, in the order in which they came; none, if there are no more.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn users_after(&self, after: i64) -> Result<Vec<UserRecord>, StoreError> {
        self.store.users_after(after, PAGE).await
    }

    /// Gives a listener another password, whatever the one before was. All their browsers are signed out, and, if asked for, all apps.
    ///
    /// # Errors
    /// [`UserError`]; then nothing has changed.
    pub async fn set_password(
        &self,
        handle: &str,
        password: &str,
        sign_out_apps: bool,
    ) -> Result<UserRecord, UserError> {
        let user = self.user(handle).await?;
        if !is_password(password) {
            return Err(UserError::Password);
        }
        let to = self.passwords.hash(password, &*self.entropy).await?;
        let (user_id, now) = (user.user_id, self.clock.now());
        let change = PasswordChange { user_id, from: None, to: &to, sign_out_apps, session: None, now };
        self.store.change_password(&change).await?;
        Ok(user)
    }

    /// Signs a listener out of all browsers and all apps. What apps were allowed stays allowed.
    ///
    /// # Errors
    /// [`UserError`] if there is nobody of that handle, or the database fails.
    pub async fn sign_out_everywhere(&self, handle: &str) -> Result<UserRecord, UserError> {
        let user = self.user(handle).await?;
        self.store.sign_out_everywhere(user.user_id, self.clock.now()).await?;
        Ok(user)
    }

    /// Deletes a listener and all that is theirs: see [`Store::delete_user`](stagepass_store::Store::delete_user).
    ///
    /// # Errors
    /// [`UserError`] if there is nobody of that handle, or the database fails.
    pub async fn delete_user(&self, handle: &str) -> Result<UserRecord, UserError> {
        let user = self.user(handle).await?;
        if self.store.delete_user(user.user_id).await? { Ok(user) } else { Err(UserError::Unknown(user.handle)) }
    }

    async fn user(&self, handle: &str) -> Result<UserRecord, UserError> {
        self.store.user_of_handle(handle).await?.ok_or_else(|| UserError::Unknown(handle.to_owned()))
    }
}
