//! Creating users and apps, for the command line, for tests and for the sign-up page.

mod access_servers;
mod app_details_error;
mod app_names;
mod apps;
pub mod password;
mod password_rules;
pub mod redirect_uri;
pub(crate) mod reserved_handles;
pub mod reset_link;
mod secrets;
pub mod support_contact;
mod user_admin;

use std::sync::Arc;

use crate::accounts::password::{PasswordError, Passwords};
use stagepass_kit::clock::Clock;
use stagepass_kit::display_name::{NameError, display_name};
use stagepass_kit::entropy::Entropy;
use stagepass_kit::identifier::is_handle;
use stagepass_media::picture::{PictureError, Pictures};
use stagepass_store::{NewUserRecord, Store, StoreError, UserRecord};

pub use crate::accounts::access_servers::{
    AccessServerError, AccessServerKey, MAX_ACCESS_SERVERS, MAX_ADMISSIONS, RegisteredAccessServer,
};
pub use crate::accounts::app_details_error::AppDetailsError;
pub use crate::accounts::app_names::AppNameError;
pub(crate) use crate::accounts::apps::AppSecrets;
pub use crate::accounts::apps::{
    AddAppError, AddressError, AppDetails, MAX_APPS, MAX_DESCRIPTION, MAX_REDIRECT_URIS, NewApp, RegisteredApp,
    ReplaceAppError, SESSION_LIFETIMES, check_redirect_uri,
};
pub use crate::accounts::password_rules::{MIN_PASSWORD, PasswordRule, check_password};
pub use crate::accounts::secrets::{RotateError, RotatedSecrets, Rotation, RotationNameError};
pub(crate) use crate::accounts::secrets::{SECRET_LENGTH, is_api_secret};
pub use crate::accounts::user_admin::UserError;

/// Creates and changes users and apps in a store.
#[derive(Debug, Clone)]
pub struct Accounts {
    /// The database.
    pub store: Store,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// Processes profile pictures.
    pub pictures: Pictures,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The source of random bytes for keys and secrets.
    pub entropy: Arc<dyn Entropy>,
}

/// A user to create.
#[derive(Debug, Clone, Default)]
pub struct NewUser {
    /// 1 to 30 letters, digits, `_`, `-` or `.`, beginning with a letter or a digit. Unique without regard to case.
    pub handle: String,
    /// The displayed name.
    pub name: String,
    /// See [`check_password`].
    pub password: String,
    /// Whether the operator has verified the identity of this user.
    pub verified: bool,
    /// A PNG or JPEG file.
    pub picture: Option<Vec<u8>>,
}

/// Why a user was not created. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum AddUserError {
    /// Another user has this handle.
    #[error("the handle {0:?} is taken")]
    HandleTaken(String),
    /// The handle is malformed.
    #[error("a handle is 1 to 30 letters, digits, \"_\", \"-\" or \".\", and begins with a letter or a digit")]
    Handle,
    /// The name cannot be displayed.
    #[error("the name is refused: {0}")]
    Name(#[from] NameError),
    /// The password breaks a rule.
    #[error(transparent)]
    Password(#[from] PasswordRule),
    /// The picture is invalid.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// Hashing failed.
    #[error(transparent)]
    Hashing(#[from] PasswordError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// Creates a user.
    ///
    /// # Errors
    /// [`AddUserError`]. In this case nothing has changed.
    pub async fn add_user(&self, new: NewUser) -> Result<UserRecord, AddUserError> {
        if !is_handle(&new.handle) {
            return Err(AddUserError::Handle);
        }
        let name = display_name(&new.name)?;
        check_password(&new.password)?;
        // Checked before the expensive steps. The INSERT checks again, and decides.
        if self.store.credentials(&new.handle).await?.is_some() {
            return Err(AddUserError::HandleTaken(new.handle));
        }
        let mut picture = None;
        if let Some(file) = new.picture {
            let read = picture.insert(self.pictures.read(file, &*self.entropy).await?);
            self.store.insert_picture(&read.id, &read.files).await?;
        }
        let record = NewUserRecord {
            handle: &new.handle,
            name,
            password_hash: &self.passwords.hash(&new.password, &*self.entropy).await?,
            verified: new.verified,
            picture_id: picture.as_ref().map(|picture| picture.id.as_str()),
            created_at: self.clock.now(),
        };
        self.store.insert_user(&record).await?.ok_or(AddUserError::HandleTaken(new.handle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles() {
        for good in ["demo", "Demo_2", "a.b-c", "9"] {
            assert!(is_handle(good), "{good}");
        }
        for bad in ["", ".a", "_a", "a b", "a@b", "dé", "<b>", "a123456789012345678901234567890"] {
            assert!(!is_handle(bad), "{bad}");
        }
    }
}
