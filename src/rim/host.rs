//! A host that is not a browser, such as React Native: each effect is one call of an object, passed as `options.host`.
//! Nothing is decided here.
//!
//! The feature `host` compiles this in place of `web`. One [`Page`] serves one flow, and owns its lock.

mod object;
mod run;

use js_sys::{Array, Function, JSON, Object, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};

use self::object::{Host, put_octets, settled};
use super::js_document::JsDocument;
use crate::dpop::Proof;
use crate::effect::{Answer, Effect, Outcome, REQUEST_DEADLINE, Request};
use crate::text::percent;

pub(crate) use self::run::{Started, start};

/// The progress of an effect when [`Page::perform`] returns.
pub(crate) enum Completion {
    /// Done, with this outcome.
    Now(Outcome),
    /// Running. [`Page::settled`] receives what this promise resolves to.
    Later(Promise),
}

/// The effect whose promise has not settled yet.
#[derive(Clone, Copy)]
enum PendingEffect {
    Text,
    Stored,
    Deleted,
    Keys { prefix: &'static str },
    Lock,
    Answer,
}

/// The host, as one flow uses it.
pub(crate) struct Page {
    host: Host,
    /// `undefined` if the flow cannot be aborted.
    signal: JsValue,
    pending: Option<PendingEffect>,
    /// Releases the lock.
    release: Option<Function>,
}

impl Page {
    /// Creates the page of a flow that `signal` can abort. `None` without an object.
    pub(crate) fn new(signal: Option<JsValue>, host: Option<Host>) -> Option<Self> {
        Some(Self { host: host?, signal: signal.unwrap_or_default(), pending: None, release: None })
    }

    /// Returns whether the caller has aborted the flow.
    pub(crate) fn is_aborted(&self) -> bool {
        Reflect::get(&self.signal, &JsValue::from_str("aborted")).is_ok_and(|aborted| aborted.is_truthy())
    }

    /// Performs `effect`, or starts it.
    pub(crate) fn perform(&mut self, effect: &Effect) -> Completion {
        let signal = &self.signal;
        let (pending, asked) = match effect {
            Effect::Read { area, key } => (PendingEffect::Text, self.host.read(area.name(), key)),
            Effect::Write { area, key, value } => (PendingEffect::Stored, self.host.write(area.name(), key, value)),
            Effect::Delete { area, key } => (PendingEffect::Deleted, self.host.remove(area.name(), key)),
            Effect::Keys { prefix } => (PendingEffect::Keys { prefix }, self.host.keys(prefix)),
            Effect::Lock { name, within } => (PendingEffect::Lock, self.host.lock(name, *within, signal)),
            Effect::Http(request) => (PendingEffect::Answer, post(&self.host, request, signal)),
            at_once => return Completion::Now(self.perform_at_once(at_once)),
        };
        self.pending = Some(pending);
        match asked {
            Ok(answer) => Completion::Later(settled(&answer)),
            Err(_) => Completion::Now(self.heard(None)),
        }
    }

    fn perform_at_once(&mut self, effect: &Effect) -> Outcome {
        match effect {
            Effect::Now => Outcome::Now(milliseconds(self.host.now())),
            Effect::Random => random(&self.host),
            // After an abort, the user must not see the service's page.
            Effect::Navigate { .. } if self.is_aborted() => Outcome::Aborted,
            Effect::Navigate { url, .. } => {
                // A rejected promise must be handled.
                let _ = self.host.open(url).map(|shown| settled(&shown));
                Outcome::Done
            }
            // There is no window but the app's own, and no other window to post to.
            Effect::OpenPopup { .. } | Effect::LookAtPopup => Outcome::Refused,
            Effect::Receive { .. } => Outcome::Elapsed,
            Effect::Unlock => {
                self.let_go();
                Outcome::Done
            }
            _ => Outcome::Done,
        }
    }

    /// Returns the outcome of an effect that took time, from the value of [`settled`].
    pub(crate) fn settled(&mut self, value: JsValue) -> Completion {
        let answer = if value.is_undefined() { None } else { Some(value.unchecked_into::<Array>().get(0)) };
        Completion::Now(self.heard(answer))
    }

