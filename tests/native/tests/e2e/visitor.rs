//! A person with a real browser, on the demo's page and the service's.

use std::fmt::Debug;
use std::panic;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use stagepass::session::Session;
use stagepass_native_tests::service::{HANDLE, NAME, PASSWORD};
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep, timeout};

use crate::chromedriver::Chromedriver;
use crate::site::{Setting, Site};

/// How long anything that has to come may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is looked for.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How long a whole story may take.
const STORY: Duration = Duration::from_secs(90);

/// The person.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) site: Arc<Site>,
    driver: WebDriver,
    app: WindowHandle,
}

/// Lets a person with a fresh browser live through `story`. The browser is closed however that ends.
pub(crate) async fn visit<F>(setting: Setting, story: impl FnOnce(Visitor) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let site = Arc::new(Site::start(setting).await);
    let chromedriver = Chromedriver::shared();
    let driver = WebDriver::new(chromedriver.address(), capabilities()).await.expect("a browser starts");
    let app = driver.window().await.expect("a browser has a window");
    let story = story(Visitor { site, driver: driver.clone(), app });
    let ended = tokio::spawn(timeout(STORY, story)).await;
    driver.quit().await.expect("the browser closes");
    match ended {
        Ok(in_time) => in_time.expect("a story ends"),
        Err(error) => panic::resume_unwind(error.into_panic()),
    }
}

fn capabilities() -> Capabilities {
    let mut chrome = DesiredCapabilities::chrome();
    for argument in [
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ] {
        chrome.add_arg(argument).expect("an argument is a string");
    }
    // chromedriver switches the popup blocker off unless told not to.
    chrome.set_browser_option("excludeSwitches", json!(["disable-popup-blocking"])).expect("an option is JSON");
    chrome.into()
}

/// On the app's page.
impl Visitor {
    /// Opens the demo and waits until it knows that nobody is signed in.
    pub(crate) async fn open_demo(&self) {
        self.go("/").await;
        self.wait_for_status("signed-out").await;
    }

    /// The same in another tab.
    pub(crate) async fn open_demo_in_another_tab(&self) {
        let tab = self.driver.new_tab().await.unwrap();
        self.driver.switch_to_window(tab).await.unwrap();
        self.go("/").await;
    }

    /// Goes to a page of the app's.
    pub(crate) async fn go(&self, path: &str) {
        self.driver.goto(format!("{}{path}", self.site.app())).await.unwrap();
    }

    /// Signs in by popup, with nothing in the way.
    pub(crate) async fn sign_in(&self) {
        self.sign_in_to("read").await;
    }

    /// The same with this scope.
    pub(crate) async fn sign_in_to(&self, scope: &str) {
        self.open_demo().await;
        self.choose("scope", scope).await;
        self.click("#sign-in-popup").await;
        self.turn_to_popup().await;
        self.sign_in_at_service().await;
        self.approve().await;
        self.wait_until_popup_is_closed().await;
        self.wait_until_signed_in().await;
    }

    /// Chooses one of the demo's options.
    pub(crate) async fn choose(&self, option: &str, value: &str) {
        self.click(&format!("input[name={option}][value={value}]")).await;
    }

    /// Turns to the app's window.
    pub(crate) async fn turn_to_app(&self) {
        self.driver.switch_to_window(self.app.clone()).await.unwrap();
    }

    /// Waits until the demo says `signed-in`, `signed-out`, `busy`.
    pub(crate) async fn wait_for_status(&self, status: &str) {
        self.wait_until(&format!("document.body?.dataset.status === {status:?}")).await;
    }

    /// Waits until the demo shows Ada, signed in.
    pub(crate) async fn wait_until_signed_in(&self) {
        self.wait_for_status("signed-in").await;
        let shown: [String; 2] = self
            .run("return [document.querySelector('#handle'), document.querySelector('#name')].map(e => e.innerText)")
            .await;
        assert!(shown[0].contains(HANDLE) && shown[1] == NAME, "{shown:?}");
        let left = self.keys("stagepass/login/").await;
        assert!(left.is_empty(), "{left:?}");
    }

    /// Waits until the page shows an error with this code, in words as well.
    pub(crate) async fn wait_for_error(&self, code: &str) {
        let alert = "document.querySelector('[role=alert]')";
        self.wait_until(&format!("{alert}?.textContent.includes({code:?})")).await;
        let words: String = self.run(&format!("return {alert}.textContent")).await;
        assert!(words.len() > code.len() + 20, "{words:?}");
    }

    /// The keys of localStorage that begin so.
    pub(crate) async fn keys(&self, prefix: &str) -> Vec<String> {
        self.run(&format!("return Object.keys(localStorage).filter(key => key.startsWith({prefix:?}))")).await
    }

