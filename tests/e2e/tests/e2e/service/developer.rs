//! The service's pages for developers, from the sign-up to the app's first and last login.

use stagepass_core::document::Json;
use stagepass_core::session::Session;
use stagepass_core_tests::service::{HANDLE, PASSWORD};
use stagepass_e2e_tests::pages::{self, CustomPages, Pages};
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use stagepass_test_support::secrets::note;
use thirtyfour::Key;

const GREETING: &str = "document.querySelector('#greeting').textContent";
/// The text of the live region beside the `n`-th redirect URI.
const PROBLEMS: &str =
    "[...document.querySelectorAll('#redirect-uris .problem')].map(({ textContent }) => textContent)";

#[tokio::test(flavor = "multi_thread")]
async fn copied_snippet_signs_in_until_access_is_revoked() {
    let pages = CustomPages::default();
    visit(Setting { pages: Pages::Custom(pages.clone()), ..Setting::default() }, async move |visitor: Visitor| {
        let callback = format!("{}/callback.html", visitor.site.app());
        open(&visitor, "/apps").await;
        visitor.sign_up("grace", "Grace Hopper").await;
        visitor.wait_for_page("apps").await;
        assert!(visitor.run::<String>("return document.body.innerText").await.contains("An app is your web page"));
        visitor.click("#new-app").await;
        visitor.wait_for_page("apps-new").await;
        visitor.fill_in("#name", "Night Compiler").await;
        visitor.fill_in("[name=redirectUri]", &callback).await;
        visitor.click("[data-act=save]").await;
        visitor.wait_until("!document.querySelector('#made').hidden").await;
        note_secrets(&visitor, "#made code").await;
        visitor.click("#go-on").await;
        visitor.wait_for_page("apps-edit").await;

        pages.write("/", text(&visitor, "#snippet-page").await);
        // What the commands write, the router of these pages has.
        assert_eq!(
            text(&visitor, "#snippet-copy").await,
            "npm install stagepass\nmkdir -p public\nnpx stagepass callback public"
        );
        pages.write("/callback.html", pages::callback_page());
        visitor.go("/").await;
        visitor.click("#sign-in").await;
        visitor.turn_to_popup().await;
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_until(&format!("{GREETING} === 'Hello, Grace Hopper.'")).await;
        visitor.reload().await;
        visitor.wait_until(&format!("{GREETING} === 'Hello, Grace Hopper.'")).await;
        assert_eq!(visitor.site.token_requests(), 1);

        open(&visitor, "/connected-apps").await;
        visitor.wait_for_page("connected-apps").await;
        assert!(visitor.run::<String>("return document.body.innerText").await.contains("Night Compiler"));
        visitor.click("form[action$='/connected-apps/revoke'] button").await;
        visitor.wait_until("!document.body.innerText.includes('Night Compiler')").await;
        visitor.go("/").await;
        visitor.wait_until(&format!("{GREETING} !== ''")).await;
        let words: String = visitor.run(&format!("return {GREETING}")).await;
        assert!(!words.contains("Grace"), "{words}");
        assert!(visitor.site.service_proxy.requests.answered("GET /v1/me", 401) >= 1);
        assert!(Session::from_record::<Json>(&visitor.session_record().await).is_none(), "what is left is no session");
    })
    .await;
}

