//! Operations for owners, except those of the shop.

use serde_json::json;

use super::bodies::{
    ErrorBody, GroupDetails, HypotheticalUser, InvitationRequest, NewRule, NewTrack, SimulatedDecision,
};
use super::responses::{INVALID, NO_TICKET, NOT_FOUND, NOT_SERVED, TOO_LARGE, TOO_MANY, UNAVAILABLE};
use super::security::{SECRET, by_owner};
use crate::create_track::CreateTrackResponse;
use crate::owner::groups::group_store::Group;
use crate::owner::groups::invitations::InvitationResponse;
use crate::owner::groups::members::MemberResponse;
use crate::owner::{groups, page, tracks};
use crate::tracks::rule::TrackRule;
use stagepass_server::openapi::{HTML, JSON, Operation, Schemas};

const RULE: &str = "/tracks/{track_id}/rule";
const GROUP: &str = "/owner/groups/{id}";
const MEMBERS: &str = "/owner/groups/{id}/members";
const MEMBER: &str = "/owner/groups/{id}/members/{user}";
const TRACK_ID: (u16, &str) = (400, "`invalid_track_id`: the ID is not a whole number from 1 to 2^53 - 1.");
const INVALID_RULE: (u16, &str) = (
    400,
    "`invalid_rule`: `error` has the path to the problem. `invalid_request`: the body is invalid. `invalid_track_id`: the ID is not a whole number from 1 to 2^53 - 1.",
);
const NOT_OWN: (u16, &str) = (
    403,
    "`another_user`: the track belongs to another user. `owner_not_served`: this server is not configured for this owner.",
);
const NO_TRACK: (u16, &str) =
    (404, "`no_track`: there is no such track. `not_an_authority`: this server may not sign for the track.");

pub(super) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    let mut operations = of_tracks(schemas);
    operations.extend(of_groups(schemas));
    operations
}

fn of_tracks(schemas: &mut Schemas) -> Vec<Operation> {
    let example = json!({ "geo": { "in": ["SE"] } });
    let words = "In Sweden.";
    let rule = json!({ "trackId": 7, "rule": example, "words": words });
    let new = json!({
        "userId": 1,
        "metadata": { "title": "Tape 1", "trackCid": "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku" },
        "rule": example,
    });
    vec![
        by_owner("Tracks", "post", "/create-track", ("createTrack", "Create a gated track"))
            .described_as("Creates a track at the service, with this server as its only authority, and stores its rule. Nobody can hear the track before its rule is stored.")
            .takes::<NewTrack>(schemas, &[JSON], new)
            .returns::<CreateTrackResponse>(schemas, 200, "The track is created.", json!({ "success": true, "trackId": 7 }))
            .fails::<ErrorBody>(schemas, &[
                (400, "`invalid_request`: the body is invalid. `invalid_rule`: `error` has the path to the problem. `refused_by_service`: the service refuses the track, for the reason in `error`."),
                NO_TICKET,
                (403, "`another_user`: `userId` is not the user of the ticket. `owner_not_served`: this server is not configured for this owner. `refused_by_service`: for example, the upload belongs to another user."),
                (409, "`too_many`: the owner has as many tracks here as possible. `refused_by_service`: another user's public track has the same audio."),
                (404, "`no_track`: the service does not know this server's app or user."),
                TOO_LARGE,
                (422, "`refused_by_service`: the service refuses the track, for the reason in `error`."),
                UNAVAILABLE,
            ]),
        by_owner("Tracks", "get", RULE, ("getRule", "Get the rule of a track"))
            .described_as("Returns the track's own rule, and in words who may hear the track.")
            .returns::<TrackRule>(schemas, 200, "The rule.", rule.clone())
            .fails::<ErrorBody>(schemas, &[TRACK_ID, NO_TICKET, NOT_OWN, NO_TRACK, UNAVAILABLE]),
        by_owner("Tracks", "put", RULE, ("setRule", "Set the rule of a track"))
            .described_as("Applies from the next request for the track. Addresses that were signed before stay valid.")
            .takes::<NewRule>(schemas, &[JSON], json!({ "rule": example }))
            .returns::<TrackRule>(schemas, 200, "The new rule.", rule)
            .fails::<ErrorBody>(schemas, &[INVALID_RULE, NO_TICKET, NOT_OWN, NO_TRACK, TOO_MANY, TOO_LARGE, UNAVAILABLE]),
        by_owner("Tracks", "post", "/tracks/{track_id}/try", ("tryRule", "Simulate a decision"))
            .described_as("Evaluates the rule of the track, or another one, for a hypothetical user. Lists all conditions that are not met. Nothing is stored or signed.")
            .takes::<HypotheticalUser>(schemas, &[JSON], json!({ "country": "SE", "user": "@ada" }))
            .returns::<SimulatedDecision>(schemas, 200, "The decision.", json!({ "allowed": true, "words": words }))
            .fails::<ErrorBody>(schemas, &[
                INVALID_RULE,
                NO_TICKET,
                NOT_OWN,
                (404, "`no_track`, `not_an_authority` or `no_user`: there is no such track, this server may not sign for it, or there is no such user."),
                TOO_LARGE,
                UNAVAILABLE,
            ]),
        by_owner("Tracks", "get", "/owner/tracks", ("listTracks", "List the owner's tracks"))
            .described_as("Returns a page of the tracks that this server signs for, newest first, with their rules. An owner can request 2 pages a second, after a burst of 50.")
            .query("cursor", false, "The `nextCursor` of the page before.", json!({ "type": "string", "examples": ["AQAAAAAAAAAH"] }))
            .returns::<tracks::List>(
                schemas,
                200,
                "The tracks.",
                json!({ "tracks": [{ "trackId": 7, "title": "Tape 1", "rule": example, "words": words }], "nextCursor": "AQAAAAAAAAAH" }),
            )
            .fails::<ErrorBody>(schemas, &[(400, "`invalid_request`: `cursor` is malformed."), NO_TICKET, NOT_SERVED, UNAVAILABLE]),
    ]
}

