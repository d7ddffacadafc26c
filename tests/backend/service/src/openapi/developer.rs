//! The apps of the signed-in user.

use serde_json::json;

use crate::accounts::RotatedSecrets;
use crate::developer::apps::{App, Apps, NewApp, RedirectUriCheck};
use crate::openapi::bodies::{AppDetails, ErrorAnswer, SecretRotation};
use crate::openapi::callers::{Caller, by};
use crate::openapi::examples::{API_KEY, TOKEN, app};
use stagepass_server::openapi::{JSON, Operation, Schemas};

const ONE: &str = "/developer-apps/{api_key}";
const SIGNED_OUT: (u16, &str) = (401, "`login_required`: no user is signed in in this browser.");
const FOREIGN: (u16, &str) = (403, "`access_denied`: the request comes from another origin.");
const FORBIDDEN: (u16, &str) = (
    403,
    "`access_denied`: the request comes from another origin. `invalid_csrf_token`: `X-CSRF-Token` is wrong or older than an hour.",
);
const FORBIDDEN_OR_OLD: (u16, &str) = (
    403,
    "`access_denied`, `invalid_csrf_token`: as for other changes. `recent_login_required`: the user gave the password more than 15 minutes ago (`--recent-sign-in`).",
);
const RULES: (u16, &str) = (400, "`invalid_request`: a member of the body is invalid. `field` and `rule` name it.");
const NO_APP: (u16, &str) = (404, "`not_found`: the user has no such app.");
const TOO_MANY: (u16, &str) =
    (409, "`too_many_apps`: the user has 100 apps, or 131,072 characters of redirect URIs in all of them.");
const TOO_LARGE: (u16, &str) = (413, "`invalid_request`: the body is too large.");
const NOT_JSON: (u16, &str) = (415, "`invalid_request`: `Content-Type` is not `application/json`.");

fn read(path: &'static str, names: (&'static str, &'static str)) -> Operation {
    by(Caller::Session, Operation::new("Developer apps", "get", path, names))
}

fn change(method: &'static str, path: &'static str, names: (&'static str, &'static str)) -> Operation {
    let token = json!({ "type": "string", "examples": [TOKEN] });
    by(Caller::Session, Operation::new("Developer apps", method, path, names)).header(
        "X-CSRF-Token",
        true,
        "The `csrf_token` that `GET /developer-apps` returned to this session within the last hour.",
        token,
    )
}

pub(super) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    let details = json!({ "name": "Night Radio", "description": "Plays tapes at night.", "redirectUris": ["https://radio.example/callback"] });
    let new = json!({
        "api_key": API_KEY,
        "name": "Night Radio",
        "description": "Plays tapes at night.",
        "redirectUris": ["https://radio.example/callback"],
        "sessionIdleSeconds": null,
        "sessionLongestSeconds": null,
        "dpop_bound_access_tokens": false,
        "api_secret": TOKEN,
        "bearer_token": TOKEN,
    });
    vec![
        read("/developer-apps", ("listApps", "List the user's apps"))
            .described_as("Returns the apps, oldest first, and the CSRF token that changes need.")
            .returns::<Apps>(schemas, 200, "The apps.", json!({ "data": [app()], "csrf_token": TOKEN }))
            .fails::<ErrorAnswer>(schemas, &[SIGNED_OUT, FOREIGN]),
        change("post", "/developer-apps", ("createApp", "Register an app"))
            .described_as("A user can have 100 apps, and 131,072 characters of redirect URIs in all of them.")
            .takes::<AppDetails>(schemas, &[JSON], details.clone())
            .returns::<NewApp>(schemas, 201, "The app, with its secrets. They are shown only once.", new)
            .with_header(201, "Location", "The path of the app.")
            .fails::<ErrorAnswer>(schemas, &[RULES, SIGNED_OUT, FORBIDDEN, TOO_LARGE, NOT_JSON])
            .fails::<ErrorAnswer>(schemas, &[TOO_MANY, (507, "`storage_full`: the service has no space for apps.")]),
        read(ONE, ("getApp", "Get an app"))
            .described_as("Returns one of the user's own apps, without its secrets.")
            .returns::<App>(schemas, 200, "The app.", app())
            .fails::<ErrorAnswer>(schemas, &[SIGNED_OUT, FOREIGN, NO_APP]),
        change("put", ONE, ("replaceApp", "Change an app"))
            .described_as("Replaces the name, description, redirect URIs and session limits. A code that was sent to a removed redirect URI can no longer be exchanged.")
            .takes::<AppDetails>(schemas, &[JSON], details)
            .returns::<App>(schemas, 200, "The changed app.", app())
            .fails::<ErrorAnswer>(schemas, &[RULES, SIGNED_OUT, FORBIDDEN, NO_APP, TOO_MANY, TOO_LARGE, NOT_JSON]),
        change("delete", ONE, ("deleteApp", "Delete an app"))
            .described_as("Also deletes its codes, tokens and consents.")
            .returns_empty(204, "The app is deleted.")
            .fails::<ErrorAnswer>(schemas, &[SIGNED_OUT, FORBIDDEN_OR_OLD, NO_APP]),
        change("post", "/developer-apps/{api_key}/secrets", ("rotateSecrets", "Rotate the secrets of an app"))
            .described_as("The old secrets are invalid at once. Users stay signed in.")
            .takes::<SecretRotation>(schemas, &[JSON], json!({ "rotate": "bearer_token" }))
            .returns::<RotatedSecrets>(
                schemas,
                200,
                "The new secrets. They are shown only once.",
                json!({ "api_key": API_KEY, "bearer_token": TOKEN }),
            )
            .fails::<ErrorAnswer>(schemas, &[RULES, SIGNED_OUT, FORBIDDEN_OR_OLD, NO_APP, TOO_LARGE, NOT_JSON]),
        read("/developer-apps/redirect-uri", ("checkRedirectUri", "Check a redirect URI"))
            .described_as("Returns whether an app can have this redirect URI. Nothing is stored.")
            .query("uri", true, "The redirect URI. It must be sent once.", json!({ "type": "string", "examples": ["https://radio.example/callback"] }))
            .returns::<RedirectUriCheck>(
                schemas,
                200,
                "The result, with the rule that the redirect URI breaks.",
                json!({ "ok": false, "rule": "fragment", "message": "it has a fragment" }),
            )
            .fails::<ErrorAnswer>(schemas, &[(400, "`invalid_request`: `uri` is missing or repeated."), SIGNED_OUT, FOREIGN]),
    ]
}
