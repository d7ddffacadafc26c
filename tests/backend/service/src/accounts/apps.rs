//! Developers' apps. The same rules apply on the command line and on the service's pages.

use std::ops::RangeInclusive;

use data_encoding::HEXLOWER;
use serde::Serialize;

use crate::accounts::Accounts;
use crate::accounts::app_details_error::AppDetailsError;
use crate::accounts::app_names::{AppNameError, check_letters, name_skeleton};
use crate::accounts::redirect_uri::{self, RedirectUri, Rule};
use crate::accounts::secrets::hash;
use stagepass_kit::display_name::{NameError, display_name, is_deceptive};
use stagepass_kit::entropy::{self, EntropyError};
use stagepass_store::{AppRecord, NewAppRecord, SessionLimits, StoreError};

/// The longest description of an app in characters.
pub const MAX_DESCRIPTION: usize = 160;
/// The most redirect URIs of an app.
pub const MAX_REDIRECT_URIS: usize = 50;
/// The most apps of one user.
pub const MAX_APPS: u32 = 100;
/// The limits in seconds that an app can set for its sessions: 5 minutes to 100 years.
pub const SESSION_LIFETIMES: RangeInclusive<i64> = 300..=3_153_600_000;
/// How many characters of a refused URI an error repeats.
const SHOWN: usize = 80;

/// An app to create.
#[derive(Debug, Clone, Default)]
pub struct NewApp {
    /// The handle of the owner.
    pub owner: String,
    /// The displayed name.
    pub name: String,
    /// A description of at most 160 characters.
    pub description: Option<String>,
    /// 1 to 50 redirect URIs that satisfy the rules of [`RedirectUri`].
    pub redirect_uris: Vec<String>,
    /// The limits of its users' sessions.
    pub sessions: SessionLimits,
    /// Whether it only takes tokens that are bound to a key (RFC 9449 §5.2).
    pub bound_tokens_only: bool,
    /// Its API key, `0x` and 40 hexadecimal digits, if it must be known before: for tests that are built with it.
    pub api_key: Option<String>,
}

/// An app that was created. Its two secrets are shown once.
#[derive(Clone, Serialize)]
pub struct RegisteredApp {
    /// `0x` and 40 hexadecimal digits. Public.
    pub api_key: String,
    /// As registered.
    pub name: String,
    /// As registered.
    pub redirect_uris: Vec<String>,
    /// A secret for the app's developer.
    pub api_secret: String,
    /// Lets the app's server act for users who granted it `write`.
    pub bearer_token: String,
}

/// The validated details of an app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppDetails {
    name: String,
    description: Option<String>,
    redirect_uris: Vec<String>,
    sessions: SessionLimits,
    bound_tokens_only: bool,
}

/// Why an app cannot have a redirect URI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// More than 2,000 characters.
    #[error("it is longer than 2,000 characters")]
    TooLong,
    /// It breaks a rule.
    #[error(transparent)]
    Rule(#[from] Rule),
}

/// Why an app was not created. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum AddAppError {
    /// No user has this handle.
    #[error("no user has the handle {0:?}")]
    NoOwner(String),
    /// Its details break a rule.
    #[error(transparent)]
    Details(#[from] AppDetailsError),
    /// The owner has [`MAX_APPS`], or the redirect URIs of all of them would be too long.
    #[error("a user can have at most 100 apps, and 131,072 characters of redirect URIs in all of them")]
    TooMany,
    /// There are no random bytes for its key.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// Registers an app.
    ///
    /// # Errors
    /// [`AddAppError`]. In this case nothing has changed.
    pub async fn add_app(&self, new: NewApp) -> Result<RegisteredApp, AddAppError> {
        let details = AppDetails::new(&new.name, new.description.as_deref(), new.redirect_uris)?;
        let details = details.with_session_limits(new.sessions).with_bound_tokens_only(new.bound_tokens_only);
        let owner = self.store.credentials(&new.owner).await?;
        let (owner_id, _) = owner.ok_or(AddAppError::NoOwner(new.owner))?;
        let (app, secrets) = self.register_app(owner_id, details, new.api_key).await?;
        let AppRecord { api_key, name, redirect_uris, .. } = app;
        let AppSecrets { api_secret, bearer_token } = secrets;
        Ok(RegisteredApp { api_key, name, redirect_uris, api_secret, bearer_token })
    }

    /// Registers an app of the user `owner_id`, with this API key or a new one, and new secrets.
    pub(crate) async fn register_app(
        &self,
        owner_id: i64,
        details: AppDetails,
        api_key: Option<String>,
    ) -> Result<(AppRecord, AppSecrets), AddAppError> {
        self.check_app_name(&details.name, owner_id, None).await?;
        let api_key = match api_key {
            Some(api_key) => api_key.to_ascii_lowercase(),
            None => format!("0x{}", HEXLOWER.encode(&entropy::random::<20>(&*self.entropy)?)),
        };
        let (api_secret, bearer_token) = (self.new_secret()?, self.new_secret()?);
        let app = details.into_record(api_key);
        let record = NewAppRecord {
            app: &app,
            name_skeleton: &name_skeleton(&app.name),
            owner_id,
            api_secret_hash: &hash(&api_secret),
            bearer_token_hash: &hash(&bearer_token),
            created_at: self.clock.now(),
        };
        if !self.store.insert_app(&record, MAX_APPS).await? {
            return Err(AddAppError::TooMany);
        }
        Ok((app, AppSecrets { api_secret, bearer_token }))
    }
}

