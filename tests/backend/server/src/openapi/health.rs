//! The operations that every server has: its health checks and this document.

use schemars::json_schema;
use serde_json::{Map, Value, json};

use super::{JSON, Operation};

/// The name of the tag.
const TAG: &str = "Health";

/// `GET /healthz`.
pub fn liveness() -> Operation {
    let schema = json_schema!({
        "type": "object",
        "required": ["status"],
        "properties": { "status": { "type": "string", "const": "ok" } },
    });
    Operation::new(TAG, "get", "/healthz", ("getLiveness", "Check liveness"))
        .described_as("Answers 200 as long as the process can answer. Has no rate limit. Use it to restart a server.")
        .without_common_responses()
        .returns_schema(&schema, 200, "The server is alive.", json!({ "status": "ok" }))
}

/// `GET /readyz`, for a server with these components: each with a description.
pub fn readiness(components: &[(&'static str, &'static str)]) -> Operation {
    let state =
        |description: &str| json!({ "type": "string", "enum": ["ok", "can't be used"], "description": description });
    let mut properties: Map<String, Value> =
        components.iter().map(|(name, description)| ((*name).to_owned(), state(description))).collect();
    properties.insert("status".to_owned(), json!({ "type": "string", "enum": ["ready", "not ready"] }));
    let server = json!({ "type": "string", "enum": ["ok", "stopping"], "description": "`stopping` while it drains." });
    properties.insert("server".to_owned(), server);
    let required: Vec<&String> = properties.keys().collect();
    let schema = json_schema!({ "type": "object", "required": required, "properties": properties });
    let example = |status: &str, server: &str| {
        let mut example: Map<String, Value> =
            components.iter().map(|(name, _)| ((*name).to_owned(), json!("ok"))).collect();
        example.insert("status".to_owned(), json!(status));
        example.insert("server".to_owned(), json!(server));
        Value::Object(example)
    };
    Operation::new(TAG, "get", "/readyz", ("getReadiness", "Check readiness"))
        .described_as(
            "Tells a load balancer whether to send requests. Has no rate limit. The result is reused for 250 ms.",
        )
        .without_common_responses()
        .returns_schema(&schema, 200, "The server is ready.", example("ready", "ok"))
        .returns_schema(
            &schema,
            503,
            "The server is draining, or cannot use a component that it needs.",
            example("not ready", "stopping"),
        )
}

/// `GET /openapi.json`.
pub fn this_document() -> Operation {
    Operation::new(TAG, "get", "/openapi.json", ("getOpenApi", "Get this document"))
        .described_as("Returns the OpenAPI document of this server, with its own address.")
        .returns_type(JSON, 200, "The document.")
}
