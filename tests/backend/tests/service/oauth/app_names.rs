//! Apps that have registered nothing: a name of their own choosing, read only, and nothing is sent without a click.

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::{Browser, Reply, Request, TestService, Tokens, answer, exchange, sent};

const TARGET: &str = "https://radio.example:8443/cb";

fn request(world: &TestService) -> Request {
    world.unregistered_request("Cool Radio").with("redirect_uri", TARGET)
}

async fn consent(world: &TestService, request: &Request) -> (Browser, Reply) {
    world.signed_in("demo", &request.path()).await
}

#[tokio::test]
async fn consent_shows_full_host_before_the_quoted_name() {
    let world = TestService::new().await;
    let (_, page) = consent(&world, &request(&world)).await;
    let main = page.body.split_once("<main").unwrap().1;
    let host = main.find("radio.example:8443").unwrap();
    let name = main.find("“<span class=\"name\">Cool Radio</span>”").unwrap();
    assert!(host < name);
    assert!(main.contains("This name is not verified"));
}

/// At the token endpoint and at revocation. Another client ID has no effect.
#[tokio::test]
async fn client_id_is_name_null_empty_or_absent() {
    let world = TestService::new().await;
    for client_id in [Some(json!("Cool Radio")), Some(Value::Null), Some(json!("")), None] {
        let of_client = |mut body: Value, client_id: Option<&Value>| {
            body.as_object_mut().unwrap().remove("client_id");
            if let Some(client_id) = client_id {
                body["client_id"] = client_id.clone();
            }
            body
        };
        let (mut browser, page) = consent(&world, &request(&world)).await;
        let denied = browser.submit(&page, "deny", &[]).await.location();
        assert!(denied.starts_with(&format!("{TARGET}#error=access_denied&")), "{denied}");
        let address = browser.submit(&page, "approve", &[]).await.location();
        assert!(address.starts_with(&format!("{TARGET}#code=")), "{address}");
        let exchange = exchange("", TARGET, &answer(&address, "code").unwrap());
        for other in [json!("Other Radio"), json!(world.app.api_key)] {
            assert_eq!(world.token(&of_client(exchange.clone(), Some(&other))).await.error(), "invalid_grant");
        }
        let reply = world.token(&of_client(exchange, client_id.as_ref())).await;
        assert_eq!((reply.status, reply.json()["scope"].as_str().unwrap()), (200, "read"));

        let body = json!({ "grant_type": "refresh_token", "refresh_token": Tokens::of(&reply).refresh });
        let second = Tokens::of(&world.token(&of_client(body, client_id.as_ref())).await);
        assert_eq!(world.revoke(&second.refresh, &json!("Other Radio")).await.status, 200);
        assert_eq!(world.me(&second.access).await.status, 200);
        let body = of_client(json!({ "token": second.refresh }), client_id.as_ref());
        assert_eq!(sent(world.ask(Method::POST, "/oauth/revoke", "").json(&body)).await.status, 200);
        assert_eq!(world.me(&second.access).await.status, 401);
    }
}

#[tokio::test]
async fn mistakes_are_shown_and_never_sent() {
    let world = TestService::new().await;
    let good = request(&world);
    for (bad, rule) in [
        (good.clone().with("scope", "write"), "invalid_scope"),
        (good.clone().with("scope", "x"), "invalid_scope"),
        (good.clone().with("response_type", "token"), "unsupported_response_type"),
        (good.clone().without("state"), "invalid_request"),
        (good.clone().with("code_challenge_method", "plain"), "invalid_request"),
        (good.clone().with("redirect_uri", "com.example.radio:/callback"), "only a registered app"),
        (good.clone().with("redirect_uri", "http://10.0.0.1/"), "raw IP"),
        (good.clone().with("app_name", &world.app.api_key), "form of an API key"),
        (good.clone().with("app_name", &format!("  {} ", world.app.api_key)), "form of an API key"),
        (good.clone().with("app_name", &format!("App {}", world.app.api_key)), "form of an API key"),
        (good.clone().with("app_name", &world.app.api_key[2..]), "form of an API key"),
        (good.clone().with("app_name", "Cool\u{202e}oidaR"), "direction-changing"),
        (good.clone().with("app_name", "Cool\0Radio"), "control"),
        (good.clone().with("state", "\0"), "control"),
        (good.clone().with("app_name", &"x".repeat(51)), "longer than 50"),
        (good.clone().and_again("app_name", "Other"), "is repeated"),
    ] {
        let reply = world.browser().get(&bad.path()).await;
        assert_eq!((reply.status, reply.page().as_str(), reply.header("location")), (400, "error", ""), "{bad:?}");
        assert!(reply.body.contains(rule), "{rule}: {}", reply.body);
    }
}

#[tokio::test]
async fn a_key_beside_the_name_wins() {
    let world = TestService::new().await;
    let both = world.request().with("app_name", "Impostor");
    let mut browser = world.browser();
    let page = browser.sign_in_page(&both.path()).await;
    assert!(page.body.contains("Late Night Radio") && !page.body.contains("Impostor"));
}
