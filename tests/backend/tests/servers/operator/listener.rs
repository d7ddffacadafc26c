//! A user of a deployment's app, and a gated track.

use std::fs;

use serde_json::{Value, json};
use stagepass_gate::Signer;
use stagepass_test_support::{Browser, Reply, Request, Tokens, exchange, sent};

use super::deployment::{CALLBACK, Deployment, Running, run, text};

/// The owner, who is signed in to the app.
pub(crate) struct Listener {
    pub(crate) http: reqwest::Client,
    service: String,
    access: String,
    api_key: String,
    tokens: Tokens,
}

impl Listener {
    pub(crate) async fn sign_in(deployment: &Deployment, running: &Running) -> Self {
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        // The servers may be stopped and started again.
        let http = http.pool_max_idle_per_host(0).build().unwrap();
        let [service, access] = [0, 2].map(|server| running.origins[server].clone());
        let settings = fs::read_to_string(deployment.config()).unwrap();
        let api_key = settings.split_once("api-key = \"").unwrap().1.split('"').next().unwrap().to_owned();
        let mut browser = Browser::new(service.clone(), http.clone());
        let code = browser.approve("demo", &Request::new(&api_key, CALLBACK).path()).await;
        let request = http.post(format!("{service}/v1/oauth/token")).json(&exchange(&api_key, CALLBACK, &code));
        let tokens = Tokens::of(&sent(request).await);
        Self { http, service, access, api_key, tokens }
    }

    /// Refreshes the tokens.
    pub(crate) async fn refresh(&mut self) {
        let (token, client_id) = (&self.tokens.refresh, &self.api_key);
        let body = json!({ "grant_type": "refresh_token", "refresh_token": token, "client_id": client_id });
        self.tokens = Tokens::of(&sent(self.http.post(format!("{}/v1/oauth/token", self.service)).json(&body)).await);
    }

    pub(crate) async fn ticket(&self) -> String {
        let request = self.http.post(format!("{}/v1/tickets", self.service)).bearer_auth(&self.tokens.access);
        let reply = sent(request.json(&json!({ "audience": self.access, "scope": "write" }))).await;
        format!("Ticket {}", reply.json()["ticket"].as_str().unwrap())
    }

    /// Sets a rule of the track that allows all users who are signed in.
    pub(crate) async fn admit_signed_in(&self, track: &str) {
        let request = self.http.put(format!("{}/tracks/{track}/rule", self.access));
        let request = request.header("authorization", self.ticket().await);
        let reply = sent(request.json(&json!({ "rule": { "signed_in": {} } }))).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }

    pub(crate) async fn stream(&self, track: &str, ticket: Option<&str>) -> Reply {
        let request = self.http.get(format!("{}/stream/{track}", self.access));
        sent(ticket.into_iter().fold(request, |request, ticket| request.header("authorization", ticket))).await
    }

    /// The status and the bytes at the signed URL of the track.
    pub(crate) async fn hears(&self, track: &str) -> (u16, Vec<u8>) {
        let redirect = self.stream(track, Some(&self.ticket().await)).await;
        assert_eq!(redirect.status, 302, "{}", redirect.body);
        let response = self.http.get(redirect.header("location")).send().await.unwrap();
        (response.status().as_u16(), response.bytes().await.unwrap().to_vec())
    }
}

impl Deployment {
    /// Adds a track that the access server signs for. Returns its ID.
    pub(crate) fn add_gated_track(&self, sound: &[u8]) -> String {
        let audio = self.path().join("tone.wav");
        fs::write(&audio, sound).unwrap();
        let key = fs::read_to_string(self.path().join("keys/signing-key")).unwrap();
        let authority = Signer::from_hex(key.trim()).unwrap().address().to_string();
        let file = audio.to_str().unwrap();
        let words =
            ["track", "add", "--owner", "demo", "--title", "Tape 1", "--file", file, "--access-authority", &authority];
        let added = run(&[&words[..], &["--config", &self.config()]].concat(), "");
        assert!(added.status.success(), "{}", text(&added.stderr));
        serde_json::from_slice::<Value>(&added.stdout).unwrap()["track_id"].to_string()
    }
}
