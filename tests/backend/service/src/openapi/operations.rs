//! All operations, in the order of `router.rs`.

use serde_json::{Value, json};

use crate::accounts::RotatedSecrets;
use crate::api::me::Me;
use crate::api::tickets::{Holder, TicketResponse};
use crate::api::tracks::listens::Listens;
use crate::api::tracks::response::{TrackAnswer, TrackPage};
use crate::api::users::UserProfile;
use crate::developer::apps::{App, Apps, NewApp, RedirectUriCheck};
use crate::nodes::contents::NodeContent;
use crate::nodes::listens::HeardReport;
use crate::oauth::check::RecipientCheck;
use crate::oauth::token::tokens::Tokens;
use crate::openapi::bodies::{
    Alive, AppDetails, Data, NewTrack, Ready, RevocationRequest, SecretRotation, TicketRequest, TokenRequest,
    TrackChange, Verification,
};
use crate::openapi::operation::{Caller, Operation, Schemas};
use crate::uploads::response::{OneUpload, SeveralUploads};

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";
const TUS: &str = "application/offset+octet-stream";
const HTML: &str = "text/html";

const INVALID: (u16, &str) = (400, "The request is not in order");
const NO_TOKEN: (u16, &str) = (401, "The token is missing, or not valid any more");
const FORBIDDEN: (u16, &str) = (403, "That is somebody else's, or more than was agreed to");
const NOT_FOUND: (u16, &str) = (404, "There is no such thing");
const TOO_LARGE: (u16, &str) = (413, "The body is too large");

/// Returns all operations.
pub(super) fn all(schemas: &mut Schemas) -> Vec<Operation> {
    let parts: [fn(&mut Schemas) -> Vec<Operation>; 9] =
        [pages, developer_apps, sign_in, users, tracks, lists, uploads, nodes, about];
    parts.into_iter().flat_map(|part| part(schemas)).collect()
}

/// Returns the security schemes.
pub(super) fn security() -> Value {
    json!({
        "accessToken": { "type": "http", "scheme": "bearer", "description": "An access token, of one listener and one app" },
        "bearerToken": {
            "type": "http",
            "scheme": "bearer",
            "description": "A registered app's own, with `user_id` in the query: for what that listener has agreed to. Never in a browser",
        },
        "nodeSignature": {
            "type": "http",
            "scheme": "node",
            "description": "A node's: `Node ` and the signature of a gated stream's address, over `{cid, timestamp}` by the node's key. For POST, `cid` is that of the body",
        },
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "__Host-stagepass_session",
            "description": "Of a browser that is signed in at the service; with `X-CSRF-Token` where something is changed",
        },
    })
}

