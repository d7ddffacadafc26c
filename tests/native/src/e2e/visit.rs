//! A story: a person, a site and a browser, from the beginning to the end.

use std::panic;
use std::sync::{Arc, LazyLock};
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::browser::Browser;
use super::driver::Driver;
use super::engine::{Engine, WebAssembly};
use super::pool::{BrowserPool, run_story};
use super::setting::{Setting, Storage};
use super::site::Site;
use super::visitor::Visitor;

/// How long a whole story may take, once it has its browser.
const STORY: Duration = Duration::from_mins(2);

/// A browser keeps a processor busy, but for its waits: with more of them than one beyond the processors, stories would only take longer, and some too long.
static TURNS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, usize::from) + 1));

/// Lets a person with a browser, the one that the environment names, live through `story`. Nothing in it tells of another story. One that ended well has
/// loaded only the engine that the environment names.
pub async fn visit<F>(setting: Setting, story: impl FnOnce(Visitor) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    static PLAIN: BrowserPool = BrowserPool::new();
    let _turn = TURNS.acquire().await.expect("it is never closed");
    let (browser, engine) = (Browser::from_environment(), Engine::from_environment());
    let takes = setting.takes.unwrap_or(STORY);
    let site = Arc::new(Site::start(&setting, engine).await);
    if setting.shares_a_browser() {
        PLAIN.visit(site.clone(), takes, story).await;
    } else {
        let denied_to = (setting.storage == Storage::Denied).then(|| site.app());
        let mut capabilities = browser.capabilities(denied_to);
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
