//! Making listeners and apps: what the command line and tests do, and what sign-up pages build on.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::clock::Clock;
use crate::display_name::{NameError, display_name};
use crate::entropy::{self, Entropy, EntropyError};
use crate::hex;
use crate::password::{MAX_PASSWORD, PasswordError, Passwords};
use crate::picture::{Picture, PictureError};
use crate::redirect_uri::{RedirectUri, Rule};
use crate::store::{AppRecord, NewAppRecord, NewUserRecord, Store, StoreError, UserRecord};

/// The shortest password, in characters.
pub const MIN_PASSWORD: usize = 8;
/// The longest handle.
pub const MAX_HANDLE: usize = 30;
/// The longest description of an app, in characters.
pub const MAX_DESCRIPTION: usize = 160;
/// The most redirect URIs of an app.
pub const MAX_REDIRECT_URIS: usize = 50;

/// Makes listeners and apps in a store.
#[derive(Debug, Clone)]
pub struct Accounts {
    pub(crate) store: Store,
    pub(crate) passwords: Passwords,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
}

/// A listener to be made.
#[derive(Debug, Clone, Default)]
pub struct NewUser {
    /// 1 to 30 letters, digits, `_`, `-` or `.`, beginning with a letter or a digit; unique whatever the case.
    pub handle: String,
    /// The name shown to people.
    pub name: String,
    /// 8 characters at least.
    pub password: String,
    /// Whether the service vouches for who this is.
    pub verified: bool,
    /// A PNG or JPEG file.
    pub picture: Option<Vec<u8>>,
}

/// An app to be made.
#[derive(Debug, Clone, Default)]
pub struct NewApp {
    /// The handle of the listener who owns it.
    pub owner: String,
    /// The name shown to people.
    pub name: String,
    /// What it is, in at most 160 characters.
    pub description: Option<String>,
    /// 1 to 50 addresses that keep the rules of [`RedirectUri`].
    pub redirect_uris: Vec<String>,
}

/// An app that was made. Its two secrets are shown now and never again.
#[derive(Clone, Serialize)]
pub struct RegisteredApp {
    /// `0x` and 40 hexadecimal digits: public.
    pub api_key: String,
    /// As registered.
    pub name: String,
    /// As registered.
    pub redirect_uris: Vec<String>,
    /// Secret of the app's developer.
    pub api_secret: String,
    /// Lets the app's server act for listeners who granted it `write`.
    pub bearer_token: String,
}

/// A listener that was not made. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum AddUserError {
    /// Somebody has that handle.
    #[error("the handle {0:?} is taken")]
    HandleTaken(String),
    /// Not of a handle's form.
    #[error("a handle is 1 to 30 letters, digits, \"_\", \"-\" or \".\", and begins with a letter or a digit")]
    Handle,
    /// The name can't be shown.
    #[error("the name is refused: {0}")]
    Name(#[from] NameError),
    /// Too short or too long.
    #[error("a password has 8 characters at least, and 1,024 bytes at most")]
    Password,
    /// The picture can't be used.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// Hashing failed.
    #[error(transparent)]
    Hashing(#[from] PasswordError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An app that was not made. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum AddAppError {
    /// Nobody has that handle.
    #[error("there is no listener with the handle {0:?} to own the app")]
    NoOwner(String),
    /// The name can't be shown.
    #[error("the name is refused: {0}")]
    Name(#[from] NameError),
    /// Too long, or can't be shown.
    #[error("the description is refused: at most 160 characters, none of them invisible")]
    Description,
    /// None, or more than 50.
    #[error("an app has 1 to 50 redirect URIs")]
    RedirectUriCount,
    /// One of them breaks a rule.
    #[error("the redirect URI {0:?} is refused: {1}")]
    RedirectUri(String, Rule),
    /// No random bytes for its key.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// Adds a listener.
    ///
    /// # Errors
    /// [`AddUserError`]; then nothing has changed.
    pub async fn add_user(&self, new: NewUser) -> Result<UserRecord, AddUserError> {
        if !is_handle(&new.handle) {
            return Err(AddUserError::Handle);
        }
        let name = display_name(&new.name)?;
        if new.password.chars().count() < MIN_PASSWORD || new.password.len() > MAX_PASSWORD {
            return Err(AddUserError::Password);
        }
        // Asked before the picture is read and the password hashed; the INSERT asks again, and is what decides.
        if self.store.credentials(&new.handle).await?.is_some() {
            return Err(AddUserError::HandleTaken(new.handle));
        }
        let picture = new.picture.as_deref().map(Picture::read).transpose()?;
        if let Some(picture) = &picture {
            self.store.insert_picture(&picture.id, &picture.files).await?;
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

    /// Registers an app.
    ///
    /// # Errors
    /// [`AddAppError`]; then nothing has changed.
    pub async fn add_app(&self, new: NewApp) -> Result<RegisteredApp, AddAppError> {
        let name = display_name(&new.name)?.to_owned();
        if new
            .description
            .as_deref()
            .is_some_and(|text| text.chars().count() > MAX_DESCRIPTION || text.contains(char::is_control))
        {
            return Err(AddAppError::Description);
        }
        let redirect_uris = checked_redirect_uris(new.redirect_uris)?;
        let owner = self.store.credentials(&new.owner).await?;
        let (owner_id, _) = owner.ok_or(AddAppError::NoOwner(new.owner))?;

        let api_key = format!("0x{}", hex::encode(&entropy::random::<20>(&*self.entropy)?));
        let api_secret = URL_SAFE_NO_PAD.encode(entropy::random::<32>(&*self.entropy)?);
        let bearer_token = URL_SAFE_NO_PAD.encode(entropy::random::<32>(&*self.entropy)?);
        let app = AppRecord { api_key, name, description: new.description, redirect_uris };
        let record = NewAppRecord {
            app: &app,
            owner_id,
            // 256 random bits need no salt and no slow hash.
            api_secret_hash: &Sha256::digest(&api_secret),
            bearer_token_hash: &Sha256::digest(&bearer_token),
            created_at: self.clock.now(),
        };
        self.store.insert_app(&record).await?;
        let AppRecord { api_key, name, redirect_uris, .. } = app;
        Ok(RegisteredApp { api_key, name, redirect_uris, api_secret, bearer_token })
    }
}

fn is_handle(handle: &str) -> bool {
    handle.len() <= MAX_HANDLE
        && handle.starts_with(|c: char| c.is_ascii_alphanumeric())
        && handle.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}

fn checked_redirect_uris(given: Vec<String>) -> Result<Vec<String>, AddAppError> {
    let mut checked: Vec<String> = Vec::with_capacity(given.len());
    for text in given {
        RedirectUri::parse(&text).map_err(|rule| AddAppError::RedirectUri(text.clone(), rule))?;
        if !checked.contains(&text) {
            checked.push(text);
        }
    }
    if (1..=MAX_REDIRECT_URIS).contains(&checked.len()) { Ok(checked) } else { Err(AddAppError::RedirectUriCount) }
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