/// Pages for browsers.
fn pages(_: &mut Schemas) -> Vec<Operation> {
    let page = |method, path, summary| Operation::new("Pages", method, path, summary).by(Caller::Anybody);
    let shown = |path, summary| page("get", path, summary).returns_type(HTML, 200, "The page");
    let sent = |path, summary| {
        let sent = page("post", path, summary).returns_empty(303, "Done: on to the next page");
        sent.returns_type(HTML, 400, "The page again, with what is wrong").returns_type(
            HTML,
            403,
            "The page again: refused",
        )
    };
    let back = |path| page("get", path, "Back to the page that the form is on").returns_empty(303, "To that page");
    let asset = |path, kind| page("get", path, "What pages look like").returns_type(kind, 200, "The file");
    let authorize = shown("/oauth/authorize", "Ask a listener for leave (RFC 6749 §4.1.1, RFC 7636)")
        .query("response_type", true, "`code`")
        .query("api_key", false, "The app's; or `client_id`, or the `app_name` of one that is not registered")
        .query("redirect_uri", true, "One of the app's, character by character")
        .query("scope", false, "`read` or `write`")
        .query("state", true, "Comes back as it is")
        .query("code_challenge", true, "Of the `code_verifier`")
        .query("code_challenge_method", true, "`S256`")
        .query("response_mode", false, "`fragment` or `query`")
        .returns_type(HTML, 200, "The question; or, with an error for an app's own scheme, a page that goes there")
        .returns_empty(303, "To the sign-in page, or back to the app with an error")
        .returns_type(HTML, 400, "A page: the request is not one that could be answered to its app");
    vec![
        authorize,
        sent("/oauth/consent", "What the listener decided"),
        shown("/sign-in", "Where a listener signs in").query("next", false, "The page to go on to"),
        sent("/sign-in", "Sign in"),
        shown("/sign-up", "Where somebody makes an account").query("next", false, "The page to go on to"),
        sent("/sign-up", "Make an account, and sign in to it"),
        sent("/sign-out", "Sign out of this browser"),
        shown("/account", "The listener who is signed in").returns_empty(303, "To the sign-in page"),
        back("/account/name"),
        sent("/account/name", "Change the name that people see"),
        back("/account/picture/remove"),
        sent("/account/picture/remove", "Remove the picture"),
        back("/account/password"),
        sent("/account/password", "Change the password: ends all other sessions"),
        back("/account/sign-out-everywhere"),
        sent("/account/sign-out-everywhere", "Sign out of all browsers and all apps"),
        shown("/connected-apps", "The apps that act for the listener").returns_empty(303, "To the sign-in page"),
        back("/connected-apps/revoke"),
        sent("/connected-apps/revoke", "Remove an app: what it may do, and every sign-in of it"),
        shown("/apps", "The apps that the listener develops").returns_empty(303, "To the sign-in page"),
        shown("/apps/new", "Where an app is made").returns_empty(303, "To the sign-in page"),
        shown("/apps/{api_key}", "An app: what can be changed, and the code that signs listeners in")
            .returns_empty(303, "To the sign-in page")
            .returns_type(HTML, 404, "A page: the listener has no such app"),
        asset("/assets/apps.css", "text/css"),
        asset("/assets/apps.js", "text/javascript"),
        asset("/assets/pages.css", "text/css"),
        asset("/assets/guard.js", "text/javascript"),
        asset("/assets/refused.js", "text/javascript"),
        asset("/assets/mark.svg", "image/svg+xml"),
        back("/account/picture"),
        sent("/account/picture", "Change the picture (multipart/form-data)"),
    ]
}

/// The apps of the signed-in user.
fn developer_apps(schemas: &mut Schemas) -> Vec<Operation> {
    let of = |method, path, summary| Operation::new("Developers' apps", method, path, summary).by(Caller::Session);
    let one = "/developer-apps/{api_key}";
    let (signed_out, rules) = ((401, "Nobody is signed in"), (400, "A member is wrong: `field` and `rule` say which"));
    vec![
        of("get", "/developer-apps", "The listener's apps, and the CSRF token that a change is sent with")
            .returns::<Apps>(schemas, 200, "The apps")
            .refuses(schemas, &[signed_out]),
        of("post", "/developer-apps", "Register an app")
            .takes::<AppDetails>(schemas, &[JSON])
            .returns::<NewApp>(schemas, 201, "The app, with secrets that can't be had again")
            .refuses(schemas, &[rules, signed_out, FORBIDDEN, (409, "As many as can be"), TOO_LARGE]),
        of("get", one, "An app").returns::<App>(schemas, 200, "The app").refuses(schemas, &[signed_out, NOT_FOUND]),
        of("put", one, "Replace what can be changed of an app")
            .takes::<AppDetails>(schemas, &[JSON])
            .returns::<App>(schemas, 200, "The app as it is now")
            .refuses(schemas, &[rules, signed_out, FORBIDDEN, NOT_FOUND, TOO_LARGE]),
        of("delete", one, "Delete an app, and end what listeners have begun with it")
            .returns_empty(204, "It is gone")
            .refuses(schemas, &[signed_out, FORBIDDEN, NOT_FOUND]),
        of("post", "/developer-apps/{api_key}/secrets", "Make secrets of an app anew: the old ones are void at once")
            .takes::<SecretRotation>(schemas, &[JSON])
            .returns::<RotatedSecrets>(schemas, 200, "The new ones, which can't be had again")
            .refuses(schemas, &[rules, signed_out, FORBIDDEN, NOT_FOUND, TOO_LARGE]),
        of("get", "/developer-apps/redirect-uri", "Whether an app can have this redirect URI")
            .query("uri", true, "The address")
            .returns::<RedirectUriCheck>(schemas, 200, "Whether, and the rule that it breaks")
            .refuses(schemas, &[INVALID, signed_out]),
    ]
}

