//! All parameters in paths.

use stagepass_server::openapi::PathParameter;

pub(super) const PATH_PARAMETERS: &[PathParameter] = &[
    PathParameter::new(
        "apps/{api_key}",
        "string",
        "The API key of the app.",
        "0x58802e7a660990622b728bf06ae9361bc9403eb7",
    ),
    PathParameter::new(
        "developer-apps/{api_key}",
        "string",
        "The API key of the app.",
        "0x58802e7a660990622b728bf06ae9361bc9403eb7",
    ),
    PathParameter::new("tracks/{id}", "integer", "The ID of the track.", "7"),
    PathParameter::new("tracks/{track_id}", "integer", "The ID of the track.", "7"),
    PathParameter::new("users/{id}", "integer", "The ID of the user.", "1"),
    PathParameter::new("handle/{handle}", "string", "The handle of the user, in any case and without `@`.", "ada"),
    PathParameter::new(
        "uploads/{id}",
        "string",
        "The ID of the upload, as in its `Location`.",
        "6f1c0d9b7a3e4c5f8d2b1a0e9f8c7d6b",
    ),
    PathParameter::new(
        "contents/{cid}",
        "string",
        "The CID of the audio.",
        "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
    ),
    PathParameter::new("pictures/{picture_id}", "string", "The ID of the picture.", "0f3d6a1b2c4e5f60718293a4b5c6d7e8"),
    PathParameter::new("{picture_id}/{size}", "string", "`150x150`, `480x480` or `1000x1000`.", "480x480"),
];
