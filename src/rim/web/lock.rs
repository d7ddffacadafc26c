//! Web Locks: one window of the origin at a time.

use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::Window;

use super::deadline::{Deadline, clear_timeout, set_timeout};
use crate::rim::deferred::deferred;
use crate::rim::member::{call, member, object};
use crate::rim::parsed::Outcome;

/// How long the browser's other processes may take to read what was written to localStorage, in milliseconds. It is
/// separate from the lock, and may be slower.
const SPREADS_WITHIN: u32 = 100;

/// When a lock is released in any case, in milliseconds after the request. No flow holds a lock for so long. After a
/// trap the core releases nothing, and the other windows must not wait until this page is closed.
const HELD_AT_MOST: u32 = 60_000;

/// A lock that is held or requested. Released when it is dropped.
pub(crate) struct Lock {
    release: Option<Function>,
    /// Calls `release`, also after a trap.
    timer: JsValue,
    on_grant: Option<Closure<dyn FnMut(JsValue) -> JsValue>>,
    /// Whether the browser has called `on_grant`, as far as known.
    granted: bool,
}

impl Lock {
    /// Requests the lock `name`, until `deadline`. The promise resolves to true when it is held, and rejects if the
    /// origin may have no locks. `None` if there are no locks, or the browser throws.
    pub(crate) fn ask(window: &Window, name: &str, deadline: &Deadline) -> Option<(Self, JsValue)> {
        // web-sys has Web Locks only behind an unstable cfg.
        let locks: JsValue = object(&member(window, "navigator"), "locks")?;
        let (held, release) = deferred();
        let grant = deadline.end();
        let on_grant = Closure::new(move |_| {
            let _ = grant.call1(&JsValue::UNDEFINED, &JsValue::TRUE);
            // The lock is held while this promise is pending.
            held.clone().into()
        });
        let Ok(ended) = call(&locks, "request", &[&name.into(), on_grant.as_ref()]) else {
            // A broken one may call it all the same.
            on_grant.forget();
            return None;
        };
        let timer = set_timeout(&release, HELD_AT_MOST);
        let release = Some(release);
        Some((Self { release, timer, on_grant: Some(on_grant), granted: false }, ended))
    }

    /// Releases the lock after all processes can read what was stored under it.
    pub(crate) fn let_go_later(mut self) {
        if let Some(release) = self.release.take() {
            set_timeout(&release, SPREADS_WITHIN);
        }
    }

    /// Handles the value of the promise.
    pub(crate) fn hear(&mut self, value: &JsValue) -> Outcome {
        self.granted = *value == JsValue::TRUE;
        if self.granted { Outcome::Done } else { Outcome::Refused }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        clear_timeout(&self.timer);
        // A request that still waits then finds it released already, and passes the lock on at once.
        if let Some(release) = &self.release {
            let _ = release.call0(&JsValue::UNDEFINED);
        }
        if let Some(on_grant) = self.on_grant.take()
            && !self.granted
        {
            // The browser will still call it.
            on_grant.forget();
        }
    }
}
