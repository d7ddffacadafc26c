//! Who speaks at the token and revocation endpoints. Clients are public: they say who they are, and prove it with the code's verifier or
//! the refresh token itself.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse as _;

use crate::parameters::Parameters;
use crate::service::authorization_request::{app_name, is_api_key};
use crate::service::oauth_error::OAuthError;
use crate::store::{Grant, Store, StoreError};

/// What `client_id` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TokenClient {
    /// An API key, in lower case. Whether an app has it shows in the grants that it holds: they go with the app.
    Registered(String),
    /// The name that an unregistered app gave itself.
    Named(String),
    /// JSON's `null`: some clients of unregistered apps send that.
    Nobody,
}

impl TokenClient {
    /// Reads `client_id`, which has to be there.
    pub(crate) fn read(parameters: &Parameters) -> Result<Self, OAuthError> {
        if parameters.is_null("client_id") {
            return Ok(Self::Nobody);
        }
        let client_id = parameters.required("client_id")?;
        if is_api_key(client_id) {
            return Ok(Self::Registered(client_id.to_ascii_lowercase()));
        }
        app_name(client_id).map(Self::Named).map_err(|_| OAuthError::ClientForm)
    }

    /// Refuses an API key that no app has.
    pub(crate) async fn check(&self, store: &Store) -> Result<(), OAuthError> {
        match self {
            Self::Registered(api_key) if store.app(api_key).await?.is_none() => Err(OAuthError::UnknownClient),
            _ => Ok(()),
        }
    }

    /// Whether `grant` was given to this client. Without a name only the grants of unregistered apps match: a registered app always
    /// has to say which it is.
    pub(crate) fn holds(&self, grant: &Grant) -> bool {
        match self {
            Self::Registered(api_key) => grant.api_key.as_ref() == Some(api_key),
            Self::Named(name) => grant.app_name.as_ref() == Some(name),
            Self::Nobody => grant.app_name.is_some(),
        }
    }

    /// Whether what comes of `grant` may still go to where its code was sent: since then, its developer may have taken the address back.
    pub(crate) async fn still_has_address_of(&self, grant: &Grant, store: &Store) -> Result<bool, StoreError> {
        match self {
            Self::Registered(api_key) => store.is_registered(api_key, &grant.redirect_uri).await,
            Self::Named(_) | Self::Nobody => Ok(true),
        }
    }
}

/// The parameters in a body of either type.
pub(crate) fn read_body(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<Parameters, OAuthError> {
    let body = body.map_err(|rejection| match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => OAuthError::TooLarge,
        _ => OAuthError::Body,
    })?;
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "application/json" => Parameters::from_json(&body).ok_or(OAuthError::Body),
        "application/x-www-form-urlencoded" => Ok(Parameters::from_form(&body)),
        _ => Err(OAuthError::Body),
    }
}
