//! Administration of existing users by the operator.

use crate::accounts::password::PasswordError;
use crate::accounts::reset_link::ResetLink;
use crate::accounts::{Accounts, PasswordRule, check_password};
use crate::token::keys::KeyRing;
use stagepass_store::{PasswordChange, StoreError, UserRecord};

/// How many users are read at once.
const PAGE: u32 = 500;

/// Why a user was not changed.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    /// No user has this handle.
    #[error("nobody has the handle {0:?}")]
    Unknown(String),
    /// The password breaks a rule.
    #[error(transparent)]
    Password(#[from] PasswordRule),
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
        check_password(password)?;
        let to = self.passwords.hash(password, &*self.entropy).await?;
        let change = PasswordChange { user_id: user.user_id, from: None, to: &to, sign_out_apps, session: None };
        self.store.change_password(&change).await?;
        Ok(user)
    }

    /// Returns the secret part of a link with which the user sets a new password, once within 30 minutes.
    ///
    /// # Errors
    /// [`UserError`] if no user has the handle, or the database fails.
    pub async fn reset_link(&self, handle: &str, keys: &KeyRing) -> Result<(UserRecord, String), UserError> {
        let user = self.user(handle).await?;
        let password_hash = self.store.password_hash(user.user_id).await?;
        let password_hash = password_hash.ok_or_else(|| UserError::Unknown(handle.to_owned()))?;
        let link = ResetLink::new(user.user_id, self.clock.now());
        Ok((user, link.seal(keys, &password_hash)))
    }

    /// Signs a user out of all browsers and all apps, and ends the access of apps' servers. Consents are kept.
    ///
    /// # Errors
    /// [`UserError`] if no user has the handle, or the database fails.
    pub async fn sign_out_everywhere(&self, handle: &str) -> Result<UserRecord, UserError> {
        let user = self.user(handle).await?;
        self.store.sign_out_everywhere(user.user_id, true).await?;
        Ok(user)
    }

    /// Deletes a user and everything that belongs to them: see
    /// [`Store::delete_user`](stagepass_store::Store::delete_user).
    ///
    /// # Errors
    /// [`UserError`] if no user has the handle, or the database fails.
    pub async fn delete_user(&self, handle: &str) -> Result<UserRecord, UserError> {
        let user = self.user(handle).await?;
        if self.store.delete_user(user.user_id, self.clock.now()).await? {
            Ok(user)
        } else {
            Err(UserError::Unknown(user.handle))
        }
    }

    async fn user(&self, handle: &str) -> Result<UserRecord, UserError> {
        self.store.user_of_handle(handle).await?.ok_or_else(|| UserError::Unknown(handle.to_owned()))
    }
}
