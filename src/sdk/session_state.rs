//! The state of a session, as a value.

use stagepass_core::client::SessionStatus;
use stagepass_core::scope::Scope;

/// The state of a client's session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Session {
    /// No user is signed in.
    SignedOut,
    /// A user is signed in.
    #[non_exhaustive]
    SignedIn {
        /// The scope that the user allowed. `None` for one that this version does not know.
        scope: Option<Scope>,
    },
    /// The service ended the session, or its access token has expired and there is no refresh token. The user has
    /// neither signed in nor out since.
    Expired,
}

impl Session {
    /// Returns the state that the core has read.
    pub(super) fn of(status: &SessionStatus) -> Self {
        match status {
            SessionStatus::SignedOut => Self::SignedOut,
            SessionStatus::SignedIn(session) => Self::SignedIn { scope: Scope::of(&session.scope) },
            SessionStatus::Expired => Self::Expired,
        }
    }

    /// Returns whether a user is signed in.
    pub fn is_signed_in(self) -> bool {
        matches!(self, Self::SignedIn { .. })
    }

    /// Returns whether the user is signed in and has allowed `scope`. [`Scope::Write`] includes [`Scope::Read`].
    pub fn has_scope(self, scope: Scope) -> bool {
        match self {
            Self::SignedIn { scope: granted } => granted == Some(scope) || granted == Some(Scope::Write),
            Self::SignedOut | Self::Expired => false,
        }
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn write_includes_read() {
        let write = Session::SignedIn { scope: Some(Scope::Write) };
        let read = Session::SignedIn { scope: Some(Scope::Read) };
        assert!(write.has_scope(Scope::Write) && write.has_scope(Scope::Read));
        assert!(read.has_scope(Scope::Read) && !read.has_scope(Scope::Write));
        for none in [Session::SignedOut, Session::Expired, Session::SignedIn { scope: None }] {
            assert!(!none.has_scope(Scope::Read), "{none:?}");
        }
    }
}
