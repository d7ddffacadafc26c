//! Administration of existing users by the operator.

use crate::accounts::password::PasswordError;
use crate::accounts::{Accounts, is_password};
use stagepass_store::{PasswordChange, StoreError, UserRecord};

/// How many users are read at once.
const PAGE: u32 = 500;

/// Why a user was not changed.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    /// No user has this handle.
    #[error("nobody has the handle {0:?}")]
    Unknown(String),
    /// Too short or too long, or with characters that a form cannot send.
    #[error("a password must have at least 8 characters and at most 1,024 bytes, without control characters")]
    Password,
    /// Hashing failed.
    #[error(transparent)]
    Hashing(#[from] PasswordError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// Returns the next users after the one with the ID `after`, in the order of their creation.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn users_after(&self, after: i64) -> Result<Vec<UserRecord>, StoreError> {
        self.store.users_after(after, PAGE).await
    }

    /// Replaces a user's password. Signs out all browsers and, if requested, all apps.
    ///
    /// # Errors
    /// [`UserError`]. In this case nothing has changed.
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

    /// Signs a user out of all browsers and all apps. Consents are kept.
    ///
    /// # Errors
    /// [`UserError`] if no user has the handle, or the database fails.
    pub async fn sign_out_everywhere(&self, handle: &str) -> Result<UserRecord, UserError> {
        let user = self.user(handle).await?;
        self.store.sign_out_everywhere(user.user_id, self.clock.now()).await?;
        Ok(user)
    }

    /// Deletes a user and everything that belongs to them: see
    /// [`Store::delete_user`](stagepass_store::Store::delete_user).
    ///
    /// # Errors
    /// [`UserError`] if no user has the handle, or the database fails.
    pub async fn delete_user(&self, handle: &str) -> Result<UserRecord, UserError> {
        let user = self.user(handle).await?;
        if self.store.delete_user(user.user_id).await? { Ok(user) } else { Err(UserError::Unknown(user.handle)) }
    }

    async fn user(&self, handle: &str) -> Result<UserRecord, UserError> {
        self.store.user_of_handle(handle).await?.ok_or_else(|| UserError::Unknown(handle.to_owned()))
    }
}
