//! What a client signs in at: a Stagepass service, or with the feature `openid` any provider.

use core::fmt::Debug;

use super::User;
use crate::shared::{MaybeSend, MaybeSync};

/// What a [`Client`](crate::Client) signs in at: [`Stagepass`], or with the feature `openid` any provider. No other
/// type implements it.
pub trait Provider: sealed::Sealed + Clone + Debug + Send + Sync + 'static {
    /// The user.
    type User: Clone + Debug + PartialEq + MaybeSend + MaybeSync + 'static;

    /// Reads the user in `text`, which is JSON. `known` is what the session has of the user, empty if it has nothing.
    /// `None` if it is not a user, or another one than `known`.
    #[doc(hidden)]
    fn read_user(known: &str, text: &str) -> Option<Self::User>;
}

/// A Stagepass service, or one with the same API.
#[derive(Clone, Copy, Debug)]
pub enum Stagepass {}

impl Provider for Stagepass {
    type User = User;

    fn read_user(_known: &str, text: &str) -> Option<User> {
        User::read(text)
    }
}

impl sealed::Sealed for Stagepass {}

/// Only this crate can implement it.
pub(super) mod sealed {
    /// Makes [`super::Provider`] a trait that no app implements.
    pub trait Sealed {}
}