/// OAuth and the user's profile.
fn sign_in(schemas: &mut Schemas) -> Vec<Operation> {
    let of = |method, path, summary| Operation::new("Sign-in", method, path, summary);
    vec![
        of("get", "/oauth/check", "Check whether an app and its redirect URI are accepted")
            .query("api_key", false, "The app's API key; or `client_id`, or the `app_name` of an unregistered app")
            .query("redirect_uri", false, "The redirect URI, exactly as the app sends it")
            .by(Caller::Anybody)
            .returns::<RecipientCheck>(schemas, 200, "Whether both are accepted, and the first rule that is broken"),
        of("post", "/oauth/token", "A code or a refresh token in, new tokens out (RFC 6749 §3.2)")
            .by(Caller::Anybody)
            .takes::<TokenRequest>(schemas, &[JSON, FORM])
            .returns::<Tokens>(schemas, 200, "The tokens")
            .refuses(schemas, &[INVALID, (401, "There is no such app"), TOO_LARGE]),
        of("post", "/oauth/revoke", "End a family of tokens (RFC 7009)")
            .by(Caller::Anybody)
            .takes::<RevocationRequest>(schemas, &[JSON, FORM])
            .returns_empty(200, "It is over, if it ever was")
            .refuses(schemas, &[INVALID, (401, "There is no such app"), TOO_LARGE]),
        of("get", "/me", "Who is signed in")
            .by(Caller::AccessToken)
            .returns::<Me>(schemas, 200, "The listener")
            .refuses(schemas, &[NO_TOKEN]),
        of("post", "/tickets", "A ticket, by which somebody else learns who is signed in and gets no token")
            .by(Caller::AccessToken)
            .takes::<TicketRequest>(schemas, &[JSON, FORM])
            .returns::<TicketResponse>(schemas, 200, "The ticket")
            .refuses(schemas, &[INVALID, NO_TOKEN, (403, "The app is not registered")]),
        of("post", "/tickets/verify", "Whose ticket that is")
            .by(Caller::BearerToken)
            .takes::<Verification>(schemas, &[JSON, FORM])
            .returns::<Holder>(schemas, 200, "Whose it is")
            .refuses(schemas, &[INVALID, NO_TOKEN]),
    ]
}

fn users(schemas: &mut Schemas) -> Vec<Operation> {
    let mut of = |path, summary| {
        let operation = Operation::new("Listeners", "get", path, summary).by(Caller::BearerToken);
        operation.returns::<Data<UserProfile>>(schemas, 200, "The listener").refuses(schemas, &[NO_TOKEN, NOT_FOUND])
    };
    vec![
        of("/users/{id}", "The listener with this number"),
        of("/users/handle/{handle}", "The listener with this handle"),
    ]
}

const GATED_TOO_LATE: (u16, &str) = (409, "The audio is public already");

