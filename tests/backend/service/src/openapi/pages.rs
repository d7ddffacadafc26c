//! Pages for browsers.

use serde_json::json;

use crate::openapi::examples::API_KEY;
use stagepass_server::openapi::{HTML, JSON, Operation, Schemas};

const TAG: &str = "Pages";
const SIGNED_OUT: &str = "The user is not signed in: redirects to the sign-in page.";
/// Errors of every form.
const FOREIGN: &str = "The form is too old, or was sent by another site. Nothing was changed.";
const TOO_LARGE: &str = "The form is too large.";
const NO_FORM: &str = "The body is not a form.";
/// Errors of some forms.
const REFUSED: (u16, &str) = (400, "The page again, with what is wrong.");
const MISMATCH: (u16, &str) = (403, "The password is wrong, or the form is too old or was sent by another site.");
const TOO_MANY: (u16, &str) = (429, "Too many attempts. `Retry-After` says when to try again.");
const TOO_MANY_APPS: (u16, &str) =
    (409, "A page: the user has as many sign-ins, or connected apps, as an account can have.");
const BUSY: (u16, &str) = (503, "Too many pictures are in progress. `Retry-After` says when to try again.");
const FULL: (u16, &str) = (507, "The service has no space for pictures.");
const NO_SIGN_UP: (u16, &str) = (404, "This service does not offer sign-up.");

pub(super) fn operations(_: &mut Schemas) -> Vec<Operation> {
    let mut operations = vec![home(), authorize(), consent()];
    operations.extend(sign_in_and_out());
    operations.extend(account());
    operations.extend(apps());
    operations.extend(assets());
    operations
}

fn page(path: &'static str, names: (&'static str, &'static str)) -> Operation {
    Operation::new(TAG, "get", path, names).returns_type(HTML, 200, "The page.")
}

