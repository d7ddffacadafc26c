//! Web Locks: one window of the origin at a time.

use core::future::Future;

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{AbortSignal, Window};

use super::race::{self, Lost, Race, deferred};
use crate::effect::Outcome;

// web-sys hides Web Locks behind an unstable cfg.
#[wasm_bindgen]
extern "C" {
    type LockManager;

    #[wasm_bindgen(method)]
    fn request(this: &LockManager, name: &str, granted: &JsValue) -> Promise;
}

/// A lock that is held, or asked for. Let go when it is dropped.
pub(crate) struct Lock {
    release: Function,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A request that still waits finds it released already when its turn comes, and passes the lock on at once.
        let _ = self.release.call0(&JsValue::UNDEFINED);
    }
}

/// Asks for the lock `name`, for this long at most (milliseconds). The lock is to be kept by the caller; it is held once
/// the future says [`Outcome::Done`].
pub(crate) fn request(
    window: &Window,
    name: &str,
    within: u32,
    signal: Option<AbortSignal>,
) -> (Option<Lock>, impl Future<Output = Outcome> + use<>) {
    let asked = ask(window, name);
    let (lock, granted) = asked.map_or((None, None), |(lock, granted)| (Some(lock), Some(granted)));
    let outcome = async move {
        let Some(granted) = granted else { return Outcome::Refused };
        match Race::new(within, signal).run(&granted).await {
            Ok(_) => Outcome::Done,
            Err(Lost::Rejected) => Outcome::Refused,
            Err(Lost::Over(outcome)) => outcome,
        }
    };
    (lock, outcome)
}

fn ask(window: &Window, name: &str) -> Option<(Lock, Promise)> {
    let get = |object: &JsValue, name| Reflect::get(object, &JsValue::from_str(name)).ok();
    let locks = get(&get(window, "navigator")?, "locks").filter(JsValue::is_object)?;
    let (held, release) = deferred();
    let (granted, grant) = deferred();
    let on_grant = Closure::once_into_js(move |_: JsValue| {
        let _ = grant.call1(&JsValue::UNDEFINED, &JsValue::TRUE);
        // The lock is held for as long as this promise is pending.
        JsValue::from(held)
    });
    let ended = locks.unchecked_ref::<LockManager>().request(name, &on_grant);
    // Rejected where the origin may have no locks.
    let first = race::first(&granted, &ended);
    Some((Lock { release }, first))
}
