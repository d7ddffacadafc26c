//! A running service with a user and a registered app, and what that app and that user send it.

use std::sync::Arc;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use stagepass_backend::accounts::password::PasswordCost;
use stagepass_backend::accounts::{AccessServerKey, NewApp, NewUser, RegisteredAccessServer, RegisteredApp};
use stagepass_backend::clock::ManualClock;
use stagepass_backend::entropy::SeededEntropy;
use stagepass_backend::origin::Origin;
use stagepass_backend::store::{Store, UserRecord};
use stagepass_backend::{ServiceHandle, Settings, start};

use crate::browser::{Browser, PASSWORD, Reply, answer};
use crate::secrets::note;

/// The redirect URI of the registered app.
pub const CALLBACK: &str = "http://localhost:5173/callback";
/// The `state` of [`TestService::request`].
pub const STATE: &str = "sp1.p.Zm9vYmFyYmF6";
/// The audience of tickets.
pub const AUDIENCE: &str = "https://access.example";
/// The `code_verifier` of RFC 7636 appendix B.
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
/// Its `code_challenge`.
pub const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// A service on a free port, with a clock that stands still, the user `demo` and one registered app.
pub struct TestService {
    /// The service.
    pub service: ServiceHandle,
    /// The clock of the service.
    pub clock: Arc<ManualClock>,
    /// The registered app.
    pub app: RegisteredApp,
    /// The user.
    pub demo: UserRecord,
    /// An HTTP client that follows no redirects.
    pub http: reqwest::Client,
}

impl TestService {
    /// With a database of its own.
    pub async fn new() -> Self {
        Self::with(crate::settings()).await
    }

    /// As [`TestService::new`], with these settings but for clock, entropy and password cost.
    pub async fn with(settings: Settings) -> Self {
        let clock = Arc::new(ManualClock::at(1_800_000_000));
        Store::migrate(&settings.database).await.expect("the database is migrated");
        let service = start(Settings {
            clock: clock.clone(),
            entropy: Arc::new(SeededEntropy::new(7)),
            password_cost: PasswordCost::LOWEST,
            ..settings
        });
        let service = service.await.expect("the service starts");
        let demo = service.accounts().add_user(person("demo", "Demo Listener")).await.expect("a new listener");
        let app = registered(&service, "Late Night Radio", &[CALLBACK, "com.example.radio:/callback"]).await;
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
        Self { service, clock, app, demo, http }
    }

    /// Stops the service and starts another with these settings, which has only the data of its database.
    pub async fn restarted(self, settings: Settings) -> Self {
        let Self { service, clock, app, demo, http } = self;
        service.shutdown().await;
        let service = start(Settings {
            clock: clock.clone(),
            // Not the earlier seed, because its values are in the database.
            entropy: Arc::new(SeededEntropy::new(8)),
            password_cost: PasswordCost::LOWEST,
            ..settings
        });
        Self { service: service.await.expect("the service starts again"), clock, app, demo, http }
    }

