//! How an owner is authenticated.

use serde_json::{Value, json};
use stagepass_server::openapi::Operation;

/// Stands for a ticket or a secret. It has the form of none, so that no search for leaked secrets finds it.
pub(crate) const SECRET: &str = "opaque-secret";

/// Returns the security schemes.
pub(super) fn security() -> Value {
    json!({ "ticket": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Ticket `, then a ticket that the service issued for the origin of this server. What changes something needs one of the scope `write`.",
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
