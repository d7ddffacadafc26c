//! Signing in at the service.

use stagepass_test_support::{PASSWORD, TestService};

#[tokio::test]
async fn wrong_password_and_unknown_handle_look_alike() {
    let world = TestService::new().await;
    let path = world.request().path();
    let mut alerts = Vec::new();
    for (handle, password) in [("demo", "wrong password"), ("nobody", PASSWORD), ("demo", ""), ("nobody", "")] {
        let mut browser = world.browser();
        let reply = browser.try_sign_in(handle, password, &path).await;
        assert_eq!((reply.page().as_str(), reply.header("location")), ("sign-in", ""));
        assert!(!browser.cookies.contains_key("stagepass_session"));
        alerts.push((reply.status, reply.alert()));
    }
    assert_eq!(alerts[0], alerts[1]);
    assert_eq!(alerts[2], alerts[3]);
    assert_eq!((alerts[0].0, alerts[2].0), (403, 400));
}

#[tokio::test]
async fn form_of_another_browser_or_none_is_rejected() {
    let world = TestService::new().await;
    let path = world.request().path();
    let filled = [("handle", "demo"), ("password", PASSWORD)];
    let mut attacker = world.browser();
    let to_sign_in = attacker.get(&path).await.location();
    let attacker_page = attacker.get(&to_sign_in).await;

    let mut victim = world.browser();
    assert_eq!(victim.submit(&attacker_page, "sign-in", &filled).await.status, 403, "no cookie");
    let own = victim.get(&to_sign_in).await;
    assert_eq!(victim.submit(&attacker_page, "sign-in", &filled).await.status, 403, "another browser's form");
    assert_eq!(victim.submit(&own, "sign-in", &[filled[0], filled[1], ("csrf", "")]).await.status, 403);
    assert_eq!(
        victim.submit(&own, "sign-in", &[filled[0], filled[1], ("next", "/v1/account")]).await.status,
        403,
        "another next"
    );
    assert!(!victim.cookies.contains_key("stagepass_session"));
    assert_eq!(victim.submit(&own, "sign-in", &filled).await.status, 303);
}

#[tokio::test]
async fn sign_in_replaces_a_planted_session() {
    let world = TestService::new().await;
    let path = world.request().path();
    let (mut planted, _) = world.signed_in("demo", &path).await;
    let session = planted.cookies["stagepass_session"].clone();

    let mut browser = world.browser();
    let form = browser.sign_in_page(&path).await;
    browser.cookies.insert("stagepass_session".to_owned(), session.clone());
    browser.submit(&form, "sign-in", &[("handle", "demo"), ("password", PASSWORD)]).await.location();
    assert_ne!(browser.cookies["stagepass_session"], session);
    assert_eq!(planted.get(&path).await.status, 303, "the planted session is over");
}

#[tokio::test]
async fn next_stays_on_this_service() {
    let world = TestService::new().await;
    let all = "\
        https://evil.example/|//evil.example/|/\\evil.example|\\\\evil.example|/v1/oauth/authorize|\
        http://evil.example|http:evil.example|HTTPS://EVIL.EXAMPLE/v1/oauth/authorize?x|///evil.example/|\
        ////evil.example|/\\/evil.example|\\/evil.example|/%2fevil.example|/%5cevil.example|%2f%2fevil.example|\
        /\tevil.example|/\t/evil.example|/\n/evil.example|\0//evil.example| //evil.example|\
        //evil.example\\@127.0.0.1/v1/oauth/authorize?x|/.evil.example|@evil.example|.evil.example|\
        //evil.example/v1/oauth/authorize?x|/v1/oauth/authorize@evil.example|/v1/oauth/authorize#//evil.example|\
        /v1/oauth/authorize?|/v1/oauth/authorize/../../../evil?x|/V1/oauth/authorize?x|/v1/sign-out|\
        /v1/sign-in?next=//evil.example|data:text/html,x|/v1/../evil|/v1//evil.example|\
        /v1/oauth/authorize?redirect_uri=https://evil.example/|/v1/oauth/authorize\r\nSet-Cookie: a=b|\
        javascript:alert(1)|http://127.0.0.1@evil.example/v1/oauth/authorize?x|/sign-out|";
    for next in all.split('|') {
        let query = form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish();
        let mut browser = world.browser();
        let form = browser.get(&format!("/v1/sign-in?{query}")).await.with_status(200);
        let landed = browser.submit(&form, "sign-in", &[("handle", "demo"), ("password", PASSWORD)]).await.location();
        assert_eq!(landed, "/v1/account", "{next}");
        let again = browser.get(&format!("/v1/sign-in?{query}")).await.location();
        assert_eq!(again, "/v1/account", "{next}");
    }
}