    /// Returns the address of `path` under the base URL.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.service.base_url())
    }

    /// A request to a path under the base URL, or to a whole address; with a bearer token unless that is empty.
    pub fn ask(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        let url = if path.starts_with("http") { path.to_owned() } else { self.url(path) };
        let request = self.http.request(method, url);
        if token.is_empty() { request } else { request.bearer_auth(token) }
    }

    /// Opens a new browser.
    pub fn browser(&self) -> Browser {
        Browser::new(self.service.origin(), self.http.clone())
    }

    /// Signs a user in with a new browser, and opens this page.
    pub async fn signed_in(&self, handle: &str, path: &str) -> (Browser, Reply) {
        let mut browser = self.browser();
        browser.sign_in(handle, path).await;
        let page = browser.get(path).await;
        (browser, page)
    }

    /// Returns the parameters of a valid authorization request.
    pub fn request(&self) -> Request {
        Request::new(&self.app.api_key, CALLBACK)
    }

    /// The request of an unregistered app.
    pub fn unregistered_request(&self, app_name: &str) -> Request {
        self.request().without("api_key").with("app_name", app_name).with("scope", "read")
    }

    /// Signs `demo` in with a new browser and approves `request`. Returns the address of the redirect.
    pub async fn approve(&self, request: &Request) -> String {
        self.browser().decide(("demo", PASSWORD), &request.path(), "approve").await
    }

    /// Opens a browser in which `demo` is signed in and has given the app of `request` a consent.
    pub async fn browser_with_consent(&self, request: &Request) -> Browser {
        let mut browser = self.browser();
        browser.approve("demo", &request.path()).await;
        browser
    }

    /// Returns a code for the registered app.
    pub async fn code(&self) -> String {
        answer(&self.approve(&self.request()).await, "code").expect("a code")
    }

    /// Returns the tokens of a whole login of the registered app.
    pub async fn login(&self) -> Tokens {
        self.login_as("demo", &self.request()).await
    }

    /// Approves `request` of the registered app as this user, and exchanges the code.
    pub async fn login_as(&self, handle: &str, request: &Request) -> Tokens {
        let code = self.browser().approve(handle, &request.path()).await;
        let reply = self.token(&self.exchange_of(&code)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        Tokens::of(&reply)
    }

    /// Returns the tokens of a login of `demo` to the app with this API key.
    pub async fn login_with(&self, api_key: &str, redirect_uri: &str) -> Tokens {
        let code = self.browser().approve("demo", &Request::new(api_key, redirect_uri).path()).await;
        let reply = self.token(&exchange(api_key, redirect_uri, &code)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        Tokens::of(&reply)
    }

    /// Returns the tokens of a login of `demo` to an app that has registered nothing.
    pub async fn login_unregistered(&self, app_name: &str, redirect_uri: &str) -> Tokens {
        let request = self.unregistered_request(app_name).with("redirect_uri", redirect_uri);
        let code = answer(&self.approve(&request).await, "code").expect("a code");
        Tokens::of(&self.token(&exchange(app_name, redirect_uri, &code)).await)
    }

    /// The body of a code exchange.
    pub fn exchange_of(&self, code: &str) -> Value {
        exchange(&self.app.api_key, CALLBACK, code)
    }

    /// The body of a refresh of the registered app.
    pub fn refresh_of(&self, refresh_token: &str) -> Value {
        let client_id = &self.app.api_key;
        json!({ "grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": client_id })
    }

    /// `POST /oauth/token`.
    pub async fn token(&self, body: &Value) -> Reply {
        sent(self.ask(Method::POST, "/oauth/token", "").json(body)).await
    }

    /// Refreshes the tokens of the registered app.
    pub async fn refresh(&self, refresh_token: &str) -> Reply {
        self.token(&self.refresh_of(refresh_token)).await
    }

    /// `POST /oauth/revoke`.
    pub async fn revoke(&self, token: &str, client_id: &Value) -> Reply {
        sent(self.ask(Method::POST, "/oauth/revoke", "").json(&json!({ "token": token, "client_id": client_id }))).await
    }

    /// `GET /me`.
    pub async fn me(&self, access_token: &str) -> Reply {
        sent(self.ask(Method::GET, "/me", access_token)).await
    }

    /// The status with which the server of an app gets the library of `demo`.
    pub async fn library_as_app(&self, bearer_token: &str) -> u16 {
        let path = format!("/users/{0}/library/tracks?user_id={0}", self.demo.user_id);
        sent(self.ask(Method::GET, &path, bearer_token)).await.status
    }

    /// `POST /tickets`.
    pub async fn issue_ticket(&self, access_token: &str, audience: &Value) -> Reply {
        sent(self.ask(Method::POST, "/tickets", access_token).json(&json!({ "audience": audience }))).await
    }

    /// Returns a ticket for [`AUDIENCE`].
    pub async fn ticket(&self, access_token: &str) -> String {
        let reply = self.issue_ticket(access_token, &json!(AUDIENCE)).await;
        assert_eq!((reply.status, &reply.json()["expires_in"]), (200, &json!(300)), "{}", reply.body);
        reply.json()["ticket"].as_str().expect("a ticket").to_owned()
    }

    /// Returns the key of an access server that is registered once its origin is known.
    pub fn access_server_key(&self) -> AccessServerKey {
        let key = self.service.accounts().new_access_server_key().expect("random bytes");
        note("credential", &key.credential);
        key
    }

    /// Registers an access server of `demo` at this origin, and lets the app admit it.
    pub async fn register_access_server(&self, key: AccessServerKey, origin: &str) -> RegisteredAccessServer {
        let (accounts, origin) = (self.service.accounts(), Origin::parse(origin).expect("an origin"));
        let server = accounts.register_access_server(self.demo.user_id, &origin, key).await.expect("a registration");
        accounts.admit(&self.app.api_key, &server.access_server_id).await.expect("an admission");
        server
    }

    /// `POST /tickets/verify`, with the secret of a server.
    pub async fn verify_ticket(&self, secret: &str, ticket: &str, audience: &str) -> Reply {
        let body = json!({ "ticket": ticket, "audience": audience });
        sent(self.ask(Method::POST, "/tickets/verify", secret).json(&body)).await
    }
}

/// [`Reply::to`].
pub async fn sent(request: RequestBuilder) -> Reply {
    Reply::to(request).await
}

/// The two tokens of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    /// The access token.
    pub access: String,
    /// The refresh token.
    pub refresh: String,
}

