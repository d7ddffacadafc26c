//! Which engine of the core runs, and what happens if it cannot.
//!
//! Unless a test sets something else, the pages' policy selects the engine that the environment names. At the end of
//! each test it is checked that the other engine was not requested.

use stagepass_e2e_tests::browser::Browser;
use stagepass_e2e_tests::engine::{Engine, WebAssembly};
use stagepass_e2e_tests::fault_proxy::Fault;
use stagepass_e2e_tests::pages::core_of_demo;
use stagepass_e2e_tests::site::{Setting, Site};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// As it is stored. The service does not know it.
const SOMEBODYS_SESSION: &str = r#"{"version":1,"accessToken":"access","refreshToken":"refresh"}"#;

/// The requests for engines, in their order.
fn engines(site: &Site) -> Vec<Engine> {
    site.pages_proxy.requests.all().iter().filter_map(|(request, _)| Engine::of(request)).collect()
}

/// The request for the engine that the environment names.
fn named() -> (Engine, String) {
    let engine = Engine::from_environment();
    (engine, format!("GET {}", core_of_demo(engine)))
}

/// The demo, whose logins need no click on the service's pages.
fn demo() -> Setting {
    Setting { auto_consent: true, ..Setting::default() }
}

/// Signs in by full page. The app's page loads an engine, then the callback page, then perhaps the app's page again.
async fn sign_in(visitor: &Visitor) {
    visitor.open_demo().await;
    visitor.click_and_leave("#sign-in-page").await;
    visitor.wait_until_signed_in().await;
}

/// Signs in by popup.
async fn sign_in_by_popup(visitor: &Visitor) {
    visitor.click("#sign-in-popup").await;
    visitor.wait_for_status("signed-in").await;
    visitor.wait_until_popup_is_closed().await;
    visitor.wait_until_signed_in().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn csp_selects_engine_and_page_loads_it_once() {
    visit(demo(), async |visitor: Visitor| {
        sign_in(&visitor).await;
        let (engine, _) = named();
        assert_eq!(engines(&visitor.site)[..2], [engine; 2]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn browser_without_webassembly_runs_the_javascript_engine() {
    visit(Setting { webassembly: WebAssembly::Missing, ..demo() }, async |visitor: Visitor| {
        sign_in(&visitor).await;
        assert_eq!(engines(&visitor.site)[..2], [Engine::Js; 2]);
    })
    .await;
}

/// The app requires WebAssembly, and the page's policy refuses it.
#[tokio::test(flavor = "multi_thread")]
async fn refused_webassembly_reports_load_failed_and_loses_nothing() {
    let setting = Setting {
        webassembly: WebAssembly::Refused,
        engine: Some(Engine::Wasm),
        has_own_engines: true,
        ..Setting::default()
    };
    visit(setting, async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.wait_for_error("load_failed").await;
        let _: Option<bool> =
            visitor.run(&format!("localStorage['stagepass/session/x'] = '{SOMEBODYS_SESSION}'")).await;
        visitor.click("#sign-in-popup").await;
        visitor.wait_for_status("signed-out").await;
        visitor.wait_for_error("load_failed").await;
        // The window that was opened in the click, before the engine failed, has closed again.
        visitor.wait_until_popup_is_closed().await;
        assert_eq!(visitor.keys("stagepass/").await, ["stagepass/session/x"]);
        assert!(engines(&visitor.site).iter().all(|engine| *engine == Engine::Wasm));
    })
    .await;
}

/// The file is missing, or a captive portal responds. The user sees an error, and can sign in once the fault is gone.
#[tokio::test(flavor = "multi_thread")]
async fn missing_engine_loads_once_available_without_reload() {
    // Firefox before 154 remembers a missing script until the page is reloaded:
    // https://bugzilla.mozilla.org/show_bug.cgi?id=2055211
    let needs_reload = (Browser::from_environment(), Engine::from_environment()) == (Browser::Firefox, Engine::Js);
    visit(demo(), async move |visitor: Visitor| {
        let (_, request) = named();
        for fault in [Fault::status(404), Fault::HTML] {
            visitor.site.pages_proxy.inject(&request, fault);
            visitor.open_demo().await;
            visitor.wait_for_error("load_failed").await;
            visitor.click("#sign-in-popup").await;
            visitor.wait_until_popup_is_closed().await;
            visitor.wait_for_status("signed-out").await;
            visitor.wait_for_error("load_failed").await;
            visitor.site.pages_proxy.clear_faults();
            if needs_reload {
                visitor.click("#sign-in-popup").await;
                visitor.wait_until_popup_is_closed().await;
                visitor.wait_for_error("load_failed").await;
                visitor.reload().await;
            }
            sign_in_by_popup(&visitor).await;
            visitor.sign_out().await;
        }
    })
    .await;
}