    /// The session that is stored.
    pub(crate) async fn session(&self) -> Session {
        let record: String = self
            .run("return localStorage[Object.keys(localStorage).find(key => key.startsWith('stagepass/session/'))]")
            .await;
        Session::from_record(&record).expect("what is stored is a session")
    }
}

/// On the service's pages.
impl Visitor {
    /// Turns to the window that has just been opened.
    pub(crate) async fn turn_to_popup(&self) {
        let app = self.app.clone();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let windows = self.driver.windows().await.unwrap();
            if let Some(popup) = windows.into_iter().find(|window| *window != app) {
                return self.driver.switch_to_window(popup).await.unwrap();
            }
            self.pause(deadline, "a popup").await;
        }
    }

    /// Waits until the popup has closed, and turns to the app.
    pub(crate) async fn wait_until_popup_is_closed(&self) {
        let deadline = Instant::now() + PATIENCE;
        while self.windows().await > 1 {
            self.pause(deadline, "the popup to close").await;
        }
        self.turn_to_app().await;
    }

    /// Waits until this page of the app's is shown, with nothing more in the address.
    pub(crate) async fn wait_for_address(&self, path: &str) {
        let (deadline, address) = (Instant::now() + PATIENCE, format!("{}{path}", self.site.app()));
        while self.address().await != address {
            self.pause(deadline, &address).await;
        }
    }

    /// Waits for a page of the service's: `sign-in`, `consent`, `error`.
    pub(crate) async fn wait_for_page(&self, page: &str) {
        self.wait_until(&format!("document.body?.dataset.page === {page:?}")).await;
    }

    /// Signs in at the service, as far as its question.
    pub(crate) async fn sign_in_at_service(&self) {
        self.wait_for_page("sign-in").await;
        for (field, value) in [("handle", HANDLE), ("password", PASSWORD)] {
            self.fill_in(&format!("[name={field}]"), value).await;
        }
        self.click("#sign-in").await;
        self.wait_for_page("consent").await;
    }

    /// Says yes. The button is inert until a hand has been on the page for half a second.
    pub(crate) async fn approve(&self) {
        self.wait_for_page("consent").await;
        self.click("h1").await;
        self.wait_until("!document.querySelector('#approve').disabled").await;
        self.click_and_leave("#approve").await;
    }

    /// Says no.
    pub(crate) async fn deny(&self) {
        self.wait_for_page("consent").await;
        self.click_and_leave("#deny").await;
    }

    /// Closes the window that the person looks at, and turns to the app.
    pub(crate) async fn close_window(&self) {
        self.driver.close_window().await.unwrap();
        self.turn_to_app().await;
    }
}

/// On any page.
impl Visitor {
    pub(crate) async fn click(&self, css: &str) {
        self.driver.find(By::Css(css)).await.unwrap().click().await.unwrap();
    }

    /// Clicks on what makes the page go: the window may be closed before the click is reported done.
    pub(crate) async fn click_and_leave(&self, css: &str) {
        // Whether it counted is seen by what comes of it.
        let _ = self.driver.find(By::Css(css)).await.unwrap().click().await;
    }

    /// Types into a field, or names a file to one.
    pub(crate) async fn fill_in(&self, css: &str, text: &str) {
        self.driver.find(By::Css(css)).await.unwrap().send_keys(text).await.unwrap();
    }

    pub(crate) async fn reload(&self) {
        self.driver.refresh().await.unwrap();
    }

    pub(crate) async fn back(&self) {
        self.driver.back().await.unwrap();
    }

    pub(crate) async fn address(&self) -> String {
        self.driver.current_url().await.unwrap().to_string()
    }

    /// How many windows there are.
    pub(crate) async fn windows(&self) -> usize {
        self.driver.windows().await.unwrap().len()
    }

    /// Runs the body of a function in the page.
    pub(crate) async fn run<T: DeserializeOwned + Debug>(&self, script: &str) -> T {
        self.driver.execute(script, Vec::<Value>::new()).await.unwrap().convert().unwrap()
    }

    /// Waits until this expression is true in the page.
    pub(crate) async fn wait_until(&self, condition: &str) {
        let deadline = Instant::now() + PATIENCE;
        let script = format!("return !!({condition})");
        loop {
            // While a page is being left there may be none to ask.
            let answer = self.driver.execute(script.as_str(), Vec::<Value>::new()).await;
            if answer.is_ok_and(|answer| answer.convert::<bool>().is_ok_and(|is_true| is_true)) {
                return;
            }
            if Instant::now() >= deadline {
                let shown: String = self.run("return document.body.innerText").await;
                panic!("{condition} did not come true; the page at {} shows:\n{shown}", self.address().await);
            }
            sleep(LOOK_EVERY).await;
        }
    }

    async fn pause(&self, deadline: Instant, what: &str) {
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        sleep(LOOK_EVERY).await;
    }
}
