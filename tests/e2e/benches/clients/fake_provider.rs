//! A fake provider of `OpenID` Connect, for the clients that cannot use our service. Auth0 and Okta cannot be run
//! locally. It is small: it has the endpoints that a sign-in needs, as the libraries' sources and the documentation of
//! Auth0 and Okta describe them. It does no work, and its ID tokens have no valid signature.
//!
//! | request | answer |
//! |---|---|
//! | `GET /.well-known/openid-configuration` | the metadata, for oidc-client-ts, oidc-spa and okta-auth-js |
//! | `GET /authorize` (Okta: `/oauth2/v1/authorize`) | a page to sign in, and one to consent; for `prompt=none` neither |
//! | `response_mode=query`, `fragment` | 303 to the redirect URI, with `code` and `state` |
//! | `response_mode=web_message` | a page that posts `{type: "authorization_response", response}` to its opener, or its parent, at the app's origin, as Auth0's |
//! | `response_mode=okta_post_message` | a page that posts the response itself, as Okta's |
//! | `POST /oauth/token` (Okta: `/oauth2/v1/token`) | tokens for a code, once, to the client that has the verifier |

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, COOKIE, HOST, LOCATION,
    SET_COOKIE,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, Html, IntoResponse as _, Response};
use axum::routing::{get, post};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use reqwest::Url;
use serde_json::{Value, json};
use stagepass_core::pkce::code_challenge;
use stagepass_core::text::secret::{Secret, same};

const COOKIE_NAME: &str = "known";
const HOUR: u64 = 3600;

/// The request of each code that is not exchanged yet.
type Codes = Arc<Mutex<HashMap<String, Parameters>>>;

/// The service, with no user signed in.
pub(crate) fn router() -> Router {
    Router::new()
        .route("/.well-known/openid-configuration", get(metadata).options(leave))
        .route("/authorize", get(authorize))
        .route("/oauth2/v1/authorize", get(authorize))
        .route("/u/login", post(sign_in))
        .route("/u/consent", get(consent).post(decide))
        .route("/oauth/token", post(token).options(leave))
        .route("/oauth2/v1/token", post(token).options(leave))
        .with_state(Codes::default())
}

/// The parameters of an authorization request, or of any form.
#[derive(Clone, Debug)]
struct Parameters(HashMap<String, String>);

