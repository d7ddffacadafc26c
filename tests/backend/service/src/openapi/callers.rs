//! Who may call an operation, and how a caller is authenticated.

use serde_json::{Value, json};
use stagepass_server::openapi::Operation;

use super::examples::TOKEN;

/// Who may call an operation.
#[derive(Clone, Copy)]
pub(super) enum Caller {
    /// Any client. With a token, the response has more of the user's own data.
    Viewer,
    /// An app with a user's access token.
    AccessToken,
    /// An app with a user's access token or its own bearer token.
    App,
    /// Any client. A registered app with its own bearer token, or an access server with its credential, gets more.
    ProfileReader,
    /// A registered app with its own bearer token, or an access server with its credential.
    Server,
    /// As `App`, or an access server with its credential and a user's ticket.
    TrackMaker,
    /// A registered app with its API key and API secret.
    ApiSecret,
    /// A signed-in browser on a page of this service.
    Session,
    /// A node on another machine, with its key.
    Node,
}

/// Lets only this caller use the operation. If the caller can use a bearer token, adds the parameter `user_id`.
pub(super) fn by(caller: Caller, operation: Operation) -> Operation {
    let (security, acts) = match caller {
        Caller::Viewer => (json!([{}, { "accessToken": [] }, { "bearerToken": [] }, { "credential": [] }]), true),
        Caller::ProfileReader => {
            (json!([{}, { "accessToken": [] }, { "bearerToken": [] }, { "credential": [] }]), false)
        }
        Caller::AccessToken => (json!([{ "accessToken": [] }]), false),
        Caller::App => (json!([{ "accessToken": [] }, { "bearerToken": [] }]), true),
        Caller::Server => (json!([{ "bearerToken": [] }, { "credential": [] }]), false),
        Caller::TrackMaker => (json!([{ "accessToken": [] }, { "bearerToken": [] }, { "credential": [] }]), true),
        Caller::ApiSecret => (json!([{ "apiSecret": [] }, {}]), false),
        Caller::Session => (json!([{ "session": [] }]), false),
        Caller::Node => (json!([{ "nodeSignature": [] }]), false),
    };
    let operation = operation.secured(security);
    if !acts {
        return operation;
    }
    let user_description = match caller {
        Caller::Viewer => "With a bearer token: the user who views. Without it, there is no user.",
        _ => "The user for whom the app acts. Required with a bearer token.",
    };
    let operation = operation.query("user_id", false, user_description, json!({ "type": "integer", "examples": [1] }));
    if !matches!(caller, Caller::TrackMaker) {
        return operation;
    }
    // A parameter and no security scheme: generated clients with one secret send it in the header of each scheme.
    let ticket = "Required with the credential of an access server: a user's ticket for it, with the scope `write`.";
    operation.header("Stagepass-Ticket", false, ticket, json!({ "type": "string", "examples": [TOKEN] }))
}

/// Returns the security schemes.
pub(super) fn security() -> Value {
    json!({
        "accessToken": {
            "type": "http",
            "scheme": "bearer",
            "description": "An access token of a user. Operations that change something need the scope `write`. A token that is bound to a key is sent as `Authorization: DPoP …`, with a proof in the header `DPoP` (RFC 9449 §7).",
        },
        "apiSecret": {
            "type": "http",
            "scheme": "basic",
            "description": "The API key and the API secret of a registered app, each encoded as in a form. Alternative: `client_id` and `client_secret` in the body.",
        },
        "bearerToken": {
            "type": "http",
            "scheme": "bearer",
            "description": "The bearer token of a registered app. With `user_id` in the query it acts for a user who granted the app the scope `write`. It is secret, so never use it in a browser.",
        },
        "credential": {
            "type": "http",
            "scheme": "bearer",
            "description": "The credential of an access server. It verifies the tickets for the server's origin of the apps that admit it, and reads public data. For a user it acts only with that user's ticket.",
        },
        "nodeSignature": {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "The signature of a stream node: `Node `, then the value of a signed URL's parameter `signature`, over `{cid, timestamp}` by the node's key. For POST, `cid` is the CID of the request body.",
        },
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "__Host-stagepass_session",
            "description": "The session of a browser that is signed in at the service. Changes also need the header `X-CSRF-Token`.",
        },
    })
}