/// A form. Its errors in addition to those that every form has are `errors`.
fn form(
    path: &'static str,
    names: (&'static str, &'static str),
    then: &'static str,
    errors: &[(u16, &'static str)],
) -> Operation {
    let form = Operation::new(TAG, "post", path, names).returns_empty(303, then);
    let always = [(403, FOREIGN), (413, TOO_LARGE), (415, NO_FORM)];
    let errors = always.iter().chain(errors);
    errors.fold(form, |form, (status, description)| form.returns_type(HTML, *status, description))
}

/// The address of a form, opened by a browser.
fn back(path: &'static str, id: &'static str) -> Operation {
    Operation::new(TAG, "get", path, (id, "Return to the page of a form"))
        .described_as("For a browser that opens the address of a form, for example after a reload.")
        .returns_empty(303, "Redirects to the page with the form.")
}

fn home() -> Operation {
    page("/", ("showHome", "Show what this service is"))
        .described_as("A page with links to the account, to the developer's apps and to this document.")
}

fn authorize() -> Operation {
    let text = |example: &str| json!({ "type": "string", "examples": [example] });
    page("/oauth/authorize", ("authorize", "Show the consent page"))
        .described_as(
            "The authorization endpoint (RFC 6749 §3.1, RFC 7636). Open it in a browser, in a popup or as a full page. \
             The user signs in if needed and approves or denies, and the service redirects to `redirect_uri` with \
             `code`, `state`, `iss` and `token_format=form` (the token endpoint takes forms), or with `error`, `error_description`, `state` and `iss`. \
             Name the app by `api_key` or `client_id`, or by `app_name` if it is not registered. No parameter may be \
             repeated, and an empty one counts as missing. The whole query may have 16 KiB.",
        )
        .query("response_type", true, "Always `code`.", json!({ "type": "string", "const": "code" }))
        .query("api_key", false, "The API key of a registered app. An unknown key is an error, even beside an `app_name`.", text(API_KEY))
        .query("client_id", false, "The same as `api_key`, under the name that stock OAuth clients send. If both are sent, they must be the same key.", text(API_KEY))
        .query("app_name", false, "The name of an app that is not registered: 1 to 50 visible characters, and no API key. Ignored if there is a key. Such an app can only have the scope `read`, and no redirect URI with a scheme of its own. The consent page says that it is not registered.", text("Night Radio"))
        .query("redirect_uri", true, "Where the response is sent. For a registered app, one of its redirect URIs, character by character.", text("https://radio.example/callback"))
        .query("scope", true, "What the app may do. `write` includes `read`.", json!({ "type": "string", "enum": ["read", "write"] }))
        .query("state", true, "A random value, which is returned unchanged. At most 2,000 bytes. Required, although RFC 6749 only recommends it.", text("sp1.p.5Xb2"))
        .query("code_challenge", true, "The base64url of the SHA-256 of the code verifier: 43 characters.", text("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"))
        .query("code_challenge_method", true, "Always `S256`. `plain` is not supported.", json!({ "type": "string", "const": "S256" }))
        .query("response_mode", false, "Whether the response is in the fragment or in the query of the redirect URI, or posted to the window that opened the popup. `web_message` needs a redirect URI with `https` or on localhost. If no window acknowledges the message, or the app is not registered, or `display` is `fullScreen`, the response is in the fragment.", json!({ "type": "string", "enum": ["fragment", "query", "web_message"], "default": "fragment" }))
        .query("display", false, "The layout of the pages: for a popup, or for a whole window.", json!({ "type": "string", "enum": ["popup", "fullScreen"], "default": "popup" }))
        .query("prompt", false, "How the user is asked: `login` for the password even if signed in, `select_account` for the account, `consent` for consent with the whole page, separated by spaces. Consent is asked in any case, with a shorter page if the user has given it within 30 days, except with `none`: then no page is shown, and the response is an error if one is needed. `none` succeeds for a registered app if the user has consented to this scope at this redirect URI, which has `https`, within 30 days.", json!({ "type": "string", "examples": ["login", "none", "login consent"] }))
        .query("max_age", false, "The longest time in seconds since the user gave the password. After that it is asked again.", json!({ "type": "integer", "minimum": 0, "examples": [3600] }))
        .query("login_hint", false, "The handle to fill in on the sign-in page. Text that cannot be a handle is ignored.", text("ada"))
        .query("ui_locales", false, "The preferred languages. The pages have English only.", text("fr-CA fr en"))
        .query("dpop_jkt", false, "The thumbprint of the key that the code exchange must prove (RFC 9449 §10).", json!({ "type": "string", "minLength": 43, "maxLength": 43, "examples": ["0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"] }))
        .returns_type(HTML, 200, "The consent page. Or a page that opens the app with an error, if the redirect URI has a scheme of its own and the user approved the app before.")
        .returns_empty(303, "Redirects to the sign-in page. Or to the app: with an error, if the user approved the app before, or with a code, if `prompt` is `none`.")
        .returns_type(HTML, 400, "A page that explains the error to the user and the developer. Nothing is sent to the app. If the app is registered, the page has a link to it.")
        .returns_type(HTML, TOO_MANY_APPS.0, TOO_MANY_APPS.1)
        .returns_type(HTML, 414, "A page: the query is longer than 16 KiB.")
}

fn consent() -> Operation {
    form(
        "/oauth/consent",
        ("decideConsent", "Approve or deny an app"),
        "Redirects to the app with a code or with `access_denied`, or to the sign-in page.",
        &[
            (400, "The authorization request is invalid, or the form has no decision."),
            TOO_MANY_APPS,
            (414, "The query is longer than 16 KiB."),
        ],
    )
    .described_as(
        "The form of the consent page. Its query is the authorization request. A code is valid for 10 minutes. \
         For `response_mode=web_message`, the script of the page asks for JSON.",
    )
    .returns_type(JSON, 200, "With `response_mode=web_message` and `Accept: application/json`: the `response` to post, and the `address` with the same response, to which the browser goes otherwise.")
}

fn sign_in_and_out() -> [Operation; 9] {
    let next = |operation: Operation| {
        let schema = json!({ "type": "string", "examples": ["/v1/account"] });
        operation.query("next", false, "The page of this service that follows.", schema)
    };
    let signed_in = "The user is signed in already: redirects to the next page.";
    [
        next(page("/sign-in", ("showSignIn", "Show the sign-in page")))
            .described_as("In an app's popup, the consent page follows.")
            .returns_empty(303, signed_in),
        form(
            "/sign-in",
            ("signIn", "Sign in"),
            "Signed in: redirects to the next page.",
            &[REFUSED, MISMATCH, TOO_MANY],
        )
        .returns_type(HTML, 200, "The account is to be deleted: a page with a form that keeps it.")
        .described_as("Signs this browser in with a handle and a password."),
        next(page("/sign-up", ("showSignUp", "Show the sign-up page")))
            .described_as("Only if the operator allows sign-up.")
            .returns_empty(303, signed_in)
            .returns_type(HTML, NO_SIGN_UP.0, NO_SIGN_UP.1),
        form(
            "/sign-up",
            ("signUp", "Create an account"),
            "Created and signed in: redirects to the next page.",
            &[REFUSED, NO_SIGN_UP, TOO_MANY],
        )
        .described_as("Creates an account and signs this browser in."),
        next(page("/reset-password", ("showResetPassword", "Show the form for a new password"))).described_as(
            "For a link of `stagepass-backend user reset-link`, whose secret is in the fragment. Without one, the page \
             names the contact.",
        ),
        form(
            "/reset-password",
            ("resetPassword", "Set a new password"),
            "Done: redirects to the sign-in page.",
            &[REFUSED],
        )
        .described_as("Signs the user out of all browsers and apps. A link works once, within 30 minutes."),
        form("/sign-out", ("signOut", "Sign out of this browser"), "Signed out: redirects to the sign-in page.", &[])
            .described_as("Ends the session of this browser. Apps stay connected."),
        way_back(page("/oauth/end-session", ("showEndSession", "Show the page that signs out at an app's request")))
            .described_as(
                "The end-session endpoint (OpenID Connect RP-Initiated Logout 1.0). An app opens it in a browser after \
                 it has signed the user out. Nothing happens without a click on this page. If no user is signed in, \
                 the page says so.",
            ),
        way_back(form(
            "/oauth/end-session",
            ("endSession", "Sign out of this browser and return to the app"),
            "Signed out: redirects to `post_logout_redirect_uri` with `state`, or to the page itself.",
            &[],
        ))
        .described_as("The form of that page."),
    ]
}

/// Adds the parameters that lead back to the app.
fn way_back(operation: Operation) -> Operation {
    let text = |example: &str| json!({ "type": "string", "examples": [example] });
    operation
        .query("client_id", false, "The API key of the app (also: `api_key`). Needed for a `post_logout_redirect_uri`.", text(API_KEY))
        .query("post_logout_redirect_uri", false, "The address to return to: a redirect URI of the app, or another address on the origin of one. With any other the page leads nowhere, and says why.", text("https://radio.example/"))
        .query("state", false, "Returned unchanged, as a parameter of the query. At most 2,000 bytes.", text("5Xb2"))
}

fn account() -> Vec<Operation> {
    let done = "Done: redirects to the account page.";
    vec![
        page("/account", ("showAccount", "Show the account page"))
            .described_as("The user's name, picture, password and sessions.")
            .returns_empty(303, SIGNED_OUT),
        back("/account/name", "returnFromName"),
        form("/account/name", ("changeName", "Change the name"), done, &[REFUSED])
            .described_as("Changes the name that other users see."),
        back("/account/picture", "returnFromPicture"),
        form(
            "/account/picture",
            ("changePicture", "Change the profile picture"),
            done,
            &[REFUSED, (413, "The picture is larger than 5 MB."), TOO_MANY, BUSY, FULL],
        )
        .described_as("A PNG or JPEG file of at most 5 MB, as `multipart/form-data`. At most 20 pictures an hour, and two at once."),
        back("/account/picture/remove", "returnFromRemovePicture"),
        form("/account/picture/remove", ("removePicture", "Remove the profile picture"), done, &[])
            .described_as("Removes the picture. Its address answers 404 from then on."),
        back("/account/password", "returnFromPassword"),
        form("/account/password", ("changePassword", "Change the password"), done, &[REFUSED, MISMATCH, TOO_MANY])
            .described_as("Signs the user out of all other browsers and, if they choose so, of all apps."),
        Operation::new(TAG, "get", "/account/export", ("exportAccount", "Download the user's data"))
            .described_as("A ZIP file with the profile, the tracks with their audio, and the library. A user has one at a time.")
            .returns_type("application/zip", 200, "The file.")
            .returns_empty(303, SIGNED_OUT)
            .returns_type(HTML, 429, "The user's last download is in progress, or too many of all users are."),
        back("/account/delete", "returnFromDeleteAccount"),
        form(
            "/account/delete",
            ("deleteAccount", "Delete the account in a week"),
            "Not signed in: redirects to the sign-in page.",
            &[MISMATCH, TOO_MANY],
        )
        .returns_type(HTML, 200, "The day of the deletion. The user is signed out everywhere, and the tracks are delisted.")
        .described_as("Needs the password. Until that day, the user can keep the account by signing in."),
        back("/account/keep", "returnFromKeepAccount"),
        form("/account/keep", ("keepAccount", "Keep the account"), "Kept: redirects to the sign-in page.", &[])
            .described_as("The form that a user gets who signs in to an account that is to be deleted."),
        back("/account/sign-out-everywhere", "returnFromSignOutEverywhere"),
        form(
            "/account/sign-out-everywhere",
            ("signOutEverywhere", "Sign out of all browsers and apps"),
            "Done: redirects to the sign-in page.",
            &[],
        )
        .described_as("Ends all sessions and revokes all tokens of the user."),
    ]
}

fn apps() -> Vec<Operation> {
    vec![
        page("/my-tracks", ("showMyTracks", "Show the user's tracks"))
            .described_as("The user's own tracks, newest first, 50 at a time.")
            .query(
                "after",
                false,
                "Shows the tracks that are older than the one with this ID.",
                json!({ "type": "integer", "examples": [7] }),
            )
            .returns_empty(303, SIGNED_OUT),
        back("/my-tracks/delete", "returnFromDeleteTrack"),
        form(
            "/my-tracks/delete",
            ("deleteMyTrack", "Delete any track of the user"),
            "Done: redirects to the tracks.",
            &[],
        )
        .described_as("Deletes a track for good, whichever app made it."),
        page("/connected-apps", ("showConnectedApps", "Show the connected apps"))
            .described_as("The apps that act for the user, what each may do, and when it last did.")
            .returns_empty(303, SIGNED_OUT),
        back("/connected-apps/revoke", "returnFromRevoke"),
        form(
            "/connected-apps/revoke",
            ("disconnectApp", "Disconnect an app"),
            "Done: redirects to the connected apps.",
            &[],
        )
        .described_as("Revokes all tokens of the app for this user, and its consent."),
        page("/access-servers", ("showAccessServers", "Show the user's access servers"))
            .described_as("The access servers that the user runs, and those that the user's apps admit.")
            .returns_empty(303, SIGNED_OUT),
        form(
            "/access-servers",
            ("changeAccessServers", "Register or admit an access server"),
            "Done: redirects to the page. Or the last sign-in is too old: redirects to the sign-in page.",
            &[REFUSED],
        )
        .returns_type(HTML, 200, "The page with a new credential, which is shown once.")
        .described_as(
            "Registers an access server, rotates its credential, removes it, admits it to an app, or ends that.",
        ),
        page("/apps", ("showApps", "Show the user's own apps"))
            .described_as("The apps that the user registered as a developer.")
            .returns_empty(303, SIGNED_OUT),
        page("/apps/new", ("showNewApp", "Show the form for a new app"))
            .described_as("The page on which a developer registers an app.")
            .returns_empty(303, SIGNED_OUT),
        page("/apps/{api_key}", ("showApp", "Show an app"))
            .described_as("The page on which a developer changes an app, with code that signs users in to it.")
            .returns_empty(303, SIGNED_OUT)
            .returns_type(HTML, 404, "The user has no such app."),
    ]
}

fn assets() -> [Operation; 9] {
    [
        ("/assets/apps.js", "getAppsJs", "text/javascript"),
        ("/assets/pages.css", "getPagesCss", "text/css"),
        ("/assets/guard.js", "getGuardJs", "text/javascript"),
        ("/assets/refused.js", "getRefusedScript", "text/javascript"),
        ("/assets/reset_password.js", "getResetPasswordScript", "text/javascript"),
        ("/assets/show_password.js", "getShowPasswordScript", "text/javascript"),
        ("/assets/shown_once.js", "getShownOnceScript", "text/javascript"),
        ("/assets/web_message.js", "getWebMessageScript", "text/javascript"),
        ("/assets/mark.svg", "getMark", "image/svg+xml"),
    ]
    .map(|(path, id, kind)| {
        Operation::new(TAG, "get", path, (id, "Get a file of the pages"))
            .described_as("A style sheet, script or picture that the pages use.")
            .returns_type(kind, 200, "The file.")
    })
}
