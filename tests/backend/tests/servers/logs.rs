//! No secret is in the log.

use std::env;
use std::io::Write;
use std::process::Command;
use std::sync::{Arc, Mutex};

use serde_json::json;
use stagepass_test_support::{CHALLENGE, PASSWORD, STATE, TestService, Tokens, VERIFIER, answer};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::SubscriberExt as _;

/// Set in the process that has only this test.
const ALONE: &str = "STAGEPASS_TEST_ALONE";

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Captured {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Captured {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Runs in a process of its own, because a process has one subscriber for all of its threads.
#[tokio::test]
async fn no_secret_is_in_it_at_any_level() {
    if env::var_os(ALONE).is_some() {
        return log_a_login_and_search_it().await;
    }
    let mut this_test = Command::new(env::current_exe().unwrap());
    this_test.args(["logs::no_secret_is_in_it_at_any_level", "--exact", "--nocapture"]).env(ALONE, "1");
    let output = this_test.output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && printed.contains("1 passed"), "{printed}{errors}");
}

async fn log_a_login_and_search_it() {
    let (log, json) = (Captured::default(), Captured::default());
    // The test's own client is no part of the service.
    let subscriber = tracing_subscriber::registry()
        .with(EnvFilter::new("trace,reqwest=off,hyper_util::client=off"))
        .with(fmt::layer().with_writer(log.clone()).with_ansi(false))
        .with(fmt::layer().json().flatten_event(true).with_span_list(false).with_writer(json.clone()));
    tracing::subscriber::set_global_default(subscriber).unwrap();

    let world = TestService::new().await;
    let mut browser = world.browser();
    let path = world.request().with("response_mode", "query").path();
    browser.try_sign_in("demo", "wrong password", &path).await;
    let next = browser.sign_in("demo", &path).await;
    let consent = browser.get(&next).await;
    let csrf = consent.form("approve").fields[0].1.clone();
    let address = browser.submit(&consent, "approve", &[]).await.location();
    let code = answer(&address, "code").unwrap();
    let first = Tokens::of(&world.token(&world.exchange_of(&code)).await);
    let audience = json!({ "audience": "https://access.example" });
    let issued =
        world.http.post(world.url("/tickets")).bearer_auth(&first.access).json(&audience).send().await.unwrap();
    let issued: serde_json::Value = issued.json().await.unwrap();
    let ticket = issued["ticket"].as_str().unwrap().to_owned();
    let to_verify = json!({ "ticket": ticket, "audience": "https://access.example" });
    let verify = world.http.post(world.url("/tickets/verify")).bearer_auth(&world.app.bearer_token).json(&to_verify);
    assert_eq!(verify.send().await.unwrap().status().as_u16(), 200);
    let second = Tokens::of(&world.refresh(&first.refresh).await);
    world.me(&second.access).await;
    world.refresh(&second.refresh).await;
    assert_eq!(world.refresh(&first.refresh).await.error(), "invalid_grant");
    world.token(&world.exchange_of(&code)).await;
    world.me(&second.access).await;
    world.revoke(&second.refresh, &json!(world.app.api_key)).await;
    let app = world.http.post(world.url("/tracks?user_id=1")).bearer_auth(&world.app.bearer_token);
    assert_eq!(
        app.json(&json!({})).send().await.unwrap().status().as_u16(),
        400,
        "the app is known, and sends no track"
    );
    let cookies: Vec<String> = browser.cookies.into_values().collect();

    let text = log.text();
    stagepass_test_support::log::keep(&text);
    assert!(
        text.contains("path=\"/v1/oauth/token\"") && text.contains("its grant is revoked"),
        "the log was captured: {text}"
    );
    let lines: Vec<serde_json::Value> = json.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let revoked = lines.iter().find(|line| line["message"].as_str().is_some_and(|text| text.contains("is revoked")));
    let request = &revoked.unwrap()["span"];
    assert_eq!((request["path"].as_str(), request["id"].as_str().map(str::len)), (Some("/v1/oauth/token"), Some(32)));
    assert!(text.contains(&format!("id=\"{}\"", request["id"].as_str().unwrap())), "both name the same request");
    let (api_secret, bearer_token) = (world.app.api_secret.clone(), world.app.bearer_token.clone());
    let known = [PASSWORD, "wrong password", STATE, VERIFIER, CHALLENGE].map(str::to_owned);
    let made =
        [csrf, code, ticket, first.access, first.refresh, second.access, second.refresh, api_secret, bearer_token];
    for secret in known.into_iter().chain(made).chain(cookies) {
        assert!(!text.contains(&secret), "{secret} is in the log");
        assert!(!json.text().contains(&secret), "{secret} is in the log of JSON");
    }
}