/// Why an app was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ReplaceAppError {
    /// The owner has no such app.
    #[error("the owner has no such app")]
    NoApp,
    /// The redirect URIs of all of the owner's apps would be too long.
    #[error("a user can have at most 131,072 characters of redirect URIs in all apps")]
    TooMany,
    /// The name is refused, or the database failed.
    #[error(transparent)]
    Name(#[from] AppNameError),
}

impl Accounts {
    /// Replaces the details of an app of the user `owner_id`.
    ///
    /// # Errors
    /// [`ReplaceAppError`] if the owner has no such app, the name is refused or the database fails.
    pub async fn replace_app(
        &self,
        api_key: String,
        owner_id: i64,
        details: AppDetails,
    ) -> Result<AppRecord, ReplaceAppError> {
        self.check_app_name(&details.name, owner_id, Some(&api_key)).await?;
        let app = details.into_record(api_key);
        let replaced = self.store.replace_app(&app, &name_skeleton(&app.name), owner_id).await;
        if replaced.map_err(AppNameError::from)? {
            return Ok(app);
        }
        let existing = self.store.app_of_owner(&app.api_key, owner_id).await.map_err(AppNameError::from)?;
        Err(existing.map_or(ReplaceAppError::NoApp, |_| ReplaceAppError::TooMany))
    }
}

impl From<AppNameError> for AddAppError {
    fn from(error: AppNameError) -> Self {
        match error {
            AppNameError::Details(error) => error.into(),
            AppNameError::Store(error) => error.into(),
        }
    }
}

/// The secrets that the developer of a new app sees once. The store has their hashes.
pub(crate) struct AppSecrets {
    pub(crate) api_secret: String,
    pub(crate) bearer_token: String,
}

impl AppDetails {
    /// Validates the details: the name by [`display_name`], a description without line breaks or other control
    /// characters, and the URIs by the rules of [`RedirectUri`]. An empty description and repeated URIs are removed.
    ///
    /// # Errors
    /// The first [`AppDetailsError`].
    pub fn new(name: &str, description: Option<&str>, redirect_uris: Vec<String>) -> Result<Self, AppDetailsError> {
        let name = display_name(name).map_err(AppDetailsError::Name)?.to_owned();
        check_letters(&name)?;
        let description = description.map(str::trim).filter(|text| !text.is_empty());
        if description.is_some_and(|text| text.chars().any(is_deceptive)) {
            return Err(AppDetailsError::Description(NameError::Deceptive));
        }
        if description.is_some_and(|text| text.chars().count() > MAX_DESCRIPTION) {
            return Err(AppDetailsError::Description(NameError::TooLong));
        }
        let redirect_uris = checked_redirect_uris(redirect_uris)?;
        let description = description.map(str::to_owned);
        Ok(Self { name, description, redirect_uris, sessions: SessionLimits::default(), bound_tokens_only: false })
    }

    /// Sets the limits of the sessions, within [`SESSION_LIFETIMES`].
    #[must_use]
    pub fn with_session_limits(self, sessions: SessionLimits) -> Self {
        Self { sessions, ..self }
    }

    /// Sets whether the app only takes tokens that are bound to a key (RFC 9449 §5.2).
    #[must_use]
    pub fn with_bound_tokens_only(self, bound_tokens_only: bool) -> Self {
        Self { bound_tokens_only, ..self }
    }

    pub(crate) fn into_record(self, api_key: String) -> AppRecord {
        let Self { name, description, redirect_uris, sessions, bound_tokens_only } = self;
        AppRecord { api_key, name, description, redirect_uris, sessions, bound_tokens_only }
    }
}

impl AddressError {
    /// The short name of the rule.
    pub fn name(self) -> &'static str {
        match self {
            Self::TooLong => "too_long",
            Self::Rule(rule) => rule.name(),
        }
    }
}

/// Checks a single redirect URI.
///
/// # Errors
/// [`AddressError`] if an app cannot have it.
pub fn check_redirect_uri(text: &str) -> Result<(), AddressError> {
    if text.chars().count() > redirect_uri::MAX_LENGTH {
        return Err(AddressError::TooLong);
    }
    RedirectUri::parse(text)?;
    Ok(())
}

fn checked_redirect_uris(given: Vec<String>) -> Result<Vec<String>, AppDetailsError> {
    let mut checked: Vec<String> = Vec::with_capacity(given.len().min(MAX_REDIRECT_URIS));
    for (position, text) in given.into_iter().enumerate() {
        let shown = || text.chars().take(SHOWN).collect();
        check_redirect_uri(&text).map_err(|error| match error {
            AddressError::TooLong => AppDetailsError::RedirectUriTooLong { position, text: shown() },
            AddressError::Rule(rule) => AppDetailsError::RedirectUri { position, text: shown(), rule },
        })?;
        if checked.contains(&text) {
            continue;
        }
        if checked.len() == MAX_REDIRECT_URIS {
            return Err(AppDetailsError::RedirectUriCount);
        }
        checked.push(text);
    }
    if checked.is_empty() { Err(AppDetailsError::RedirectUriCount) } else { Ok(checked) }
}
