//! OAuth, the user of a token, and tickets.

use serde_json::json;

use crate::api::me::Me;
use crate::api::tickets::{Holder, TicketResponse};
use crate::oauth::check::RecipientCheck;
use crate::oauth::introspect::Introspection;
use crate::oauth::token::tokens::Tokens;
use crate::openapi::bodies::{
    ErrorAnswer, IntrospectionRequest, RevocationRequest, TicketRequest, TokenRequest, Verification,
};
use crate::openapi::callers::{Caller, by};
use crate::openapi::examples::{API_KEY, SECRET, TOKEN, profile};
use crate::openapi::responses::{INVALID, NO_TOKEN, OF_APP, OF_USER, TOO_LARGE};
use stagepass_server::openapi::{FORM, JSON, Operation, Schemas};

const TAG: &str = "Sign-in";
const AUDIENCE: &str = "https://gate.radio.example";
const CREDENTIALS: (u16, &str) = (
    401,
    "`invalid_client`: the request has client credentials. Clients are public here: send no secret and no Basic authentication.",
);

const PROOF: &str = "A DPoP proof (RFC 9449 §4.2): a JWT with `alg` ES256.";

pub(super) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    vec![
        check(schemas),
        token(schemas),
        preflight(),
        revoke(schemas),
        introspect(schemas),
        me(schemas),
        issue_ticket(schemas),
        verify_ticket(schemas),
    ]
}

fn check(schemas: &mut Schemas) -> Operation {
    let refused = json!({
        "ok": false,
        "problem": {
            "parameter": "redirect_uri",
            "rule": "not_registered",
            "message": "the redirect_uri is not registered for this app",
            "remedy": "Register exactly this address for your app, or send one that is registered.",
        },
    });
    Operation::new(TAG, "get", "/oauth/check", ("checkClient", "Check an app and its redirect URI"))
        .described_as(
            "Tells an app whether `/oauth/authorize` accepts it with this redirect URI. An app that checks its own setup \
             needs this, because no script can read the error page of another origin.",
        )
        .query("api_key", false, "The API key of the app. Alternatives: `client_id`, or the `app_name` of an unregistered app.", json!({ "type": "string", "examples": [API_KEY] }))
        .query("redirect_uri", false, "The redirect URI, exactly as the app sends it.", json!({ "type": "string", "examples": ["https://radio.example/callback"] }))
        .returns::<RecipientCheck>(schemas, 200, "Whether both are accepted, and the first broken rule.", refused)
}

fn token(schemas: &mut Schemas) -> Operation {
    let exchange = json!({
        "grant_type": "authorization_code",
        "client_id": API_KEY,
        "code": TOKEN,
        "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        "redirect_uri": "https://radio.example/callback",
    });
    let tokens = json!({
        "access_token": TOKEN, "refresh_token": TOKEN, "token_type": "Bearer", "expires_in": 3600,
        "refresh_token_expires_in": 2_592_000, "auth_time": 1_800_000_000, "scope": "read",
        "user": { "userId": 1, "name": "Ada", "handle": "ada", "verified": false },
    });
    Operation::new(TAG, "post", "/oauth/token", ("issueTokens", "Exchange a code, or refresh tokens"))
        .described_as(
            "The token endpoint (RFC 6749 §3.2). With `grant_type=authorization_code` it exchanges a code, with \
             `grant_type=refresh_token` it rotates the refresh token. An access token is valid for an hour, a refresh \
             token for 30 days. The response to a code also has the user, as `/me` returns it. A form needs no CORS \
             preflight. A code that is exchanged twice, or a replaced refresh token that is used again, revokes all \
             tokens of the sign-in. With a DPoP proof, a code exchange binds all tokens of the sign-in to the key of \
             the proof: `token_type` is `DPoP`, and each refresh needs a proof of the same key.",
        )
        .header("DPoP", false, PROOF, json!({ "type": "string", "examples": ["header.claims.signature"] }))
        .takes::<TokenRequest>(schemas, &[JSON, FORM], exchange)
        .returns::<Tokens>(schemas, 200, "The tokens.", tokens)
        .fails::<ErrorAnswer>(
            schemas,
            &[
                (400, "`invalid_request`, `invalid_client` (no app has this API key), `invalid_grant` (the code or the refresh token is not valid, or not for this client or key), `invalid_scope` or `unsupported_grant_type` (RFC 6749 §5.2). `invalid_dpop_proof`: the DPoP proof is not valid for this request, stale, or was used before. `use_dpop_nonce`: repeat the request with the nonce in the header `DPoP-Nonce`."),
                CREDENTIALS,
                TOO_LARGE,
                (503, "`temporarily_unavailable`: the disk of the service is full. Or the response did not begin in time, and the body is empty. Try again."),
            ],
        )
}

fn preflight() -> Operation {
    Operation::new(TAG, "head", "/oauth/token", ("warmTokenPreflight", "Let a browser cache the CORS preflight"))
        .described_as(
            "Does nothing. An app of another origin sends it with any value of the header `DPoP` while the user signs in. \
             The browser then caches the CORS preflight, and does not need one for a code exchange with a proof.",
        )
        .header("DPoP", false, "Any value. It is not read.", json!({ "type": "string", "examples": ["none"] }))
        .returns_empty(204, "The response has no body.")
}

