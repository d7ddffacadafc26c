//! The parameters of a list.

use serde_json::json;
use stagepass_server::openapi::Operation;

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
