//! The owner's page, as a browser gets it: what it is told, and what it may do.

use reqwest::Method;
use stagepass_backend::access::AccessSettings;
use stagepass_backend::origin::Origin;
use stagepass_test_support::sent;

use crate::support::{API_KEY, CREDENTIAL, KEY, Reply, TestServer, no, signer};

async fn get(server: &TestServer, path: &str) -> Reply {
    sent(server.http.get(server.url(path)).header("accept", "text/html")).await
}

#[tokio::test]
async fn owner_page_has_settings_but_no_secret() {
    let server = TestServer::new().await;
    let page = get(&server, "/owner").await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    for (attribute, value) in [
        ("service", server.service.base_url.as_str()),
        ("api-key", API_KEY),
        ("origin", server.access.audience()),
        ("signer", &signer().address().to_string()),
    ] {
        assert!(page.body.contains(&format!("data-{attribute}=\"{value}\"")), "{attribute}");
    }
    assert!(
        page.body.contains(&format!("<code>{}/owner</code>", server.access.audience())),
        "the redirect URI to register"
    );
    for secret in [CREDENTIAL, KEY, KEY.trim_start_matches("0x")] {
        assert!(!page.body.contains(secret));
    }
    assert!(page.body.contains("<option value=\"Sweden\" data-code=\"SE\">SE</option>"));
}

#[tokio::test]
async fn root_links_to_owner_page_and_service() {
    let server = TestServer::new().await;
    let page = get(&server, "/").await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    for address in ["/owner", "/openapi.json", server.service.base_url.as_str()] {
        assert!(page.body.contains(&format!("<a href=\"{address}\">")), "{address}: {}", page.body);
    }
}

#[tokio::test]
async fn nothing_runs_in_it_but_its_own_scripts() {
    let server = TestServer::new().await;
    let page = get(&server, "/owner").await;
    let service = server.service.base_url.trim_end_matches("/v1");
    assert_eq!(
        page.header("content-security-policy"),
        format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: {service}; connect-src 'self' {service}; \
             form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
        )
    );
    assert_eq!(page.header("cross-origin-opener-policy"), "same-origin");
    assert_eq!(page.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!((page.header("cache-control"), page.header("referrer-policy")), ("no-store", "no-referrer"));
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    // Neither would run: who writes one notices here.
    for inline in ["<style", " style=", " onclick=", "javascript:"] {
        assert!(!page.body.contains(inline), "{inline}");
    }
    assert_eq!(page.body.matches("<script").count(), page.body.matches("<script type=\"module\" src=").count());
}

#[tokio::test]
async fn all_files_referenced_by_page_are_served() {
    let server = TestServer::new().await;
    let page = get(&server, "/owner").await;
    let files: Vec<_> = page.body.split("\"/owner/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(files.contains(&"page.css") && files.contains(&"page.js"), "{files:?}");
    for file in files {
        let reply = get(&server, &format!("/owner/{file}")).await;
        let content_type = match file.rsplit('.').next().unwrap() {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            other => panic!("{file}: {other}"),
        };
        assert_eq!((reply.status, reply.header("content-type")), (200, content_type), "{file}");
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{file}");
    }
}

#[tokio::test]
async fn special_characters_in_origin_are_escaped() {
    let origin = Origin::parse("https://gate&'x.example").unwrap();
    let server = TestServer::with(|settings| AccessSettings { origin: Some(origin), ..settings }).await;
    let page = get(&server, "/owner").await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("data-origin=\"https://gate&#38;&#39;x.example\""), "{}", &page.body[..1_500]);
    assert!(!page.body.contains("gate&'x"));
}

#[tokio::test]
async fn page_rejects_post_and_unknown_file() {
    let server = TestServer::new().await;
    for path in ["/owner", "/owner/page.js"] {
        let reply = sent(server.http.request(Method::POST, server.url(path))).await;
        assert_eq!(reply.refusal(), no(405, "method_not_allowed"), "{path}");
    }
    assert_eq!(sent(server.http.get(server.url("/owner/nothing.js"))).await.refusal(), no(404, "not_found"));
}
