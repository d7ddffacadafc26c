//! `prompt=none`: a code without a page, or an error.

use stagepass_test_support::{
    Browser, PASSWORD, Reply, Request, STATE, TestService, Tokens, answer, exchange, html, person, registered,
};

const HTTPS: &str = "https://radio.example/callback";
const OTHER_HTTPS: &str = "https://radio.example/other";
const CUSTOM: &str = "com.example.radio:/callback";
const LOCAL: &str = "http://localhost:5173/callback";

/// An app with redirect URIs of all kinds, and the request of a user who has allowed it to write at `HTTPS`.
struct Story {
    world: TestService,
    browser: Browser,
    request: Request,
}

impl Story {
    async fn new() -> Self {
        let world = TestService::new().await;
        let app = registered(&world.service, "Tape Deck", &[HTTPS, OTHER_HTTPS, CUSTOM, LOCAL]).await;
        let request = Request::new(&app.api_key, HTTPS);
        let browser = world.browser_with_consent(&request).await;
        Self { world, browser, request: request.with("prompt", "none") }
    }

    /// The error is in a redirect, because the user has allowed the app before.
    async fn is_refused(&mut self, request: &Request, error: &str) {
        let reply = self.browser.get(&request.path()).await;
        let address = reply.location_or_none().map(str::to_owned).or_else(|| html::way_back(&reply.body)).unwrap();
        assert_eq!(answer(&address, "error").as_deref(), Some(error), "{request:?}");
        assert_eq!(answer(&address, "state").as_deref(), Some(STATE));
        assert_eq!(answer(&address, "code"), None);
    }
}

/// A page with a link to the app that has this error, and no redirect.
fn is_page_with(page: &Reply, error: &str) {
    assert_eq!((page.status, page.page().as_str(), page.header("location")), (400, "error", ""));
    assert_eq!(answer(&html::way_back(&page.body).unwrap(), "error").as_deref(), Some(error));
}

