//! A page that stays open for long.

use std::env;
use std::time::Duration;

use serde::Deserialize;
use stagepass_e2e_tests::engine::Engine;
use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// The resources of a page: event listeners by their target, and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
struct PageResources {
    window: u32,
    document: u32,
    signals: u32,
    others: u32,
    channels: u32,
    timers: u32,
    /// Pages of WebAssembly's memory, 64 KiB each.
    pages: u32,
}

/// Waits until nothing is left to do. The browser may report a closed window only after a moment.
async fn resources_at_rest(visitor: &Visitor, channels: Option<u32>) -> PageResources {
    visitor.wait_until("countResources().timers === 0").await;
    if let Some(channels) = channels {
        visitor.wait_until(&format!("countResources().channels <= {channels}")).await;
    }
    visitor.run("return countResources()").await
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_logins_and_logouts_leak_no_resources() {
    let all: u32 = env::var("STAGEPASS_LOGINS").map_or(5, |number| number.parse().unwrap());
    // How many of them may make the page hold on to more.
    let first = if all > 10 { 10 } else { 2 };
    let takes = Some(Duration::from_mins(1) + Duration::from_secs(5) * all);
    visit(Setting { takes, ..Setting::client(&[PagePatch::ResourceCounter]) }, async move |visitor: Visitor| {
        visitor.open_client().await;
        let mut at_first = None;
        for login in 1..=all {
            visitor.sign_in_client_by_popup().await;
            visitor.wait_for_status("signed-in").await;
            visitor.settles("sp.oauth.logout()").await.unwrap();
            visitor.wait_for_status("signed-out").await;
            if login == first {
                at_first = Some(resources_at_rest(&visitor, None).await);
            }
        }
        let at_last = resources_at_rest(&visitor, at_first.map(|resources: PageResources| resources.channels)).await;
        println!("after {first} logins {at_first:?}, after {all} {at_last:?}");
        assert_eq!(Some(at_last), at_first, "after {all} logins");
        assert_eq!(at_last.pages > 0, Engine::from_environment() == Engine::Wasm);
        assert!(visitor.keys("stagepass/").await.is_empty());
        assert_eq!(visitor.site.token_requests(), all as usize);
    })
    .await;
}
