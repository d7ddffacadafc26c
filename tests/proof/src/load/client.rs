//! The requests of a user's browser and of an app to the service.

mod pictures;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use stagepass_test_support::html::form_with_button;

use crate::load::http::{Answer, Connection};

/// The service's path, and a registered app of it.
#[derive(Debug, Clone)]
pub(crate) struct App {
    /// The origin that browsers know the service by, whichever replica answers: `http://127.0.0.1:8787`.
    pub(crate) origin: String,
    /// The path of the base URL: `/v1`.
    pub(crate) base: String,
    /// The app's API key.
    pub(crate) api_key: String,
    /// One of its redirect URIs.
    pub(crate) redirect_uri: String,
}

/// A user who can sign in.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Listener {
    /// The handle.
    pub(crate) handle: String,
    /// The password.
    pub(crate) password: String,
    /// The number that `/me` has to answer.
    pub(crate) user_id: u64,
}

/// The response to an exchange or a refresh.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Tokens {
    /// For the API.
    pub(crate) access: String,
    /// For the next tokens.
    pub(crate) refresh: String,
}

/// Tokens do not belong in logs, even those of a test: one that fails writes what it holds.
impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens(…)")
    }
}

/// A request that did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// No whole answer came: it may have been done or not.
    #[error("no whole answer: {0}")]
    Lost(#[from] std::io::Error),
    /// The service reports a failure: the request may have been executed or not.
    #[error("{what} was answered {status}")]
    Broken {
        /// The request.
        what: &'static str,
        /// 500 or more.
        status: u16,
    },
    /// The service refuses.
    #[error("{what} was refused: {status} {error}")]
    Refused {
        /// The request.
        what: &'static str,
        /// Less than 500.
        status: u16,
        /// The `error` of its body, or nothing.
        error: String,
    },
}

/// One that asks: over one connection, opened when it is needed.
#[derive(Debug)]
pub(crate) struct Client {
    app: Arc<App>,
    address: SocketAddr,
    /// The address that it comes from, if it matters.
    source: Option<IpAddr>,
    connection: Option<Connection>,
}

/// The parts of a response that are needed after the connection is used again.
struct Response {
    status: u16,
    location: String,
    cookies: Vec<String>,
    text: String,
}

impl Client {
    /// A client of `app` at the service that listens at `address`.
    pub(crate) fn new(app: Arc<App>, address: SocketAddr) -> Self {
        Self { app, address, source: None, connection: None }
    }

    /// The same, from an address of this machine (see [`Connection::open_from`]).
    #[must_use]
    pub(crate) fn coming_from(self, source: IpAddr) -> Self {
        Self { source: Some(source), ..self }
    }

    /// Forgets the connection: the service at the other end is another one now.
    pub(crate) fn reset(&mut self) {
        self.connection = None;
    }

    /// Signs in with a new browser. Returns the session's cookie, as it is to be sent.
    ///
    /// # Errors
    /// Any [`Failure`].
    pub(crate) async fn sign_in(&mut self, listener: &Listener) -> Result<String, Failure> {
        let what = "signing in";
        let page = self.get(&format!("{}/sign-in", self.app.base), "").await?.expected(what, 200)?;
        let browser = cookie(&page.cookies, "browser").ok_or_else(|| odd(what, "it planted no cookie"))?;
        let form = form_with_button(&page.text, "sign-in").ok_or_else(|| odd(what, "the page has no form"))?;
        let mut fields = form.fields;
        fields.retain(|(name, _)| name != "handle" && name != "password");
        fields.extend([
            ("handle".to_owned(), listener.handle.clone()),
            ("password".to_owned(), listener.password.clone()),
        ]);
        let answer = self.post_form(&form.action, &browser, &fields).await?.expected(what, 303)?;
        cookie(&answer.cookies, "session").ok_or_else(|| odd(what, "no session was begun"))
    }

    /// Approves a login of the app with this verifier. Returns the code.
    ///
    /// # Errors
    /// Any [`Failure`].
    pub(crate) async fn approve(&mut self, session: &str, verifier: &str) -> Result<String, Failure> {
        let what = "approving";
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs([("response_type", "code"), ("scope", "write"), ("api_key", &self.app.api_key)])
            .extend_pairs([("redirect_uri", &*self.app.redirect_uri), ("state", verifier)])
            .extend_pairs([("code_challenge", &*challenge), ("code_challenge_method", "S256")])
            .finish();
        let address = format!("{}/oauth/authorize?{query}", self.app.base);
        let page = self.get(&address, session).await?;
        if page.tells_of_failure() {
            return Err(Failure::Broken { what, status: 500 });
        }
        let page = page.expected(what, 200)?;
        let form = form_with_button(&page.text, "approve").ok_or_else(|| odd(what, "the page has no form"))?;
        let answer = self.post_form(&form.action, session, &form.fields).await?.expected(what, 303)?;
        if answer.tells_of_failure() {
            return Err(Failure::Broken { what, status: 500 });
        }
        let found = |name: &str| answer.parameter(name);
        if found("state").is_none_or(|state| state != verifier) {
            return Err(odd(what, "the state is another"));
        }
        found("code").ok_or_else(|| odd(what, "there is no code"))
    }

