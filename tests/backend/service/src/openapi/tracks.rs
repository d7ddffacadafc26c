//! Tracks, and lists of tracks.

use serde_json::json;

use crate::api::tracks::listens::Listens;
use crate::api::tracks::response::{TrackAnswer, TrackPage};
use crate::openapi::bodies::{Data, ErrorAnswer, NewTrack, StreamUrl, TrackChange};
use crate::openapi::callers::{Caller, by};
use crate::openapi::examples::{AUTHORITY, CID, delisted, track, tracks};
use crate::openapi::pagination::paged;
use crate::openapi::responses::{FORBIDDEN, INVALID, NO_TOKEN, NO_TRACK, NO_USER, NOT_OWN, TOO_LARGE, USER_ID};
use stagepass_server::openapi::{JSON, Operation, Schemas};

const ONE: &str = "/tracks/{id}";
const ARTWORK: &str = "/tracks/{id}/artwork";
const SAVED: &str = "/users/{id}/library/tracks/{track_id}";
const ALREADY_PUBLIC: (u16, &str) =
    (409, "`already_public`: another user's public track has the same audio, so it cannot be gated.");
const TOO_MANY: (u16, &str) = (
    409,
    "`already_public`: another user's public track has the same audio, so it cannot be gated. `too_many`: the user has as many tracks, or as many with this audio, as possible.",
);
const NOT_UPLOADED: (u16, &str) = (
    403,
    "`insufficient_scope`: the access token does not have the scope `write`. `access_denied`: `track_cid` is not the content of a completed upload of the user, or the user has not granted the app `write`.",
);

fn of(caller: Caller, method: &'static str, path: &'static str, names: (&'static str, &'static str)) -> Operation {
    by(caller, Operation::new("Tracks", method, path, names))
}

pub(super) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    let new = json!({ "title": "Tape 1", "genre": "Ambient", "track_cid": CID, "access_authorities": [AUTHORITY] });
    vec![
        of(Caller::TrackMaker, "post", "/tracks", ("createTrack", "Create a track"))
            .described_as("Creates a track from a completed upload of the user. A track with `access_authorities` is gated.")
            .takes::<NewTrack>(schemas, &[JSON], new)
            .returns::<Data<TrackAnswer>>(schemas, 201, "The track.", track())
            .fails::<ErrorAnswer>(schemas, &[INVALID, NO_TOKEN, NOT_UPLOADED, TOO_MANY, TOO_LARGE]),
        of(Caller::Viewer, "get", ONE, ("getTrack", "Get a track"))
            .described_as("A delisted track is visible only to its owner.")
            .returns::<Data<TrackAnswer>>(schemas, 200, "The track.", track())
            .fails::<ErrorAnswer>(schemas, &[USER_ID, NO_TOKEN, NOT_OWN, NO_TRACK]),
        of(Caller::App, "patch", ONE, ("updateTrack", "Change a track"))
            .described_as("Changes the members in the body, and leaves the others as they are. An unknown member is an error.")
            .takes::<TrackChange>(schemas, &[JSON], json!({ "title": "Tape 1 (remastered)", "genre": null }))
            .returns::<Data<TrackAnswer>>(schemas, 200, "The changed track.", track())
            .fails::<ErrorAnswer>(schemas, &[INVALID, NO_TOKEN, FORBIDDEN, NO_TRACK, ALREADY_PUBLIC, TOO_LARGE]),
        of(Caller::TrackMaker, "delete", ONE, ("deleteTrack", "Delete a track"))
            .described_as(
                "Deletes a track that this app made, for good. A track that it did not make is only delisted: its owner \
                 deletes it on the service's page `/my-tracks`. An access server only deletes what it made itself.",
            )
            .returns_empty(204, "The track is deleted.")
            .returns::<Data<TrackAnswer>>(schemas, 200, "The track is delisted.", delisted())
            .fails::<ErrorAnswer>(schemas, &[USER_ID, NO_TOKEN, FORBIDDEN, NO_TRACK]),
        Operation::new("Tracks", "get", "/tracks/{id}/stream", ("getStreamUrl", "Get the address of the audio"))
            .described_as("The address is at a stream node. For a gated track, an access server must sign it.")
            .query("no_redirect", false, "`true` returns the address as JSON instead of redirecting to it.", json!({ "type": "string", "examples": ["true"] }))
            .returns::<StreamUrl>(
                schemas,
                200,
                "The address, with `no_redirect=true`.",
                json!({ "data": format!("https://node.example/tracks/cidstream/{CID}?track_id=7") }),
            )
            .returns_empty(302, "Redirects to the address.")
            .with_header(302, "Location", "The address.")
            .fails::<ErrorAnswer>(schemas, &[
                NO_TRACK,
                (503, "`no_node`: the service has no stream node. Or the response did not begin in time, and the body is empty."),
            ]),
        of(Caller::App, "get", "/tracks/{id}/listens", ("getListens", "Get how often a track was played"))
            .described_as("Only for the owner of the track.")
            .returns::<Data<Listens>>(
                schemas,
                200,
                "The listens in total, and for each of the last 30 days on which there were any.",
                json!({ "data": { "total": 12, "days": [{ "date": "2026-11-22", "listens": 12 }] } }),
            )
            .fails::<ErrorAnswer>(schemas, &[USER_ID, NO_TOKEN, NOT_OWN, NO_TRACK]),
        set_artwork(schemas),
        of(Caller::App, "delete", ARTWORK, ("removeArtwork", "Remove the artwork of a track"))
            .described_as("Succeeds if there is none.")
            .returns_empty(204, "The track has no artwork.")
            .fails::<ErrorAnswer>(schemas, &[USER_ID, NO_TOKEN, FORBIDDEN, NO_TRACK]),
    ]
}

