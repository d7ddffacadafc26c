//! Request bodies and errors.

use schemars::JsonSchema;
use serde::Serialize;

use crate::openapi::rule_schema::RuleSchema;

/// An error. If a user may not hear a track, it has the denial reasons.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Error")]
pub(crate) struct ErrorBody {
    /// What happened, in a sentence.
    error: String,
    /// A stable code for programs.
    code: String,
    /// The kind of the first condition that failed, for example `geo`. `null` if the track has no rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// The country of the caller (ISO 3166-1). `null` if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    your_country: Option<String>,
    /// The countries that the rule allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_countries: Option<Vec<String>>,
    /// The denial reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusals: Option<Vec<DenialReason>>,
}

/// A condition that failed, and what would help.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DenialReason {
    /// The kind of the condition, for example `geo`.
    rule: String,
    /// A stable code for programs.
    code: String,
    /// A sentence for the user.
    error: String,
    /// The country of the caller. `null` if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    your_country: Option<String>,
    /// The countries that the condition allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_countries: Option<Vec<String>>,
    /// When the track opens (RFC 3339).
    #[serde(skip_serializing_if = "Option::is_none")]
    opens_at: Option<String>,
    /// Where the user can buy the product.
    #[serde(skip_serializing_if = "Option::is_none")]
    buy_url: Option<String>,
    /// Where the user can read how to join the group.
    #[serde(skip_serializing_if = "Option::is_none")]
    join_url: Option<String>,
    /// `true` if signing in could help.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_in: Option<bool>,
}

/// A decision, with the denial reasons if the user may not hear the track.
#[derive(Serialize, JsonSchema)]
pub(super) struct AccessDecision {
    /// Whether the user may hear the track.
    allowed: bool,
    #[serde(flatten)]
    denial: Denial,
}

/// A decision for a hypothetical user.
#[derive(Serialize, JsonSchema)]
pub(super) struct SimulatedDecision {
    /// The rule in words.
    words: String,
    #[serde(flatten)]
    decision: AccessDecision,
}

/// The members of an error, of which all are missing if access is allowed.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Denial {
    /// A sentence for the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// A stable code for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// The kind of the first condition that failed. `null` if the track has no rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    /// The country of the caller. `null` if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    your_country: Option<String>,
    /// The countries that the rule allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_countries: Option<Vec<String>>,
    /// The denial reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusals: Option<Vec<DenialReason>>,
}

/// The address of the audio.
#[derive(Serialize, JsonSchema)]
pub(super) struct StreamUrl {
    /// The address. It is signed if the track is gated.
    data: String,
}

/// An invitation to use.
#[derive(Serialize, JsonSchema)]
pub(super) struct JoinRequest {
    /// The invitation.
    invitation: String,
}

/// A track to create.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewTrack {
    /// The ID of the user of the ticket, as a number or a string.
    user_id: i64,
    /// The details of the track. Other members are ignored.
    metadata: TrackMetadata,
    /// Who may hear the track. Without a rule, the default rule of the server applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<RuleSchema>")]
    rule: Option<()>,
}

/// The details of a track.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TrackMetadata {
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
}

/// The new rule of a track.
#[derive(Serialize, JsonSchema)]
pub(super) struct NewRule {
    /// The rule. `null` removes the track's own rule, so that the default rule of the server applies.
    #[schemars(with = "Option<RuleSchema>")]
    rule: Option<()>,
}

/// A hypothetical user. Missing members have the values of an unknown user.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HypotheticalUser {
    /// A rule to use instead of the track's own. `null` stands for no rule of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<RuleSchema>")]
    rule: Option<()>,
    /// An ISO 3166-1 code, or an English name.
    #[serde(skip_serializing_if = "Option::is_none")]
    country: Option<String>,
    /// The time (RFC 3339). Without it, now.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    /// The ID of a user, as a number or a string, or a handle like `@ada`.
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<String>,
    /// The origin of the page that plays the track.
    #[serde(skip_serializing_if = "Option::is_none")]
    came_from: Option<String>,
    /// The ID of a site key of which the user has a valid token.
    #[serde(skip_serializing_if = "Option::is_none")]
    site_token: Option<String>,
}

/// The details of a group.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GroupDetails {
    /// 1 to 100 characters.
    name: String,
    /// Where users can read how to join: an http or https address without `#`.
    #[serde(skip_serializing_if = "Option::is_none")]
    join_url: Option<String>,
}

/// The lifetime of an invitation.
#[derive(Serialize, JsonSchema)]
pub(super) struct InvitationRequest {
    /// The lifetime in days: 1 to 90. Without it, 7.
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<i64>,
}
