//! The error page for a refused app or redirect URI notifies the window that opened it.

use stagepass_test_support::{CALLBACK, Reply, Request, STATE, TestService, html};

async fn page(world: &TestService, request: &Request) -> Reply {
    let reply = world.browser().get(&request.path()).await;
    reply.is_page(400, "error");
    reply
}

/// The origin, the state and the code of the notice.
fn notice(reply: &Reply) -> Option<[String; 3]> {
    let tag = reply.body.split("<script ").find(|tag| tag.contains("/assets/refused.js"))?;
    Some(["data-origin", "data-state", "data-code"].map(|name| html::attribute(tag, name).unwrap()))
}

#[tokio::test]
async fn refused_app_or_redirect_uri_notifies_requested_origin() {
    let world = TestService::new().await;
    let request = world.request();
    let other = format!("0x{}", "1".repeat(40));
    let callback_origin = CALLBACK.split('/').take(3).collect::<Vec<_>>().join("/");
    for (bad, origin, code) in [
        (request.clone().with("api_key", &other), callback_origin.as_str(), "invalid_client"),
        (request.clone().with("api_key", "radio"), &callback_origin, "invalid_client"),
        (
            request.clone().with("redirect_uri", "https://App.example:8443/x?y"),
            "https://app.example:8443",
            "invalid_redirect_uri",
        ),
        (request.clone().with("redirect_uri", "http://[::1]:5173/x"), "http://[::1]:5173", "invalid_redirect_uri"),
    ] {
        let sent = notice(&page(&world, &bad).await).unwrap_or_else(|| panic!("no notice: {bad:?}"));
        assert_eq!(sent, [origin, STATE, code].map(str::to_owned));
    }
}

#[tokio::test]
async fn nothing_is_reported_for_other_requests() {
    let world = TestService::new().await;
    let request = world.request();
    let by_name = request.clone().without("api_key").with("scope", "read");
    for bad in [
        request.clone().without("api_key"),
        by_name.clone().with("app_name", &"x".repeat(60)),
        by_name.with("app_name", "Radio").with("redirect_uri", "com.example.app:/cb"),
        request.clone().with("redirect_uri", "http://10.0.0.1/callback"),
        request.clone().with("redirect_uri", "com.example.app:/cb"),
        request.clone().with("redirect_uri", "javascript:alert(1)"),
        request.clone().with("api_key", "radio").without("state"),
        request.clone().with("api_key", "radio").with("state", &"s".repeat(2_001)),
        request.with("scope", "admin"),
    ] {
        assert_eq!(notice(&page(&world, &bad).await), None, "{bad:?}");
    }
}

#[tokio::test]
async fn notice_does_not_depend_on_the_session() {
    let world = TestService::new().await;
    let good = world.request();
    let bad = good.clone().with("redirect_uri", "https://other.example/");
    let mut signed_in = world.browser();
    signed_in.approve("demo", &good.path()).await;
    assert_eq!(signed_in.get(&bad.path()).await.body, page(&world, &bad).await.body);
}
