//! The language of the pages: `ui_locales`, then `Accept-Language`, then the operator's default.

use std::path::Path;

use stagepass_backend::Settings;
use stagepass_backend::texts::Texts;
use stagepass_test_support::{Browser, PASSWORD, Reply, TestService, html, sent};

/// Checks that a page is in `language`, and says so in the same way everywhere.
#[track_caller]
fn is_in(page: &Reply, language: &str) {
    let direction = if language == "ar" { "rtl" } else { "ltr" };
    let element = format!("<html lang=\"{language}\" dir=\"{direction}\">");
    assert!(page.body.contains(&element), "{}", page.body);
    assert_eq!((page.header("content-language"), page.header("vary")), (language, "accept-language"));
}

fn browser_with(world: &TestService, accept_language: &'static str) -> Browser {
    let mut browser = world.browser();
    browser.headers.push(("accept-language", accept_language));
    browser
}

#[tokio::test]
async fn whole_login_keeps_language_of_ui_locales() {
    let world = TestService::new().await;
    let mut browser = browser_with(&world, "fr");
    let path = world.request().with("ui_locales", "xx de-CH es").path();
    let sign_in = browser.sign_in_page(&path).await;
    is_in(&sign_in, "de");
    let sign_up = browser.get(&html::link(&sign_in.body, "to-sign-up").unwrap()).await;
    is_in(&sign_up, "de");
    let refused = browser.submit(&sign_up, "sign-up", &[("handle", "-")]).await;
    is_in(&refused, "de");
    let forgotten = browser.get(&html::link(&sign_in.body, "forgotten").unwrap()).await;
    is_in(&forgotten, "de");
    is_in(&browser.submit(&forgotten, "reset-password", &[("code", "x")]).await, "de");
    is_in(&browser.submit(&sign_in, "sign-in", &[("csrf", "x")]).await, "de");

    let wrong = browser.submit(&sign_in, "sign-in", &[("handle", "demo"), ("password", "wrong password")]).await;
    is_in(&wrong, "de");
    assert!(wrong.alert().starts_with("Benutzername und Passwort passen nicht zusammen."));
    let consent = browser.submit(&wrong, "sign-in", &[("handle", "demo"), ("password", PASSWORD)]).await.location();
    let consent = browser.get(&consent).await;
    is_in(&consent, "de");
    is_in(&browser.submit(&consent, "approve", &[("csrf", "x")]).await, "de");
    is_in(&browser.submit(&consent, "approve", &[("decision", "x")]).await, "de");
    is_in(&browser.submit(&consent, "not-you", &[("csrf", "x")]).await, "de");
    let again = browser.submit(&consent, "not-you", &[]).await.location();
    is_in(&browser.get(&again).await, "de");
    is_in(&browser.get(&world.request().with("ui_locales", "de").without("api_key").path()).await, "de");
}

#[tokio::test]
async fn sign_out_page_has_its_own_language() {
    let world = TestService::new().await;
    let (mut browser, _) = world.signed_in("demo", "/v1/account").await;
    let page = browser.get("/v1/oauth/end-session?ui_locales=ja").await;
    is_in(&page, "ja");
    is_in(&browser.submit(&page, "end-session", &[("csrf", "x")]).await, "ja");
    let done = browser.submit(&page, "end-session", &[]).await.location();
    is_in(&browser.get(&done).await, "ja");
}

#[tokio::test]
async fn accept_language_chooses_without_ui_locales() {
    let world = TestService::new().await;
    for (accepted, language) in
        [("ar-EG, en;q=0.5", "ar"), ("xx, pt-BR;q=0.2, es;q=0.3", "es"), ("xx", "en"), ("", "en"), ("*", "en")]
    {
        let mut browser = browser_with(&world, accepted);
        is_in(&browser.get("/v1").await, language);
        is_in(&browser.get("/v1/sign-in?ui_locales=xx").await, language);
        is_in(&browser.get("/v1/sign-in?ui_locales=fr").await, "fr");
        let nowhere = sent(
            world
                .ask(reqwest::Method::GET, "/nothing", "")
                .header("accept", "text/html")
                .header("accept-language", accepted),
        );
        is_in(&nowhere.await.with_status(404), language);
    }
    let style = browser_with(&world, "ar").get("/v1/assets/pages.css").await;
    assert_eq!((style.header("vary"), style.header("content-language")), ("", ""), "one for all languages");
    assert!(style.header("cache-control").contains("max-age"));
}