fn set_artwork(schemas: &mut Schemas) -> Operation {
    of(Caller::App, "put", ARTWORK, ("setArtwork", "Set the artwork of a track"))
        .described_as("The format is determined from the bytes. At most 20 pictures of a user an hour, and two at once.")
        .takes_bytes(&["image/png", "image/jpeg"], true, "A PNG or JPEG file of at most 5 MB.")
        .returns::<Data<TrackAnswer>>(schemas, 200, "The track with its new artwork.", track())
        .fails::<ErrorAnswer>(schemas, &[
            (400, "`interrupted`: the request was interrupted. `invalid_request`: `user_id` is malformed or missing."),
            NO_TOKEN,
            FORBIDDEN,
            NO_TRACK,
            (413, "`too_large`: the file is larger than 5 MB, or the picture has too many pixels."),
            (422, "`not_a_picture`: the body is not a PNG or JPEG file, or is damaged."),
            (429, "`too_many_requests`: too many pictures within an hour or at once, or the address or the app exceeds its rate limit. Wait as long as `Retry-After` says."),
            (503, "`busy`: too many pictures are in progress. Wait as long as `Retry-After` says. Or the response did not begin in time, and the body is empty."),
            (507, "`storage_full`: the service has no space. Try again later."),
        ])
        .with_header(429, "Retry-After", "Seconds to wait.")
        .with_header(503, "Retry-After", "Seconds to wait.")
}

/// Lists of tracks.
pub(super) fn lists(schemas: &mut Schemas) -> Vec<Operation> {
    let own =
        (403, "`access_denied`: the library belongs to another user, or the user has not granted the app `write`.");
    vec![
        paged(of(Caller::Viewer, "get", "/users/{id}/tracks", ("listTracks", "List the tracks of a user")))
            .described_as("Returns the tracks that the caller may see, newest first. Gated tracks are among them.")
            .query(
                "query",
                false,
                "A part of the title, for a user's own tracks. The letters A to Z are found in any case.",
                json!({ "type": "string", "maxLength": 200, "examples": ["night"] }),
            )
            .returns::<TrackPage>(schemas, 200, "A page of tracks.", tracks())
            .fails::<ErrorAnswer>(schemas, &[INVALID, NO_TOKEN, NOT_OWN, NO_USER]),
        paged(of(
            Caller::App,
            "get",
            "/users/{id}/library/tracks",
            ("listSavedTracks", "List the saved tracks of a user"),
        ))
        .described_as("Returns the tracks that the user saved, last saved first. Only for the user.")
        .returns::<TrackPage>(schemas, 200, "A page of tracks.", tracks())
        .fails::<ErrorAnswer>(schemas, &[INVALID, NO_TOKEN, own]),
        of(Caller::App, "put", SAVED, ("saveTrack", "Save a track"))
            .described_as("Succeeds if it is saved already.")
            .returns_empty(204, "The track is saved.")
            .fails::<ErrorAnswer>(
                schemas,
                &[USER_ID, NO_TOKEN, FORBIDDEN, NO_TRACK, (409, "`too_many`: the user has saved 20,000 tracks.")],
            ),
        of(Caller::App, "delete", SAVED, ("unsaveTrack", "Remove a saved track"))
            .described_as("Removes a track from the saved ones. Succeeds if it is not saved.")
            .returns_empty(204, "The track is not saved.")
            .fails::<ErrorAnswer>(schemas, &[USER_ID, NO_TOKEN, FORBIDDEN]),
    ]
}
