//! The `OpenAPI` 3.1 document of the service: `GET {base}/openapi.json`, and docs/reference/openapi.json.
//!
//! The modules list every address in `router.rs`. A test in `tests/backend/tests/service/program/openapi.rs` compares
//! the two.
//!
//! | module | contents |
//! |---|---|
//! | `pages`, `sign_in`, `developer` | pages for browsers; OAuth and tickets; the API of the pages for developers |
//! | `users`, `tracks`, `uploads`, `nodes`, `about` | the API |
//! | `bodies`, `examples` | request bodies; examples of responses |
//! | `callers`, `pagination`, `path_parameters`, `responses` | what several operations have in common |

mod about;
mod bodies;
mod callers;
mod developer;
mod examples;
mod nodes;
mod pages;
mod pagination;
mod path_parameters;
mod responses;
mod sign_in;
mod tracks;
mod uploads;
mod users;

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use serde_json::{Map, Value, json};

use crate::oauth::permissions::PERMISSIONS;
use crate::state::Backend;
use stagepass_server::openapi::{Api, Operation, Schemas};

/// The document without the URL of the service.
static DOCUMENT: LazyLock<Map<String, Value>> = LazyLock::new(document);

const TAGS: &[(&str, &str)] = &[
    ("Sign-in", "OAuth 2.0 with PKCE, the user of a token, and tickets."),
    ("Users", "Profiles, and the tracks that users saved."),
    ("Tracks", "Tracks, their artwork and their listens."),
    ("Uploads", "Resumable uploads of audio by the tus protocol 1.0.0. Any tus client works."),
    ("Nodes", "For stream nodes on other machines. They sign their requests."),
    (
        "Pages",
        "Pages for browsers, and their forms. A form needs the CSRF token of its page, so programs do not use them.",
    ),
    (
        "Developer apps",
        "The API of the service's own pages for developers. Only a session cookie opens it, and only for pages of this origin.",
    ),
    ("Health", "Health checks, and this document."),
];

const DESCRIPTION: &str = "\
All addresses are relative to the base URL, which includes a version, for example `https://music.example/v1`. \
The metadata of the authorization server (RFC 8414) is at `/.well-known/oauth-authorization-server` followed by the path of the base URL.\n\n\
An error is a JSON object with a stable code in `error` and a sentence in `error_description`. Pages answer with a page instead.\n\n\
Each response has an `X-Request-Id`, which is also in the service's log. \
A path with control characters is answered with 400, a path and query of more than 32 KiB with 414, \
and a method that an address does not have with 405. These responses have no body.";

/// `GET {base}/openapi.json`.
pub(crate) async fn show(State(backend): State<Arc<Backend>>) -> Json<Map<String, Value>> {
    let mut document = DOCUMENT.clone();
    document.insert("servers".to_owned(), json!([{ "url": backend.base_url.as_str() }]));
    Json(document)
}

fn document() -> Map<String, Value> {
    let mut schemas = Schemas::new();
    let parts: [fn(&mut Schemas) -> Vec<Operation>; 9] = [
        pages::operations,
        developer::operations,
        sign_in::operations,
        users::operations,
        tracks::operations,
        tracks::lists,
        uploads::operations,
        nodes::operations,
        about::operations,
    ];
    let operations = parts.into_iter().flat_map(|part| part(&mut schemas)).collect();
    let api = Api {
        title: "Stagepass service",
        summary: "Users, the apps that they sign in to, and their tracks.",
        description: DESCRIPTION,
        version: env!("CARGO_PKG_VERSION"),
        tags: TAGS,
        path_parameters: path_parameters::PATH_PARAMETERS,
        security: callers::security(),
        common: responses::responses(&mut schemas),
        schemas: Vec::new(),
    };
    let mut document = api.document(schemas, operations);
    document.insert("x-permissions".to_owned(), json!(PERMISSIONS));
    document
}