fn of_groups(schemas: &mut Schemas) -> Vec<Operation> {
    let group = json!({ "id": "friends", "name": "Friends", "joinUrl": "https://radio.example/join" });
    let member = json!({ "userId": 2, "handle": "grace", "name": "Grace", "since": "2026-11-22T08:46:00Z" });
    let invitation = json!({
        "invitation": SECRET, "link": format!("https://radio.example/join#invitation={SECRET}"),
        "expiresAt": "2026-11-29T08:46:00Z",
    });
    let no_user = (404, "`not_found`: the owner has no such group. `no_user`: there is no such user.");
    let of = |method, path, names| by_owner("Groups", method, path, names);
    vec![
        of("get", "/owner/groups", ("listGroups", "List the owner's groups"))
            .described_as("Returns the groups, newest first.")
            .returns::<groups::List>(schemas, 200, "The groups.", json!({ "groups": [group] }))
            .fails::<ErrorBody>(schemas, &[NO_TICKET, NOT_SERVED, UNAVAILABLE]),
        of("put", GROUP, ("setGroup", "Create or change a group"))
            .described_as("The owner chooses the ID. An owner can have 1,000 groups.")
            .takes::<GroupDetails>(
                schemas,
                &[JSON],
                json!({ "name": "Friends", "joinUrl": "https://radio.example/join" }),
            )
            .returns::<Group>(schemas, 200, "The group.", group)
            .fails::<ErrorBody>(schemas, &[INVALID, NO_TICKET, NOT_SERVED, TOO_MANY, TOO_LARGE, UNAVAILABLE]),
        of("delete", GROUP, ("deleteGroup", "Delete a group"))
            .described_as(
                "Also deletes its members and invitations. A rule that names the group no longer matches anybody.",
            )
            .returns_empty(204, "The group is deleted.")
            .fails::<ErrorBody>(schemas, &[INVALID, NO_TICKET, NOT_SERVED, NOT_FOUND, UNAVAILABLE]),
        of("get", MEMBERS, ("listMembers", "List the members of a group"))
            .described_as("Returns the members, newest first, with the handle and name from when they joined.")
            .returns::<groups::members::List>(schemas, 200, "The members.", json!({ "members": [member] }))
            .fails::<ErrorBody>(schemas, &[INVALID, NO_TICKET, NOT_SERVED, NOT_FOUND, UNAVAILABLE]),
        of("put", MEMBER, ("addMember", "Add a user to a group"))
            .described_as("Succeeds if the user is a member already.")
            .returns::<MemberResponse>(schemas, 200, "The member.", member)
            .fails::<ErrorBody>(schemas, &[INVALID, NO_TICKET, NOT_SERVED, no_user, TOO_MANY, UNAVAILABLE]),
        of("delete", MEMBER, ("removeMember", "Remove a user from a group"))
            .described_as("Addresses that were signed before stay valid.")
            .returns_empty(204, "The user is no longer a member.")
            .fails::<ErrorBody>(schemas, &[INVALID, NO_TICKET, NOT_SERVED, no_user, UNAVAILABLE]),
        of("post", "/owner/groups/{id}/invitations", ("createInvitation", "Invite a user to a group"))
            .described_as("Creates an invitation for one user. It is shown only once.")
            .takes::<InvitationRequest>(schemas, &[JSON], json!({ "days": 7 }))
            .optionally()
            .returns::<InvitationResponse>(schemas, 201, "The invitation.", invitation)
            .fails::<ErrorBody>(
                schemas,
                &[INVALID, NO_TICKET, NOT_SERVED, NOT_FOUND, TOO_MANY, TOO_LARGE, UNAVAILABLE],
            ),
    ]
}

/// Returns the ID of the operation for a file: `getOwnerRuleFormJs` for `/owner/rule_form.js`.
fn file_id(path: &str) -> String {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric());
    let capitalized = words.map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    });
    format!("get{}", capitalized.collect::<String>())
}

/// The home page, the owner's page and its files.
pub(super) fn pages() -> impl Iterator<Item = Operation> {
    let home = Operation::new("Pages", "get", "/", ("showHome", "Show what this server is"))
        .described_as("A page with links to the owner's page, to the service and to this document.")
        .returns_type(HTML, 200, "The page.");
    let page = Operation::new("Pages", "get", "/owner", ("showOwnerPage", "Show the owner's page"))
        .described_as(
            "The page on which an owner manages access. It is the same for everybody, and signs in at the service.",
        )
        .returns_type(HTML, 200, "The page.");
    let files = page::files().map(|(path, content_type)| {
        Operation::new("Pages", "get", path, (&file_id(path), "Get a file of the owner's page"))
            .described_as("A style sheet, script or picture that the page uses.")
            .returns_type(content_type, 200, "The file.")
    });
    [home, page].into_iter().chain(files)
}
