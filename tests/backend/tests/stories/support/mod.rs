//! What every story needs: a service of its own, and somebody with a browser.

mod browser;
pub(crate) mod html;

use std::sync::Arc;

use serde_json::{Value, json};
use stagepass_backend::accounts::{NewApp, NewUser, RegisteredApp};
use stagepass_backend::clock::ManualClock;
use stagepass_backend::entropy::SeededEntropy;
use stagepass_backend::password::PasswordCost;
use stagepass_backend::store::UserRecord;
use stagepass_backend::{Running, Settings, start};
use stagepass_test_support::secrets::{Kind, note};

pub(crate) use self::browser::{Browser, Reply};

pub(crate) const CALLBACK: &str = "http://localhost:5173/callback";
pub(crate) const PASSWORD: &str = "correct horse battery";
pub(crate) const STATE: &str = "sp1.p.Zm9vYmFyYmF6";
/// RFC 7636 appendix B.
pub(crate) const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub(crate) const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// A service on a free port, with a clock that stands still, the listener `demo` and one registered app.
pub(crate) struct World {
    pub(crate) service: Running,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) app: RegisteredApp,
    pub(crate) demo: UserRecord,
    pub(crate) http: reqwest::Client,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::with(stagepass_test_support::settings()).await
    }

    /// As [`World::new`], with settings of one's own; clock, chance and password cost are the world's.
    pub(crate) async fn with(settings: Settings) -> Self {
        note(Kind::CodeVerifier, VERIFIER);
        let clock = Arc::new(ManualClock::at(1_800_000_000));
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

    /// The service stops, and another starts with these settings; what is not in its database is gone.
    pub(crate) async fn restarted(self, settings: Settings) -> Self {
        let Self { service, clock, app, demo, http } = self;
        service.shutdown().await;
        let service = start(Settings {
            clock: clock.clone(),
            // Not those of before: the database has what was named by them.
            entropy: Arc::new(SeededEntropy::new(8)),
            password_cost: PasswordCost::LOWEST,
            ..settings
        });
        Self { service: service.await.expect("the service starts again"), clock, app, demo, http }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.service.base_url())
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(self.service.listening_on(), self.http.clone())
    }

    /// The parameters of an authorization request that is in order.
    pub(crate) fn request(&self) -> Request {
        Request(
            [
                ("response_type", "code"),
                ("scope", "write"),
                ("api_key", &self.app.api_key),
                ("redirect_uri", CALLBACK),
                ("state", STATE),
                ("code_challenge", CHALLENGE),
                ("code_challenge_method", "S256"),
            ]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec(),
        )
    }

    /// The request of an app that has registered nothing.
    pub(crate) fn unregistered_request(&self, app_name: &str) -> Request {
        self.request().without("api_key").with("app_name", app_name).with("scope", "read")
    }

    /// Signs `demo` in with a new browser and approves `request`; returns the address that the browser is sent to.
    pub(crate) async fn approve(&self, request: &Request) -> String {
        let mut browser = self.browser();
        browser.sign_in("demo", &request.path()).await;
        let consent = browser.get(&request.path()).await;
        browser.submit(&consent, "approve", &[]).await.location()
    }

    /// A browser of `demo`'s, who has a consent for the app of `request` on record.
    pub(crate) async fn browser_with_consent(&self, request: &Request) -> Browser {
        let mut browser = self.browser();
        browser.approve("demo", &request.path()).await;
        browser
    }

    /// A code for the registered app.
    pub(crate) async fn code(&self) -> String {
        answer(&self.approve(&self.request()).await, "code").expect("a code")
    }

    /// The tokens of a whole login of the registered app.
    pub(crate) async fn login(&self) -> Tokens {
        let code = self.code().await;
        let reply = self.token(&self.exchange_of(&code)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        Tokens::of(&reply)
    }

    pub(crate) fn exchange_of(&self, code: &str) -> Value {
        json!({
            "grant_type": "authorization_code",
            "code": code,
            "code_verifier": VERIFIER,
            "client_id": self.app.api_key,
            "redirect_uri": CALLBACK,
        })
    }

    pub(crate) async fn token(&self, body: &Value) -> Reply {
        Reply::read(self.http.post(self.url("/oauth/token")).json(body).send().await.expect("an answer")).await
    }

    pub(crate) async fn refresh(&self, refresh_token: &str) -> Reply {
        let client_id = &self.app.api_key;
        self.token(&json!({ "grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": client_id }))
            .await
    }

    pub(crate) async fn revoke(&self, token: &str, client_id: &Value) -> Reply {
        let body = json!({ "token": token, "client_id": client_id });
        Reply::read(self.http.post(self.url("/oauth/revoke")).json(&body).send().await.expect("an answer")).await
    }

    pub(crate) async fn me(&self, access_token: &str) -> Reply {
        Reply::read(self.http.get(self.url("/me")).bearer_auth(access_token).send().await.expect("an answer")).await
    }
}

/// The two tokens of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tokens {
    pub(crate) access: String,
    pub(crate) refresh: String,
}

impl Tokens {
    pub(crate) fn of(reply: &Reply) -> Self {
        let member = |name: &str| reply.json()[name].as_str().expect("a token").to_owned();
        Self { access: member("access_token"), refresh: member("refresh_token") }
    }
}

/// The parameters of an authorization request, in order, doubles and all.
#[derive(Debug, Clone)]
pub(crate) struct Request(pub(crate) Vec<(String, String)>);

impl Request {
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
        self
    }

    pub(crate) fn and_again(mut self, name: &str, value: &str) -> Self {
        self.0.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.0.retain(|(known, _)| known != name);
        self
    }

    /// Its address, on the service.
    pub(crate) fn path(&self) -> String {
        format!("/v1/oauth/authorize?{}", self.query())
    }

    pub(crate) fn query(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.0).finish()
    }
}

pub(crate) fn person(handle: &str, name: &str) -> NewUser {
    NewUser { handle: handle.to_owned(), name: name.to_owned(), password: PASSWORD.to_owned(), ..NewUser::default() }
}

pub(crate) async fn registered(service: &Running, name: &str, redirect_uris: &[&str]) -> RegisteredApp {
    let redirect_uris = redirect_uris.iter().map(|&uri| uri.to_owned()).collect();
    let new = NewApp { owner: "demo".to_owned(), name: name.to_owned(), description: None, redirect_uris };
    let app = service.accounts().add_app(new).await.expect("a new app");
    note(Kind::ApiSecret, &app.api_secret);
    note(Kind::BearerToken, &app.bearer_token);
    app
}

/// The value of `name` in the fragment or the query of an address that an app was answered at.
pub(crate) fn answer(address: &str, name: &str) -> Option<String> {
    let (_, answer) = address.split_once('#').or_else(|| address.split_once('?'))?;
    form_urlencoded::parse(answer.as_bytes()).find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}
