//! The app is busy when the popup's response arrives: which page exchanges the code.

use stagepass_e2e_tests::setting::{Isolation, Setting};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// In Chromium's headless shell, the popup closes before its address can be read.
#[tokio::test(flavor = "multi_thread")]
async fn popup_of_a_busy_app_signs_in_alone() {
    let setting = Setting { isolation: Isolation::Service, whole_browser: true, ..Setting::default() };
    visit(setting, async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.begin_popup_login().await;
        visitor.turn_to_app().await;
        let _: Option<bool> = visitor
            .run(
                "setTimeout(() => {
                   for (const end = Date.now() + 9000; Date.now() < end;);
                   window.wasBusy = true;
                 }, 200);",
            )
            .await;
        visitor.turn_to_popup().await;
        visitor.approve().await;
        // It waits two seconds for the app: time to check that neither code nor state is in the address bar.
        visitor.wait_for_address("/callback.html").await;
        visitor.wait_until_popup_is_closed().await;
        assert_eq!(visitor.site.token_requests(), 1, "the popup has exchanged the code");
        visitor.wait_until("window.wasBusy").await;
        visitor.wait_until_signed_in().await;
        assert_eq!(visitor.site.token_requests(), 1);
    })
    .await;
}
