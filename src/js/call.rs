//! A call, from the values of JavaScript to the promise of its result.

use core::task::{Context, Poll, Waker};

use js_sys::Promise;
use stagepass_core::client::{AccessToken, HandleRedirect, Login, Logout, ReadStatus};
use stagepass_core::effect::{Machine, Step};
use stagepass_core::error::{Code, Error};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_futures::future_to_promise;

use super::{input, output};
use crate::rim::drive::drive;
use crate::rim::member::{member, object};
use crate::rim::parsed::{Outcome, Parsed};
use crate::rim::platform::Abort;
use crate::rim::storage::Stores;
use crate::rim::web::method::{fetch, listen};
use crate::rim::web::{self, Page, PageStorage};
use crate::shared::Shared;

/// A call that can start.
pub(super) struct Call {
    page: Page,
    stores: Stores,
    signal: Option<JsValue>,
    /// All calls have the same type, so the module has one loop for them.
    machine: Box<dyn Machine<Parsed, Output = JsValue>>,
}

/// A machine whose result is a value of JavaScript.
struct Converted<M: Machine<Parsed>> {
    machine: M,
    convert: fn(&M::Output) -> JsValue,
}

impl<M: Machine<Parsed>> Machine<Parsed> for Converted<M> {
    type Output = JsValue;

    fn step(&mut self, outcome: Outcome) -> Result<Step<JsValue>, Error> {
        Ok(match self.machine.step(outcome)? {
            Step::Do(effect) => Step::Do(effect),
            Step::Done(output) => Step::Done((self.convert)(&output)),
        })
    }
}

pub(super) fn login(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    let (page, config) = (page(options)?.with_popup(input::popup(options)), input::config(config)?);
    let machine = Login::new(&config, input::login_options(options, &config)?);
    Ok(call(page, options, machine, output::ending))
}

pub(super) fn handle_redirect(options: &JsValue) -> Result<Call, Error> {
    let machine = HandleRedirect::new(&input::text(options, "url").unwrap_or_default());
    Ok(call(page(options)?, options, machine, output::ending))
}

pub(super) fn read_status(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    Ok(call(page(options)?, options, ReadStatus::new(&input::config(config)?), output::status))
}

pub(super) fn access_token(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    let machine = AccessToken::new(&input::config(config)?, input::token_request(options));
    Ok(call(page(options)?, options, machine, |session| output::access_token(session)))
}

pub(super) fn logout(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    let config = input::config(config)?;
    let machine = match input::secret(options, "refused") {
        Some(refused) => Logout::expire(&config, refused),
        None => Logout::new(&config),
    };
    Ok(call(page(options)?, options, machine, output::revocation))
}

pub(super) fn revoke(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    let machine = Logout::retry(&input::config(config)?, input::secrets(options, "left"));
    Ok(call(page(options)?, options, machine, output::revocation))
}

/// Returns the page. `options.dpop` sends requests with proofs.
///
/// # Errors
/// [`Code::Unsupported`] without a window.
fn page(options: &JsValue) -> Result<Page, Error> {
    let page = Page::new().ok_or(Code::Unsupported)?;
    Ok(match object::<JsValue>(options, "dpop") {
        Some(dpop) => page.with_proofs(move |url, init| fetch(&dpop, url, init)),
        None => page,
    })
}

/// Returns the call of this machine, whose result `convert` makes a value of JavaScript. `options.storage` is the app's
/// own store, if it has one, and `options.signal` aborts the call.
fn call<M>(page: Page, options: &JsValue, machine: M, convert: fn(&M::Output) -> JsValue) -> Call
where
    M: Machine<Parsed> + 'static,
{
    let custom = object(options, "storage").map(|store| Shared::new(PageStorage::App(store)) as _);
    let stores = Stores { custom, sends_proofs: true, ..web::stores() };
    Call { page, stores, signal: object(options, "signal"), machine: Box::new(Converted { machine, convert }) }
}

/// Starts a call, and returns the promise of its result.
///
/// Polls it once here, because `future_to_promise` polls it later: after the click, when no popup may open.
pub(super) fn start(call: Result<Call, Error>) -> Promise {
    let Call { page, stores, signal, machine } = match call {
        Ok(call) if is_aborted(call.signal.as_ref()) => return Promise::reject(&output::error(Code::Aborted.into())),
        Ok(call) => call,
        Err(error) => return Promise::reject(&output::error(error)),
    };
    let mut work = Box::pin(async move {
        let abort = signal.map(AbortOnSignal::new);
        let abort = abort.as_ref().map(|listening| &listening.abort);
        drive(machine, page, &stores, abort).await.map_err(output::error)
    });
    match work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(value)) => Promise::resolve(&value),
        Poll::Ready(Err(error)) => Promise::reject(&error),
        Poll::Pending => future_to_promise(work),
    }
}

/// Returns whether a signal has fired. Not by its type, because an app may pass any object.
fn is_aborted(signal: Option<&JsValue>) -> bool {
    signal.is_some_and(|signal| member(signal, "aborted").is_truthy())
}

/// Aborts a call when its signal fires, as long as the call lasts.
struct AbortOnSignal {
    abort: Abort,
    signal: JsValue,
    on_abort: Closure<dyn FnMut(JsValue) -> JsValue>,
}

impl AbortOnSignal {
    fn new(signal: JsValue) -> Self {
        let abort = Abort::default();
        let on_abort = Closure::new({
            let abort = abort.clone();
            move |_| {
                abort.abort();
                JsValue::UNDEFINED
            }
        });
        listen(&signal, "addEventListener", "abort", on_abort.as_ref());
        Self { abort, signal, on_abort }
    }
}

impl Drop for AbortOnSignal {
    fn drop(&mut self) {
        listen(&self.signal, "removeEventListener", "abort", self.on_abort.as_ref());
    }
}
