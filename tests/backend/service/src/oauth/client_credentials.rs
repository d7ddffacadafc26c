//! The credentials of an app's server (RFC 6749 §2.3.1): `client_secret_basic` and `client_secret_post`.
//!
//! Only the introspection endpoint accepts them. All other endpoints are for public clients, and refuse credentials.

use axum::http::{HeaderMap, header};
use sha2::{Digest as _, Sha256};

use crate::accounts::is_api_secret;
use crate::api::basic_credentials::basic_credentials;
use crate::api::server::App;
use crate::oauth::error::OAuthError;
use crate::state::Backend;
use stagepass_kit::identifier::is_api_key;
use stagepass_kit::parameters::Parameters;

/// The API key and the API secret of a request. It has no `Debug`, so that no log can show the secret.
pub(crate) struct ClientCredentials {
    /// In lower case.
    api_key: String,
    secret: String,
}

impl ClientCredentials {
    /// Reads the credentials of a request, which must use one of the two methods (RFC 6749 §2.3).
    pub(crate) fn read(headers: &HeaderMap, parameters: &Parameters) -> Result<Self, OAuthError> {
        let client_id = parameters.optional("client_id")?;
        let (api_key, secret) = match parameters.optional("client_secret")? {
            Some(_) if headers.contains_key(header::AUTHORIZATION) => return Err(OAuthError::TwoCredentials),
            Some(secret) => (client_id.ok_or(OAuthError::Credentials)?.to_owned(), secret.to_owned()),
            None => basic_credentials(headers).ok_or(OAuthError::Credentials)?,
        };
        let is_same = client_id.is_none_or(|client_id| client_id.eq_ignore_ascii_case(&api_key));
        if !is_same || !is_api_key(&api_key) {
            return Err(OAuthError::Credentials);
        }
        Ok(Self { api_key: api_key.to_ascii_lowercase(), secret })
    }

    /// Returns the app, if the secret is its own.
    pub(crate) async fn authenticate(self, backend: &Backend) -> Result<App, OAuthError> {
        let hash = Sha256::digest(&self.secret).into();
        if !is_api_secret(&backend.store, &self.api_key, &self.secret).await? {
            backend.app_servers.forget(&hash);
            return Err(OAuthError::Credentials);
        }
        backend.app_servers.remember(hash);
        Ok(App { api_key: self.api_key })
    }
}
