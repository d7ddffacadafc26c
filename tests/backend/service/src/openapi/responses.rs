//! Errors of several operations, and of all.

use serde_json::json;

use super::bodies::ErrorAnswer;
use stagepass_server::openapi::{CommonResponse, Schemas};

/// Errors that many operations have.
pub(super) const INVALID: (u16, &str) =
    (400, "`invalid_request`: a parameter or the body is invalid. `error_description` says which and why.");
pub(super) const NO_TOKEN: (u16, &str) = (
    401,
    "`invalid_token`: the token is missing, not valid, expired or revoked. Refresh it, or sign in again. For a token that is bound to a key: `invalid_dpop_proof` (the DPoP proof is missing, not valid for this request and token, stale, or was used before) or `use_dpop_nonce` (repeat the request with the nonce in the header `DPoP-Nonce`).",
);
pub(super) const FORBIDDEN: (u16, &str) = (
    403,
    "`insufficient_scope`: the access token does not have the scope `write`. `access_denied`: this belongs to another user, or the user has not granted the app `write`.",
);
pub(super) const NOT_OWN: (u16, &str) =
    (403, "`access_denied`: this belongs to another user, or the user has not granted the app `write`.");
pub(super) const USER_ID: (u16, &str) =
    (400, "`invalid_request`: `user_id` is malformed, or missing although a bearer token is used.");
pub(super) const NO_TRACK: (u16, &str) = (404, "`not_found`: there is no such track, or it is delisted.");
pub(super) const OF_APP: (u16, &str) =
    (403, "`access_denied`: the token is the bearer token of an app, and this needs a user's access token.");
pub(super) const OF_USER: (u16, &str) =
    (403, "`access_denied`: the token is a user's access token, and this needs the bearer token of an app.");
pub(super) const NO_USER: (u16, &str) = (404, "`not_found`: there is no such user.");
pub(super) const TOO_LARGE: (u16, &str) = (413, "`invalid_request`: the body is larger than 32 KiB.");

/// Returns the responses that every operation can have.
pub(super) fn responses(schemas: &mut Schemas) -> Vec<CommonResponse> {
    let schema = schemas.of::<ErrorAnswer>();
    let error = |status, name, description, error, sentence| {
        let example = json!({ "error": error, "error_description": sentence });
        CommonResponse::error(status, name, description, &schema, &example).or_page()
    };
    vec![
        error(
            429,
            "RateLimited",
            "`too_many_requests`: the address or the app exceeds its rate limit. Wait as long as `Retry-After` says.",
            "too_many_requests",
            "too many requests: wait 3 s and try again",
        )
        .with_retry_after(),
        error(
            500,
            "ServerError",
            "`server_error`: the service has an internal error. Its log names the cause. The body can be empty.",
            "server_error",
            "the service has an internal error: try again later",
        ),
        CommonResponse::timeout(),
    ]
}
