//! The documented callback page, if it cannot finish a login: what it says, and how it looks.

use serde_json::json;
use stagepass_e2e_tests::browser::Browser;
use stagepass_e2e_tests::fault_proxy::Fault;
use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

use crate::built::built;

const SLOW: &str = "document.querySelector('p.slow').checkVisibility({ visibilityProperty: true })";

const APPEAR_DELAYS: &str = "return document.getAnimations().filter(({ animationName }) => animationName === 'appear')\
                             .map(({ effect }) => effect.getTiming().delay)";

fn setting() -> Setting {
    Setting { pages: Pages::Folder(built("plain")), has_own_engines: true, ..Setting::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_callback_script_is_explained_after_ten_seconds() {
    visit(setting(), async |visitor: Visitor| {
        visitor.site.pages_proxy.inject("GET /stagepass/callback.js", Fault::status(404));
        visitor.go("/callback.html").await;
        assert!(!visitor.run::<bool>(&format!("return {SLOW}")).await);
        // The page, which a login that works does not flash, and the sentence and the link.
        assert_eq!(visitor.run::<Vec<u32>>(APPEAR_DELAYS).await, [300, 10_000, 10_000]);
        visitor.run::<()>("document.getAnimations().forEach((animation) => animation.finish())").await;
        assert!(visitor.run::<bool>(&format!("return {SLOW}")).await);
        visitor.examine("callback-slow").await;
        visitor.click_and_leave("a.slow").await;
        visitor.wait_for_status("signed-out").await;
    })
    .await;
}

/// Only Chromium's driver can turn JavaScript off. Its other scripts then fail.
#[tokio::test(flavor = "multi_thread")]
async fn browser_without_javascript_is_explained_at_once() {
    if Browser::from_environment() != Browser::Chromium {
        return;
    }
    visit(setting(), async |visitor: Visitor| {
        let devtools = visitor.driver().cdp();
        devtools.send_raw("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await.unwrap();
        visitor.go("/callback.html").await;
        visitor.take_picture("callback-noscript").await;
        let text = json!({ "expression": "document.querySelector('main').innerText" });
        let shown = devtools.send_raw("Runtime.evaluate", text).await.unwrap();
        devtools.send_raw("Emulation.setScriptExecutionDisabled", json!({ "value": false })).await.unwrap();
        let lines: Vec<_> =
            shown["result"]["value"].as_str().unwrap().lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(
            lines,
            ["Signing in needs JavaScript. Allow it for this site and sign in again.", "Back to the site"]
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failure_in_a_popup_leads_back_and_closes() {
    visit(setting(), async |visitor: Visitor| {
        visitor.go("/?from=here").await;
        visitor.wait_for_status("signed-out").await;
        let popup = visitor.begin_popup_login().await;
        visitor.turn_to_app().await;
        visitor.reload().await;
        visitor.wait_for_status("signed-out").await;
        visitor.turn_to(&popup).await;
        visitor.deny().await;
        visitor.wait_for_error("access_denied").await;
        visitor.examine("callback-denied").await;
        let href: String = visitor.run("return document.querySelector('main a').href").await;
        assert_eq!(href, format!("{}/?from=here", visitor.site.app()));
        visitor.click_and_leave("main button").await;
        visitor.wait_until_popup_is_closed().await;
    })
    .await;
}
