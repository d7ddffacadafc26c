//! Examples of values in responses.

use serde_json::{Value, json};

pub(super) const API_KEY: &str = "0x58802e7a660990622b728bf06ae9361bc9403eb7";
pub(super) const CID: &str = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
pub(super) const AUTHORITY: &str = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf";
/// Stands for a token. It has the form of none, so that no search for leaked tokens finds it.
pub(super) const TOKEN: &str = "opaque-token";

/// Stands for an API secret, in the same way.
pub(super) const SECRET: &str = "opaque-secret";

pub(super) fn profile() -> Value {
    json!({ "id": "1", "user_id": 1, "handle": "ada", "name": "Ada", "is_verified": false })
}

pub(super) fn track() -> Value {
    json!({ "data": track_data() })
}

pub(super) fn delisted() -> Value {
    let mut track = track_data();
    if let Some(members) = track.as_object_mut() {
        members.insert("delisted".to_owned(), json!(true));
    }
    json!({ "data": track })
}

pub(super) fn track_data() -> Value {
    json!({
        "id": 7,
        "title": "Tape 1",
        "genre": "Ambient",
        "user": profile(),
        "duration": 183,
        "track_cid": CID,
        "access_authorities": [AUTHORITY],
        "stream": { "url": "https://music.example/v1/tracks/7/stream" },
    })
}

pub(super) fn tracks() -> Value {
    json!({ "data": [track_data()], "next_cursor": "AQAAAAAAAAAH" })
}

pub(super) fn app() -> Value {
    json!({
        "api_key": API_KEY,
        "name": "Night Radio",
        "description": "Plays tapes at night.",
        "redirectUris": ["https://radio.example/callback"],
        "sessionIdleSeconds": null,
        "sessionLongestSeconds": 28_800,
        "dpop_bound_access_tokens": false,
    })
}

pub(super) fn upload() -> Value {
    json!({
        "id": "6f1c0d9b7a3e4c5f8d2b1a0e9f8c7d6b",
        "status": "completed",
        "size": 300_044,
        "offset": 300_044,
        "filename": "tape.wav",
        "track_cid": CID,
        "mime_type": "audio/wav",
        "duration": 3.4,
    })
}
