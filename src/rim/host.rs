//! A host that is no browser, React Native for one: each effect is one call of an object that comes along as `options.host`.
//! Nothing is decided here.
//!
//! The feature `host` compiles this in place of `web`. One [`Page`] serves one flow; what it owns, a lock, goes with it.

mod object;

use js_sys::{Array, Function, JSON, Object, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};

use self::object::{Host, put_octets, settled};
use super::js_document::JsDocument;
use crate::effect::{Answer, Area, Effect, Outcome, REQUEST_DEADLINE, Request};

/// The member of a call's options that brings the object.
pub(crate) const OBJECT: &str = "host";

/// How far an effect has got when [`Page::perform`] returns.
pub(crate) enum Completion {
    /// Done, with this outcome.
    Now(Outcome),
    /// Under way. [`Page::settled`] takes what this promise resolves to.
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

/// A window for a login. No host has one.
pub(crate) struct PopupAttempt;

impl From<JsValue> for PopupAttempt {
    fn from(_: JsValue) -> Self {
        Self
    }
}

/// The address of this page: there is no page.
pub(crate) const fn address() -> String {
    String::new()
}

/// A promise, and the function that resolves it with its first argument.
pub(crate) fn deferred() -> (Promise, Function) {
    let mut end = JsValue::UNDEFINED;
    let promise = Promise::new(&mut |resolve, _| end = resolve.into());
    (promise, end.unchecked_into())
}

/// The host, as one flow uses it.
pub(crate) struct Page {
    host: Host,
    /// `undefined` where nobody can abort the flow.
    signal: JsValue,
    pending: Option<PendingEffect>,
    /// Lets go of the lock that is held.
    release: Option<Function>,
}

impl Page {
    /// For a flow that `signal` can abort. `None` where no object came along.
    pub(crate) fn new(signal: Option<JsValue>, host: Option<Host>) -> Option<Self> {
        Some(Self { host: host?, signal: signal.unwrap_or_default(), pending: None, release: None })
    }

    /// For a flow that would open a popup.
    pub(crate) fn with_popup(self, _: PopupAttempt, _: String) -> Self {
        self
    }

    /// Whether the caller has aborted the flow.
    pub(crate) fn is_aborted(&self) -> bool {
        Reflect::get(&self.signal, &JsValue::from_str("aborted")).is_ok_and(|aborted| aborted.is_truthy())
    }

    /// Performs `effect`, or has the host begin to.
    pub(crate) fn perform(&mut self, effect: &Effect) -> Completion {
        let signal = &self.signal;
        let (pending, asked) = match effect {
            Effect::Read { area, key } => (PendingEffect::Text, self.host.read(name(*area), key)),
            Effect::Write { area, key, value } => (PendingEffect::Stored, self.host.write(name(*area), key, value)),
            Effect::Delete { area, key } => (PendingEffect::Deleted, self.host.remove(name(*area), key)),
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
            // A person who was not to be asked any more must not be shown the service.
            Effect::Navigate { .. } if self.is_aborted() => Outcome::Aborted,
            Effect::Navigate { url, .. } => {
                // Of a promise, somebody has to take the rejection.
                let _ = self.host.open(url).map(|shown| settled(&shown));
                Outcome::Done
            }
            // There is no window but the app's own, and nobody to talk to.
            Effect::OpenPopup { .. } | Effect::LookAtPopup => Outcome::Refused,
            Effect::Receive { .. } => Outcome::Elapsed,
            Effect::Unlock => {
                self.let_go();
                Outcome::Done
            }
            _ => Outcome::Done,
        }
    }

    /// What came of an effect that took time, as [`settled`] gives it.
    pub(crate) fn settled(&mut self, value: JsValue) -> Completion {
        let answer = if value.is_undefined() { None } else { Some(value.unchecked_into::<Array>().get(0)) };
        Completion::Now(self.heard(answer))
    }

    /// What the host's answer says; none: it failed.
    ///
    /// That the flow was aborted is told of the two waits of which a browser tells it. What was read or written is read or
    /// written all the same: a logout that is not told what there was would revoke nothing.
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

    /// Also where the flow was aborted meanwhile: who holds a lock has to let go of it.
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

/// What the host calls an area.
const fn name(area: Area) -> &'static str {
    match area {
        Area::Local => "local",
        Area::Session => "session",
        Area::Memory => "memory",
        Area::Custom => "custom",
    }
}

fn random(host: &Host) -> Outcome {
    let mut random = Box::new([0; 48]);
    // First given, then put: what the host does meanwhile may make the memory grow, and move it.
    match host.random(48).and_then(|octets| put_octets(&octets, random.as_mut_slice())) {
        Ok(()) => Outcome::Random(random),
        Err(_) => Outcome::Refused,
    }
}

fn post(host: &Host, request: &Request, signal: &JsValue) -> Result<JsValue, JsValue> {
    let body = Object::new();
    for (name, value) in &request.body {
        Reflect::set(&body, &JsValue::from_str(name), &value.expose().into())?;
    }
    host.post(&request.url, &JSON::stringify(&body)?, REQUEST_DEADLINE, signal)
}

fn answered(answer: Option<JsValue>) -> Outcome {
    let Some(answer) = answer else { return Outcome::Offline };
    if answer.is_undefined() {
        return Outcome::Elapsed;
    }
    let member = |name| Reflect::get(&answer, &JsValue::from_str(name)).ok();
    let status = member("status").and_then(|status| status.as_f64());
    match (status, member("text").and_then(|text| text.as_string())) {
        (Some(status), Some(text)) => Outcome::Answer(Answer { status: cut(status), body: JsDocument::parse(&text) }),
        _ => Outcome::Offline,
    }
}

fn stored(answer: Option<JsValue>) -> Outcome {
    let is_stored = answer.and_then(|value| value.as_bool()).unwrap_or(false);
    if is_stored { Outcome::Done } else { Outcome::Refused }
}

/// Those that begin so, whatever else the host has.
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

/// A moment; none is the first.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds since 1970 are a whole number"
)]
fn milliseconds(now: Result<f64, JsValue>) -> u64 {
    now.unwrap_or_default() as u64
}
