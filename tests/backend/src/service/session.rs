//! Who is signed in at the service with this browser.

use axum::http::HeaderMap;
use sha2::{Digest, Sha256};

use crate::service::Backend;
use crate::service::cookies::{self, Cookie};
use crate::service::forms::Form;
use crate::store::{StoreError, UserRecord};

/// A browser session of a listener.
#[derive(Clone)]
pub(crate) struct Session {
    /// What the cookie holds.
    pub(crate) secret: [u8; cookies::LENGTH],
    pub(crate) user: UserRecord,
}

impl Session {
    /// The session that the request's cookie names, if it is still good.
    pub(crate) async fn find(backend: &Backend, headers: &HeaderMap) -> Result<Option<Self>, StoreError> {
        let Some(secret) = Cookie::Session.read(&backend.base_url, headers) else { return Ok(None) };
        let user = backend.store.session_user(&hash(&secret), backend.clock.now()).await?;
        Ok(user.map(|user| Self { secret, user }))
    }

    /// What the form that ends it carries.
    pub(crate) fn sign_out_token(&self, backend: &Backend) -> String {
        Form::SignOut { session: &self.secret }.token(&backend.keys, backend.clock.now())
    }
}

/// What the database keeps of a session's secret: it can't be turned back into a cookie.
pub(crate) fn hash(secret: &[u8; cookies::LENGTH]) -> [u8; 32] {
    Sha256::digest(secret).into()
}
