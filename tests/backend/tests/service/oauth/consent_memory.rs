//! A consent that is remembered: the page is shorter, and `prompt=none` needs none.

use stagepass_backend::accounts::AppDetails;
use stagepass_test_support::{Browser, Reply, Request, TestService, answer, html, registered};

const HTTPS: &str = "https://radio.example/callback";
const OTHER_HTTPS: &str = "https://radio.example/other";
const DAY: i64 = 24 * 60 * 60;

/// An app, and a user who has allowed it to write at `HTTPS`.
struct Story {
    world: TestService,
    browser: Browser,
    request: Request,
    api_key: String,
}

impl Story {
    async fn new() -> Self {
        let world = TestService::new().await;
        let app = registered(&world.service, "Tape Deck", &[HTTPS, OTHER_HTTPS]).await;
        let request = Request::new(&app.api_key, HTTPS);
        let browser = world.browser_with_consent(&request).await;
        Self { world, browser, request, api_key: app.api_key }
    }

    /// The consent page, after signing in if that is needed.
    async fn page(&mut self, request: &Request) -> Reply {
        let page = self.browser.get(&request.path()).await;
        if page.location_or_none().is_none() {
            return page;
        }
        let next = self.browser.sign_in("demo", &request.path()).await;
        self.browser.get(&next).await
    }

    async fn is_remembered(&mut self, request: &Request) -> bool {
        let page = self.page(request).await;
        assert_eq!(page.page(), "consent");
        let is_short = page.body.contains("Continue as @demo");
        let reply = self.browser.get(&request.clone().with("prompt", "none").path()).await;
        let address = reply.location_or_none().map(str::to_owned).or_else(|| html::way_back(&reply.body)).unwrap();
        let error = answer(&address, "error");
        assert_eq!(error.as_deref(), if is_short { None } else { Some("consent_required") });
        is_short
    }

    async fn rename(&self, name: &str) {
        self.replace(name, &[HTTPS, OTHER_HTTPS]).await;
    }

    async fn replace(&self, name: &str, redirect_uris: &[&str]) {
        let accounts = self.world.service.accounts();
        let owner = accounts.store.owned_app(&self.api_key).await.unwrap().unwrap().owner_id;
        let details = AppDetails::new(name, None, redirect_uris.iter().map(|&uri| uri.to_owned()).collect()).unwrap();
        accounts.replace_app(self.api_key.clone(), owner, details).await.unwrap();
    }
}

#[tokio::test]
async fn same_request_gets_short_page_for_30_days() {
    let mut story = Story::new().await;
    let request = story.request.clone();
    assert!(story.is_remembered(&request).await);
    assert!(story.is_remembered(&request.clone().with("scope", "read")).await);
    assert!(!story.is_remembered(&request.clone().with("redirect_uri", OTHER_HTTPS)).await);
    for prompt in ["consent", "login consent"] {
        let whole = story.page(&request.clone().with("prompt", prompt)).await;
        assert!(whole.body.contains("would like to use your account"), "{prompt}: {}", whole.body);
    }

    story.world.clock.advance(30 * DAY - 1);
    assert!(story.is_remembered(&request).await);
    story.world.clock.advance(1);
    assert!(!story.is_remembered(&request).await);
}

/// Only a click renews it: `prompt=none` does not.
#[tokio::test]
async fn click_renews_the_memory() {
    let mut story = Story::new().await;
    let request = story.request.clone();
    story.world.clock.advance(20 * DAY);
    let page = story.page(&request).await;
    let address = story.browser.submit(&page, "approve", &[]).await.location();
    assert!(answer(&address, "code").is_some());
    story.world.clock.advance(20 * DAY);
    assert!(story.is_remembered(&request).await);
    story.world.clock.advance(10 * DAY);
    assert!(!story.is_remembered(&request).await);
}

#[tokio::test]
async fn new_app_name_or_ended_sessions_forget_clicks() {
    let mut story = Story::new().await;
    let request = story.request.clone();
    story.rename("Another Deck").await;
    assert!(!story.is_remembered(&request).await);
    story.rename("Tape Deck").await;
    assert!(story.is_remembered(&request).await);

    story.world.service.accounts().sign_out_everywhere("demo").await.unwrap();
    assert!(!story.is_remembered(&request).await);
    story.browser.approve("demo", &request.path()).await;
    assert!(story.is_remembered(&request).await);
    let password = stagepass_test_support::PASSWORD;
    story.world.service.accounts().set_password("demo", password, false).await.unwrap();
    assert!(!story.is_remembered(&request).await);
}

#[tokio::test]
async fn consent_ends_with_the_apps_redirect_uri() {
    let mut story = Story::new().await;
    let request = story.request.clone();
    for redirect_uri in [OTHER_HTTPS, HTTPS] {
        story.replace("Tape Deck", &[redirect_uri]).await;
    }
    assert!(!story.is_remembered(&request).await);
}

/// Else the user would have allowed an app by a name that no page has shown.
#[tokio::test]
async fn app_renamed_meanwhile_is_shown_again() {
    let mut story = Story::new().await;
    let request = story.request.clone();
    let page = story.page(&request).await;
    story.rename("Another Deck").await;
    assert_eq!(story.browser.submit(&page, "approve", &[]).await.status, 403);
    assert!(!story.is_remembered(&request).await);
    let page = story.page(&request).await;
    assert!(page.body.contains("Another Deck"), "{}", page.body);
    assert_eq!(story.browser.submit(&page, "approve", &[]).await.status, 303);
    assert!(story.is_remembered(&request).await);
}

/// The memory is of an app, not of its name.
#[tokio::test]
async fn other_app_with_same_name_asks_again() {
    let mut story = Story::new().await;
    let other = registered(&story.world.service, "Tape Deck", &[HTTPS]).await;
    assert!(!story.is_remembered(&Request::new(&other.api_key, HTTPS)).await);
    let request = story.request.clone();
    assert!(story.is_remembered(&request).await);
}