impl Tokens {
    /// Reads them from the answer to an exchange or a refresh.
    pub fn of(reply: &Reply) -> Self {
        let member = |name: &str| reply.json()[name].as_str().expect("a token").to_owned();
        Self { access: member("access_token"), refresh: member("refresh_token") }
    }
}

/// The parameters of an authorization request in their order, which may repeat.
#[derive(Debug, Clone)]
pub struct Request(#[doc = "Names and values."] pub Vec<(String, String)>);

impl Request {
    /// The parameters of a valid request of the app with this API key.
    pub fn new(api_key: &str, redirect_uri: &str) -> Self {
        note("code verifier", VERIFIER);
        Self(
            [
                ("response_type", "code"),
                ("scope", "write"),
                ("api_key", api_key),
                ("redirect_uri", redirect_uri),
                ("state", STATE),
                ("code_challenge", CHALLENGE),
                ("code_challenge_method", "S256"),
            ]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec(),
        )
    }

    /// Sets a parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
        self
    }

    /// Appends a parameter, even if there is one of this name.
    #[must_use]
    pub fn and_again(mut self, name: &str, value: &str) -> Self {
        self.0.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Removes a parameter.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.0.retain(|(known, _)| known != name);
        self
    }

    /// Returns its path and query on the service.
    pub fn path(&self) -> String {
        format!("/v1/oauth/authorize?{}", self.query())
    }

    /// Returns its query.
    pub fn query(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.0).finish()
    }
}

/// Returns the body of the code exchange that follows a [`Request`].
pub fn exchange(client_id: &str, redirect_uri: &str, code: &str) -> Value {
    json!({
        "grant_type": "authorization_code",
        "code": code,
        "code_verifier": VERIFIER,
        "client_id": client_id,
        "redirect_uri": redirect_uri,
    })
}

/// A new user with the [`PASSWORD`].
pub fn person(handle: &str, name: &str) -> NewUser {
    note("password", PASSWORD);
    NewUser { handle: handle.to_owned(), name: name.to_owned(), password: PASSWORD.to_owned(), ..NewUser::default() }
}

/// Registers an app of `demo`.
pub async fn registered(service: &ServiceHandle, name: &str, redirect_uris: &[&str]) -> RegisteredApp {
    let redirect_uris = redirect_uris.iter().map(|&uri| uri.to_owned()).collect();
    let new = NewApp { owner: "demo".to_owned(), name: name.to_owned(), redirect_uris, ..NewApp::default() };
    let app = service.accounts().add_app(new).await.expect("a new app");
    note("API secret", &app.api_secret);
    note("bearer token", &app.bearer_token);
    app
}
