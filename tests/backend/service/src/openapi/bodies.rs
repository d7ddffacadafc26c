//! What is sent, and what frames an answer: as JSON or, with one level and texts alone, as a form.

use schemars::JsonSchema;
use serde::Serialize;

/// Why not.
#[derive(Serialize, JsonSchema)]
pub(super) struct ErrorAnswer {
    /// A code for programs, which stays as it is.
    error: String,
    /// A sentence for people.
    error_description: String,
    /// The member of the body that is wrong, where one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The rule that it breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
}

/// An answer of the API of tracks.
#[derive(Serialize, JsonSchema)]
pub(super) struct Data<T> {
    /// What was asked for.
    data: T,
}

/// That it lives.
#[derive(Serialize, JsonSchema)]
pub(super) struct Alive {
    /// `ok`
    status: String,
}

/// What can be used, and what can't.
#[derive(Serialize, JsonSchema)]
pub(super) struct Ready {
    /// `ready` or `not ready`
    status: String,
    /// `ok` or `stopping`
    server: String,
    /// `ok` or `can't be used`
    database: String,
    /// Likewise.
    media: String,
    /// Whether there is space for more uploads. The service is ready without.
    uploads: String,
}

/// Which secrets of an app are made anew.
#[derive(Serialize, JsonSchema)]
pub(super) struct SecretRotation {
    /// `api_secret`, `bearer_token` or `both`
    rotate: String,
}

/// RFC 6749 §4.1.3 and §6, RFC 7636 §4.5.
#[derive(Serialize, JsonSchema)]
pub(super) struct TokenRequest {
    /// `authorization_code` or `refresh_token`
    grant_type: String,
    /// The app's API key; of one that is not registered, its name.
    client_id: String,
    /// With `authorization_code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// With `authorization_code`: 43 to 128 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    code_verifier: Option<String>,
    /// With `authorization_code`: the one that the code was sent to.
    #[serde(skip_serializing_if = "Option::is_none")]
    redirect_uri: Option<String>,
    /// With `refresh_token`.
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
    /// With `refresh_token`: no more than was approved.
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
}

/// RFC 7009 §2.1.
#[derive(Serialize, JsonSchema)]
pub(super) struct RevocationRequest {
    /// A refresh token, or an access token.
    token: String,
    /// As at the token endpoint.
    client_id: String,
}

/// For whom a ticket is.
#[derive(Serialize, JsonSchema)]
pub(super) struct TicketRequest {
    /// An origin: `https://access.example`.
    audience: String,
}

/// A ticket that somebody has shown.
#[derive(Serialize, JsonSchema)]
pub(super) struct Verification {
    /// The ticket.
    ticket: String,
    /// For whom it has to be.
    audience: String,
}

/// A track to be.
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
    /// The content of a finished upload.
    track_cid: String,
    /// Who may sign for it; nobody: it is public.
    #[serde(skip_serializing_if = "Option::is_none")]
    access_authorities: Option<Vec<String>>,
}

/// What is to be different about a track: one of these at least. What is left out stays as it is.
#[derive(Serialize, JsonSchema)]
pub(super) struct TrackChange {
    /// 1 to 200 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    title: Option<String>,
    /// At most 100 characters; `null` removes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    genre: Option<String>,
    /// At most 2,000 characters; `null` removes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// Who may sign for it; nobody: it is public.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    access_authorities: Option<Vec<String>>,
    /// `true` withdraws it, from everybody but its owner; `false` brings it back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    delisted: Option<bool>,
}

/// What a developer says of an app.
#[derive(Serialize, JsonSchema)]
pub(super) struct AppDetails {
    /// The name shown to people.
    name: String,
    /// At most 160 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// Where answers may be sent, compared as text; 1 to 50.
    #[serde(rename = "redirectUris")]
    redirect_uris: Vec<String>,
}
