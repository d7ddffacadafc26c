//! The page of access servers: registering them, and admitting them to apps.

use stagepass_test_support::{AUDIENCE, Browser, Reply, TestService, person};

const PAGE: &str = "/v1/access-servers";

async fn page(world: &TestService, handle: &str) -> (Browser, Reply) {
    let (browser, page) = world.signed_in(handle, PAGE).await;
    page.is_page(200, "access-servers");
    (browser, page)
}

/// The text of the first `<code>` after `mark`.
fn code_after<'a>(reply: &'a Reply, mark: &str) -> &'a str {
    let (_, rest) = reply.body.split_once(mark).unwrap_or_else(|| panic!("no {mark} in {}", reply.body));
    rest.split_once("</code>").unwrap().0.rsplit('>').next().unwrap()
}

#[tokio::test]
async fn registered_server_is_admitted_and_verifies_tickets() {
    let world = TestService::new().await;
    let (mut browser, empty) = page(&world, "demo").await;
    let shown = browser.submit(&empty, "register", &[("origin", &format!("{AUDIENCE}/"))]).await;
    let (credential, id) = (code_after(&shown, "id=\"credential\""), code_after(&shown, "which is not secret: "));
    let ticket = world.ticket(&world.login().await.access).await;
    assert_eq!(world.verify_ticket(credential, &ticket, AUDIENCE).await.status, 400, "no app admits it yet");

    let admitted = browser.submit(&shown, "admit", &[("api_key", &world.app.api_key), ("id", id)]).await;
    let again = browser.get(&admitted.location()).await;
    assert!(again.body.contains("admitted by <span class=\"name\">Late Night Radio</span>"), "{}", again.body);
    assert!(!again.body.contains(credential), "it is shown once");
    assert_eq!(world.verify_ticket(credential, &ticket, AUDIENCE).await.status, 200);

    let rotated = browser.submit(&again, &format!("rotate-{id}"), &[]).await;
    assert_eq!(browser.submit(&again, &format!("rotate-{id}"), &[]).await.status, 403, "a reload sends it again");
    assert_eq!(world.verify_ticket(credential, &ticket, AUDIENCE).await.status, 401);
    let credential = code_after(&rotated, "id=\"credential\"");
    assert_eq!(world.verify_ticket(credential, &ticket, AUDIENCE).await.status, 200);
    let removed = browser.submit(&rotated, &format!("remove-{id}"), &[]).await;
    assert!(!browser.get(&removed.location()).await.body.contains(id));
    assert_eq!(world.verify_ticket(credential, &ticket, AUDIENCE).await.status, 401);
}

#[tokio::test]
async fn others_servers_and_apps_are_refused() {
    let world = TestService::new().await;
    let (mut browser, empty) = page(&world, "demo").await;
    let shown = browser.submit(&empty, "register", &[("origin", AUDIENCE)]).await;
    let (credential, id) = (code_after(&shown, "id=\"credential\""), code_after(&shown, "which is not secret: "));
    world.service.accounts().add_user(person("other", "Other")).await.unwrap();
    let (mut others, other_page) = page(&world, "other").await;
    let change = async |browser: &mut Browser, page: &Reply, fields: &[(&str, &str)]| {
        browser.submit(page, "register", fields).await
    };
    assert_eq!(change(&mut others, &other_page, &[("change", "rotate"), ("id", id)]).await.status, 400);
    change(&mut others, &other_page, &[("change", "remove"), ("id", id)]).await;
    let admitted = [("change", "admit"), ("id", id), ("api_key", &world.app.api_key)];
    assert_eq!(change(&mut others, &other_page, &admitted).await.status, 400);
    let ticket = world.ticket(&world.login().await.access).await;
    assert_eq!(world.verify_ticket(credential, &ticket, AUDIENCE).await.status, 400, "it exists, and no app admits it");
}

/// A user has at most 20 access servers.
#[tokio::test]
async fn registration_needs_origin_and_recent_sign_in() {
    let world = TestService::new().await;
    let (mut browser, empty) = page(&world, "demo").await;
    for origin in ["", "access.example", "https://access.example/path", "javascript:alert(1)"] {
        let refused = browser.submit(&empty, "register", &[("origin", origin)]).await;
        assert!(refused.status == 400 && refused.alert().contains("not an origin"), "{}", refused.body);
    }
    let mut last = empty;
    for _ in 0..20 {
        last = browser.submit(&last, "register", &[("origin", AUDIENCE)]).await;
        assert_eq!(last.status, 200);
    }
    let refused = browser.submit(&last, "register", &[("origin", AUDIENCE)]).await;
    assert!(refused.status == 400 && refused.alert().contains("20 access servers"), "{}", refused.body);
    world.clock.advance(3_000);
    let fresh = browser.get(PAGE).await;
    let sent_away = browser.submit(&fresh, "register", &[("origin", AUDIENCE)]).await.location();
    assert!(sent_away.starts_with("/v1/sign-in?") && sent_away.ends_with("prompt=login"), "{sent_away}");
}
