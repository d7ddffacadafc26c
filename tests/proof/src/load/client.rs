//! The requests of a user's browser and of an app to the service.

use std::net::SocketAddr;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use stagepass_test_support::html::form_with_button;

use crate::load::failure::Failure;
use crate::load::http::{Http, Reply, Request};
use crate::load::random::Random;

/// The path of the base URL.
pub(crate) const BASE: &str = "/v1";
/// The redirect URI of the app.
pub(crate) const REDIRECT_URI: &str = "http://localhost:5173/callback";
/// The password of all users. No other machine can reach a service of a proof.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// A registered app of the service.
#[derive(Clone)]
pub(crate) struct App {
    /// The origin that browsers know the service by, whichever replica answers: `http://127.0.0.1:8787`.
    pub(crate) origin: String,
    pub(crate) api_key: String,
}

/// A user who can sign in.
#[derive(Clone)]
pub(crate) struct Listener {
    pub(crate) handle: String,
    /// The number that `/me` has to answer.
    pub(crate) user_id: u64,
}

/// The response to an exchange or a refresh.
#[derive(Clone, Default)]
pub(crate) struct Tokens {
    pub(crate) access: String,
    pub(crate) refresh: String,
}

/// A client of an app at one service. Every method fails with any [`Failure`].
pub(crate) struct Client {
    app: Arc<App>,
    pub(crate) http: Http,
}

impl Client {
    /// A client of `app` at the service that listens at `address`.
    pub(crate) fn new(app: &Arc<App>, address: SocketAddr) -> Self {
        Self { app: Arc::clone(app), http: Http::new(address) }
    }

    /// Signs in with a new browser. Returns the session's cookie, as it is to be sent.
    pub(crate) async fn sign_in(&mut self, listener: &Listener) -> Result<String, Failure> {
        let what = "signing in";
        let page = expected(self.get("/sign-in", "").await?, what, 200)?;
        let browser = cookie(&page, "browser").ok_or_else(|| odd(what, "it planted no cookie"))?;
        let form = form_with_button(page.text(), "sign-in").ok_or_else(|| odd(what, "the page has no form"))?;
        let mut fields = form.fields;
        fields.retain(|(name, _)| name != "handle" && name != "password");
        let typed = [("handle", listener.handle.as_str()), ("password", PASSWORD)];
        fields.extend(typed.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let answer = expected(self.post_form(&form.action, &browser, &fields).await?, what, 303)?;
        cookie(&answer, "session").ok_or_else(|| odd(what, "no session was begun"))
    }

    /// Approves a login of the app with this verifier. Returns the code.
    pub(crate) async fn approve(&mut self, session: &str, verifier: &str) -> Result<String, Failure> {
        let what = "approving";
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs([("response_type", "code"), ("scope", "write"), ("api_key", &self.app.api_key)])
            .extend_pairs([("redirect_uri", REDIRECT_URI), ("state", verifier)])
            .extend_pairs([("code_challenge", &*challenge), ("code_challenge_method", "S256")])
            .finish();
        let page = self.get(&format!("/oauth/authorize?{query}"), session).await?;
        let page = expected(no_server_error(page, what)?, what, 200)?;
        let form = form_with_button(page.text(), "approve").ok_or_else(|| odd(what, "the page has no form"))?;
        let answer = expected(self.post_form(&form.action, session, &form.fields).await?, what, 303)?;
        let answer = no_server_error(answer, what)?;
        if parameter(&answer, "state").is_none_or(|state| state != verifier) {
            return Err(odd(what, "the state is another"));
        }
        parameter(&answer, "code").ok_or_else(|| odd(what, "there is no code"))
    }

    /// Exchanges a code.
    pub(crate) async fn exchange(&mut self, code: &str, verifier: &str) -> Result<Tokens, Failure> {
        let body = json!({ "grant_type": "authorization_code", "code": code, "code_verifier": verifier,
            "client_id": self.app.api_key, "redirect_uri": REDIRECT_URI });
        self.token("an exchange", &body).await
    }

    /// Approves a login and exchanges its code.
    pub(crate) async fn log_in(&mut self, session: &str, random: &mut Random) -> Result<Tokens, Failure> {
        let verifier = random.digits();
        let code = self.approve(session, &verifier).await?;
        self.exchange(&code, &verifier).await
    }

    /// Rotates a refresh token.
    pub(crate) async fn refresh(&mut self, token: &str) -> Result<Tokens, Failure> {
        let body = json!({ "grant_type": "refresh_token", "refresh_token": token, "client_id": self.app.api_key });
        self.token("a refresh", &body).await
    }

    /// Ends a token's family.
    pub(crate) async fn revoke(&mut self, token: &str) -> Result<(), Failure> {
        let body = json!({ "token": token, "client_id": self.app.api_key });
        expected(self.post_json("/oauth/revoke", "", &body).await?, "a revocation", 200).map(drop)
    }

    /// The number of the listener whose access token this is.
    pub(crate) async fn me(&mut self, access: &str) -> Result<u64, Failure> {
        let what = "/me";
        let headers = format!("Authorization: Bearer {access}\r\n");
        let answer = expected(self.send("GET", "/me", &headers, b"").await?, what, 200)?;
        answer.json().get("userId").and_then(Value::as_u64).ok_or_else(|| odd(what, "there is no userId"))
    }

    /// A ticket for this audience, of the scope `write`.
    pub(crate) async fn ticket(&mut self, access: &str, audience: &str) -> Result<String, Failure> {
        let what = "a ticket";
        let headers = format!("Authorization: Bearer {access}\r\n");
        let body = json!({ "audience": audience, "scope": "write" });
        let answer = expected(self.post_json("/tickets", &headers, &body).await?, what, 200)?;
        member(&answer.json(), "ticket").ok_or_else(|| odd(what, "there is no ticket"))
    }

    async fn token(&mut self, what: &'static str, body: &Value) -> Result<Tokens, Failure> {
        let answer = expected(self.post_json("/oauth/token", "", body).await?, what, 200)?.json();
        let tokens = member(&answer, "access_token").zip(member(&answer, "refresh_token"));
        tokens.map(|(access, refresh)| Tokens { access, refresh }).ok_or_else(|| odd(what, "there are no tokens"))
    }

    async fn get(&mut self, path: &str, cookie: &str) -> Result<Reply, Failure> {
        self.send("GET", path, &format!("Cookie: {cookie}\r\n"), b"").await
    }

    async fn post_form(&mut self, path: &str, cookie: &str, fields: &[(String, String)]) -> Result<Reply, Failure> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        // As a browser sends it for a form of the service's own page.
        let headers = format!(
            "Cookie: {cookie}\r\nOrigin: {}\r\nSec-Fetch-Site: same-origin\r\n\
             Content-Type: application/x-www-form-urlencoded\r\n",
            self.app.origin
        );
        self.send("POST", path, &headers, body.as_bytes()).await
    }