    /// Opens the page of connected apps.
    ///
    /// # Errors
    /// Any [`Failure`].
    pub(crate) async fn connected_apps(&mut self, session: &str) -> Result<(), Failure> {
        let path = format!("{}/connected-apps", self.app.base);
        self.get(&path, session).await?.expected("the connected apps", 200).map(|_| ())
    }

    /// Exchanges a code.
    ///
    /// # Errors
    /// Any [`Failure`].
    pub(crate) async fn exchange(&mut self, code: &str, verifier: &str) -> Result<Tokens, Failure> {
        let body = json!({ "grant_type": "authorization_code", "code": code, "code_verifier": verifier,
            "client_id": self.app.api_key, "redirect_uri": self.app.redirect_uri });
        self.token("an exchange", &body).await
    }

    /// Rotates a refresh token.
    ///
    /// # Errors
    /// Any [`Failure`].
    pub(crate) async fn refresh(&mut self, token: &str) -> Result<Tokens, Failure> {
        let body = json!({ "grant_type": "refresh_token", "refresh_token": token, "client_id": self.app.api_key });
        self.token("a refresh", &body).await
    }

    /// Ends a token's family.
    ///
    /// # Errors
    /// Any [`Failure`].
    pub(crate) async fn revoke(&mut self, token: &str) -> Result<(), Failure> {
        let body = json!({ "token": token, "client_id": self.app.api_key });
        self.post_json("/oauth/revoke", &body).await?.expected("a revocation", 200)?;
        Ok(())
    }

    /// The number of the listener whose access token this is.
    ///
    /// # Errors
    /// Any [`Failure`].
    pub(crate) async fn me(&mut self, access: &str) -> Result<u64, Failure> {
        let what = "/me";
        let path = format!("{}/me", self.app.base);
        let answer =
            self.send("GET", &path, &format!("Authorization: Bearer {access}\r\n"), b"").await?.expected(what, 200)?;
        let me: Value = serde_json::from_str(&answer.text).unwrap_or_default();
        me.get("userId").and_then(Value::as_u64).ok_or_else(|| odd(what, "there is no userId"))
    }

    /// A ticket for this audience, of the scope `write`.
    ///
    /// # Errors
    /// Any [`Failure`].
    pub(crate) async fn ticket(&mut self, access: &str, audience: &str) -> Result<String, Failure> {
        let what = "a ticket";
        let path = format!("{}/tickets", self.app.base);
        let headers = format!("Authorization: Bearer {access}\r\nContent-Type: application/json\r\n");
        let body = json!({ "audience": audience , "scope": "write" }).to_string();
        let answer = self.send("POST", &path, &headers, body.as_bytes()).await?.expected(what, 200)?;
        let answer: Value = serde_json::from_str(&answer.text).unwrap_or_default();
        let ticket = answer.get("ticket").and_then(Value::as_str).map(str::to_owned);
        ticket.ok_or_else(|| odd(what, "there is no ticket"))
    }

    /// Whether the service is ready.
    pub(crate) async fn is_well(&mut self) -> bool {
        let path = format!("{}/healthz", self.app.base);
        matches!(self.get(&path, "").await, Ok(Response { status: 200, .. }))
    }

    async fn token(&mut self, what: &'static str, body: &Value) -> Result<Tokens, Failure> {
        let answer = self.post_json("/oauth/token", body).await?.expected(what, 200)?;
        let answer: Value = serde_json::from_str(&answer.text).unwrap_or_default();
        let member = |name| answer.get(name).and_then(Value::as_str).map(str::to_owned);
        let tokens = member("access_token").zip(member("refresh_token"));
        tokens.map(|(access, refresh)| Tokens { access, refresh }).ok_or_else(|| odd(what, "there are no tokens"))
    }

    async fn get(&mut self, path: &str, cookie: &str) -> Result<Response, Failure> {
        self.send("GET", path, &format!("Cookie: {cookie}\r\n"), b"").await
    }

