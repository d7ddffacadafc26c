//! The decision: bound to this very request, this very person and this very session.

use stagepass_test_support::{Browser, CALLBACK, Reply, TestService, answer, person, registered};

async fn consent_page(world: &TestService, handle: &str) -> (Browser, Reply) {
    let (browser, page) = world.signed_in(handle, &world.request().path()).await;
    assert_eq!(page.page(), "consent");
    (browser, page)
}

fn is_refused(reply: &Reply) {
    assert_eq!((reply.status, reply.page().as_str(), reply.header("location")), (403, "error", ""), "{}", reply.body);
}

#[tokio::test]
async fn page_shows_app_scope_redirect_host_and_user() {
    let world = TestService::new().await;
    let (mut browser, write) = consent_page(&world, "demo").await;
    let texts = "Late Night Radio|Demo Listener|@demo|localhost:5173|upload tracks|Not you?|has not reviewed the app";
    for text in texts.split('|') {
        assert!(write.body.contains(text), "{text}");
    }
    assert!(write.body.contains("data-act=\"approve\"") && write.body.contains("data-act=\"deny\""));
    let read = browser.get(&world.request().with("scope", "read").path()).await;
    assert!(!read.body.contains("upload tracks"));
    assert!(read.body.contains("see your profile"));
    assert!(write.body.contains("class=\"popup\""));
    let full = browser.get(&world.request().with("display", "fullScreen").path()).await;
    assert!(full.body.contains("class=\"full-screen\""));
    let own = browser.get(&world.request().with("redirect_uri", "com.example.radio:/callback").path()).await;
    assert!(own.body.contains("open the app at <strong class=\"host\">com.example.radio:</strong>"), "{}", own.body);
}

/// The script enables the button once the page was visible and focused for 500 ms, against clickjacking.
#[tokio::test]
async fn approve_is_disabled_until_guard_script_runs() {
    let world = TestService::new().await;
    let (mut browser, page) = consent_page(&world, "demo").await;
    let button = page.body.split("<button").find(|tag| tag.contains("data-act=\"approve\"")).unwrap();
    assert!(button.split('>').next().unwrap().ends_with(" disabled"));
    assert!(page.body.contains("<script src=\"/v1/assets/guard.js\" defer data-confirm=\""));
    let script = browser.get("/v1/assets/guard.js").await;
    assert_eq!(script.header("content-type"), "text/javascript; charset=utf-8");
    assert!(script.body.contains("INERT_MS = 500"));
}

/// The token of another user, or of another session of the same user, is of no use.
#[tokio::test]
async fn without_the_right_token_nothing_is_issued() {
    let world = TestService::new().await;
    world.service.accounts().add_user(person("other", "Other Listener")).await.unwrap();
    let [other_page, elsewhere] = [consent_page(&world, "other").await.1, consent_page(&world, "demo").await.1];
    let (mut browser, page) = consent_page(&world, "demo").await;
    let decision = vec![("decision".to_owned(), "approve".to_owned())];
    is_refused(&browser.post(&page.form("approve").action, &decision).await);
    for csrf in [String::new(), "A".repeat(59), other_page.csrf("approve"), elsewhere.csrf("approve")] {
        is_refused(&browser.submit(&page, "approve", &[("csrf", &csrf)]).await);
    }
    browser.submit(&page, "approve", &[("decision", "maybe")]).await.is_page(400, "error");
    assert_eq!(browser.submit(&page, "approve", &[]).await.status, 303);
}

#[tokio::test]
async fn form_of_another_request_is_rejected() {
    let world = TestService::new().await;
    let other = registered(&world.service, "Other", &[CALLBACK]).await;
    let (mut browser, page) = consent_page(&world, "demo").await;
    let form = page.form("approve");
    for request in [
        world.request().with("api_key", &other.api_key),
        world.request().with("state", "another"),
        world.request().with("code_challenge", &"A".repeat(43)),
        world.request().with("redirect_uri", "com.example.radio:/callback"),
        world.request().with("response_mode", "query"),
        world.request().with("scope", "read"),
    ] {
        is_refused(&browser.post(&format!("/v1/oauth/consent?{}", request.query()), &form.fields).await);
    }
}

#[tokio::test]
async fn not_you_lets_another_user_answer_the_request() {
    let world = TestService::new().await;
    world.service.accounts().add_user(person("other", "Other Listener")).await.unwrap();
    let (mut browser, page) = consent_page(&world, "demo").await;
    let kept = browser.cookies.clone();
    let to_sign_in = browser.submit(&page, "not-you", &[]).await.location();
    let late = browser.submit(&page, "approve", &[]).await.location();
    assert!(late.starts_with("/v1/sign-in?next=") && answer(&late, "code").is_none(), "{late}");
    let form = browser.get(&to_sign_in).await;
    let filled = [("handle", "other"), ("password", stagepass_test_support::PASSWORD)];
    let next = browser.submit(&form, "sign-in", &filled).await.location();
    assert!(browser.get(&next).await.body.contains("Other Listener"));

    let mut old = world.browser();
    old.cookies = kept;
    assert_eq!(old.get(&world.request().path()).await.status, 303, "the old cookie signs nobody in");
}
