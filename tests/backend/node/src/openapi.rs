//! The `OpenAPI` 3.1 document of the stream node: `GET /openapi.json`, and docs/reference/openapi-node.json.

use std::sync::LazyLock;

use axum::Json;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use stagepass_server::openapi::{
    Api, CommonResponse, Operation, PathParameter, Schemas, liveness, readiness, this_document,
};

static DOCUMENT: LazyLock<Map<String, Value>> = LazyLock::new(built);

const DESCRIPTION: &str = "\
A stream node serves audio: a public track to everybody, a gated track only at an address that one of the track's access authorities has signed. \
It ignores cookies and `Authorization` headers. All responses can be read from every origin.\n\n\
An error is a JSON object with `error` and `detail`. Each response has an `X-Request-Id`, which is also in the node's log. \
A path with control characters is answered with 400, and a path and query of more than 32 KiB with 414. These responses have no body. \
An unknown address is answered with 404, and a method other than GET, HEAD and OPTIONS with 405.";

/// An error.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
struct ErrorBody {
    /// The status in words.
    error: String,
    /// What happened, in a sentence.
    detail: String,
}

/// Returns the document. It names no server, because a node does not know its public address.
pub fn document() -> &'static Map<String, Value> {
    &DOCUMENT
}

/// `GET /openapi.json`.
pub(super) async fn show() -> Json<Map<String, Value>> {
    Json(document().clone())
}

fn built() -> Map<String, Value> {
    let mut schemas = Schemas::new();
    let operations = vec![
        stream(&mut schemas),
        liveness(),
        readiness(&[("catalog", "Whether the catalogue of tracks can be used.")]),
        this_document(),
    ];
    let api = Api {
        title: "Stagepass stream node",
        summary: "Serves the audio of tracks.",
        description: DESCRIPTION,
        version: env!("CARGO_PKG_VERSION"),
        tags: &[("Streams", "The audio of tracks."), ("Health", "Health checks, and this document.")],
        path_parameters: &[PathParameter {
            segments: "cidstream/{cid}",
            kind: "string",
            description: "The CID of the audio.",
            example: "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
        }],
        security: json!({ "signature": {
            "type": "apiKey",
            "in": "query",
            "name": "signature",
            "description": "The parameter that an access server adds to the address of a gated track: JSON `{\"data\": \"…\", \"signature\": \"0x…\"}`. It is valid for the duration of the track or a little longer.",
        } }),
        common: common(&mut schemas),
        schemas: Vec::new(),
    };
    api.document(schemas, operations)
}

fn stream(schemas: &mut Schemas) -> Operation {
    let text = |example: &str| json!({ "type": "string", "examples": [example] });
    let etag = "\"bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku\"";
    Operation::new("Streams", "get", "/tracks/cidstream/{cid}", ("streamTrack", "Get the audio of a track"))
        .described_as(
            "Answers ranges and preconditions (RFC 9110 §13 and §14). HEAD returns the same headers without a body, and \
             ignores `Range`.",
        )
        .secured(json!([{}, { "signature": [] }]))
        .query(
            "track_id",
            false,
            "The ID of the track that is played. With it, only this track counts, and no other with the same audio. It must be sent once, as digits without leading zeros.",
            json!({ "type": "integer", "examples": [7] }),
        )
        .header("Range", false, "The part to send: one range. With several, all bytes are sent.", text("bytes=0-65535"))
        .header("If-Range", false, "Send the range only if this is the `ETag`. Otherwise all bytes.", text(etag))
        .header("If-Match", false, "Answer 412 if none of these is the `ETag`.", text(etag))
        .header("If-None-Match", false, "Answer 304 if one of these is the `ETag`.", text(etag))
        .returns_type("audio/*", 200, "All bytes.")
        .with_header(200, "ETag", "The CID in quotes.")
        .with_header(200, "Cache-Control", "`public` for a day if the track is public. `private` until the signature expires if it is gated.")
        .with_header(200, "Accept-Ranges", "Always `bytes`.")
        .returns_type("audio/*", 206, "The requested part.")
        .with_header(206, "Content-Range", "The bytes of the part, and the size of the file.")
        .returns_empty(304, "The client has these bytes.")
        .returns_empty(416, "The range begins after the end.")
        .with_header(416, "Content-Range", "The size of the file.")
        .fails::<ErrorBody>(schemas, &[
            (401, "The signature is missing, malformed, for another track or content, too old, or not of an access authority of the track. Or `track_id` is malformed. Ask the access server for a new address."),
            (403, "The track is delisted."),
            (404, "No track has this CID."),
            (405, "The method is not GET, HEAD or OPTIONS."),
            (412, "`If-Match` does not name this content."),
            (503, "The storage of the audio cannot be reached. Try again as soon as `Retry-After` allows."),
        ])
        .with_header(503, "Retry-After", "Seconds to wait.")
}

/// Returns the responses that every operation can have.
fn common(schemas: &mut Schemas) -> Vec<CommonResponse> {
    let schema = schemas.of::<ErrorBody>();
    let error = |status, name, description, error: &str, detail: &str| {
        let example = json!({ "error": error, "detail": detail });
        CommonResponse::error(status, name, description, &schema, &example).with_retry_after()
    };
    vec![
        error(
            429,
            "RateLimited",
            "The address exceeds its rate limit. Wait as long as `Retry-After` says.",
            "too many requests",
            "too many requests: wait 3 s and try again",
        ),
        error(
            500,
            "ServerError",
            "The node has an internal error, did not answer in time, or cannot reach the service that says who may hear the track. The last has `Retry-After`. The body can be empty.",
            "internal server error",
            "the track cannot be served: try again later",
        ),
    ]
}