    async fn post_form(&mut self, path: &str, cookie: &str, fields: &[(String, String)]) -> Result<Response, Failure> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        // As a browser sends it for a form of the service's own page.
        let headers = format!(
            "Cookie: {cookie}\r\nOrigin: {}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n",
            self.app.origin
        );
        self.send("POST", path, &headers, body.as_bytes()).await
    }

    async fn post_json(&mut self, path: &str, body: &Value) -> Result<Response, Failure> {
        let path = format!("{}{path}", self.app.base);
        self.send("POST", &path, "Content-Type: application/json\r\n", body.to_string().as_bytes()).await
    }

    async fn send(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> Result<Response, Failure> {
        let (address, length) = (self.address, body.len());
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\n{headers}Content-Length: {length}\r\n\r\n");
        let request = [head.as_bytes(), body].concat();
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => match self.source {
                Some(source) => Connection::open_from(source, self.address).await?,
                None => Connection::open(self.address).await?,
            },
        };
        // Put back only after a whole answer: what is left of half a one would pass for the next.
        let kept = Response::of(&connection.ask(&request).await?);
        self.connection = Some(connection);
        Ok(kept)
    }
}

impl Response {
    fn of(answer: &Answer<'_>) -> Self {
        Self {
            status: answer.status,
            location: answer.headers("location").next().unwrap_or_default().to_owned(),
            cookies: answer.headers("set-cookie").map(str::to_owned).collect(),
            text: answer.text().to_owned(),
        }
    }

    /// A parameter of the answer to the app, in the fragment of the address that the browser is sent to.
    fn parameter(&self, name: &str) -> Option<String> {
        let (_, fragment) = self.location.split_once('#')?;
        let mut all = form_urlencoded::parse(fragment.as_bytes());
        all.find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
    }

    /// The address that the browser is sent to, without its query and fragment, which may have a code.
    fn path(&self) -> &str {
        self.location.split(['?', '#']).next().unwrap_or_default()
    }

    /// Whether the response reports a failure of the service to the app, by a redirect (RFC 6749 §4.1.2.1).
    fn tells_of_failure(&self) -> bool {
        self.parameter("error").is_some_and(|error| error == "server_error")
    }

    fn expected(self, what: &'static str, status: u16) -> Result<Self, Failure> {
        match self.status {
            known if known == status => Ok(self),
            500.. => Err(Failure::Broken { what, status: self.status }),
            _ => {
                let body: Value = serde_json::from_str(&self.text).unwrap_or_default();
                let error = body.get("error").and_then(Value::as_str).map(str::to_owned);
                let error = error.or_else(|| self.parameter("error")).unwrap_or_else(|| self.path().to_owned());
                Err(Failure::Refused { what, status: self.status, error })
            }
        }
    }
}

/// An answer with the right status and the wrong content.
fn odd(what: &'static str, error: &str) -> Failure {
    Failure::Refused { what, status: 200, error: error.to_owned() }
}

/// The `name=value` of the service's cookie of this kind, whatever prefix its name has.
fn cookie(planted: &[String], kind: &str) -> Option<String> {
    let pairs = planted.iter().filter_map(|cookie| cookie.split(';').next());
    let mut named = pairs.filter(|pair| pair.split_once('=').is_some_and(|(name, _)| name.ends_with(kind)));
    named.next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_by_its_kind() {
        let planted = ["stagepass_browser=a; Path=/".to_owned(), "__Host-stagepass_session=b; Secure".to_owned()];
        assert_eq!(cookie(&planted, "session").as_deref(), Some("__Host-stagepass_session=b"));
        assert_eq!(cookie(&planted, "browser").as_deref(), Some("stagepass_browser=a"));
        assert_eq!(cookie(&planted, "other"), None);
    }

    #[test]
    fn server_error_in_redirect_counts_as_failure() {
        let sent_to = |location: &str| Response {
            status: 303,
            location: location.to_owned(),
            cookies: vec![],
            text: String::new(),
        };
        assert!(sent_to("http://app.example/#state=s&error=server_error").tells_of_failure());
        assert!(!sent_to("http://app.example/#error=access_denied").tells_of_failure());
        assert!(!sent_to("/v1/sign-in?next=%23error%3Dserver_error").tells_of_failure());
        assert_eq!(sent_to("app:/#code=a%2Bb&state=s").parameter("code").as_deref(), Some("a+b"));
    }

    /// After a server failure, the request may have been executed or not.
    #[test]
    fn refused_request_is_distinguished_from_server_failure() {
        let answer =
            |status, text: &str| Response { status, location: String::new(), cookies: vec![], text: text.to_owned() };
        assert!(answer(200, "").expected("x", 200).is_ok());
        let refused = answer(400, r#"{"error":"invalid_grant"}"#).expected("x", 200);
        assert!(matches!(refused, Err(Failure::Refused { status: 400, error, .. }) if error == "invalid_grant"));
        assert!(matches!(answer(503, "").expected("x", 200), Err(Failure::Broken { status: 503, .. })));
    }
}
