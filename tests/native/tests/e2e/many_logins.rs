//! A page that stays open for long.

use std::env;
use std::time::Duration;

use serde::Deserialize;
use stagepass_native_tests::driven::engine::Engine;
use stagepass_native_tests::driven::pages::First;
use stagepass_native_tests::driven::setting::Setting;
use stagepass_native_tests::driven::visitor::{Visitor, visit};

/// What a page holds on to: listeners by who is listened to, and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
struct Held {
    window: u32,
    document: u32,
    signals: u32,
    others: u32,
    channels: u32,
    timers: u32,
    /// Of WebAssembly's memory, 64 KiB each.
    pages: u32,
}

/// As soon as nothing is left to do, which the browser's own news of a closed window may take a moment to bring about.
async fn held_at_rest(visitor: &Visitor, channels: Option<u32>) -> Held {
    visitor.wait_until("held().timers === 0").await;
    if let Some(channels) = channels {
        visitor.wait_until(&format!("held().channels <= {channels}")).await;
    }
    visitor.run("return held()").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_on_which_somebody_signs_in_and_out_all_day_holds_on_to_no_more_than_at_first() {
    let all: u32 = env::var("STAGEPASS_LOGINS").map_or(5, |number| number.parse().unwrap());
    // How many of them may make the page hold on to more.
    let first = if all > 10 { 10 } else { 2 };
    let takes = Some(Duration::from_mins(1) + Duration::from_secs(5) * all);
    visit(Setting { takes, ..Setting::client(&[First::Counting]) }, async move |visitor: Visitor| {
        visitor.open_client().await;
        let mut at_first = None;
        for login in 1..=all {
            visitor.sign_in_client_by_popup().await;
            visitor.wait_for_status("signed-in").await;
            visitor.settles("sp.oauth.logout()").await.unwrap();
            visitor.wait_for_status("signed-out").await;
            if login == first {
                at_first = Some(held_at_rest(&visitor, None).await);
            }
        }
        let at_last = held_at_rest(&visitor, at_first.map(|held: Held| held.channels)).await;
        println!("after {first} logins {at_first:?}, after {all} {at_last:?}");
        assert_eq!(Some(at_last), at_first, "after {all} logins");
        assert_eq!(at_last.pages > 0, Engine::from_environment() == Engine::Wasm);
        assert!(visitor.keys("stagepass/").await.is_empty());
        assert_eq!(visitor.site.token_requests(), all as usize);
    })
    .await;
}
