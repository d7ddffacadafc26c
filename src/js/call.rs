//! A call, from the values of JavaScript to the promise of its result.

use core::task::{Context, Poll, Waker};

use js_sys::Promise;
use stagepass_core::client::{AccessToken, HandleRedirect, Login, Logout, ReadStatus};
use stagepass_core::effect::{Machine, Step};
use stagepass_core::error::{Code, Error};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::future_to_promise;

#[cfg(feature = "js")]
use super::browser as here;
#[cfg(not(feature = "js"))]
use super::phone as here;
use super::{input, output};
use crate::rim::drive::drive;
use crate::rim::member::member;
use crate::rim::parsed::{Outcome, Parsed};

/// A call that can start.
pub(super) struct Call {
    rim: here::Rim,
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
    let (rim, config) = (here::Rim::for_login(options)?, input::config(config, &here::page())?);
    let options = input::login_options(options, &config, &here::page())?;
    Ok(call(rim, Login::new(&config, options), output::ending))
}

pub(super) fn handle_redirect(options: &JsValue) -> Result<Call, Error> {
    let machine = HandleRedirect::new(&input::text(options, "url").unwrap_or_default());
    Ok(call(here::Rim::new(options)?, machine, output::ending))
}

pub(super) fn read_status(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    let machine = ReadStatus::new(&input::config(config, &here::page())?);
    Ok(call(here::Rim::new(options)?, machine, output::status))
}

pub(super) fn access_token(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    let machine = AccessToken::new(&input::config(config, &here::page())?, input::token_request(options));
    Ok(call(here::Rim::new(options)?, machine, |session| output::access_token(session)))
}

pub(super) fn logout(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    let config = input::config(config, &here::page())?;
    let machine = match input::secret(options, "refused") {
        Some(refused) => Logout::expire(&config, refused),
        None => Logout::new(&config),
    };
    Ok(call(here::Rim::new(options)?, machine, output::revocation))
}

pub(super) fn revoke(config: &JsValue, options: &JsValue) -> Result<Call, Error> {
    let machine = Logout::retry(&input::config(config, &here::page())?, input::revocable(options));
    Ok(call(here::Rim::new(options)?, machine, output::revocation))
}

/// Returns the call of this machine, whose result `convert` makes a value of JavaScript.
pub(super) fn call<M: Machine<Parsed> + 'static>(
    rim: here::Rim,
    machine: M,
    convert: fn(&M::Output) -> JsValue,
) -> Call {
    Call { rim, machine: Box::new(Converted { machine, convert }) }
}

/// Starts a call that `options.signal` can abort, and returns the promise of its result.
///
/// Polls it once here, because `future_to_promise` polls it later: after the click, when no popup may open. No wake is
/// lost to the waker that does nothing, because that later poll comes in any case.
pub(super) fn start(options: &JsValue, call: Result<Call, Error>) -> Promise {
    let is_aborted = member(&member(options, "signal"), "aborted").is_truthy();
    let Call { rim, machine } = match call {
        Ok(_) if is_aborted => return Promise::reject(&output::error(Code::Aborted.into())),
        Ok(call) => call,
        Err(error) => return Promise::reject(&output::error(error)),
    };
    let mut work = Box::pin(async move {
        let here::Rim { platform, stores, abort } = rim;
        drive(machine, platform, stores.as_ref(), abort.as_deref()).await.map_err(output::error)
    });
    match work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(Ok(value)) => Promise::resolve(&value),
        Poll::Ready(Err(error)) => Promise::reject(&error),
        Poll::Pending => future_to_promise(work),
    }
}
