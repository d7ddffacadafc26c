//! Changes to one's own account.

use stagepass_backend::origin::Origin;
use stagepass_backend::{Settings, UploadLimits};

use stagepass_test_support::{Browser, PASSWORD, Reply, TestService, TestStorage, Tokens, answer, person};

use crate::uploads::disk::free;

const PICTURE: &[u8] = include_bytes!("../../../assets/demo-picture.png");
const NEW_PASSWORD: &str = "wrong horse battery";

/// `demo`, signed in, and their account page.
async fn demo(world: &TestService) -> (Browser, Reply) {
    signed_in(world, "demo").await
}

async fn signed_in(world: &TestService, handle: &str) -> (Browser, Reply) {
    let (browser, page) = world.signed_in(handle, "/v1/account").await;
    page.is_page(200, "account");
    (browser, page)
}

fn notice(page: &Reply) -> String {
    let (_, rest) = page.body.split_once("role=\"status\">").expect("a notice");
    rest.split('<').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_name_is_changed_and_apps_see_it() {
    let world = TestService::new().await;
    let (access, exchange) = (world.login().await.access, world.exchange_of(&world.code().await));
    let (mut browser, page) = demo(&world).await;
    assert!(page.form("save-name").fields.contains(&("name".to_owned(), "Demo Listener".to_owned())));
    let changed = browser.submit(&page, "save-name", &[("name", "  Loud & Clear ")]).await.location();
    let page = browser.get(&changed).await;
    assert_eq!(notice(&page), "Your name is changed.");
    assert!(page.form("save-name").fields.contains(&("name".to_owned(), "Loud & Clear".to_owned())));
    assert_eq!(world.me(&access).await.json()["name"], "Loud & Clear");
    assert_eq!(world.token(&exchange).await.json()["user"]["name"], "Loud & Clear", "as it is, not as it was");

    for bad in ["", " ", "\u{202e}x", &"x".repeat(51)] {
        let refused = browser.submit(&page, "save-name", &[("name", bad)]).await;
        refused.is_page(400, "account");
        assert!(refused.body.contains("id=\"name-problem\"") && !refused.alert().is_empty());
    }
    assert_eq!(world.me(&access).await.json()["name"], "Loud & Clear");
    let unknown = browser.get("/v1/account?changed=everything").await;
    assert!(!unknown.body.contains("role=\"status\""), "an address says nothing of its own");
}

#[tokio::test]
async fn new_picture_has_three_sizes_and_replaces_old() {
    let place = TestStorage::new();
    let mirrors = ["https://one.example", "http://two.example:8080"].map(|origin| Origin::parse(origin).unwrap());
    let world = TestService::with(Settings { picture_mirrors: mirrors.to_vec(), ..place.settings() }).await;
    let files = || place.count("pictures");
    let access = world.login().await.access;
    let (mut browser, page) = demo(&world).await;
    assert!(!page.body.contains("remove-picture"));

    let changed = browser.send_file(&page, "save-picture", ("picture", PICTURE)).await.location();
    let page = browser.get(&changed).await;
    assert_eq!((notice(&page).as_str(), files()), ("Your picture is changed.", 3));
    assert!(browser.get(&world.request().path()).await.body.contains("/150x150\""), "the consent page shows it");
    let first = world.me(&access).await.json();
    let pictures = &first["profilePicture"];
    assert_eq!(pictures["mirrors"], serde_json::json!(["https://one.example", "http://two.example:8080"]));
    assert_eq!(pictures, &first["data"]["profile_picture"]);
    for side in [150, 480, 1000] {
        let address = pictures[format!("{side}x{side}")].as_str().unwrap();
        let picture = world.http.get(address).send().await.unwrap().bytes().await.unwrap();
        let picture = image::load_from_memory(&picture).unwrap();
        assert_eq!((picture.width(), picture.height()), (side, side));
    }

    browser.send_file(&page, "save-picture", ("picture", PICTURE)).await.location();
    assert_ne!(&world.me(&access).await.json()["profilePicture"], pictures, "its address is new");
    assert_eq!(files(), 3, "nobody uses the first one");
    let gone = world.http.get(pictures["150x150"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(gone.status().as_u16(), 404);

    let removed = browser.submit(&page, "remove-picture", &[]).await.location();
    assert_eq!(notice(&browser.get(&removed).await), "Your picture is removed.");
    assert_eq!((world.me(&access).await.json().get("profilePicture"), files()), (None, 0));
}

#[tokio::test]
async fn invalid_picture_is_rejected_with_a_reason() {
    let world = TestService::new().await;
    let (mut browser, page) = demo(&world).await;
    let large = vec![0; 9_000_000];
    for (file, status, message) in [
        (&b""[..], 400, "Choose a picture"),
        (b"<svg/>", 400, "not a PNG or JPEG"),
        (&PICTURE[..PICTURE.len() / 2], 400, "damaged"),
        (&large[..5_000_001], 413, "larger than 5 MB"),
        (&large, 413, "larger than 5 MB"),
    ] {
        let refused = browser.send_file(&page, "save-picture", ("picture", file)).await;
        refused.is_page(status, "account");
        assert!(refused.alert().contains(message), "{}", refused.alert());
    }
    let form = page.form("save-picture");
    assert_eq!(browser.post(&form.action, &form.fields).await.status, 415, "no file can come so");
    assert_eq!(world.browser().send_file(&page, "save-picture", ("picture", PICTURE)).await.status, 303, "signed out");
    assert!(browser.get("/v1/account").await.body.contains("aria-hidden=\"true\">D<"), "no picture is kept");
}

#[tokio::test]
async fn pictures_are_counted() {
    let world = TestService::new().await;
    let (mut browser, page) = demo(&world).await;
    for _ in 0..20 {
        assert_eq!(browser.send_file(&page, "save-picture", ("picture", b"<svg/>")).await.status, 400);
    }
    let refused = browser.send_file(&page, "save-picture", ("picture", PICTURE)).await;
    assert_eq!((refused.status, refused.header("retry-after")), (429, "3600"));
}

/// The database is a file: with PostgreSQL, its disk is another machine's.
#[tokio::test]
async fn pictures_leave_the_reserve_of_the_disk_free() {
    let place = TestStorage::new();
    // Half of it is free, which is enough for signing in.
    let uploads = UploadLimits { disk_reserve: Some(2 * free(place.folder())), ..UploadLimits::default() };
    let database = format!("sqlite:{}", place.folder().join("pictures.db").display()).parse().unwrap();
    let world = TestService::with(Settings { uploads, database, ..place.settings() }).await;
    let (mut browser, page) = demo(&world).await;
    let refused = browser.send_file(&page, "save-picture", ("picture", PICTURE)).await;
    refused.is_page(507, "account");
    assert!(refused.alert().contains("no space for pictures"), "{}", refused.alert());
    assert!(browser.get("/v1/account").await.body.contains("aria-hidden=\"true\">D<"), "no picture is stored");
}

#[tokio::test]
async fn new_password_ends_other_sessions_and_app_tokens() {
    let world = TestService::new().await;
    let access = world.login().await.access;
    let (mut other, _) = demo(&world).await;
    let (mut browser, page) = demo(&world).await;
    let before = browser.cookies["stagepass_session"].clone();
    let filled = [("current_password", PASSWORD), ("new_password", NEW_PASSWORD)];
    let changed = browser.submit(&page, "change-password", &filled).await.location();
    let page = browser.get(&changed).await;
    assert!(notice(&page).starts_with("Your password is changed."), "{}", notice(&page));
    let session = browser.cookies["stagepass_session"].clone();
    assert_ne!(session, before);
    assert_eq!(other.get("/v1/account").await.location(), "/v1/sign-in");
    other.cookies.insert("stagepass_session".to_owned(), before);
    assert_eq!(other.get("/v1/account").await.location(), "/v1/sign-in", "nor is the session of before good");
    assert_eq!(world.me(&access).await.status, 401);

    let path = world.request().path();
    assert_eq!(world.browser().try_sign_in("demo", PASSWORD, &path).await.status, 403);
    assert_eq!(world.browser().try_sign_in("demo", NEW_PASSWORD, &path).await.status, 303);

    // Without the box, apps stay signed in.
    let access = Tokens::of(&with_tokens(&world).await).access;
    let form = page.form("change-password");
    let token = page.csrf("change-password");
    let fields = [("csrf", token.as_str()), ("current_password", NEW_PASSWORD), ("new_password", PASSWORD)];
    let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(browser.post(&form.action, &fields).await.status, 303);
    assert_eq!(world.me(&access).await.status, 200);
}

#[tokio::test]
async fn password_change_needs_current_and_allowed_new_one() {
    let world = TestService::new().await;
    let (mut browser, page) = demo(&world).await;
    for (current, new, status, field) in [
        ("wrong password", NEW_PASSWORD, 403, "current-password"),
        ("", NEW_PASSWORD, 403, "current-password"),
        (PASSWORD, "1234567", 400, "new-password"),
        (PASSWORD, "", 400, "new-password"),
    ] {
        let filled = [("current_password", current), ("new_password", new)];
        let refused = browser.submit(&page, "change-password", &filled).await;
        refused.is_page(status, "account");
        assert!(refused.body.contains(&format!("id=\"{field}-problem\"")), "{filled:?}");
    }
}

#[tokio::test]
async fn one_of_two_concurrent_password_changes_succeeds() {
    let world = TestService::new().await;
    let (mut browser, page) = demo(&world).await;
    let mut other = browser.clone();
    let one = [("current_password", PASSWORD), ("new_password", "the first of two")];
    let two = [("current_password", PASSWORD), ("new_password", "the second of two")];
    let (first, second) =
        tokio::join!(browser.submit(&page, "change-password", &one), other.submit(&page, "change-password", &two));
    assert_eq!([&first, &second].iter().filter(|reply| reply.location_or_none().is_some_and(changed)).count(), 1);
    let landed = [browser.get("/v1/account").await.status, other.get("/v1/account").await.status];
    assert_eq!(landed.iter().filter(|status| **status == 200).count(), 1, "whose password it is");
}

fn changed(location: &str) -> bool {
    location.starts_with("/v1/account?changed=")
}

#[tokio::test]
async fn one_signs_out_everywhere() {
    let world = TestService::new().await;
    let tokens = world.login().await;
    let (mut other, _) = demo(&world).await;
    let (mut browser, page) = demo(&world).await;
    world.service.accounts().add_user(person("bystander", "Bystander")).await.unwrap();
    let (mut bystander, _) = signed_in(&world, "bystander").await;

    let of_servers = [("of_servers", "")];
    assert_eq!(browser.submit(&page, "sign-out-everywhere", &of_servers).await.location(), "/v1/sign-in");
    assert!(!browser.cookies.contains_key("stagepass_session"));
    assert_eq!(other.get("/v1/account").await.location(), "/v1/sign-in");
    assert_eq!(world.me(&tokens.access).await.status, 401);
    assert_eq!(world.refresh(&tokens.refresh).await.error(), "invalid_grant");
    assert_eq!(bystander.get("/v1/account").await.status, 200);

    // Without the box, the bearer token still acts for the user.
    assert_eq!(world.library_as_app(&world.app.bearer_token).await, 200);
    let (mut browser, page) = demo(&world).await;
    assert!(page.body.contains(r#"name="of_servers" type="checkbox" value="yes" checked"#), "{}", page.body);
    browser.submit(&page, "sign-out-everywhere", &[("of_servers", "yes")]).await;
    assert_eq!(world.library_as_app(&world.app.bearer_token).await, 403);
    world.login().await;
    assert_eq!(world.library_as_app(&world.app.bearer_token).await, 200, "the user has allowed it again");
}

#[tokio::test]
async fn picture_form_of_another_session_is_rejected() {
    let world = TestService::new().await;
    let (_, other_page) = demo(&world).await;
    let (mut browser, own) = demo(&world).await;
    browser.send_file(&other_page, "save-picture", ("picture", PICTURE)).await.is_page(403, "error");
    browser.headers = vec![("sec-fetch-site", "same-site")];
    assert_eq!(browser.send_file(&own, "save-picture", ("picture", PICTURE)).await.status, 403);
    browser.headers.clear();
    assert_eq!(browser.get(&own.form("save-name").action).await.location(), "/v1/account");
}

#[tokio::test]
async fn concurrent_sign_in_does_not_survive_password_change() {
    let world = TestService::new().await;
    let (mut browser, page) = demo(&world).await;
    let filled = [("current_password", PASSWORD), ("new_password", NEW_PASSWORD)];
    let mut late = world.browser();
    let form = late.get("/v1/sign-in").await;
    let old = [("handle", "demo"), ("password", PASSWORD)];
    let (_, changed) =
        tokio::join!(late.submit(&form, "sign-in", &old), browser.submit(&page, "change-password", &filled));
    assert_eq!(changed.status, 303, "{}", changed.body);
    assert_ne!(late.get("/v1/account").await.status, 200, "whichever came first");
    assert_eq!(Tokens::of(&with_tokens(&world).await).access.len(), 86);
}

/// The new password signs in, and apps with it.
async fn with_tokens(world: &TestService) -> Reply {
    let address = world.browser().decide(("demo", NEW_PASSWORD), &world.request().path(), "approve").await;
    world.token(&world.exchange_of(&answer(&address, "code").unwrap())).await
}
