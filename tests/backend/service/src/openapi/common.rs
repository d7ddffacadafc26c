//! What several operations have in common.

use serde_json::{Value, json};

use crate::openapi::bodies::ErrorAnswer;
use stagepass_server::openapi::{CommonResponse, HTML, JSON, Operation, PathParameter, Schemas};

pub(super) const PATH_PARAMETERS: &[PathParameter] = &[
    parameter("apps/{api_key}", "string", "The API key of the app.", "0x58802e7a660990622b728bf06ae9361bc9403eb7"),
    parameter(
        "developer-apps/{api_key}",
        "string",
        "The API key of the app.",
        "0x58802e7a660990622b728bf06ae9361bc9403eb7",
    ),
    parameter("tracks/{id}", "integer", "The ID of the track.", "7"),
    parameter("tracks/{track_id}", "integer", "The ID of the track.", "7"),
    parameter("users/{id}", "integer", "The ID of the user.", "1"),
    parameter("handle/{handle}", "string", "The handle of the user, in any case and without `@`.", "ada"),
    parameter(
        "uploads/{id}",
        "string",
        "The ID of the upload, as in its `Location`.",
        "6f1c0d9b7a3e4c5f8d2b1a0e9f8c7d6b",
    ),
    parameter(
        "contents/{cid}",
        "string",
        "The CID of the audio.",
        "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
    ),
    parameter("pictures/{picture_id}", "string", "The ID of the picture.", "0f3d6a1b2c4e5f60718293a4b5c6d7e8"),
    parameter("{picture_id}/{size}", "string", "`150x150`, `480x480` or `1000x1000`.", "480x480"),
];

const fn parameter(
    segments: &'static str,
    kind: &'static str,
    description: &'static str,
    example: &'static str,
) -> PathParameter {
    PathParameter { segments, kind, description, example }
}

/// Who may call an operation.
#[derive(Clone, Copy)]
pub(super) enum Caller {
    /// Any client. With a token, the response has more of the user's own data.
    Viewer,
    /// An app with a user's access token.
    AccessToken,
    /// An app with a user's access token or its own bearer token.
    App,
    /// A registered app with its own bearer token.
    BearerToken,
    /// A signed-in browser on a page of this service.
    Session,
    /// A node on another machine, with its key.
    Node,
}

/// Lets only this caller use the operation. If the caller can use a bearer token, adds the parameter `user_id`.
pub(super) fn by(caller: Caller, operation: Operation) -> Operation {
    let (security, acts) = match caller {
        Caller::Viewer => (json!([{}, { "accessToken": [] }, { "bearerToken": [] }]), true),
        Caller::AccessToken => (json!([{ "accessToken": [] }]), false),
        Caller::App => (json!([{ "accessToken": [] }, { "bearerToken": [] }]), true),
        Caller::BearerToken => (json!([{ "bearerToken": [] }]), false),
        Caller::Session => (json!([{ "session": [] }]), false),
        Caller::Node => (json!([{ "nodeSignature": [] }]), false),
    };
    let operation = operation.secured(security);
    if !acts {
        return operation;
    }
    let for_whom = match caller {
        Caller::Viewer => "With a bearer token: the user who views. Without it, the app views for nobody.",
        _ => "The user for whom the app acts. Required with a bearer token.",
    };
    operation.query("user_id", false, for_whom, json!({ "type": "integer", "examples": [1] }))
}

/// Adds the parameters of pagination.
pub(super) fn paged(operation: Operation) -> Operation {
    let limit = json!({ "type": "integer", "minimum": 1, "maximum": 100, "default": 50, "examples": [20] });
    let cursor = json!({ "type": "string", "examples": ["AQAAAAAAAAAH"] });
    operation.query("limit", false, "The most entries of the page.", limit).query(
        "cursor",
        false,
        "The `next_cursor` of the page before. Without it, the first page.",
        cursor,
    )
}

/// Returns the security schemes.
pub(super) fn security() -> Value {
    json!({
        "accessToken": {
            "type": "http",
            "scheme": "bearer",
            "description": "An access token of a user. Operations that change something need the scope `write`.",
        },
        "bearerToken": {
            "type": "http",
            "scheme": "bearer",
            "description": "The bearer token of a registered app. With `user_id` in the query it acts for a user who granted the app the scope `write`. It is secret, so never use it in a browser.",
        },
        "nodeSignature": {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "The signature of a stream node: `Node `, then the value of a signed URL's parameter `signature`, over `{cid, timestamp}` by the node's key. For POST, `cid` is the CID of the request body.",
        },
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "__Host-stagepass_session",
            "description": "The session of a browser that is signed in at the service. Changes also need the header `X-CSRF-Token`.",
        },
    })
}

/// Returns the responses that every operation can have.
pub(super) fn responses(schemas: &mut Schemas) -> Vec<CommonResponse> {
    let schema = schemas.of::<ErrorAnswer>();
    let response = |status, name, description, error, sentence| {
        let example = json!({ "error": error, "error_description": sentence });
        let content = json!({ JSON: { "schema": schema, "example": example }, HTML: {} });
        CommonResponse { status, name, response: json!({ "description": description, "content": content }) }
    };
    let mut rate_limited = response(
        429,
        "RateLimited",
        "`too_many_requests`: the address or the app exceeds its rate limit. Wait as long as `Retry-After` says.",
        "too_many_requests",
        "too many requests: wait 3 s and try again",
    );
    let retry_after = json!({ "description": "Seconds to wait.", "schema": { "type": "integer" } });
    if let Some(response) = rate_limited.response.as_object_mut() {
        response.insert("headers".to_owned(), json!({ "Retry-After": retry_after }));
    }
    let failed = response(
        500,
        "ServerError",
        "`server_error`: the service has an internal error. Its log names the cause. The body can be empty.",
        "server_error",
        "the service has an internal error: try again later",
    );
    let unavailable = json!({
        "description": "The response did not begin in time, and the body is empty. The outcome is not known. Try again.",
    });
    vec![rate_limited, failed, CommonResponse { status: 503, name: "Timeout", response: unavailable }]
}

/// Errors that many operations have.
pub(super) const INVALID: (u16, &str) =
    (400, "`invalid_request`: a parameter or the body is invalid. `error_description` says which and why.");
pub(super) const NO_TOKEN: (u16, &str) =
    (401, "`invalid_token`: the token is missing, not valid, expired or revoked. Refresh it, or sign in again.");
pub(super) const FORBIDDEN: (u16, &str) = (
    403,
    "`insufficient_scope`: the access token does not have the scope `write`. `access_denied`: this belongs to another user, or the user has not granted the app `write`.",
);
pub(super) const NOT_OWN: (u16, &str) =
    (403, "`access_denied`: this belongs to another user, or the user has not granted the app `write`.");
pub(super) const USER_ID: (u16, &str) =
    (400, "`invalid_request`: `user_id` is malformed, or missing although a bearer token is used.");
pub(super) const NO_TRACK: (u16, &str) = (404, "`not_found`: there is no such track, or it is delisted.");
pub(super) const NO_USER: (u16, &str) = (404, "`not_found`: there is no such user.");
pub(super) const TOO_LARGE: (u16, &str) = (413, "`invalid_request`: the body is larger than 32 KiB.");