fn revoke(schemas: &mut Schemas) -> Operation {
    Operation::new(TAG, "post", "/oauth/revoke", ("revokeToken", "Revoke the tokens of a sign-in"))
        .described_as(
            "The revocation endpoint (RFC 7009). Revokes all tokens of the sign-in to which the token belongs. \
             A replaced or expired refresh token works, too. A token that is bound to a key needs a DPoP proof.",
        )
        .header("DPoP", false, PROOF, json!({ "type": "string", "examples": ["header.claims.signature"] }))
        .takes::<RevocationRequest>(schemas, &[JSON, FORM], json!({ "token": TOKEN, "client_id": API_KEY }))
        .returns_type(JSON, 200, "The tokens are revoked, or the token was unknown. The body is an empty object.")
        .fails::<ErrorAnswer>(
            schemas,
            &[
                (400, "`invalid_request`. `invalid_client`: no app has this API key. `invalid_dpop_proof`: the DPoP proof is missing, not valid for this request, of another key, stale, or was used before. `use_dpop_nonce`: repeat the request with the nonce in the header `DPoP-Nonce`."),
                CREDENTIALS,
                TOO_LARGE,
                (503, "`temporarily_unavailable`: the disk of the service is full. Or the response did not begin in time, and the body is empty. Try again."),
            ],
        )
}

fn introspect(schemas: &mut Schemas) -> Operation {
    let request = json!({ "token": TOKEN, "client_id": API_KEY, "client_secret": SECRET });
    let active = json!({
        "active": true, "scope": "read", "client_id": API_KEY, "token_type": "Bearer", "exp": 1_800_003_600, "sub": "1",
        "username": "ada", "iss": "https://music.example/v1",
    });
    let introspect = ("introspectToken", "Introspect an access token");
    by(Caller::ApiSecret, Operation::new(TAG, "post", "/oauth/introspect", introspect))
        .described_as(
            "The introspection endpoint (RFC 7662), for an app's own server. The app authenticates with its API key and \
             API secret, by Basic authentication or in the body. For a token that is not a valid access token of this \
             app, the response is `{\"active\": false}`. Valid and invalid tokens have separate rate limits.",
        )
        .takes::<IntrospectionRequest>(schemas, &[FORM, JSON], request)
        .returns::<Introspection>(schemas, 200, "Whether the token is valid, and for whom.", active)
        .fails::<ErrorAnswer>(
            schemas,
            &[INVALID, (401, "`invalid_client`: the API key or the API secret is missing or not valid."), TOO_LARGE],
        )
}

fn me(schemas: &mut Schemas) -> Operation {
    let me = json!({ "userId": 1, "name": "Ada", "handle": "ada", "verified": false, "data": profile() });
    by(Caller::AccessToken, Operation::new(TAG, "get", "/me", ("getMe", "Get the user of an access token")))
        .described_as("Needs any scope.")
        .returns::<Me>(schemas, 200, "The user.", me)
        .fails::<ErrorAnswer>(schemas, &[NO_TOKEN, OF_APP])
}

fn issue_ticket(schemas: &mut Schemas) -> Operation {
    by(Caller::AccessToken, Operation::new(TAG, "post", "/tickets", ("issueTicket", "Issue a ticket")))
        .described_as(
            "A ticket proves to one server who the user is, for 5 minutes. Unlike an access token, it grants no \
             access to this API. With one of the `scope` `write`, the user changes what they have at that server: an \
             app gets it only if the user has granted it `write`, and if it asks for it. The default is `read`.",
        )
        .takes::<TicketRequest>(schemas, &[JSON, FORM], json!({ "audience": AUDIENCE }))
        .returns::<TicketResponse>(schemas, 200, "The ticket.", json!({ "ticket": TOKEN, "expires_in": 300 }))
        .fails::<ErrorAnswer>(
            schemas,
            &[INVALID, NO_TOKEN, (403, "`access_denied`: the app is not registered, or the token is an app's. `insufficient_scope`: the token does not have `write`."), TOO_LARGE],
        )
}

fn verify_ticket(schemas: &mut Schemas) -> Operation {
    let holder = json!({
        "audience": AUDIENCE, "api_key": API_KEY, "user_id": 1, "handle": "ada", "verified": false,
        "scope": "read", "expires_at": 1_800_000_300,
    });
    by(Caller::Server, Operation::new(TAG, "post", "/tickets/verify", ("verifyTicket", "Verify a ticket")))
        .described_as(
            "For an app's own server and for access servers. A ticket is valid for the app that requested it and for its \
             audience only. It can be verified several times until it expires. Valid and invalid tickets have separate rate limits.",
        )
        .takes::<Verification>(schemas, &[JSON, FORM], json!({ "ticket": TOKEN, "audience": AUDIENCE }))
        .returns::<Holder>(schemas, 200, "The user of the ticket.", holder)
        .fails::<ErrorAnswer>(schemas, &[
            (400, "`invalid_request`, or `invalid_ticket`: the ticket is not valid for this app and audience, expired or revoked."),
            NO_TOKEN,
            OF_USER,
            TOO_LARGE,
        ])
}
