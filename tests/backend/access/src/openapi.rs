//! The `OpenAPI` 3.1 document of the access server: `GET /openapi.json`, and docs/reference/openapi-access-server.json.
//!
//! | module | contents |
//! |---|---|
//! | `listeners`, `owners` | operations for users who play tracks, and for owners; see also `shop::openapi` |
//! | `bodies` | request bodies and errors |
//! | `path_parameters`, `security`, `responses` | what several operations have in common |

pub(crate) mod bodies;
mod listeners;
mod owners;
mod path_parameters;
pub(crate) mod responses;
pub(crate) mod rule_schema;
pub(crate) mod security;

use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use serde_json::{Map, Value, json};

use crate::shop;
use crate::state::AccessServer;
use stagepass_server::openapi::{Api, Operation, Schemas, liveness, readiness, this_document};

static DOCUMENT: LazyLock<Map<String, Value>> = LazyLock::new(built);

const TAGS: &[(&str, &str)] = &[
    ("Listeners", "For apps whose users play tracks."),
    ("Tracks", "For owners: their tracks and the rules of these."),
    ("Groups", "For owners: groups of users, to which a rule can be limited."),
    ("Shop", "For owners: products, the webhooks that report payments, and keys of their sites."),
    ("Pages", "The home page and the owner's page, which uses the operations above."),
    ("Health", "Health checks, and this document."),
];

const DESCRIPTION: &str = "\
The access server of an owner of tracks decides who may hear them, and signs the addresses of their audio.\n\n\
A user is authenticated by a ticket of the service (`POST /tickets` there, with the origin of this server as `audience`), \
never by an access token: every request with `Authorization: Bearer` is answered with 401 `access_token_refused`. \
All responses can be read from every origin.\n\n\
An error is a JSON object with a sentence in `error` and a stable code in `code`. A browser that navigates to an address gets a page instead.\n\n\
Each response has an `X-Request-Id`, which is also in the server's log. \
A path with control characters is answered with 400, and a path and query of more than 32 KiB with 414. These responses have no body. \
An unknown address is answered with 404 `not_found`, and a method that an address does not have with 405 `method_not_allowed`.";

/// Returns the document without the URL of the server.
pub fn document() -> &'static Map<String, Value> {
    &DOCUMENT
}

/// `GET /openapi.json`.
pub(crate) async fn show(State(server): State<Arc<AccessServer>>) -> Json<Map<String, Value>> {
    let mut document = DOCUMENT.clone();
    document.insert("servers".to_owned(), json!([{ "url": server.service.audience().as_str() }]));
    Json(document)
}

fn built() -> Map<String, Value> {
    let mut schemas = Schemas::new();
    let mut operations: Vec<Operation> = listeners::operations(&mut schemas);
    operations.extend(owners::operations(&mut schemas));
    operations.extend(shop::openapi::operations(&mut schemas));
    operations.extend(owners::pages());
    operations.extend([liveness(), readiness(&[("database", "Whether the database can be used.")]), this_document()]);
    let api = Api {
        title: "Stagepass access server",
        summary: "Decides who may hear a track, and signs the address of its audio.",
        description: DESCRIPTION,
        version: env!("CARGO_PKG_VERSION"),
        tags: TAGS,
        path_parameters: path_parameters::PATH_PARAMETERS,
        security: security::security(),
        common: responses::responses(&mut schemas),
        schemas: rule_schema::schemas(),
    };
    api.document(schemas, operations)
}
