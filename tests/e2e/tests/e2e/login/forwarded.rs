//! What the callback page of a popup loads: its own script, which hands the response over. The core only if no opener
//! takes the response.

use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::{Isolation, Setting};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

const PAGE: &str = "GET /callback.html";
const SCRIPT: &str = "GET /stagepass/callback.js";
const CLIENT: &str = "GET /stagepass/index.js";

/// Makes the page receive messages a second late. It has no channel. (A page that is busy blocks its popup as well.)
const HEARS_LATE: &str = "
    window.BroadcastChannel = undefined;
    addEventListener('message', (event) => {
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      const { data, origin, source } = event;
      setTimeout(() => dispatchEvent(new MessageEvent('message', { data, origin, source })), 1000);
    }, { capture: true });";

/// Signs in by popup, once. Returns the requests for the client's script by the callback page.
async fn sign_in(visitor: &Visitor) -> usize {
    let before = visitor.site.pages_proxy.requests.count(CLIENT);
    visitor.sign_in_client_by_popup().await;
    visitor.wait_for_status("signed-in").await;
    visitor.wait_until_popup_is_closed().await;
    assert_eq!(visitor.site.token_requests(), 1);
    let requests = &visitor.site.pages_proxy.requests;
    assert_eq!((requests.count(PAGE), requests.count(SCRIPT)), (1, 1));
    requests.count(CLIENT) - before
}

#[tokio::test(flavor = "multi_thread")]
async fn popup_whose_opener_answers_loads_one_script() {
    for isolation in [Isolation::None, Isolation::App, Isolation::Service] {
        visit(Setting { isolation, ..Setting::client(&[PagePatch::SlowTimers]) }, async |visitor: Visitor| {
            visitor.open_client().await;
            assert_eq!(sign_in(&visitor).await, 0);
            assert_eq!(visitor.console_errors().await, Vec::<String>::new());
        })
        .await;
    }
}

/// The opener answers between the callback script and the core, which is not there yet.
#[tokio::test(flavor = "multi_thread")]
async fn popup_acknowledged_while_core_loads_closes() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        let core = visitor.site.pages_proxy.hold_next(CLIENT);
        let _: Option<bool> = visitor.run(HEARS_LATE).await;
        assert_eq!(sign_in(&visitor).await, 1);
        drop(core);
    })
    .await;
}