    /// Converts the host's response. `None`: it failed.
    ///
    /// An abort reaches only the two waits that a browser would abort. Reads and writes complete: otherwise an aborted
    /// logout would not know what to revoke.
    fn heard(&mut self, answer: Option<JsValue>) -> Outcome {
        let outcome = match self.pending.take() {
            Some(PendingEffect::Text) => return Outcome::Text(answer.and_then(|value| value.as_string())),
            Some(PendingEffect::Stored) => return stored(answer),
            Some(PendingEffect::Keys { prefix }) => return Outcome::Keys(keys(answer, prefix)),
            Some(PendingEffect::Deleted) | None => return Outcome::Done,
            Some(PendingEffect::Lock) => self.locked(answer),
            Some(PendingEffect::Answer) => answered(answer),
        };
        if self.is_aborted() { Outcome::Aborted } else { outcome }
    }

    /// Also if the flow was aborted, because a lock that was granted must be released.
    fn locked(&mut self, answer: Option<JsValue>) -> Outcome {
        match answer {
            Some(release) if release.is_function() => {
                self.release = Some(release.unchecked_into());
                Outcome::Done
            }
            Some(nothing) if nothing.is_undefined() => Outcome::Elapsed,
            _ => Outcome::Refused,
        }
    }

    fn let_go(&mut self) {
        if let Some(release) = self.release.take() {
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.let_go();
    }
}

fn random(host: &Host) -> Outcome {
    let mut random = Box::new([0; 48]);
    // First created, then copied: the host's code may make the memory grow, and so move it.
    match host.random(48).and_then(|octets| put_octets(&octets, random.as_mut_slice())) {
        Ok(()) => Outcome::Random(random),
        Err(_) => Outcome::Refused,
    }
}

fn post(host: &Host, request: &Request, signal: &JsValue) -> Result<JsValue, JsValue> {
    let (body, media_type) = if request.is_form {
        (percent::form(&request.body).into(), "application/x-www-form-urlencoded")
    } else {
        let body = Object::new();
        for (name, value) in &request.body {
            Reflect::set(&body, &JsValue::from_str(name), &value.expose().into())?;
        }
        (JSON::stringify(&body)?, "application/json")
    };
    let Proof { dpop, key } = &request.proof;
    host.post(&request.url, &body, REQUEST_DEADLINE, signal, media_type, *dpop as u32, key)
}

fn answered(answer: Option<JsValue>) -> Outcome {
    let Some(answer) = answer else { return Outcome::Offline };
    if answer.is_undefined() {
        return Outcome::Elapsed;
    }
    let member = |name| Reflect::get(&answer, &JsValue::from_str(name)).ok();
    let status = member("status").and_then(|status| status.as_f64());
    match (status, member("text").and_then(|text| text.as_string())) {
        // There is no key for the proof.
        (Some(0.0), _) => Outcome::Refused,
        (Some(status), Some(text)) => Outcome::Answer(Answer { status: cut(status), body: JsDocument::parse(&text) }),
        _ => Outcome::Offline,
    }
}

fn stored(answer: Option<JsValue>) -> Outcome {
    let is_stored = answer.and_then(|value| value.as_bool()).unwrap_or(false);
    if is_stored { Outcome::Done } else { Outcome::Refused }
}

/// Returns the keys with this prefix, whatever else the host returns.
fn keys(answer: Option<JsValue>, prefix: &str) -> Vec<String> {
    let mut keys = Vec::new();
    if let Some(names) = answer.filter(Array::is_array).map(JsValue::unchecked_into::<Array>) {
        for index in 0..names.length() {
            if let Some(key) = names.get(index).as_string()
                && key.starts_with(prefix)
            {
                keys.push(key);
            }
        }
    }
    keys
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is out of range is cut to it")]
fn cut(status: f64) -> u16 {
    status as u16
}

/// Returns a time. Zero if there is none.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds since 1970 are a whole number"
)]
fn milliseconds(now: Result<f64, JsValue>) -> u64 {
    now.unwrap_or_default() as u64
}
