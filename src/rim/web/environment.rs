//! What the API of Rust apps needs of a browser besides the effects of flows.

use core::mem;
use core::time::Duration;

use http::{Request, Response};
use stagepass_core::border::SESSION_PREFIX;
use stagepass_core::client::Login;
use stagepass_core::config::Config;
use stagepass_core::session::Session;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_futures::JsFuture;

use super::deadline::{clear_timeout, set_timeout};
#[cfg(feature = "dpop")]
use super::dpop;
use super::method::listen;
#[cfg(feature = "openid")]
use super::popup::{self, Popup, PopupAttempt};
use super::{Page, send, window};
use crate::error::{Code, Error};
use crate::rim::deferred::deferred;
use crate::rim::member::member;
use crate::rim::storage::Stores;
use crate::sdk::environment::{Bounds, Environment, Task};
use crate::sdk::session_watch;
use crate::sdk::{self, LoginOptions};

/// The browser.
#[derive(Clone, Debug, Default)]
pub(crate) struct Browser {}

impl Environment for Browser {
    type Flow = Page;

    fn of<P>(_: &sdk::Config<P>) -> Self {
        Self {}
    }

    fn flow(&self, _: Option<&Config>) -> Result<Page, Error> {
        let page = Page::new().ok_or(Code::Unsupported)?;
        #[cfg(feature = "dpop")]
        let page = page.with_proofs(|url, init| Ok(dpop::send(url, init).into()));
        Ok(page)
    }

    fn login_flow(&self, config: &Config, mut options: LoginOptions) -> Result<(Page, Login), Error> {
        let popup = mem::take(&mut options.popup);
        // From here on, an error closes a blank window of the app.
        let page = self.flow(Some(config))?.with_popup(popup);
        let options = options.check(config, &self.page(), |url| self.absolute(url))?;
        #[cfg(feature = "dpop")]
        dpop::prepare(config);
        Ok((page, Login::new(config, options)))
    }

    #[cfg(feature = "openid")]
    async fn hold_popup(
        &self,
        mut options: LoginOptions,
        wait: impl Future<Output = Result<(), Error>>,
    ) -> Result<LoginOptions, Error> {
        let is_next = options.has_popup() && matches!(options.popup, PopupAttempt::NotYet);
        if let Some(window) = window().filter(|_| is_next) {
            options.popup = popup::open(&window, "", &popup::features(&window));
        }
        let result = wait.await;
        if result.is_err() {
            // Closes it while it is blank.
            drop(Popup::new(mem::take(&mut options.popup), JsValue::UNDEFINED));
        }
        result.map(|()| options)
    }

    fn stores(&self) -> Stores {
        let session_changed = session_watch::may_have_changed;
        Stores { session_changed, ..super::stores() }
    }

    fn page(&self) -> String {
        super::address()
    }

    fn absolute(&self, url: String) -> String {
        web_sys::Url::new_with_base(&url, &self.page()).map_or(url, |url| url.href())
    }

    fn now(&self) -> f64 {
        js_sys::Date::now()
    }

    fn jitter(&self) -> f64 {
        js_sys::Math::random()
    }

    async fn sleep(&self, time: Duration) {
        let (over, end) = deferred();
        let timer = Timer(set_timeout(&end, u32::try_from(time.as_millis()).unwrap_or(u32::MAX)));
        let _ = JsFuture::from(over).await;
        drop(timer);
    }

    async fn send(&self, request: Request<Vec<u8>>, bounds: Bounds) -> Result<Response<Vec<u8>>, Error> {
        send::send(request, bounds).await
    }

    #[cfg(feature = "dpop")]
    async fn send_bound(
        &self,
        request: Request<Vec<u8>>,
        bounds: Bounds,
        session: &Session,
    ) -> Result<Response<Vec<u8>>, Error> {
        send::send_bound(request, bounds, session).await
    }

    #[cfg(not(feature = "dpop"))]
    async fn send_bound(&self, _: Request<Vec<u8>>, _: Bounds, _: &Session) -> Result<Response<Vec<u8>>, Error> {
        // No bound session is found here: `SENDS_PROOFS` in `rim/storage.rs`.
        Err(Code::Unsupported.into())
    }

    fn is_running() -> bool {
        true
    }

    fn watch_sessions() {
        thread_local! {
            static WATCH: Option<Closure<dyn FnMut(JsValue) -> JsValue>> = watch();
        }
        WATCH.with(|_| {});
    }

    fn spawn(task: Task<()>) {
        wasm_bindgen_futures::spawn_local(task);
    }
}

/// Listens for changes of the session as long as the page lives. The browser reports changes of localStorage by other
/// tabs. Changes elsewhere are read when the page is shown again.
fn watch() -> Option<Closure<dyn FnMut(JsValue) -> JsValue>> {
    let window = window()?;
    let changed = Closure::new(|event: JsValue| {
        // Without a key, all of the storage was cleared, or the event is another one.
        if member(&event, "key").as_string().is_none_or(|key| key.starts_with(SESSION_PREFIX)) {
            session_watch::may_have_changed();
        }
        JsValue::UNDEFINED
    });
    for event in ["storage", "pageshow"] {
        listen(&window, "addEventListener", event, changed.as_ref());
    }
    listen(&member(&window, "document"), "addEventListener", "visibilitychange", changed.as_ref());
    Some(changed)
}

/// A running timer. Dropping it ends it.
struct Timer(JsValue);

impl Drop for Timer {
    fn drop(&mut self) {
        clear_timeout(&self.0);
    }
}