    async fn post_json(&mut self, path: &str, headers: &str, body: &Value) -> Result<Reply, Failure> {
        let headers = format!("{headers}Content-Type: application/json\r\n");
        self.send("POST", path, &headers, body.to_string().as_bytes()).await
    }

    async fn send(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> Result<Reply, Failure> {
        let path = below_base(path);
        Ok(self.http.ask(Request { method, path: &path, headers, body }).await?)
    }
}

/// `path` is under the base URL, or begins with that already: an address that the service has given out.
pub(crate) fn below_base(path: &str) -> String {
    if path.starts_with(&format!("{BASE}/")) { path.to_owned() } else { format!("{BASE}{path}") }
}

/// A text member of a JSON object.
pub(crate) fn member(json: &Value, name: &str) -> Option<String> {
    json.get(name).and_then(Value::as_str).map(str::to_owned)
}

/// A parameter of the answer to the app, in the fragment of the address that the browser is sent to.
fn parameter(reply: &Reply, name: &str) -> Option<String> {
    let (_, fragment) = reply.header("location")?.split_once('#')?;
    let mut all = form_urlencoded::parse(fragment.as_bytes());
    all.find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

/// The service may report its failure to the app, by a redirect (RFC 6749 section 4.1.2.1).
fn no_server_error(reply: Reply, what: &'static str) -> Result<Reply, Failure> {
    let is_failure = parameter(&reply, "error").is_some_and(|error| error == "server_error");
    if is_failure { Err(Failure::Broken { what, status: 500 }) } else { Ok(reply) }
}

fn expected(reply: Reply, what: &'static str, status: u16) -> Result<Reply, Failure> {
    match reply.status {
        known if known == status => Ok(reply),
        status @ 500.. => Err(Failure::Broken { what, status }),
        status => {
            // Without its query and fragment, which may have a code.
            let path = || reply.header("location").and_then(|to| to.split(['?', '#']).next()).unwrap_or_default();
            let error = member(&reply.json(), "error").or_else(|| parameter(&reply, "error"));
            Err(Failure::Refused { what, status, error: error.unwrap_or_else(|| path().to_owned()) })
        }
    }
}

/// An answer with the right status and the wrong content.
fn odd(what: &'static str, error: &str) -> Failure {
    Failure::Refused { what, status: 200, error: error.to_owned() }
}

/// The `name=value` of the service's cookie of this kind, whatever prefix its name has.
fn cookie(reply: &Reply, kind: &str) -> Option<String> {
    let mut pairs = reply.headers("set-cookie").filter_map(|cookie| cookie.split(';').next());
    let named = pairs.find(|pair| pair.split_once('=').is_some_and(|(name, _)| name.ends_with(kind)));
    named.map(str::to_owned)
}