/// While the developer types, and when the form is saved.
#[tokio::test(flavor = "multi_thread")]
async fn invalid_redirect_uri_is_explained_beside_its_field() {
    visit(
        Setting { pages: Pages::ClientOnly(&[]), has_own_engines: true, ..Setting::default() },
        async |visitor: Visitor| {
            sign_in_for(&visitor, "/apps/new").await;
            visitor.wait_for_page("apps-new").await;
            visitor.fill_in("[name=redirectUri]", "https://radio.example/cb#x").await;
            visitor.wait_until(&format!("{PROBLEMS}[0].includes('it has a fragment (#)')")).await;
            assert!(
                visitor.run::<bool>("return document.querySelector('[name=redirectUri]').ariaInvalid === 'true'").await
            );
            visitor.empty("[name=redirectUri]").await;
            visitor.fill_in("[name=redirectUri]", "https://radio.example/cb").await;
            visitor.wait_until(&format!("{PROBLEMS}[0] === ''")).await;

            // The service's error is beside its field, here the third. The second is blank.
            visitor.click("[data-act=save]").await;
            visitor.wait_until("document.querySelector('#name-problem').textContent.includes('enter a name')").await;
            assert!(visitor.has_focus("#name").await);
            visitor.fill_in("#name", "Night Radio").await;
            visitor.click("[data-add]").await;
            visitor.click("[data-add]").await;
            let late = visitor.site.service_proxy.hold_next("GET /v1/developer-apps/redirect-uri");
            visitor.fill_in("li:nth-child(3) [name=redirectUri]", "http://10.0.0.1/").await;
            visitor.click("[data-act=save]").await;
            visitor.wait_until(&format!("{PROBLEMS}[2].includes('http://10.0.0.1/')")).await;
            // A late response about an earlier text replaces nothing.
            drop(late);
            visitor.run::<()>("return new Promise((done) => setTimeout(done, 500))").await;
            let problems: Vec<String> = visitor.run(&format!("return {PROBLEMS}")).await;
            assert!(problems[2].contains("a raw IP address") && problems[..2] == ["", ""], "{problems:?}");
            assert!(visitor.has_focus("li:nth-child(3) [name=redirectUri]").await);
            assert_eq!(text(&visitor, "#name-problem").await, "");
            visitor.click("li:nth-child(3) [data-remove]").await;
            visitor.click("#dpop_bound_access_tokens").await;
            visitor.click("[data-act=save]").await;
            visitor.wait_until("!document.querySelector('#made').hidden").await;
            note_secrets(&visitor, "#made code").await;
            assert!(visitor.has_focus("#made-heading").await);
            // What is shown once is gone after a reload. The app is there, and no second one is added.
            visitor.reload().await;
            visitor.wait_for_page("apps-edit").await;
            assert_eq!(text(&visitor, "#app-name").await, "Night Radio");
            visitor.wait_until("document.querySelector('#dpop_bound_access_tokens').checked").await;
            assert!(text(&visitor, "#snippet-script").await.contains("dpop: true"));
            visitor.click("#dpop_bound_access_tokens").await;
            visitor.click("[data-act=save]").await;
            visitor.wait_until("!document.querySelector('#snippet-script').textContent.includes('dpop')").await;
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn form_input_survives_sign_out_in_another_tab() {
    visit(
        Setting { pages: Pages::ClientOnly(&[]), has_own_engines: true, ..Setting::default() },
        async |visitor: Visitor| {
            sign_in_for(&visitor, "/apps").await;
            visitor.wait_for_page("apps").await;
            visitor.click(".apps a").await;
            visitor.wait_for_page("apps-edit").await;
            visitor.empty("#name").await;
            visitor.fill_in("#name", "Morning Radio").await;
            let editor = visitor.window().await;

            let other = visitor.open_tab().await;
            open(&visitor, "/account").await;
            visitor.wait_for_page("account").await;
            visitor.click("[data-act=sign-out]").await;
            visitor.wait_for_page("sign-in").await;
            visitor.turn_to(&editor).await;
            visitor.click("[data-act=save]").await;
            visitor
                .wait_until("document.querySelector('#form-problem').textContent.includes('You are signed out')")
                .await;
            let address: String = visitor.run("return document.querySelector('#form-problem a').href").await;

            visitor.turn_to(&other).await;
            visitor.goto(&address).await;
            visitor.give_password().await;
            visitor.wait_for_page("apps-edit").await;
            assert_eq!(text(&visitor, "#app-name").await, "Night Radio", "nothing was saved");
            visitor.turn_to(&editor).await;
            visitor.click("[data-act=save]").await;
            visitor.wait_until("document.querySelector('#saved').textContent === 'Saved.'").await;
            assert_eq!(text(&visitor, "#app-name").await, "Morning Radio");
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keyboard_creates_app_rotates_secret_and_deletes_app() {
    visit(
        Setting { pages: Pages::ClientOnly(&[]), has_own_engines: true, ..Setting::default() },
        async |visitor: Visitor| {
            open(&visitor, "/apps").await;
            type_password(&visitor).await;
            visitor.wait_for_page("apps").await;
            visitor.tab_to("#new-app").await;
            visitor.press_key(Key::Enter).await;
            visitor.wait_for_page("apps-new").await;
            visitor.tab_to("#name").await;
            visitor.type_text("Keys").await;
            visitor.tab_to("[name=redirectUri]").await;
            visitor.type_text("https://keys.example/cb").await;
            visitor.wait_until("!document.querySelector('[data-act=save]').disabled").await;
            visitor.press_key(Key::Enter).await;
            visitor.wait_until("!document.querySelector('#made').hidden").await;
            note_secrets(&visitor, "#made code").await;
            visitor.tab_to("#go-on").await;
            visitor.press_key(Key::Enter).await;
            visitor.wait_for_page("apps-edit").await;

            visitor.tab_to("[href='#secrets']").await;
            visitor.press_key(Key::Enter).await;
            visitor.tab_to("[data-act=rotate-api_secret]").await;
            visitor.press_key(Key::Space).await;
            visitor.wait_until("document.querySelector('#rotate-dialog').open").await;
            visitor.press_key(Key::Escape).await;
            visitor.wait_until("!document.querySelector('#rotate-dialog').open").await;
            assert!(visitor.has_focus("[data-act=rotate-api_secret]").await, "where it came from");
            visitor.press_key(Key::Space).await;
            visitor.tab_to("[data-act=rotate-confirm]").await;
            visitor.press_key(Key::Space).await;
            visitor.wait_until("document.querySelector('#new-secret').textContent.length >= 43").await;
            note_secrets(&visitor, "#new-secret").await;
            assert!(visitor.has_focus("#rotated-heading").await && !is_open(&visitor, "#rotate-dialog").await);

            visitor.tab_to("[href='#deletion']").await;
            visitor.press_key(Key::Enter).await;
            visitor.tab_to("[data-act=delete]").await;
            visitor.press_key(Key::Space).await;
            visitor.wait_until("document.activeElement.id === 'delete-name'").await;
            visitor.type_text("Key").await;
            visitor.press_key(Key::Enter).await;
            assert!(is_open(&visitor, "#delete-dialog").await, "that is not its name");
            visitor.type_text("s").await;
            visitor.press_key(Key::Enter).await;
            visitor.wait_for_page("apps").await;
            let left: Vec<String> = visitor
                .run("return [...document.querySelectorAll('.apps strong')].map((name) => name.textContent)")
                .await;
            assert_eq!(left, ["Night Radio"]);
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn account_and_developer_pages_are_accessible() {
    visit(
        Setting { pages: Pages::ClientOnly(&[]), has_own_engines: true, ..Setting::default() },
        async |visitor: Visitor| {
            for page in ["", "/sign-up", "/oauth/end-session"] {
                open(&visitor, page).await;
                visitor.examine(if page.is_empty() { "home" } else { page.rsplit('/').next().unwrap() }).await;
            }
            open(&visitor, "/apps").await;
            visitor.click("#password + button").await;
            assert_eq!(visitor.run::<String>("return document.querySelector('#password').type").await, "text");
            visitor.examine("sign-in").await;
            visitor.give_password().await;
            visitor.examine("apps").await;
            visitor.click(".apps a").await;
            visitor.wait_for_page("apps-edit").await;
            visitor.examine("apps-edit").await;
            visitor.click("[href='#code']").await;
            visitor.examine("apps-code").await;
            visitor.click("[value=react]").await;
            visitor.wait_until("document.querySelector('#snippet-react').checkVisibility()").await;
            assert!(!visitor.run::<bool>("return document.querySelector('#snippet-script').checkVisibility()").await);
            visitor.click("[href='#secrets']").await;
            visitor.examine("apps-secrets").await;
            visitor.click("[data-act=rotate-bearer_token]").await;
            visitor.examine("apps-rotate").await;
            visitor.click("[data-act=rotate-confirm]").await;
            visitor.wait_until("document.querySelector('#new-secret').textContent.length >= 43").await;
            note_secrets(&visitor, "#new-secret").await;
            visitor.click("[href='#deletion']").await;
            visitor.click("[data-act=delete]").await;
            visitor.examine("apps-delete").await;
            open(&visitor, "/apps/new").await;
            visitor.fill_in("#name", "A name that is as long as names may be, all in all").await;
            let long = format!("javascript:alert('{}')", "a-long-address-".repeat(7));
            visitor.fill_in("[name=redirectUri]", &long).await;
            visitor.click("[data-act=save]").await;
            visitor.wait_until(&format!("{PROBLEMS}[0].includes('its scheme')")).await;
            visitor.examine("apps-new").await;
            let is_whole = "return (({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)\
                            (document.querySelector('[name=redirectUri]'))";
            assert!(visitor.run::<bool>(is_whole).await, "the whole address is shown");
            visitor.empty("[name=redirectUri]").await;
            visitor.fill_in("[name=redirectUri]", "https://radio.example/cb").await;
            visitor.click("[data-act=save]").await;
            visitor.wait_until("!document.querySelector('#made').hidden").await;
            note_secrets(&visitor, "#made code").await;
            visitor.examine("apps-made").await;
            for page in [
                "account",
                "connected-apps",
                "my-tracks",
                "access-servers",
                "oauth/end-session",
                "reset-password",
                "nothing",
            ] {
                open(&visitor, &format!("/{page}")).await;
                visitor.examine(&page.replace("oauth/", "signed-in-")).await;
            }
            open(&visitor, "/access-servers").await;
            visitor.fill_in("#origin", "https://access.example").await;
            visitor.click("[data-act=register]").await;
            visitor.wait_until("document.querySelector('#credential') !== null").await;
            note_secrets(&visitor, "#credential").await;
            visitor.examine("access-servers-made").await;
            visitor.reload().await;
            // WebKit sends the form again, which is refused.
            visitor.wait_until("['access-servers', 'error'].includes(document.body.dataset.page)").await;
            assert!(!visitor.run::<bool>("return !!document.querySelector('#credential')").await, "it is made once");
            open(&visitor, "/account").await;
            visitor.click("summary").await;
            visitor.fill_in("#deletion-password", PASSWORD).await;
            visitor.click("[data-act=delete-account]").await;
            visitor.wait_for_page("deletion").await;
            visitor.examine("deletion").await;
        },
    )
    .await;
}

/// Goes to a page of the service's.
pub(crate) async fn open(visitor: &Visitor, path: &str) {
    visitor.goto(&format!("{}{path}", visitor.site.base_url())).await;
}

/// The same, as Ada, who has to sign in on the way.
pub(crate) async fn sign_in_for(visitor: &Visitor, path: &str) {
    open(visitor, path).await;
    visitor.give_password().await;
}

/// Signs in as Ada by keyboard alone, on the page for that.
pub(crate) async fn type_password(visitor: &Visitor) {
    visitor.wait_for_page("sign-in").await;
    visitor.run::<()>("document.activeElement.blur()").await;
    for (field, value) in [("handle", HANDLE), ("password", PASSWORD)] {
        visitor.tab_to(&format!("[name={field}]")).await;
        visitor.type_text(value).await;
    }
    visitor.press_key(Key::Enter).await;
}

/// The text of the first that matches, as it would be copied.
pub(crate) async fn text(visitor: &Visitor, css: &str) -> String {
    visitor.run(&format!("return document.querySelector({css:?}).textContent")).await
}

/// Notes the secrets that the page shows.
pub(crate) async fn note_secrets(visitor: &Visitor, css: &str) {
    let script = format!("return [...document.querySelectorAll({css:?})].map(({{ textContent }}) => textContent)");
    let shown: Vec<String> = visitor.run(&script).await;
    let secrets = shown.iter().filter(|text| text.len() == 43);
    secrets.for_each(|secret| note("API secret", secret));
}

/// Whether this dialog is.
async fn is_open(visitor: &Visitor, css: &str) -> bool {
    visitor.run(&format!("return document.querySelector({css:?}).open")).await
}
