//! Everything that the browser talks to: the demo on `localhost`, and a service of its own on `127.0.0.1`.

use serde_json::{Value, json};
use stagepass_backend::base_url::BaseUrl;
use stagepass_backend::password::PasswordCost;
use stagepass_backend::{Running, Settings};
use stagepass_native_tests::service::{app, listener};
use tokio::task::JoinHandle;

use crate::counter::{self, Requests};
use crate::demo;

/// What a story may want to be different.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Setting {
    /// The service's pages have a Cross-Origin-Opener-Policy: popup and app no longer see each other.
    pub(crate) isolates: bool,
    /// The app is registered with another address than the one it asks to be sent back to.
    pub(crate) registers_elsewhere: bool,
}

/// All of it, running. It stops when dropped.
#[derive(Debug)]
pub(crate) struct Site {
    app: String,
    api_key: String,
    base_url: String,
    requests: Requests,
    service: Running,
    servers: [JoinHandle<()>; 2],
}

impl Site {
    pub(crate) async fn start(setting: Setting) -> Self {
        let (front, pages) = (counter::listen().await, counter::listen().await);
        let base_url = format!("http://{}/v1", front.local_addr().unwrap());
        let app_origin = format!("http://localhost:{}", pages.local_addr().unwrap().port());
        let redirect_uri = format!("{app_origin}/callback.html");

        let settings = Settings {
            base_url: Some(BaseUrl::parse(&base_url).unwrap()),
            password_cost: PasswordCost::LOWEST,
            ..Settings::in_memory()
        };
        let service = stagepass_backend::start(settings).await.unwrap();
        service.accounts().add_user(listener()).await.unwrap();
        let registered =
            if setting.registers_elsewhere { format!("{app_origin}/elsewhere") } else { redirect_uri.clone() };
        let api_key = service.accounts().add_app(app(&registered)).await.unwrap().api_key;

        let requests = Requests::default();
        let front = counter::serve(front, service.listening_on(), requests.clone(), setting.isolates);
        let config = json!({ "baseUrl": base_url, "apiKey": api_key, "redirectUri": redirect_uri });
        let origin = base_url.trim_end_matches("/v1").to_owned();
        let demo = async move { demo::serve(pages, config, &origin).await };
        let servers = [tokio::spawn(front), tokio::spawn(demo)];
        Self { app: app_origin, api_key, base_url, requests, service, servers }
    }

    /// The app's origin.
    pub(crate) fn app(&self) -> &str {
        &self.app
    }

    /// Where the service is.
    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    /// How many requests for tokens have reached the service.
    pub(crate) fn token_requests(&self) -> usize {
        self.requests.count("POST /v1/oauth/token")
    }

    /// How many requests for a revocation have reached the service.
    pub(crate) fn revocations(&self) -> usize {
        self.requests.count("POST /v1/oauth/revoke")
    }

    /// What the service says to a refresh token, behind the counter's back: status and `error`.
    pub(crate) async fn refresh_with(&self, refresh_token: &str) -> (u16, Option<String>) {
        let members =
            json!({ "grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": self.api_key });
        let url = format!("{}/v1/oauth/token", self.service.listening_on());
        let answer = reqwest::Client::new().post(url).json(&members).send().await.unwrap();
        let status = answer.status().as_u16();
        let body: Value = answer.json().await.unwrap();
        (status, body.get("error").and_then(Value::as_str).map(str::to_owned))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.servers.iter().for_each(JoinHandle::abort);
    }
}
