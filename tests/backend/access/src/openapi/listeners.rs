//! Operations for users who play tracks.

use serde_json::json;

use super::bodies::{AccessDecision, ErrorBody, JoinRequest, StreamUrl};
use super::responses::{INVALID, NO_TICKET, NOT_SERVED, TOO_LARGE, UNAVAILABLE};
use super::security::SECRET;
use crate::join::JoinResponse;
use crate::my_region::Region;
use stagepass_server::openapi::{JSON, Operation, Schemas};

const TRACK_ID: (u16, &str) = (400, "`invalid_track_id`: the ID is not a whole number from 1 to 2^53 - 1.");
const BAD_TICKET: (u16, &str) = (
    401,
    "`invalid_ticket`: the ticket is not valid here, or has expired, and the rule denies access without a user. Ask the service for a new one. `access_token_refused`: the request has a bearer token.",
);
const NO_TRACK: (u16, &str) =
    (404, "`no_track`: there is no such track. `not_an_authority`: this server may not sign for the track.");

pub(super) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    let region = json!({
        "ip": "81.2.69.142", "country": "GB", "countryName": "United Kingdom", "city": "London", "allowed": true,
        "allowedCountries": ["GB", "SE"],
    });
    let denied = json!({
        "allowed": false, "error": "This track is for members of “Friends”.", "code": "not_a_member", "rule": "group",
        "refusals": [{ "rule": "group", "code": "not_a_member", "error": "This track is for members of “Friends”." }],
    });
    vec![
        stream(schemas),
        of_user(Operation::new("Listeners", "get", "/tracks/{track_id}/access", ("getAccess", "Check access to a track")))
            .described_as("Returns whether the user may hear the track, and the denial reasons if not. Signs nothing.")
            .returns::<AccessDecision>(schemas, 200, "The decision.", denied)
            .fails::<ErrorBody>(schemas, &[TRACK_ID, BAD_TICKET, NOT_SERVED, NO_TRACK, UNAVAILABLE]),
        Operation::new("Listeners", "get", "/my-region", ("getMyRegion", "Get the caller's country"))
            .described_as("Returns the location of the caller's address, and the decision of this server's default rule. `null` means unknown.")
            .returns::<Region>(schemas, 200, "The location.", region),
        Operation::new("Listeners", "post", "/join", ("joinGroup", "Join a group"))
            .secured(json!([{ "ticket": [] }]))
            .described_as("Adds the user of the ticket to the group of an invitation. An invitation can be used once.")
            .takes::<JoinRequest>(schemas, &[JSON], json!({ "invitation": SECRET }))
            .returns::<JoinResponse>(schemas, 200, "The user is a member.", json!({ "group": "friends", "name": "Friends" }))
            .fails::<ErrorBody>(schemas, &[
                INVALID,
                NO_TICKET,
                (404, "`invitation_unknown`: there is no such invitation."),
                (409, "`too_many`: the groups of this owner have as many members as possible."),
                (410, "`invitation_used` or `invitation_expired`."),
                TOO_LARGE,
                UNAVAILABLE,
            ]),
    ]
}

/// Lets a user with or without a ticket use the operation.
fn of_user(operation: Operation) -> Operation {
    let token = json!({ "type": "string", "examples": ["st1.1800000300.opaque"] });
    operation.secured(json!([{}, { "ticket": [] }])).header(
        "Stagepass-Site-Token",
        false,
        "A token that the server of the owner's site signed with a site key. For rules with `site`.",
        token,
    )
}

fn stream(schemas: &mut Schemas) -> Operation {
    let redirect = json!({ "type": "string", "examples": ["true"] });
    let address = "https://node.example/tracks/cidstream/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku?track_id=7&signature=…";
    of_user(Operation::new("Listeners", "get", "/stream/{track_id}", ("stream", "Play a track")))
        .described_as(
            "Redirects to the audio at a stream node, if the user may hear the track. The address of a gated track is \
             signed. It is valid for the duration of the track or a little longer. A ticket that is not valid counts as \
             none, unless the rule then denies access.",
        )
        .query("no_redirect", false, "`true` returns the address as JSON instead of redirecting to it.", redirect)
        .returns::<StreamUrl>(schemas, 200, "The address, with `no_redirect=true`.", json!({ "data": address }))
        .returns_empty(302, "Redirects to the address.")
        .with_header(302, "Location", "The address.")
        .fails::<ErrorBody>(schemas, &[
            TRACK_ID,
            BAD_TICKET,
            (403, "The user may not hear the track: `refusals` has the denial reasons, and `code` is that of the first one. Or `owner_not_served`: this server is not configured for the owner of the track."),
            NO_TRACK,
            UNAVAILABLE,
        ])
}
