//! The session of a user in a browser.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use sha2::{Digest, Sha256};

use crate::limits::database_space::{self, NoSpace};
use crate::pages::cookies::{self, Cookie};
use crate::pages::csrf::Form;
use crate::pages::device::Device;
use crate::pages::page;
use crate::state::Backend;
use stagepass_kit::entropy::{self, EntropyError};
use stagepass_store::{NewSession, SessionRecord, StoreError, UserRecord};

/// A session of a user in a browser.
#[derive(Clone)]
pub(crate) struct Session {
    /// The value of the cookie.
    pub(crate) secret: [u8; cookies::LENGTH],
    pub(crate) user: UserRecord,
    /// When the user gave the password, in Unix seconds.
    pub(crate) authenticated_at: i64,
}

/// A user who was just authenticated.
#[derive(Clone, Copy)]
pub(crate) struct AuthenticatedUser<'a> {
    pub(crate) user_id: i64,
    pub(crate) handle: &'a str,
    /// The hash that the password was verified against.
    pub(crate) password_hash: &'a str,
}

/// Why a session did not begin.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BeginError {
    /// The password was changed while it was being verified.
    #[error("the password is another one by now")]
    Changed,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    #[error(transparent)]
    NoSpace(#[from] NoSpace),
}

/// The cookies of a new session.
pub(crate) struct SessionCookies([HeaderValue; 2]);

impl Session {
    /// Returns the session of the request's cookie, if it is valid.
    pub(crate) async fn find(backend: &Backend, headers: &HeaderMap) -> Result<Option<Self>, StoreError> {
        let Some(secret) = Cookie::Session.read(&backend.base_url, headers) else { return Ok(None) };
        let found = backend.store.session(&hash(&secret), backend.clock.now()).await?;
        Ok(found.map(|SessionRecord { user, authenticated_at }| Self { secret, user, authenticated_at }))
    }

    /// Begins a session with a new secret. The previous session of the browser ends, so that no user can set a session
    /// for another user (session fixation).
    pub(crate) async fn begin(
        backend: &Backend,
        headers: &HeaderMap,
        authenticated: AuthenticatedUser<'_>,
    ) -> Result<SessionCookies, BeginError> {
        database_space::check_for_sign_in(backend).await?;
        if let Some(before) = Cookie::Session.read(&backend.base_url, headers) {
            backend.store.delete_session(&hash(&before)).await?;
        }
        let secret = entropy::random(&*backend.entropy)?;
        let signed_in = SessionCookies::new(backend, headers, authenticated.handle, &secret)?;
        let hash = hash(&secret);
        let session = new(backend, &hash, authenticated.user_id);
        let begun = backend.store.insert_session(&session, authenticated.password_hash).await?;
        if begun { Ok(signed_in) } else { Err(BeginError::Changed) }
    }

    /// Returns the CSRF token of the form that ends the session.
    pub(crate) fn sign_out_token(&self, backend: &Backend) -> String {
        Form::SignOut { session: &self.secret }.token(&backend.keys, backend.clock.now())
    }

    /// Returns the CSRF token of a form that changes `what`.
    pub(crate) fn change_token(&self, backend: &Backend, what: &str) -> String {
        Form::Change { session: &self.secret, what }.token(&backend.keys, backend.clock.now())
    }
}

impl SessionCookies {
    /// Returns the cookies for a session with this secret, in the browser that sent `headers`.
    pub(crate) fn new(
        backend: &Backend,
        headers: &HeaderMap,
        handle: &str,
        secret: &[u8; cookies::LENGTH],
    ) -> Result<Self, EntropyError> {
        let device = Device::cookie(device(backend, headers, handle), &backend.keys, handle, &*backend.entropy)?;
        Ok(Self([Cookie::Session.plant(&backend.base_url, secret), Cookie::Device.plant(&backend.base_url, &device)]))
    }

    /// Redirects to a page of this service.
    pub(crate) fn see_other(self, address: &str) -> Response {
        let mut response = page::see_other(address);
        for cookie in self.0 {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// Returns the browser, if it has signed in to this account before.
pub(crate) fn device(backend: &Backend, headers: &HeaderMap, handle: &str) -> Option<Device> {
    Device::read(&backend.keys, handle, &Cookie::Device.read(&backend.base_url, headers)?)
}

/// Returns a session of a user who gave the password just now.
pub(crate) fn new<'a>(backend: &Backend, hash: &'a [u8], user_id: i64) -> NewSession<'a> {
    let now = backend.clock.now();
    let expires_at = now + cookies::SESSION_LIFETIME.min(backend.sign_in.longest);
    NewSession { hash, user_id, authenticated_at: now, expires_at }
}

/// Returns the hash of a session's secret for the database.
pub(crate) fn hash(secret: &[u8; cookies::LENGTH]) -> [u8; 32] {
    Sha256::digest(secret).into()
}
