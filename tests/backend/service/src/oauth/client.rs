//! Who speaks at the token and revocation endpoints. Clients are public: they say who they are, and prove it with the code's verifier or
//! the refresh token itself.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse as _;

use crate::oauth::authorization_request::app_name;
use stagepass_kit::identifier::is_api_key;

use crate::body_type::BodyType;
use crate::oauth::error::OAuthError;
use stagepass_kit::parameters::Parameters;
use stagepass_store::{Grant, Holder, Store, StoreError};

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
    pub(crate) fn read(headers: &HeaderMap, parameters: &Parameters) -> Result<Self, OAuthError> {
        refuse_credentials(headers, parameters)?;
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

    /// As [`TokenClient::holds`], for the store.
    pub(crate) fn holder(&self) -> Holder<'_> {
        match self {
            Self::Registered(api_key) => Holder::Registered(api_key),
            Self::Named(name) => Holder::Named(name),
            Self::Nobody => Holder::Unregistered,
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

/// A client that sends credentials takes them for checked. They are not, so it is told (RFC 6749 §5.2), rather than left to believe that
/// nobody without them could do what it does. A bearer token beside the request is no client's credential, and is not looked at.
fn refuse_credentials(headers: &HeaderMap, parameters: &Parameters) -> Result<(), OAuthError> {
    let mut authorization = headers.get_all(header::AUTHORIZATION).into_iter();
    let is_basic = |value: &[u8]| value.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"basic"));
    if authorization.any(|value| is_basic(value.as_bytes())) {
        return Err(OAuthError::Basic);
    }
    let sent = |name| parameters.optional(name).map(|value| value.is_some());
    if sent("client_secret")? || sent("client_assertion")? { Err(OAuthError::Secret) } else { Ok(()) }
}

/// The parameters in a body of either type.
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