impl Parameters {
    fn read(encoded: &str) -> Self {
        let url = Url::parse(&format!("http://localhost/?{encoded}")).expect("a query makes no URL a bad one");
        Self(url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }
}

async fn metadata(headers: HeaderMap) -> Response {
    let issuer = issuer(&headers);
    let metadata = json!({
        "issuer": issuer, "authorization_endpoint": format!("{issuer}authorize"),
        "token_endpoint": format!("{issuer}oauth/token"), "jwks_uri": format!("{issuer}keys"),
        "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"], "code_challenge_methods_supported": ["S256"],
    });
    ([(ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (CONTENT_TYPE, "application/json")], metadata.to_string()).into_response()
}

/// With a slash at its end, as Auth0's.
fn issuer(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    format!("http://{host}/")
}

async fn authorize(State(codes): State<Codes>, headers: HeaderMap, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let request = Parameters::read(&query);
    let is_known = headers
        .get_all(COOKIE)
        .iter()
        .any(|cookie| cookie.to_str().is_ok_and(|cookies| cookies.split("; ").any(|one| one.starts_with(COOKIE_NAME))));
    match (request.get("prompt"), is_known) {
        ("none", true) => approve(&codes, &request),
        ("none", false) => answer(&request, &[("error", "login_required"), ("error_description", "Login required")]),
        (_, true) => redirect(&format!("/u/consent?{query}")),
        (_, false) => page(
            "sign-in",
            "/u/login",
            &query,
            "<input name=\"handle\" /><input name=\"password\" type=\"password\" /><button id=\"sign-in\">Continue</button>",
        ),
    }
}

async fn sign_in(form: String) -> Response {
    let form = Parameters::read(&form);
    let cookies = AppendHeaders([
        (SET_COOKIE, format!("{COOKIE_NAME}=known; Path=/; HttpOnly; Secure; SameSite=None")),
        // For browsers that take the first for a stranger's, as Auth0 does itself.
        (SET_COOKIE, format!("{COOKIE_NAME}_compat=known; Path=/; HttpOnly")),
    ]);
    (cookies, redirect(&format!("/u/consent?{}", form.get("request")))).into_response()
}

async fn consent(RawQuery(query): RawQuery) -> Response {
    let buttons = "<button data-act=\"approve\" name=\"decision\" value=\"approve\">Accept</button>
        <button data-act=\"deny\" name=\"decision\" value=\"deny\">Decline</button>";
    page("consent", "/u/consent", &query.unwrap_or_default(), buttons)
}

async fn decide(State(codes): State<Codes>, form: String) -> Response {
    let form = Parameters::read(&form);
    let request = Parameters::read(form.get("request"));
    if form.get("decision") == "approve" {
        return approve(&codes, &request);
    }
    answer(&request, &[("error", "access_denied"), ("error_description", "User did not authorize the request")])
}

fn approve(codes: &Codes, request: &Parameters) -> Response {
    let mut codes = codes.lock().unwrap_or_else(PoisonError::into_inner);
    let code = format!("code-of-{}", request.get("state"));
    codes.insert(code.clone(), request.clone());
    answer(request, &[("code", &code)])
}

fn answer(request: &Parameters, members: &[(&str, &str)]) -> Response {
    let mut to = Url::parse(request.get("redirect_uri")).expect("the app has one");
    let members = members.iter().copied().chain([("state", request.get("state"))]);
    let response: serde_json::Map<_, _> =
        members.clone().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let message = match request.get("response_mode") {
        "web_message" => json!({ "type": "authorization_response", "response": response }),
        "okta_post_message" => response.into(),
        "fragment" => {
            let encoded =
                to.clone().query_pairs_mut().clear().extend_pairs(members).finish().query().map(str::to_owned);
            to.set_fragment(encoded.as_deref());
            return redirect(to.as_str());
        }
        _ => {
            to.query_pairs_mut().extend_pairs(members);
            return redirect(to.as_str());
        }
    };
    let origin = to.origin().ascii_serialization();
    Html(format!(
        "<!doctype html><title>Authorization</title><link rel=\"icon\" href=\"data:,\" /><script>
         (window.opener ?? window.parent).postMessage({message}, {origin:?});
         </script>"
    ))
    .into_response()
}

async fn token(State(codes): State<Codes>, headers: HeaderMap, form: String) -> Response {
    let form = Parameters::read(&form);
    let request = codes.lock().unwrap_or_else(PoisonError::into_inner).remove(form.get("code"));
    let verifies = |request: &Parameters| {
        let challenge = code_challenge(&Secret::from(form.get("code_verifier").to_owned()));
        same(&challenge, request.get("code_challenge"))
            && ["client_id", "redirect_uri"].iter().all(|name| request.get(name) == form.get(name))
    };
    let open = [(ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (CACHE_CONTROL, "no-store"), (CONTENT_TYPE, "application/json")];
    let Some(request) = request.filter(verifies) else {
        let refusal = json!({ "error": "invalid_grant", "error_description": "Invalid authorization code" });
        return (StatusCode::FORBIDDEN, open, refusal.to_string()).into_response();
    };
    let tokens = json!({
        "access_token": "opaque", "token_type": "Bearer", "expires_in": 24 * HOUR, "scope": request.get("scope"),
        "id_token": id_token(&issuer(&headers), &request),
    });
    (open, tokens.to_string()).into_response()
}

fn id_token(issuer: &str, request: &Parameters) -> String {
    #[expect(clippy::disallowed_methods, reason = "the browser that reads it has the system's clock")]
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let claims = json!({
        "iss": issuer, "aud": request.get("client_id"), "sub": "ada", "name": "Ada", "nonce": request.get("nonce"),
        "iat": now, "exp": now + HOUR,
    });
    let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.none", part(&json!({ "alg": "RS256", "typ": "JWT" })), part(&claims))
}

/// Some libraries name themselves in a header of their own, so browsers ask first.
async fn leave() -> Response {
    let headers = [(ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (ACCESS_CONTROL_ALLOW_HEADERS, "*")];
    (StatusCode::NO_CONTENT, headers).into_response()
}

fn redirect(to: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, to)]).into_response()
}

/// A page with one form, which takes the request along, called as our service's are.
fn page(name: &str, action: &str, request: &str, fields: &str) -> Response {
    let request = request.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    Html(format!(
        "<!doctype html><title>Sign in</title><link rel=\"icon\" href=\"data:,\" /><body data-page=\"{name}\"><h1>Sign in</h1>
         <form method=\"post\" action=\"{action}\"><input type=\"hidden\" name=\"request\" value=\"{request}\" />{fields}</form>"
    ))
    .into_response()
}