#[tokio::test]
async fn consent_and_account_pages_in_each_language() {
    let world = TestService::new().await;
    let languages = ["en", "ar", "de", "es", "fr", "ja", "pt"];
    let mut sentences = Vec::new();
    for language in languages {
        let request = world.request().with("ui_locales", language).with("scope", "write");
        let (mut browser, consent) = world.signed_in("demo", &request.path()).await;
        is_in(&consent, language);
        browser.headers.push(("accept-language", language));
        let mut pages = vec![consent.clone()];
        for path in ["/v1/account", "/v1/my-tracks", "/v1/connected-apps", "/v1/oauth/end-session", "/v1"] {
            pages.push(browser.get(path).await);
        }
        for page in &pages {
            is_in(page, language);
            let without_marker = page.body.replace("{}", "");
            assert!(!without_marker.contains(['{', '}']), "a value is missing: {}", page.body);
        }
        assert!(consent.body.contains("<strong class=\"name\">Late Night Radio</strong>"), "{}", consent.body);
        assert!(consent.body.contains("<strong class=\"host\">localhost:5173</strong>"), "{}", consent.body);
        sentences.extend(consent.body.split("<li class=\"strong\">").skip(1).map(str::to_owned));
    }
    let different: std::collections::BTreeSet<_> = sentences.iter().map(|item| item.split('<').next()).collect();
    assert_eq!(different.len(), languages.len() * 7, "each permission, in each language");
}

#[tokio::test]
async fn pages_for_developers_are_english() {
    let world = TestService::new().await;
    let (mut browser, _) = world.signed_in("demo", "/v1/account").await;
    browser.headers.push(("accept-language", "de"));
    is_in(&browser.get("/v1/account").await, "de");
    for path in ["/v1/apps", "/v1/apps/new", "/v1/access-servers"] {
        is_in(&browser.get(path).await, "en");
    }
}

fn folder_with(name: &str, text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), text).unwrap();
    folder
}

async fn world_with(folder: &Path, default: &str) -> TestService {
    let texts = Texts::load(Some(folder), default).unwrap();
    TestService::with(Settings { texts, ..stagepass_test_support::settings() }).await
}

#[tokio::test]
async fn operator_replaces_texts_and_adds_language() {
    let own = "sign-in-lead = mit Ihrem <Radio>-Konto\n";
    let world = world_with(folder_with("de.ftl", own).path(), "de").await;
    let page = world.browser().get("/v1/sign-in").await;
    is_in(&page, "de");
    assert!(page.body.contains("<p class=\"lead\">mit Ihrem &#60;Radio&#62;-Konto</p>"), "{}", page.body);
    assert!(page.body.contains("<h1>Anmelden</h1>"), "other texts stay");

    let world = world_with(folder_with("it.ftl", "sign-in = Accedi\n").path(), "en").await;
    let page = browser_with(&world, "it-IT").get("/v1/sign-in").await;
    is_in(&page, "it");
    assert!(page.body.contains("<h1>Accedi</h1>") && page.body.contains("Forgot it?"), "English fills the gaps");
}

#[test]
fn bad_texts_are_named_with_their_line() {
    for (name, text, reason) in [
        ("it.ftl", "sign-in = Accedi\n\nsign-up\n", "it.ftl: line 3: "),
        ("it.ftl", "sign-inn = Accedi\n", "it.ftl: no page has the text sign-inn"),
        ("it.ftl", "back-to-app = Torna a { $host }\n", "it.ftl: the text back-to-app has no variable $host"),
        ("italiano!.ftl", "", "name the file by its language"),
    ] {
        let folder = folder_with(name, text);
        let error = Texts::load(Some(folder.path()), "en").unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    assert!(Texts::load(Some(folder_with("notes.txt", "x").path()), "en").is_ok());
    assert!(Texts::load(Some(Path::new("/nowhere")), "en").is_err());
    assert_eq!(Texts::load(None, "xx").unwrap_err().to_string(), "there are no texts in the default language xx");
}
