//! The client at the token and revocation endpoints. Clients are public: they state their ID, and prove it by the code
//! verifier or by the refresh token itself.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse as _;

use crate::oauth::recipient::app_name;
use stagepass_kit::identifier::is_api_key;

use crate::body_type::BodyType;
use crate::oauth::error::OAuthError;
use stagepass_kit::parameters::{ParameterError, Parameters};
use stagepass_store::{Grant, Holder, Store, StoreError};

/// The value of `client_id`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TokenClient {
    /// An API key in lower case. Grants are deleted together with their app, so a grant with this key proves that the
    /// app exists.
    Registered(String),
    /// The name that an unregistered app gave itself.
    Named(String),
    /// None, an empty one or JSON's `null`, which clients of unregistered apps send.
    Unnamed,
}

impl TokenClient {
    /// Parses `client_id`, which only an unregistered app may omit.
    pub(crate) fn read(headers: &HeaderMap, parameters: &Parameters) -> Result<Self, OAuthError> {
        refuse_credentials(headers, parameters)?;
        let Some(client_id) = parameters.optional("client_id")? else { return Ok(Self::Unnamed) };
        if is_api_key(client_id) {
            return Ok(Self::Registered(client_id.to_ascii_lowercase()));
        }
        app_name(client_id).map(Self::Named).map_err(|_| OAuthError::ClientForm)
    }

    /// Refuses an API key that belongs to no app.
    pub(crate) async fn check(&self, store: &Store) -> Result<(), OAuthError> {
        match self {
            Self::Registered(api_key) if store.app(api_key).await?.is_none() => Err(OAuthError::UnknownClient),
            _ => Ok(()),
        }
    }

    /// Returns whether `grant` belongs to this client. Without a name, only grants of unregistered apps match: a
    /// registered app must state its key.
    pub(crate) fn holds(&self, grant: &Grant) -> bool {
        match self {
            Self::Registered(api_key) => grant.api_key.as_ref() == Some(api_key),
            Self::Named(name) => grant.app_name.as_ref() == Some(name),
            Self::Unnamed => grant.app_name.is_some(),
        }
    }

    /// Returns the error for a grant that is not of this client: `other`, or that it did not say who it is.
    pub(crate) fn refusal(&self, other: OAuthError) -> OAuthError {
        match self {
            Self::Unnamed => ParameterError::Missing("client_id").into(),
            Self::Registered(_) | Self::Named(_) => other,
        }
    }

    /// Like [`TokenClient::holds`], for the store.
    pub(crate) fn holder(&self) -> Holder<'_> {
        match self {
            Self::Registered(api_key) => Holder::Registered(api_key),
            Self::Named(name) => Holder::Named(name),
            Self::Unnamed => Holder::Unregistered,
        }
    }

    /// Returns whether the app only takes tokens that are bound to a key (RFC 9449 §5.2).
    pub(crate) async fn needs_proof(&self, store: &Store) -> Result<bool, StoreError> {
        match self {
            Self::Registered(api_key) => store.needs_bound_tokens(api_key).await,
            Self::Named(_) | Self::Unnamed => Ok(false),
        }
    }

    /// Returns whether the redirect URI of `grant` is still registered. The developer may have removed it since the
    /// code was sent.
    pub(crate) async fn still_has_address_of(&self, grant: &Grant, store: &Store) -> Result<bool, StoreError> {
        match self {
            Self::Registered(api_key) => store.is_registered(api_key, &grant.redirect_uri).await,
            Self::Named(_) | Self::Unnamed => Ok(true),
        }
    }
}

/// A client that sends credentials expects them to be checked. They are not, so the request is refused (RFC 6749 §5.2).
/// Otherwise the client would believe that its tokens are protected by them. A bearer token beside the request is not a
/// client credential, and is ignored.
fn refuse_credentials(headers: &HeaderMap, parameters: &Parameters) -> Result<(), OAuthError> {
    let mut authorization = headers.get_all(header::AUTHORIZATION).into_iter();
    let is_basic = |value: &[u8]| value.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"basic"));
    if authorization.any(|value| is_basic(value.as_bytes())) {
        return Err(OAuthError::Basic);
    }
    let sent = |name| parameters.optional(name).map(|value| value.is_some());
    if sent("client_secret")? || sent("client_assertion")? { Err(OAuthError::Secret) } else { Ok(()) }
}

/// Parses the parameters in a body of either type.
pub(crate) fn read_body(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<Parameters, OAuthError> {
    let body = body.map_err(|rejection| match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => OAuthError::TooLarge,
        _ => OAuthError::Body,
    })?;
    match BodyType::of(headers).ok_or(OAuthError::Body)? {
        BodyType::Json => Parameters::from_json(&body).ok_or(OAuthError::Body),
        BodyType::Form => Ok(Parameters::from_form(&body)),
    }
}
