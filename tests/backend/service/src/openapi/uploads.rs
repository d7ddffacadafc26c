//! The tus protocol 1.0.0: its core and the extensions creation, creation-with-upload, expiration and termination.

use serde_json::json;

use crate::openapi::bodies::ErrorAnswer;
use crate::openapi::callers::{Caller, by};
use crate::openapi::examples::upload;
use crate::openapi::pagination::paged;
use crate::openapi::responses::{FORBIDDEN, INVALID, NO_TOKEN, NOT_OWN, USER_ID};
use crate::uploads::response::{OneUpload, SeveralUploads};
use stagepass_server::openapi::{Operation, Schemas};

const ONE: &str = "/uploads/{id}";
const BYTES: &str = "application/offset+octet-stream";
const NO_UPLOAD: (u16, &str) = (404, "`not_found`: the user has no such upload, or it has expired.");
const VERSION: (u16, &str) = (412, "`unsupported_version`: `Tus-Resumable` is not `1.0.0`.");
const CONTENT_TYPE: (u16, &str) =
    (415, "`unsupported_media_type`: `Content-Type` is not `application/offset+octet-stream`.");
const NOT_AUDIO: (u16, &str) =
    (422, "`not_audio`: the file is not audio that the service accepts. The upload is deleted.");
const IDLE: (u16, &str) = (408, "`timeout`: no byte arrived for too long. The received bytes are kept.");
const LOCKED: (u16, &str) = (423, "`locked`: another request for this upload is running. Try again.");
const UNAVAILABLE: (u16, &str) = (
    503,
    "`busy`, `inspection_failed` or `storage_unavailable`. The received bytes are kept. Resume as soon as `Retry-After` allows.",
);
const FULL: (u16, &str) = (507, "`storage_full`: the service has no space. The received bytes are kept. Resume later.");

pub(super) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    vec![
        paged(of("get", "/uploads", ("listUploads", "List the user's uploads")))
            .described_as("Returns the uploads, newest first, and the quota of the user.")
            .returns::<SeveralUploads>(
                schemas,
                200,
                "A page of uploads.",
                json!({ "data": [upload()], "quota": { "bytes": 10_000_000_000_i64, "used": 300_044 } }),
            )
            .fails::<ErrorAnswer>(schemas, &[INVALID, NO_TOKEN, NOT_OWN, UNAVAILABLE]),
        create(schemas),
        of("get", ONE, ("getUpload", "Get an upload"))
            .described_as("Returns the progress of an upload and, once it is completed, the CID of its audio. Does not wait for a running request.")
            .returns::<OneUpload>(schemas, 200, "The upload.", json!({ "data": upload() }))
            .fails::<ErrorAnswer>(schemas, &[USER_ID, NO_TOKEN, NOT_OWN, NO_UPLOAD, NOT_AUDIO, LOCKED, UNAVAILABLE, FULL]),
        progress(),
        append(of("patch", ONE, ("appendUpload", "Append bytes to an upload")), schemas).described_as(
            "Appends the body at `Upload-Offset`. After the last byte the service inspects the file, and the upload is completed.",
        ),
        of("delete", ONE, ("deleteUpload", "Delete an upload"))
            .described_as("Ends a running request of the upload. Deletes the audio, too, if no track and no other upload has it.")
            .header("Tus-Resumable", true, "The version of tus.", json!({ "type": "string", "const": "1.0.0" }))
            .returns_empty(204, "The upload is deleted.")
            .fails::<ErrorAnswer>(schemas, &[
                USER_ID,
                NO_TOKEN,
                FORBIDDEN,
                NO_UPLOAD,
                (409, "`in_use`: a track has this audio. Delete the track first."),
                VERSION,
                LOCKED,
                UNAVAILABLE,
                FULL,
            ]),
        overridden(schemas),
    ]
}

fn of(method: &'static str, path: &'static str, names: (&'static str, &'static str)) -> Operation {
    by(Caller::App, Operation::new("Uploads", method, path, names))
}

fn version(operation: Operation) -> Operation {
    operation.header("Tus-Resumable", true, "The version of tus.", json!({ "type": "string", "const": "1.0.0" }))
}

