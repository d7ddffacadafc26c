//! What several operations have in common.

use serde_json::{Value, json};

use super::bodies::ErrorBody;
use stagepass_server::openapi::{CommonResponse, HTML, JSON, Operation, PathParameter, Schemas};

/// Stands for a ticket or a secret. It has the form of none, so that no search for leaked secrets finds it.
pub(crate) const SECRET: &str = "opaque-secret";

pub(super) const PATH_PARAMETERS: &[PathParameter] = &[
    parameter("stream/{track_id}", "integer", "The ID of the track.", "7"),
    parameter("tracks/{track_id}", "integer", "The ID of the track.", "7"),
    parameter(
        "groups/{id}",
        "string",
        "The ID of the group: 1 to 63 characters out of `a-z`, `0-9` and `-`.",
        "friends",
    ),
    parameter("members/{user}", "string", "The ID of a user, or a handle like `@ada`.", "@ada"),
    parameter(
        "products/{id}",
        "string",
        "The ID of the product: 1 to 63 characters out of `a-z`, `0-9` and `-`.",
        "album",
    ),
    parameter("webhooks/{id}", "string", "The ID of the webhook.", "6f1c0d9b7a3e4c5f8d2b1a0e9f8c7d6b"),
    parameter("sites/{id}", "string", "The ID of the site key.", "radio"),
];

const fn parameter(
    segments: &'static str,
    kind: &'static str,
    description: &'static str,
    example: &'static str,
) -> PathParameter {
    PathParameter { segments, kind, description, example }
}

/// Returns the security schemes.
pub(super) fn security() -> Value {
    json!({ "ticket": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Ticket `, then a ticket that the service issued for the origin of this server.",
    } })
}

/// Returns an operation that only an owner may use.
pub(crate) fn by_owner(
    tag: &'static str,
    method: &'static str,
    path: &'static str,
    names: (&'static str, &'static str),
) -> Operation {
    Operation::new(tag, method, path, names).secured(json!([{ "ticket": [] }]))
}

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
    let response = |status, name, description, code, sentence| {
        let example = json!({ "error": sentence, "code": code });
        let content = json!({ JSON: { "schema": schema, "example": example }, HTML: {} });
        CommonResponse { status, name, response: json!({ "description": description, "content": content }) }
    };
    let mut rate_limited = response(
        429,
        "RateLimited",
        "`too_many_requests`: the address exceeds its rate limit, or the service limits this server. Wait as long as `Retry-After` says.",
        "too_many_requests",
        "Too many requests: wait 3 s and try again.",
    );
    let retry_after = json!({ "description": "Seconds to wait.", "schema": { "type": "integer" } });
    if let Some(response) = rate_limited.response.as_object_mut() {
        response.insert("headers".to_owned(), json!({ "Retry-After": retry_after }));
    }
    let timeout = json!({
        "description": "The response did not begin in time, and the body is empty. The outcome is not known. Try again.",
    });
    vec![
        response(
            401,
            "AccessTokenRefused",
            "`access_token_refused`: the request has a bearer token.",
            "access_token_refused",
            "This server does not accept access tokens.",
        ),
        rate_limited,
        response(
            500,
            "ServerError",
            "`server_error`: the server has an internal error. Its log names the cause. The body can be empty.",
            "server_error",
            "This server has an internal error: try again later.",
        ),
        CommonResponse { status: 503, name: "Timeout", response: timeout },
    ]
}