#[tokio::test]
async fn consent_on_record_returns_a_code_at_once() {
    let mut story = Story::new().await;
    for request in [
        story.request.clone(),
        story.request.clone().with("scope", "read"),
        story.request.clone().with("login_hint", "@DEMO").with("max_age", "60"),
        story.request.clone().with("response_mode", "query"),
        story.request.clone().with("response_mode", "web_message"),
    ] {
        let reply = story.browser.get(&request.path()).await;
        let address = reply.location();
        assert!(address.starts_with(HTTPS), "{address}");
        assert_eq!(answer(&address, "state").as_deref(), Some(STATE));
        assert_eq!(answer(&address, "iss").as_deref(), Some(story.world.service.base_url()));
        let api_key = &request.0.iter().find(|(name, _)| name == "api_key").unwrap().1;
        let code = answer(&address, "code").unwrap();
        let tokens = story.world.token(&exchange(api_key, HTTPS, &code)).await;
        assert_eq!(story.world.me(&Tokens::of(&tokens).access).await.json()["handle"], "demo");
        assert_eq!(reply.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn wider_scope_or_other_redirect_uri_requires_consent() {
    let mut story = Story::new().await;
    let elsewhere = story.request.clone().with("redirect_uri", OTHER_HTTPS);
    story.is_refused(&elsewhere, "consent_required").await;
    let read_only = elsewhere.clone().without("prompt").with("scope", "read");
    story.browser.approve("demo", &read_only.path()).await;
    story.is_refused(&elsewhere, "consent_required").await;
    let silent = story.browser.get(&read_only.with("prompt", "none").path()).await.location();
    assert!(answer(&silent, "code").is_some());
    // `read` later on does not take `write` away.
    let read = story.request.clone().without("prompt").with("scope", "read");
    story.browser.approve("demo", &read.path()).await;
    assert!(answer(&story.browser.get(&story.request.path()).await.location(), "code").is_some());
}

#[tokio::test]
async fn other_app_user_denial_or_removal_requires_consent() {
    let mut story = Story::new().await;
    let other_app = registered(&story.world.service, "Other", &[HTTPS]).await;
    let request = story.request.clone().with("api_key", &other_app.api_key);
    is_page_with(&story.browser.get(&request.path()).await, "consent_required");
    let denied = story.browser.decide(("demo", PASSWORD), &request.clone().without("prompt").path(), "deny").await;
    assert_eq!(answer(&denied, "error").as_deref(), Some("access_denied"));
    assert_eq!(story.browser.get(&request.path()).await.status, 400);

    story.world.service.accounts().add_user(person("other", "Other Listener")).await.unwrap();
    let (mut other, _) = story.world.signed_in("other", "/v1/account").await;
    assert_eq!(other.get(&story.request.path()).await.status, 400);

    let connected = story.browser.get("/v1/connected-apps").await;
    let removed = story.browser.submit(&connected, "remove-1", &[]).await;
    assert_eq!(removed.status, 303, "{}", removed.body);
    is_page_with(&story.browser.get(&story.request.path()).await, "consent_required");
}

#[tokio::test]
async fn missing_session_shows_login_required_page_with_link() {
    let story = Story::new().await;
    let page = story.world.browser().get(&story.request.path()).await;
    is_page_with(&page, "login_required");
    assert!(page.body.contains("prompt=none"), "{}", page.body);
}

/// The hint names a user who has allowed the app, and who has signed in with this browser before.
#[tokio::test]
async fn hint_after_sign_out_redirects_the_error() {
    let mut story = Story::new().await;
    let account = story.browser.get("/v1/account").await;
    assert_eq!(story.browser.submit(&account, "sign-out", &[]).await.status, 303);
    let hinted = story.request.clone().with("login_hint", "@Demo");
    let reply = story.browser.get(&hinted.path()).await;
    assert_eq!((reply.status, answer(&reply.location(), "error").as_deref()), (303, Some("login_required")));

    let is_page = async |browser: &mut Browser, request: &Request| {
        let page = browser.get(&request.path()).await;
        assert_eq!((page.status, page.header("location")), (400, ""), "{request:?}");
    };
    is_page(&mut story.browser, &story.request).await;
    is_page(&mut story.browser, &story.request.clone().with("login_hint", "other")).await;
    let other_app = registered(&story.world.service, "Other", &[HTTPS]).await;
    is_page(&mut story.browser, &hinted.clone().with("api_key", &other_app.api_key)).await;
    is_page(&mut story.world.browser(), &hinted).await;
}

#[tokio::test]
async fn old_session_or_hint_of_another_is_refused() {
    let mut story = Story::new().await;
    story.world.clock.advance(61);
    for (name, value, error) in
        [("max_age", "60", "login_required"), ("login_hint", "other", "account_selection_required")]
    {
        let request = story.request.clone().with(name, value);
        story.is_refused(&request, error).await;
    }
    // No handle, so no other user.
    let request = story.request.clone().with("login_hint", "someone@app.example");
    assert!(answer(&story.browser.get(&request.path()).await.location(), "code").is_some());
}

#[tokio::test]
async fn custom_scheme_localhost_or_unregistered_app_needs_interaction() {
    let mut story = Story::new().await;
    for uri in [CUSTOM, LOCAL] {
        let request = story.request.clone().with("redirect_uri", uri);
        story.browser.approve("demo", &request.clone().without("prompt").path()).await;
        story.is_refused(&request, "interaction_required").await;
    }
    let unregistered = story.request.clone().without("api_key").with("app_name", "Radio").with("scope", "read");
    story.browser.approve("demo", &unregistered.clone().without("prompt").path()).await;
    let page = story.browser.get(&unregistered.path()).await;
    assert_eq!((page.status, page.page().as_str(), html::way_back(&page.body)), (400, "error", None));
    assert!(page.body.contains("interaction_required"));
}

/// A stolen link to the form cannot approve what no page has shown.
#[tokio::test]
async fn no_form_is_accepted_for_a_silent_request() {
    let mut story = Story::new().await;
    let page = story.browser.get(&story.request.clone().without("prompt").path()).await;
    let form = page.form("approve");
    let address = format!("/v1/oauth/consent?{}", story.request.query());
    assert_eq!(story.browser.post(&address, &form.fields).await.status, 403);
}
