//! What the callback page of a popup loads: its own script, which hands the response over. The core only if no opener
//! takes the response.

use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::{Isolation, Setting};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

const PAGE: &str = "GET /callback.html";
const SCRIPT: &str = "GET /stagepass/callback.js";
const CLIENT: &str = "GET /stagepass/index.js";

#[tokio::test(flavor = "multi_thread")]
async fn popup_whose_opener_answers_loads_one_script() {
    for isolation in [Isolation::None, Isolation::App, Isolation::Service] {
        visit(Setting { isolation, ..Setting::client(&[PagePatch::SlowTimers]) }, async |visitor: Visitor| {
            visitor.open_client().await;
            let requests = &visitor.site.pages_proxy.requests;
            let before = requests.count(CLIENT);
            visitor.sign_in_client_by_popup().await;
            visitor.wait_for_status("signed-in").await;
            visitor.wait_until_popup_is_closed().await;
            assert_eq!(visitor.site.token_requests(), 1);
            assert_eq!((requests.count(PAGE), requests.count(SCRIPT), requests.count(CLIENT)), (1, 1, before));
            assert_eq!(visitor.console_errors().await, Vec::<String>::new());
        })
        .await;
    }
}
