//! The API for nodes on other machines.

use serde_json::json;

use crate::nodes::contents::NodeContent;
use crate::nodes::listens::ListenReport;
use crate::openapi::bodies::{Data, ErrorAnswer};
use crate::openapi::callers::{Caller, by};
use crate::openapi::examples::{AUTHORITY, CID};
use crate::openapi::responses::TOO_LARGE;
use stagepass_server::openapi::{JSON, Operation, Schemas};

const NOT_SIGNED: (u16, &str) =
    (401, "`invalid_signature`: the signature is missing or wrong, is not of a configured node, or is too old.");
const NO_CONTENT: (u16, &str) =
    (404, "`not_found`: no track has this CID. `no_nodes`: the service has no nodes configured.");
const OTHER: (u16, &str) = (412, "`precondition_failed`: `If-Match` does not name this content.");
const AUDIO: &str = "/nodes/contents/{cid}/audio";

fn of(method: &'static str, path: &'static str, names: (&'static str, &'static str)) -> Operation {
    by(Caller::Node, Operation::new("Nodes", method, path, names))
}

pub(super) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    let content = json!({ "data": {
        "cid": CID, "mime_type": "audio/wav", "size": 300_044, "duration_ms": 3_400,
        "upload_ids": ["6f1c0d9b7a3e4c5f8d2b1a0e9f8c7d6b"],
        "tracks": [{ "track_id": 7, "delisted": false, "owner_uploaded": true, "access_authorities": [AUTHORITY] }],
    } });
    let report = json!({ "report_id": "node-1-42", "listens": [{ "track_id": 7, "day": 20_779, "count": 12 }] });
    let text = |example: &str| json!({ "type": "string", "examples": [example] });
    vec![
        of("get", "/nodes/contents/{cid}", ("getContent", "Get the tracks of a content"))
            .described_as("Returns every track that has this audio, and the addresses that may sign for it.")
            .header("If-None-Match", false, "The `ETag` that the node has.", text("\"0a1b\""))
            .returns::<Data<NodeContent>>(schemas, 200, "The content.", content)
            .with_header(200, "ETag", "Changes with the content.")
            .returns_empty(304, "The node has the current version.")
            .fails::<ErrorAnswer>(schemas, &[NOT_SIGNED, NO_CONTENT, OTHER]),
        of("get", AUDIO, ("getContentAudio", "Get the audio of a content"))
            .described_as("Answers ranges and preconditions like a stream node (RFC 9110 §13 and §14).")
            .header("Range", false, "The part to send.", text("bytes=0-65535"))
            .returns_type("application/octet-stream", 200, "All bytes.")
            .returns_type("application/octet-stream", 206, "The requested part.")
            .returns_empty(304, "The node has these bytes.")
            .returns_empty(416, "The range begins after the end.")
            .fails::<ErrorAnswer>(schemas, &[
                NOT_SIGNED,
                NO_CONTENT,
                OTHER,
                (503, "`storage_unavailable`: the bucket cannot be reached. Or the response did not begin in time, and the body is empty."),
            ]),
        of("post", "/nodes/listens", ("reportListens", "Report listens"))
            .described_as("A report counts once for its `report_id`, however often it is sent.")
            .takes::<ListenReport>(schemas, &[JSON], report)
            .returns_empty(204, "The report is counted.")
            .fails::<ErrorAnswer>(schemas, &[
                (400, "`invalid_request`: the body is invalid, or a day is not one of the last 30."),
                NOT_SIGNED,
                (404, "`no_nodes`: the service has no nodes configured."),
                TOO_LARGE,
            ]),
    ]
}
