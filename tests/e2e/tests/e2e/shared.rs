//! Browsers that tests share, one after the other: each test finds the browser as if it were new.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use serde::Deserialize;
use stagepass_e2e_tests::engine::Engine;
use stagepass_e2e_tests::pages::core_of_demo;
use stagepass_e2e_tests::pool::BrowserPool;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::site::Site;
use stagepass_e2e_tests::visitor::Visitor;

const TAKES: Duration = Duration::from_mins(2);

/// Leaves something in everything that a page can keep.
const LEAVE: &str = "
    document.cookie = 'cookie=1; max-age=1000';
    sessionStorage.setItem('session', 1);
    console.error('left behind');
    return (async () => {
        await (await caches.open('cache')).put('/kept', new Response('kept'));
        await new Promise((resolve, reject) => {
            const opening = indexedDB.open('database', 1);
            opening.onupgradeneeded = () => opening.result.createObjectStore('store');
            opening.onsuccess = resolve;
            opening.onerror = reject;
        });
    })();
";

const LOOK: &str = "
    return (async () => ({
        cookies: document.cookie,
        stored: Object.keys(localStorage).length + Object.keys(sessionStorage).length,
        databases: (await indexedDB.databases()).length,
        caches: (await caches.keys()).length,
        history: history.length,
    }))();
";

/// The stored data that a page finds.
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct StoredData {
    cookies: String,
    stored: u32,
    databases: u32,
    caches: u32,
    history: u32,
}

/// The browser's session ID, the data that a visitor found, and the data before they left.
type StoryReport = (String, [StoredData; 2]);

/// Reads all stored data, signs in, and stores data of every kind.
async fn makes_a_mess(visitor: &Visitor) -> StoryReport {
    assert_eq!(visitor.windows().await, 1);
    assert_eq!(visitor.console_errors().await, Vec::<String>::new());
    let core = format!("GET {}", core_of_demo(Engine::from_environment()));
    let loads = || visitor.site.pages_proxy.requests.count(&core);
    let before = loads();
    visitor.open_demo().await;
    assert_eq!(loads(), before + 1, "the core comes out of a cache");
    let found: StoredData = visitor.run(LOOK).await;

    // In another tab, with a popup. At first the service has no session, and then one by an `HttpOnly` cookie.
    visitor.open_tab().await;
    visitor.go("/").await;
    let popup = visitor.click_and_turn_to_popup("#sign-in-popup").await;
    visitor.wait_for_page("sign-in").await;
    visitor.sign_in_at_service().await;
    visitor.approve().await;
    visitor.turn_to_app().await;
    visitor.wait_until_signed_in().await;
    visitor.wait_until_closed(&popup, &visitor.window().await).await;
    visitor.run::<()>(LEAVE).await;
    let left: StoredData = visitor.run(LOOK).await;
    visitor.sign_out().await;
    visitor.click_and_turn_to_popup("#sign-in-popup").await;
    visitor.wait_for_page("consent").await;
    (visitor.driver().session_id().to_string(), [found, left])
}

#[tokio::test(flavor = "multi_thread")]
async fn reused_browser_has_no_data_of_previous_test() {
    let pool = BrowserPool::new();
    // Both visit the same servers, so data of an origin would be found again.
    let site = Arc::new(Site::start(&Setting::default(), Engine::from_environment()).await);
    let (sender, receiver) = channel();
    for _ in 0..2 {
        let sender = sender.clone();
        pool.visit(site.clone(), TAKES, async move |visitor: Visitor| {
            sender.send(makes_a_mess(&visitor).await).unwrap();
        })
        .await;
    }
    let ((first, [at_first, left]), (second, [then, _])) = (receiver.recv().unwrap(), receiver.recv().unwrap());
    assert_eq!(first, second, "it is another browser");
    assert!(!left.cookies.is_empty() && left.stored > 1 && (left.databases, left.caches) == (1, 1), "{left:?}");
    assert_eq!(then, at_first);
    assert_eq!((&*then.cookies, then.stored, then.databases, then.caches), ("", 0, 0, 0));
}
