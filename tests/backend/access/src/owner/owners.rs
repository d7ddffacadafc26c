//! The owners whose tracks this server serves: all owners, or those that the operator configured.

use tokio::sync::OnceCell;

use crate::service::{Service, ServiceError, UserReference};

/// A configured owner: a user ID, or `@` and a handle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnerName(UserReference);

/// A text that is not an owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an owner is a user's number, or @ and a handle, like @ada")]
pub struct NoOwnerName;

/// The configured owners. If empty, all owners are served.
#[derive(Debug)]
pub(crate) struct Owners(Vec<ConfiguredOwner>);

#[derive(Debug)]
struct ConfiguredOwner {
    name: UserReference,
    /// Looked up once, because a handle is never assigned to another account while this one exists.
    user_id: OnceCell<u64>,
}

impl OwnerName {
    /// Parses digits, or `@` and a handle.
    ///
    /// # Errors
    /// [`NoOwnerName`].
    pub fn parse(text: &str) -> Result<Self, NoOwnerName> {
        UserReference::parse(text).map(Self).ok_or(NoOwnerName)
    }
}

impl Owners {
    pub(crate) fn new(names: Vec<OwnerName>) -> Self {
        Self(names.into_iter().map(|OwnerName(name)| ConfiguredOwner { name, user_id: OnceCell::new() }).collect())
    }

    /// Returns whether the tracks of this user are served. Handles are looked up at the service.
    ///
    /// # Errors
    /// [`ServiceError`] if a lookup fails.
    pub(crate) async fn serve(&self, user_id: u64, service: &Service) -> Result<bool, ServiceError> {
        let Self(chosen) = self;
        if chosen.is_empty() || chosen.iter().any(|owner| owner.number() == Some(user_id)) {
            return Ok(true);
        }
        for owner in chosen {
            if owner.user_id(service).await? == Some(user_id) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl ConfiguredOwner {
    /// `None` if the service has no such user yet.
    async fn user_id(&self, service: &Service) -> Result<Option<u64>, ServiceError> {
        let UserReference::Handle(handle) = &self.name else { return Ok(self.number()) };
        if let Some(user_id) = self.user_id.get() {
            return Ok(Some(*user_id));
        }
        let Some(user) = service.find_user(&self.name).await? else {
            tracing::warn!(handle, "the service has no user with this handle: their tracks are not served (--owner)");
            return Ok(None);
        };
        Ok(Some(*self.user_id.get_or_init(async || user.user_id).await))
    }

    fn number(&self) -> Option<u64> {
        if let UserReference::Number(user_id) = self.name { Some(user_id) } else { None }
    }
}
