//! Errors of several operations, and of all.

use serde_json::json;

use super::bodies::ErrorBody;
use stagepass_server::openapi::{CommonResponse, Schemas};

/// Errors of authentication.
pub(crate) const NO_TICKET: (u16, &str) = (
    401,
    "`ticket_required`: the ticket is missing. `invalid_ticket`: it is not valid here, or has expired. Ask the service for a new one. `access_token_refused`: the request has a bearer token.",
);
pub(crate) const NOT_SERVED: (u16, &str) = (403, "`owner_not_served`: this server is not configured for this owner.");
pub(crate) const INVALID: (u16, &str) =
    (400, "`invalid_request`: the body or the path is invalid. `error` says which and why.");
pub(crate) const NOT_FOUND: (u16, &str) = (404, "`not_found`: the owner has nothing with this ID.");
pub(crate) const TOO_MANY: (u16, &str) = (409, "`too_many`: the owner has as many as possible.");
pub(crate) const TOO_LARGE: (u16, &str) = (413, "`invalid_request`: the body is too large.");
pub(crate) const UNAVAILABLE: (u16, &str) =
    (502, "`service_unavailable`: the service does not respond, or refuses this server. Try again later.");

/// Returns the responses that every operation can have.
pub(super) fn responses(schemas: &mut Schemas) -> Vec<CommonResponse> {
    let schema = schemas.of::<ErrorBody>();
    let error = |status, name, description, code, sentence| {
        let example = json!({ "error": sentence, "code": code });
        CommonResponse::error(status, name, description, &schema, &example).or_page()
    };
    vec![
        error(
            401,
            "AccessTokenRefused",
            "`access_token_refused`: the request has a bearer token.",
            "access_token_refused",
            "This server does not accept access tokens.",
        ),
        error(
            429,
            "RateLimited",
            "`too_many_requests`: the address exceeds its rate limit, or the service limits this server. Wait as long as `Retry-After` says.",
            "too_many_requests",
            "Too many requests: wait 3 s and try again.",
        )
        .with_retry_after(),
        error(
            500,
            "ServerError",
            "`server_error`: the server has an internal error. Its log names the cause. The body can be empty.",
            "server_error",
            "This server has an internal error: try again later.",
        ),
        error(
            503,
            "Unavailable",
            "`ticket_not_verified`: the service did not verify the ticket. Without a body: the response did not begin in time, and the outcome is not known. Try again.",
            "ticket_not_verified",
            "The ticket could not be verified, because the service does not respond as expected: try again later.",
        ),
    ]
}
