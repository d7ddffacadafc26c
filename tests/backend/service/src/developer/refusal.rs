//! Error responses of this API. If a member of the body is wrong, they name the member and the rule.

use std::fmt;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::accounts::{AddAppError, AppDetailsError, AppNameError, ReplaceAppError, RotateError};
use crate::limits::database_space::NoSpace;
use stagepass_kit::display_name::NameError;
use stagepass_kit::entropy::EntropyError;
use stagepass_store::StoreError;

/// Why a request for one's apps fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("sign in at this service with a browser: tokens are not accepted here")]
    SignedOut,
    #[error("only pages of this service may send this request")]
    ForeignOrigin,
    #[error(
        "X-CSRF-Token must be the csrf_token that GET …/developer-apps returned to this session within the last hour"
    )]
    CsrfToken,
    #[error("this needs your password: sign in again, then try again")]
    OldSignIn,
    #[error("you have no such app")]
    NoApp,
    #[error("Content-Type must be application/json, in UTF-8")]
    ContentType,
    #[error("the body is too large")]
    TooLarge,
    #[error("the body must be a JSON object")]
    Json,
    #[error("uri must be sent once")]
    Query,
    #[error("{0} {1}")]
    Field(Field, Problem),
    #[error(transparent)]
    Details(#[from] AppDetailsError),
    #[error(
        "you can have 100 apps, and 131,072 characters of redirect URIs in all of them: delete an app or redirect URIs first"
    )]
    TooMany,
    #[error(transparent)]
    NoSpace(#[from] NoSpace),
    #[error("the service has an internal error: try again later")]
    Internal,
}

/// A member of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    Name,
    Description,
    RedirectUris,
    /// The index, counted from 0.
    RedirectUri(usize),
    SessionIdle,
    SessionLongest,
    BoundTokensOnly,
    Rotate,
}

/// What is wrong with a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Problem {
    #[error("is missing")]
    Missing,
    #[error("is not a string")]
    NotText,
    #[error("is not a list of strings")]
    NotList,
    #[error("is not a whole number of seconds from 300 to 3153600000")]
    NotLifetime,
    #[error("is neither true nor false")]
    NotFlag,
    #[error("is repeated")]
    Twice,
    #[error("must be api_secret, bearer_token or both")]
    Unknown,
}

/// RFC 6749 §5.2, with the member and its rule if there are any. Their names are stable.
#[derive(Serialize)]
struct Body {
    error: &'static str,
    error_description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
}

impl Refusal {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::SignedOut => (StatusCode::UNAUTHORIZED, "login_required"),
            Self::ForeignOrigin => (StatusCode::FORBIDDEN, "access_denied"),
            Self::CsrfToken => (StatusCode::FORBIDDEN, "invalid_csrf_token"),
            Self::OldSignIn => (StatusCode::FORBIDDEN, "recent_login_required"),
            Self::NoApp => (StatusCode::NOT_FOUND, "not_found"),
            Self::ContentType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "invalid_request"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "invalid_request"),
            Self::Json | Self::Query | Self::Field(..) | Self::Details(_) => {
                (StatusCode::BAD_REQUEST, "invalid_request")
            }
            Self::TooMany => (StatusCode::CONFLICT, "too_many_apps"),
            Self::NoSpace(_) => (StatusCode::INSUFFICIENT_STORAGE, "storage_full"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
        }
    }

    fn field_and_rule(&self) -> Option<(Field, &'static str)> {
        match self {
            Self::Field(field, problem) => Some((*field, problem.name())),
            Self::Details(error) => Some(match error {
                AppDetailsError::Name(rule) => (Field::Name, name_rule(*rule)),
                AppDetailsError::Description(rule) => (Field::Description, name_rule(*rule)),
                AppDetailsError::MixedScripts => (Field::Name, "mixed_scripts"),
                AppDetailsError::LookAlike => (Field::Name, "look_alike"),
                AppDetailsError::RedirectUriCount => (Field::RedirectUris, "count"),
                AppDetailsError::RedirectUriTooLong { position, .. } => (Field::RedirectUri(*position), "too_long"),
                AppDetailsError::RedirectUri { position, rule, .. } => (Field::RedirectUri(*position), rule.name()),
            }),
            _ => None,
        }
    }
}

impl Problem {
    fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::NotText | Self::NotList | Self::NotFlag => "type",
            Self::NotLifetime => "lifetime",
            Self::Twice => "duplicate",
            Self::Unknown => "unknown",
        }
    }
}

fn name_rule(rule: NameError) -> &'static str {
    match rule {
        NameError::Empty => "empty",
        NameError::TooLong => "too_long",
        NameError::Deceptive => "deceptive",
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str("name"),
            Self::Description => f.write_str("description"),
            Self::RedirectUris => f.write_str("redirectUris"),
            Self::RedirectUri(at) => write!(f, "redirectUris[{at}]"),
            Self::SessionIdle => f.write_str("sessionIdleSeconds"),
            Self::SessionLongest => f.write_str("sessionLongestSeconds"),
            Self::BoundTokensOnly => f.write_str("dpop_bound_access_tokens"),
            Self::Rotate => f.write_str("rotate"),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, error) = self.status_and_code();
        let (field, rule) = self.field_and_rule().unzip();
        tracing::debug!(error, rule, "refused");
        let field = field.map(|field| field.to_string());
        let mut response =
            (status, Json(Body { error, error_description: self.to_string(), field, rule })).into_response();
        if status == StatusCode::UNAUTHORIZED {
            // RFC 9110 §15.5.2 requires a challenge. No registered scheme means a sign-in page. Browsers do not prompt
            // for an unknown scheme.
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Cookie realm=\"developer-apps\""));
        }
        response
    }
}

impl From<AddAppError> for Refusal {
    fn from(error: AddAppError) -> Self {
        match error {
            AddAppError::Details(error) => Self::Details(error),
            AddAppError::TooMany => Self::TooMany,
            AddAppError::NoOwner(_) => Self::SignedOut,
            AddAppError::Entropy(error) => error.into(),
            AddAppError::Store(error) => error.into(),
        }
    }
}

impl From<ReplaceAppError> for Refusal {
    fn from(error: ReplaceAppError) -> Self {
        match error {
            ReplaceAppError::NoApp => Self::NoApp,
            ReplaceAppError::TooMany => Self::TooMany,
            ReplaceAppError::Name(AppNameError::Details(error)) => Self::Details(error),
            ReplaceAppError::Name(AppNameError::Store(error)) => error.into(),
        }
    }
}

impl From<RotateError> for Refusal {
    fn from(error: RotateError) -> Self {
        match error {
            RotateError::NoApp(_) => Self::NoApp,
            RotateError::Entropy(error) => error.into(),
            RotateError::Store(error) => error.into(),
        }
    }
}

impl From<EntropyError> for Refusal {
    fn from(error: EntropyError) -> Self {
        tracing::error!(%error, "no random bytes");
        Self::Internal
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Internal
    }
}
