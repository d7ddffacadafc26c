//! The bodies of requests, and the frames of responses.

use schemars::JsonSchema;
use serde::Serialize;

/// An error.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(super) struct ErrorAnswer {
    /// A stable code for programs.
    error: String,
    /// What happened, in a sentence for developers.
    error_description: String,
    /// The invalid member of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The rule that the member breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
}

/// A response with its content in `data`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}Response")]
pub(super) struct Data<T> {
    /// The content.
    data: T,
}

/// The address of audio.
#[derive(Serialize, JsonSchema)]
pub(super) struct StreamUrl {
    /// The address. For a gated track, an access server must sign it.
    data: String,
}

/// Which secrets of an app are rotated.
#[derive(Serialize, JsonSchema)]
pub(super) struct SecretRotation {
    /// `api_secret`, `bearer_token` or `both`.
    rotate: String,
}

/// A token request (RFC 6749 §4.1.3 and §6, RFC 7636 §4.5).
#[derive(Serialize, JsonSchema)]
pub(super) struct TokenRequest {
    /// `authorization_code` or `refresh_token`.
    grant_type: String,
    /// The API key of the app, in any case. An app that is not registered sends its `app_name`, `null` or nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
    /// The code. Required with `authorization_code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// 43 to 128 characters. Required with `authorization_code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    code_verifier: Option<String>,
    /// The redirect URI of the authorization request. Required with `authorization_code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    redirect_uri: Option<String>,
    /// The refresh token. Required with `refresh_token`.
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
    /// With `refresh_token`: no more than the user approved. The response always has the approved scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
}

/// A revocation request (RFC 7009 §2.1).
#[derive(Serialize, JsonSchema)]
pub(super) struct RevocationRequest {
    /// A refresh token, or a valid access token.
    token: String,
    /// As in a token request.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
}

/// An introspection request (RFC 7662 §2.1).
#[derive(Serialize, JsonSchema)]
pub(super) struct IntrospectionRequest {
    /// An access token of the app.
    token: String,
    /// The API key of the app, unless the request has Basic authentication.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
    /// The API secret of the app, unless the request has Basic authentication.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
}

/// Which server may verify a ticket.
#[derive(Serialize, JsonSchema)]
pub(super) struct TicketRequest {
    /// The origin of the server, for example `https://gate.radio.example`.
    audience: String,
    /// What the user may do with the ticket. `read` if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<crate::oauth::authorization_request::Scope>,
}

/// A ticket to verify.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TicketVerification")]
pub(super) struct Verification {
    /// The ticket.
    ticket: String,
    /// The origin for which it must have been issued.
    audience: String,
}

/// A track to create.
#[derive(Serialize, JsonSchema)]
pub(super) struct NewTrack {
    /// 1 to 200 characters.
    title: String,
    /// At most 100 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    genre: Option<String>,
    /// At most 2,000 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// The CID of a completed upload of the user.
    track_cid: String,
    /// The addresses that may sign for the track: at most 20. Without any, it is public.
    #[serde(skip_serializing_if = "Option::is_none")]
    access_authorities: Option<Vec<String>>,
}

/// Changes of a track: at least one member. Missing members stay as they are.
#[derive(Serialize, JsonSchema)]
pub(super) struct TrackChange {
    /// 1 to 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    title: Option<String>,
    /// At most 100 characters. `null` removes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    genre: Option<String>,
    /// At most 2,000 characters. `null` removes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// The addresses that may sign for the track: at most 20. An empty list makes it public.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    access_authorities: Option<Vec<String>>,
    /// `true` hides the track from all users but its owner. `false` shows it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    delisted: Option<bool>,
}

/// The details of an app.
#[derive(Serialize, JsonSchema)]
pub(super) struct AppDetails {
    /// The name that users see: 1 to 50 characters.
    name: String,
    /// At most 160 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// Where responses may be sent: 1 to 50 addresses, which are compared character by character.
    #[serde(rename = "redirectUris")]
    redirect_uris: Vec<String>,
    /// After how many seconds a session that is not refreshed ends: 300 to 3,153,600,000. Missing or `null`, or more
    /// than the service allows: as for all apps. It applies to a session from its next refresh.
    #[serde(rename = "sessionIdleSeconds", skip_serializing_if = "Option::is_none")]
    session_idle: Option<i64>,
    /// After how many seconds any session ends, counted from the user's approval. The same range.
    #[serde(rename = "sessionLongestSeconds", skip_serializing_if = "Option::is_none")]
    session_longest: Option<i64>,
    /// Whether the app only takes tokens that are bound to a key (RFC 9449 §5.2). Then a code exchange needs a DPoP
    /// proof, and a session that is not bound ends at its next refresh. Missing or `null`: no.
    #[serde(rename = "dpop_bound_access_tokens", skip_serializing_if = "Option::is_none")]
    bound_tokens_only: Option<bool>,
}
