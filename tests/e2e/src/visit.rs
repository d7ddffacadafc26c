//! Runs a test with a user, a site and a browser.

use std::panic;
use std::sync::{Arc, LazyLock};
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::browser::Browser;
use super::driver::Driver;
use super::engine::{Engine, WebAssembly};
use super::pool::{BrowserPool, StoryStart, run_story};
use super::setting::{Setting, Storage};
use super::site::Site;
use super::visitor::Visitor;

/// The timeout of a test, once it has its browser.
const STORY: Duration = Duration::from_mins(2);

/// Limits the browsers that run at once: with more than one per processor and one more, tests take longer and time out.
static TURNS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, usize::from) + 1));

/// Runs `story` with a site and a browser of the kind that the environment names, and checks that the pages have loaded
/// only the expected engine.
pub async fn visit<F>(setting: Setting, story: impl FnOnce(Visitor) -> F + Send)
where
    F: Future<Output = ()> + Send + 'static,
{
    visit_boxed(setting, Box::new(|visitor| Box::pin(story(visitor)))).await;
}

/// The same, compiled once.
async fn visit_boxed(setting: Setting, story: StoryStart<'_>) {
    static PLAIN: BrowserPool = BrowserPool::new();
    let _turn = TURNS.acquire().await.expect("it is never closed");
    let (browser, engine) = (Browser::from_environment(), Engine::from_environment());
    let takes = setting.takes.unwrap_or(STORY);
    let site = Arc::new(Site::start(&setting, engine).await);
    if setting.shares_a_browser() {
        PLAIN.visit_boxed(site.clone(), takes, story).await;
    } else {
        let denied_to = (setting.storage == Storage::Denied).then(|| site.app());
        let mut capabilities = browser.capabilities(setting.build(), denied_to);
        if setting.is_private {
            browser.open_private_windows(&mut capabilities);
        }
        if setting.webassembly == WebAssembly::Missing {
            browser.take_webassembly_away(&mut capabilities);
        }
        let driver = Driver::open(browser, &browser.environment(setting.webassembly), capabilities).await;
        let handle = driver.handle().await.expect("it has a session");
        let ended = run_story(&handle, site.clone(), takes, story).await;
        driver.end().await;
        ended.unwrap_or_else(|problem| panic::resume_unwind(problem));
    }
    if !setting.has_own_engines {
        site.check_engine(setting.webassembly.loads(engine));
    }
}