fn create(schemas: &mut Schemas) -> Operation {
    let length = json!({ "type": "integer", "examples": [300_044] });
    let metadata = json!({ "type": "string", "examples": ["filename dGFwZS53YXY="] });
    version(of("post", "/uploads", ("createUpload", "Create an upload")))
        .described_as(
            "The body can already have some or all of the bytes. If the response is an error, no upload was created.",
        )
        .header("Upload-Length", true, "The size of the file in bytes.", length)
        .header("Upload-Metadata", false, "Pairs of a key and a value in base64, separated by commas: at most 4 KiB. `filename` is shown to the user.", metadata)
        .takes_bytes(&[BYTES], false, "The first bytes of the file.")
        .returns_empty(201, "The upload is created.")
        .with_header(201, "Location", "The address of the upload.")
        .with_header(201, "Upload-Offset", "How many bytes the service has received, if the request had a body.")
        .with_header(201, "Upload-Expires", "When the upload expires if no more bytes arrive.")
        .fails::<ErrorAnswer>(schemas, &[INVALID, NO_TOKEN, FORBIDDEN, IDLE, VERSION, CONTENT_TYPE, NOT_AUDIO, LOCKED])
        .fails::<ErrorAnswer>(schemas, &[
            (413, "`too_large`: the file, or the body, is too large. `quota_exceeded`: all uploads of the user together would exceed the quota, or there are 10,000 of them."),
            (429, "`too_many_uploads`: the user has too many unfinished uploads. `too_many_requests`: the address or the app exceeds its rate limit. Wait as long as `Retry-After` says."),
            UNAVAILABLE,
            FULL,
        ])
        .with_header(429, "Retry-After", "Seconds to wait. Only with `too_many_requests`.")
        .with_header(503, "Retry-After", "Seconds to wait.")
}

fn progress() -> Operation {
    let operation = version(of("head", ONE, ("getUploadOffset", "Get the offset of an upload")))
        .described_as("Waits up to 5 seconds for a running request of the upload. Errors have no body.")
        .returns_empty(200, "The progress of the upload.")
        .with_header(200, "Upload-Offset", "How many bytes the service has received.")
        .with_header(200, "Upload-Length", "The size of the file in bytes.")
        .with_header(200, "Upload-Expires", "When the upload expires if no more bytes arrive.")
        .with_header(200, "Upload-Metadata", "As it was sent.");
    let errors = [USER_ID, NO_TOKEN, NOT_OWN, NO_UPLOAD, VERSION, NOT_AUDIO, LOCKED, UNAVAILABLE, FULL];
    errors.iter().fold(operation, |operation, (status, description)| operation.returns_empty(*status, description))
}

fn append(operation: Operation, schemas: &mut Schemas) -> Operation {
    let offset = json!({ "type": "integer", "examples": [100_000] });
    version(operation)
        .header("Upload-Offset", true, "The offset of the first byte of the body.", offset)
        .takes_bytes(&[BYTES], true, "The next bytes of the file.")
        .returns_empty(204, "The bytes are stored.")
        .with_header(204, "Upload-Offset", "How many bytes the service has received.")
        .with_header(204, "Upload-Expires", "When the upload expires if no more bytes arrive. Missing once it is completed.")
        .fails::<ErrorAnswer>(schemas, &[
            (400, "`invalid_request`: a header or `user_id` is malformed. `interrupted`: the request was interrupted, and the received bytes are kept."),
            NO_TOKEN,
            FORBIDDEN,
            NO_UPLOAD,
            IDLE,
            (409, "`wrong_offset`: `Upload-Offset` is not the number of received bytes, which is in the response's `Upload-Offset`."),
            VERSION,
            (413, "`too_large`: the body has more bytes than the upload lacks."),
            CONTENT_TYPE,
            NOT_AUDIO,
            LOCKED,
            UNAVAILABLE,
            FULL,
        ])
        .with_header(409, "Upload-Offset", "How many bytes the service has received.")
        .with_header(503, "Retry-After", "Seconds to wait.")
}

fn overridden(schemas: &mut Schemas) -> Operation {
    let methods = json!({ "type": "string", "enum": ["PATCH", "DELETE", "HEAD"] });
    let operation =
        of("post", ONE, ("overrideUploadMethod", "PATCH, DELETE or HEAD, for clients without these methods"));
    append(operation.header("X-HTTP-Method-Override", true, "The method to use.", methods), schemas)
        .described_as("Does the same as the method in `X-HTTP-Method-Override`, with its headers and its responses.")
        .returns_empty(200, "With `HEAD`: the progress of the upload.")
        .returns_empty(405, "`X-HTTP-Method-Override` is missing, or is another method.")
}
