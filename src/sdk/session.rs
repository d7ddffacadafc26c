//! The state of the session, as a value and as a stream.

use core::fmt;
use core::pin::Pin;
use core::task::{Context, Poll};

use futures_core::Stream;
use stagepass_core::client::{ReadStatus, SessionStatus};

use super::client::Client;
use super::environment::Environment as _;
use super::here::Here;
use super::provider::{Provider, Stagepass};
use super::{Call, Session, session_watch};

/// The state of the session, then each new one. See [`Client::session_changes`].
#[must_use = "a stream does nothing unless it is polled"]
pub struct SessionChanges<P = Stagepass> {
    client: Client<P>,
    /// The number of changes at the last reading.
    seen: u64,
    reading: Option<Call<SessionStatus>>,
    last: Option<(Session, String)>,
}

impl Client {
    /// Returns whether the user is signed in and has allowed `scope`. [`Scope::Write`](crate::Scope::Write) includes
    /// [`Scope::Read`](crate::Scope::Read). No request is made.
    ///
    /// # Errors
    /// Those of [`Client::session`].
    pub fn has_scope(&self, scope: crate::Scope) -> Call<bool> {
        let client = self.clone();
        Call::start(move |_| async move { Ok(Session::of(&client.status().await?).has_scope(scope)) })
    }
}

impl<P: Provider> Client<P> {
    /// Returns the state of the session, as it is stored. No request is made, so the service may have ended it.
    ///
    /// # Errors
    /// [`Code::Unsupported`](crate::Code::Unsupported) without a window.
    pub fn session(&self) -> Call<Session> {
        let client = self.clone();
        Call::start(move |_| async move { Ok(Session::of(&client.status().await?)) })
    }

    /// Returns whether a user is signed in. No request is made.
    ///
    /// # Errors
    /// Those of [`Client::session`].
    pub fn is_authenticated(&self) -> Call<bool> {
        let client = self.clone();
        Call::start(move |_| async move { Ok(Session::of(&client.status().await?).is_signed_in()) })
    }

    /// Returns a stream of the session's state: the current one first, then each new one. It also has changes by other
    /// clients of the page and, in a browser, by other tabs. Another user is a change, even with the same scope.
    pub fn session_changes(&self) -> SessionChanges<P> {
        Here::watch_sessions();
        SessionChanges { client: self.clone(), seen: 0, reading: None, last: None }
    }

    pub(super) async fn status(&self) -> Result<SessionStatus, crate::Error> {
        self.run(ReadStatus::new(self.core()), None).await
    }

    /// Returns the claims of the session's ID token, as JSON. Empty if there are none.
    #[cfg(feature = "openid")]
    pub(super) async fn claims(&self) -> Result<String, crate::Error> {
        Ok(match self.status().await? {
            SessionStatus::SignedIn(session) => session.identity.claims,
            SessionStatus::SignedOut | SessionStatus::Expired => String::new(),
        })
    }
}

impl<P: Provider> Stream for SessionChanges<P> {
    type Item = Session;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Session>> {
        loop {
            if let Some(reading) = &mut self.reading {
                let Poll::Ready(status) = Pin::new(reading).poll(context) else { return Poll::Pending };
                self.reading = None;
                // Without a window there is no session.
                let state = match &status {
                    Ok(status) => (Session::of(status), login(status)),
                    Err(_) => (Session::SignedOut, String::new()),
                };
                if self.last.as_ref() != Some(&state) {
                    let session = state.0;
                    self.last = Some(state);
                    return Poll::Ready(Some(session));
                }
            }
            let Some(changes) = session_watch::changes_after(self.seen, context.waker()) else { return Poll::Pending };
            self.seen = changes;
            let client = self.client.clone();
            self.reading = Some(Call::start(move |_| async move { client.status().await }));
        }
    }
}

/// Returns the `state` of the session's login. It names the login, and is not secret.
fn login(status: &SessionStatus) -> String {
    match status {
        SessionStatus::SignedIn(session) => session.state.clone(),
        SessionStatus::SignedOut | SessionStatus::Expired => String::new(),
    }
}

impl<P> fmt::Debug for SessionChanges<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionChanges")
            .field("last", &self.last.as_ref().map(|(session, _)| session))
            .finish_non_exhaustive()
    }
}