fn tracks(schemas: &mut Schemas) -> Vec<Operation> {
    let of = |method, path, summary, by| Operation::new("Tracks", method, path, summary).by(by);
    let one = "/tracks/{id}";
    vec![
        of("post", "/tracks", "Make a track out of an upload", Caller::App)
            .takes::<NewTrack>(schemas, &[JSON])
            .returns::<Data<TrackAnswer>>(schemas, 201, "The track")
            .refuses(schemas, &[INVALID, NO_TOKEN, FORBIDDEN, GATED_TOO_LATE, TOO_LARGE]),
        of("get", one, "A track", Caller::Viewer)
            .returns::<Data<TrackAnswer>>(schemas, 200, "The track")
            .refuses(schemas, &[NO_TOKEN, NOT_FOUND]),
        of(
            "patch",
            one,
            "Change what a track says of itself, who may sign for it, or whether it is there",
            Caller::App,
        )
        .takes::<TrackChange>(schemas, &[JSON])
        .returns::<Data<TrackAnswer>>(schemas, 200, "The track as it is now")
        .refuses(schemas, &[INVALID, NO_TOKEN, FORBIDDEN, NOT_FOUND, GATED_TOO_LATE, TOO_LARGE]),
        of("delete", one, "Delete a track, for ever", Caller::App)
            .returns_empty(204, "It is gone")
            .refuses(schemas, &[NO_TOKEN, FORBIDDEN, NOT_FOUND]),
        of("get", "/tracks/{id}/stream", "Where the track's audio is", Caller::Anybody)
            .query("no_redirect", false, "`true`: the address is answered, in place of a redirect to it")
            .returns::<Data<String>>(schemas, 200, "The address")
            .returns_empty(302, "To the node")
            .refuses(schemas, &[NOT_FOUND, (503, "There is no node")]),
        of("get", "/tracks/{id}/listens", "How often a track was listened to", Caller::App)
            .returns::<Data<Listens>>(schemas, 200, "In all, and day by day")
            .refuses(schemas, &[NO_TOKEN, FORBIDDEN, NOT_FOUND]),
        of("put", "/tracks/{id}/artwork", "What a track looks like: a PNG or JPEG of at most 5 MB", Caller::App)
            .body_of("image/*")
            .returns::<Data<TrackAnswer>>(schemas, 200, "The track as it is now")
            .refuses(schemas, &[NO_TOKEN, FORBIDDEN, NOT_FOUND, TOO_LARGE])
            .refuses(schemas, &[(422, "It is no picture"), (429, "Too many pictures within an hour")]),
        of("delete", "/tracks/{id}/artwork", "A track without artwork", Caller::App)
            .returns_empty(204, "It has none")
            .refuses(schemas, &[NO_TOKEN, FORBIDDEN, NOT_FOUND]),
    ]
}

/// Lists of tracks.
fn lists(schemas: &mut Schemas) -> Vec<Operation> {
    let of = |method, path, summary, by| Operation::new("Tracks", method, path, summary).by(by);
    let saved = "/users/{id}/library/tracks/{track_id}";
    vec![
        paged(of("get", "/users/{id}/tracks", "A listener's own tracks", Caller::Viewer))
            .returns::<TrackPage>(schemas, 200, "The tracks, newest first")
            .refuses(schemas, &[INVALID, NO_TOKEN, NOT_FOUND]),
        paged(of("get", "/users/{id}/library/tracks", "The tracks that the listener has saved", Caller::App))
            .returns::<TrackPage>(schemas, 200, "The tracks, last saved first")
            .refuses(schemas, &[INVALID, NO_TOKEN, FORBIDDEN]),
        of("put", saved, "Save a track", Caller::App)
            .returns_empty(204, "It is saved")
            .refuses(schemas, &[NO_TOKEN, FORBIDDEN, NOT_FOUND]),
        of("delete", saved, "Forget a saved track", Caller::App)
            .returns_empty(204, "It is not saved any more")
            .refuses(schemas, &[NO_TOKEN, FORBIDDEN]),
    ]
}

/// Adds the parameters of pagination.
fn paged(operation: Operation) -> Operation {
    operation.query("limit", false, "How many at most: 1 to 100; 50 if it is left out").query(
        "cursor",
        false,
        "`next_cursor` of the page before; the first page if it is left out",
    )
}

