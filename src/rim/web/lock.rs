//! Web Locks: one window of the origin at a time.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::Window;

use super::deadline::{Deadline, clear_timeout, deferred, set_timeout};
use crate::effect::Outcome;

// web-sys hides Web Locks behind an unstable cfg.
#[wasm_bindgen]
extern "C" {
    type LockManager;

    #[wasm_bindgen(method)]
    fn request(this: &LockManager, name: &str, granted: &JsValue) -> Promise;
}

/// How long what was written to localStorage may take to be read by the browser's other processes, in milliseconds. It goes
/// another way than the lock, and can be the slower one.
const SPREADS_WITHIN: u32 = 100;

/// When a lock goes of itself, in milliseconds from when it was asked for: no flow waits for it and keeps it for so long. By a
/// trap the core dies without letting go of anything, and the other windows must not wait for this page to be closed.
const GOES_AFTER: u32 = 60_000;

/// A lock that is held, or asked for. Let go when it is dropped.
pub(crate) struct Lock {
    release: Option<Function>,
    /// Calls `release`, whatever has become of the core.
    timer: JsValue,
    on_grant: Option<Closure<dyn FnMut(JsValue) -> JsValue>>,
    /// Whether the browser has called `on_grant`, as far as we were told.
    granted: bool,
}

impl Lock {
    /// Asks for the lock `name`, until `deadline`. The promise comes to true once it is held, and is rejected where the
    /// origin may have no locks; `None` where there are none.
    pub(crate) fn ask(window: &Window, name: &str, deadline: &Deadline) -> Option<(Self, Promise)> {
        let get = |object: &JsValue, name| Reflect::get(object, &JsValue::from_str(name)).ok();
        let locks = get(&get(window, "navigator")?, "locks").filter(JsValue::is_object)?;
        let (held, release) = deferred();
        let grant = deadline.end();
        let on_grant = Closure::new(move |_| {
            let _ = grant.call1(&JsValue::UNDEFINED, &JsValue::TRUE);
            // The lock is held for as long as this promise is pending.
            held.clone().into()
        });
        let ended = locks.unchecked_ref::<LockManager>().request(name, on_grant.as_ref());
        let timer = set_timeout(&release, GOES_AFTER);
        let release = Some(release);
        Some((Self { release, timer, on_grant: Some(on_grant), granted: false }, deadline.against(&ended)))
    }

    /// Lets go of it once what was stored under it is to be seen by all.
    pub(crate) fn let_go_later(mut self) {
        if let Some(release) = self.release.take() {
            set_timeout(&release, SPREADS_WITHIN);
        }
    }

    /// What the promise came to.
    pub(crate) fn hear(&mut self, value: &JsValue) -> Outcome {
        self.granted = *value == JsValue::TRUE;
        if self.granted { Outcome::Done } else { Outcome::Refused }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        clear_timeout(&self.timer);
        // A request that still waits finds it released already when its turn comes, and passes the lock on at once.
        if let Some(release) = &self.release {
            let _ = release.call0(&JsValue::UNDEFINED);
        }
        if let Some(on_grant) = self.on_grant.take()
            && !self.granted
        {
            // The browser will call it yet.
            on_grant.forget();
        }
    }
}
