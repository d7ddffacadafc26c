//! The pages of developers' apps, as the service sends them. What their script does is told in `tests/e2e`, in
//! browsers.

use std::process::Command;

use reqwest::Method;
use serde_json::json;
use stagepass_test_support::{Browser, CALLBACK, Reply, TestService, Tokens, answer, html, person, registered, sent};

/// `demo`, signed in with a browser.
async fn signed_in(world: &TestService) -> Browser {
    world.signed_in("demo", "/v1/apps").await.0
}

fn connect_src(page: &Reply) -> bool {
    page.header("content-security-policy").split("; ").any(|rule| rule == "connect-src 'self'")
}

/// The text of the element with this id.
fn text_of(page: &Reply, id: &str) -> String {
    html::text_by_id(&page.body, id).unwrap_or_else(|| panic!("no #{id} in {}", page.body))
}

#[tokio::test]
async fn sign_in_returns_to_the_requested_page() {
    let world = TestService::new().await;
    let own = format!("/v1/apps/{}", world.app.api_key);
    let sign_in = |next: &str| {
        format!("/v1/sign-in?{}", form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish())
    };
    let landed = async |path: &str| {
        let mut browser = world.browser();
        let form = browser.get(&sign_in(path)).await;
        let filled = [("handle", "demo"), ("password", stagepass_test_support::PASSWORD)];
        browser.submit(&form, "sign-in", &filled).await.location()
    };
    for path in ["/v1/apps", "/v1/apps/new", &own] {
        assert_eq!(world.browser().get(path).await.location(), sign_in(path));
        assert_eq!(landed(path).await, path);
    }
    assert_eq!(landed("/v1/connected-apps").await, "/v1/connected-apps");
    for path in
        ["/v1/apps/", "/v1/apps/x", "/v1/apps/new/", "/apps", "//evil.example/apps", "/v1/apps/new?x", "/v1/apps/..%2f"]
    {
        assert_eq!(landed(path).await, "/v1/account", "{path}");
    }
}

#[tokio::test]
async fn list_shows_own_apps_or_an_explanation() {
    let world = TestService::new().await;
    let list = signed_in(&world).await.get("/v1/apps").await;
    list.is_page(200, "apps");
    assert!(list.body.contains("Late Night Radio") && list.body.contains(&format!("/v1/apps/{}", world.app.api_key)));

    world.service.accounts().add_user(person("other", "Other")).await.unwrap();
    let (mut other, empty) = world.signed_in("other", "/v1/apps").await;
    assert!(empty.body.contains("An app is your web page or mobile app") && !empty.body.contains("Late Night Radio"));
    assert!(empty.body.contains("href=\"/v1/apps/new\""));
    let own = format!("/v1/apps/{}", world.app.api_key);
    for path in [&own, "/v1/apps/0x0000000000000000000000000000000000000000", "/v1/apps/x"] {
        let page = other.get(path).await;
        assert_eq!((page.status, page.page().as_str()), (404, "error"), "{path}");
        assert!(page.body.contains("App not found") && !page.body.contains("Late Night Radio"));
    }
}

#[tokio::test]
async fn csp_allows_requests_only_on_app_pages() {
    let world = TestService::new().await;
    let mut browser = signed_in(&world).await;
    let own = format!("/v1/apps/{}", world.app.api_key);
    for path in ["/v1/apps", "/v1/apps/new", &own] {
        let page = browser.get(path).await;
        let policy = page.header("content-security-policy");
        assert!(
            connect_src(&page) && policy.starts_with("default-src 'none'; style-src 'self'; script-src 'self'; "),
            "{policy}"
        );
        let says_so = page.body.contains("<noscript>") && page.body.contains("stagepass-backend app ");
        assert_eq!(says_so, path != "/v1/apps", "{path}");
    }
    assert!(!connect_src(&browser.get("/v1/account").await));
}

#[tokio::test]
async fn markup_in_app_details_stays_text() {
    let world = TestService::new().await;
    let attack = "</code><img src=x onerror=alert(1)>";
    let uri = "https://app.example/'onload='alert(1)?a=$(id)&b=1";
    let app = registered(&world.service, attack, &[uri]).await;
    let mut browser = signed_in(&world).await;
    for path in ["/v1/apps".to_owned(), format!("/v1/apps/{}", app.api_key)] {
        let page = browser.get(&path).await.with_status(200);
        assert!(!page.body.contains("<img src=x") && !page.body.contains("'onload='"), "{}", page.body);
    }
    let page = browser.get(&format!("/v1/apps/{}", app.api_key)).await;
    assert!(text_of(&page, "snippet-page").contains(&format!("redirectUri: \"{uri}\"")));
    assert_eq!(text_of(&page, "app-name"), attack);
}

#[tokio::test]
async fn csrf_token_of_the_page_creates_an_app() {
    let world = TestService::new().await;
    let mut browser = signed_in(&world).await;
    let page = browser.get("/v1/apps/new").await;
    let create = world.ask(Method::POST, "/developer-apps", "").header("cookie", browser.cookie_header());
    let new = json!({ "name": "Tuner", "redirectUris": [CALLBACK] });
    let made = sent(create.header("x-csrf-token", page.csrf("save")).json(&new)).await;
    assert_eq!(made.status, 201, "{}", made.body);
}

/// What a shell makes of the words of a `curl` command, with these variables.
fn curl_words(command: &str, variables: &[(&str, &str)]) -> Vec<String> {
    let script = format!("curl() {{ printf '%s\\n' \"$@\"; }}\n{command}");
    let output = Command::new("sh").arg("-euc").arg(script).envs(variables.iter().copied()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Sends what curl would send.
async fn curl(world: &TestService, words: &[String]) -> Reply {
    let (address, options) = words.split_first().unwrap();
    let fields: Vec<(&str, &str)> = options
        .chunks(2)
        .map(|option| {
            assert_eq!(option[0], "--data-urlencode");
            option[1].split_once('=').unwrap()
        })
        .collect();
    sent(world.ask(Method::POST, address, "").form(&fields)).await
}

#[tokio::test]
async fn the_commands_on_the_page_get_tokens() {
    let world = TestService::new().await;
    let uri = "http://localhost:5173/it's/$HOME";
    let app = registered(&world.service, "Tuner", &[uri]).await;
    let page = signed_in(&world).await.get(&format!("/v1/apps/{}", app.api_key)).await;
    assert!(page.body.contains(&format!("{}/oauth/authorize", world.service.base_url())));
    let request = world.request().with("api_key", &app.api_key).with("redirect_uri", uri);
    let code = answer(&world.approve(&request).await, "code").unwrap();

    let verifier = stagepass_test_support::VERIFIER;
    let exchange = curl_words(&text_of(&page, "snippet-exchange"), &[("CODE", &code), ("CODE_VERIFIER", verifier)]);
    let exchanged = curl(&world, &exchange).await.with_status(200);
    let tokens = Tokens::of(&exchanged);
    assert_eq!(world.me(&tokens.access).await.status, 200);

    let refresh = curl_words(&text_of(&page, "snippet-refresh"), &[("REFRESH_TOKEN", &tokens.refresh)]);
    let refreshed = curl(&world, &refresh).await.with_status(200);
    assert_eq!(world.me(&Tokens::of(&refreshed).access).await.status, 200);
}