/// The tus protocol 1.0.0: its core and the extensions creation, creation-with-upload, expiration, checksum and
/// termination.
fn uploads(schemas: &mut Schemas) -> Vec<Operation> {
    let of = |method, path, summary| Operation::new("Uploads (tus 1.0.0)", method, path, summary).by(Caller::App);
    let one = "/uploads/{id}";
    let (version, not_sent_so) = ((412, "Another version of tus"), (415, "It is not sent as tus sends it"));
    let (no_audio, sum) =
        ((422, "It is no audio"), (460, "The bytes don't have the sum of Upload-Checksum: none is kept"));
    let full = (507, "There is no space for it: what had arrived is kept");
    let away = (503, "What had arrived is kept, and it goes on later");
    let pieces = [INVALID, NO_TOKEN, FORBIDDEN, NOT_FOUND, version, TOO_LARGE, not_sent_so, no_audio, sum, away, full];
    let piece = |operation: Operation, schemas: &mut Schemas| {
        operation
            .returns_empty(204, "They have arrived: Upload-Offset says how much has")
            .refuses(schemas, &pieces)
            .refuses(schemas, &[(409, "Upload-Offset is not how much has arrived"), (423, "Another request is at it")])
    };
    vec![
        paged(of("get", "/uploads", "The listener's uploads, and how much they may keep"))
            .returns::<SeveralUploads>(schemas, 200, "The uploads, newest first")
            .refuses(schemas, &[INVALID, NO_TOKEN, FORBIDDEN]),
        of(
            "post",
            "/uploads",
            "Begin an upload: Upload-Length says how much will come, some of which may come at once",
        )
        .returns_empty(201, "Location says where to send the bytes, Upload-Offset how many have come already")
        .refuses(schemas, &[INVALID, NO_TOKEN, FORBIDDEN, version, not_sent_so, no_audio, sum])
        .refuses(schemas, &[(413, "The upload is too large, or with it there would be more than may be kept")])
        .refuses(schemas, &[(429, "Too many uploads are unfinished"), full]),
        of("get", one, "How far it is, and what it has become")
            .returns::<OneUpload>(schemas, 200, "The upload")
            .refuses(schemas, &[NO_TOKEN, NOT_FOUND, no_audio, away]),
        of("head", one, "How far it is").returns_empty(200, "Upload-Offset, Upload-Length and Upload-Expires say so"),
        piece(of("patch", one, "The next bytes").body_of(TUS), schemas),
        of("delete", one, "Delete it, and its audio if nobody else has that")
            .returns_empty(204, "It is gone")
            .refuses(schemas, &[NO_TOKEN, FORBIDDEN, NOT_FOUND, (409, "A track has its audio"), version]),
        piece(of("post", one, "The same, with X-HTTP-Method-Override: PATCH").body_of(TUS), schemas),
    ]
}

/// The API for nodes on other machines.
fn nodes(schemas: &mut Schemas) -> Vec<Operation> {
    let of = |method, path, summary| Operation::new("Nodes", method, path, summary).by(Caller::Node);
    let no_node = (401, "The signature is none, or none of a node's, or too old");
    vec![
        of("get", "/nodes/contents/{cid}", "Which tracks a content has, and who may sign for them")
            .returns::<Data<NodeContent>>(schemas, 200, "The content, with an ETag")
            .returns_empty(304, "It is what If-None-Match names")
            .refuses(schemas, &[no_node, NOT_FOUND]),
        of("get", "/nodes/contents/{cid}/audio", "A content's audio, or the part of it that Range names")
            .returns_type("application/octet-stream", 200, "All of it")
            .returns_type("application/octet-stream", 206, "The part")
            .returns_empty(416, "There is no such part")
            .refuses(schemas, &[no_node, NOT_FOUND, (503, "The place where audio is kept can't be reached")]),
        of("post", "/nodes/listens", "What has been heard at the node: counted once for each report_id")
            .takes::<HeardReport>(schemas, &[JSON])
            .returns_empty(204, "It is counted")
            .refuses(schemas, &[INVALID, no_node, TOO_LARGE]),
    ]
}

/// Operations about the service itself.
fn about(schemas: &mut Schemas) -> Vec<Operation> {
    let of = |path, summary| Operation::new("The service", "get", path, summary).by(Caller::Anybody);
    vec![
        of("/pictures/{picture_id}/{size}", "A profile picture, or artwork")
            .returns_type("image/jpeg", 200, "The picture")
            .returns_empty(404, "There is none"),
        of("/healthz", "Whether it lives").returns::<Alive>(schemas, 200, "It does"),
        of("/readyz", "Whether it should be sent requests")
            .returns::<Ready>(schemas, 200, "It should")
            .returns::<Ready>(schemas, 503, "It should not, and why"),
        of("/openapi.json", "This").returns_type(JSON, 200, "What you read"),
    ]
}
