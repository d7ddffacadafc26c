//! A phone as host: each effect is a method call on an object of the app's platform, `Host` in
//! `pkg-template/src/glue.d.ts`. Its methods may return or throw anything.

use js_sys::{Function, Promise};
use stagepass_core::document::Document as _;
use stagepass_core::effect::{Answer, Area, Effect, REQUEST_DEADLINE, Request};
use stagepass_core::text::{decimal, percent};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::js_document::{JsDocument, json, object_of};
use super::member::{call, items, member};
use super::parsed::Outcome;
use super::platform::Platform;

/// The platform, as one flow uses it.
pub(crate) struct Host {
    object: JsValue,
    signal: JsValue,
    /// Releases the lock that the flow holds.
    release: Option<Function>,
}

impl Host {
    /// Creates the platform of a flow that `signal` can abort.
    pub(crate) fn new(object: JsValue, signal: Option<JsValue>) -> Self {
        Self { object, signal: signal.unwrap_or_default(), release: None }
    }

    fn is_aborted(&self) -> bool {
        member(&self.signal, "aborted").is_truthy()
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is out of range is cut to it")]
    fn now(&self) -> u64 {
        call(&self.object, "now", &[]).ok().and_then(|now| now.as_f64()).unwrap_or_default() as u64
    }

    /// Calls a method, and returns the promise of its result. `None` if it throws.
    fn begin(&self, method: &str, values: &[&JsValue]) -> Option<Promise> {
        call(&self.object, method, values).ok().map(|value| Promise::resolve(&value))
    }

    /// Calls a method, and returns its result. `None` if it throws or rejects.
    async fn ask(&self, method: &str, values: &[&JsValue]) -> Option<JsValue> {
        JsFuture::from(self.begin(method, values)?).await.ok()
    }

    /// Anything but 48 bytes would make a login that can be guessed. A list of them may be of another realm.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is no byte is refused")]
    fn random(&self) -> Option<Box<[u8; 48]>> {
        let bytes = call(&self.object, "random", &[&48.into()]).ok()?;
        let mut random = Box::new([0; 48]);
        for (byte, place) in random.iter_mut().zip(0..) {
            let number = member(&bytes, &decimal::write(place)).as_f64()?;
            *byte = number as u8;
            if f64::from(*byte).to_bits() != number.to_bits() {
                return None;
            }
        }
        (member(&bytes, "length") == 48_u32).then_some(random)
    }

    async fn delete(&self, area: Area, key: &str) -> Outcome {
        // The store gets both at once, so that no other flow of the process stores a value between them.
        let place = [area.name().into(), key.into()];
        let [read, removed] = ["read", "remove"].map(|method| self.begin(method, &place.each_ref()));
        let value = settled(read).await;
        settled(removed).await;
        Outcome::Text(value.and_then(|value| value.as_string()))
    }

    async fn keys(&self, prefix: &str) -> Outcome {
        let keys = self.ask("keys", &[&prefix.into()]).await.unwrap_or_default();
        let keys = items(&keys).filter_map(|key| key.as_string());
        Outcome::Keys(keys.filter(|key| key.starts_with(prefix)).collect())
    }

    fn navigate(&self, url: &str) -> Outcome {
        // After an abort, the user must not see the service's page.
        if self.is_aborted() {
            return Outcome::Aborted;
        }
        let opened = self.begin("open", &[&url.into()]);
        spawn_local(async {
            settled(opened).await;
        });
        Outcome::Done
    }

    async fn lock(&mut self, name: &str, within: u32) -> Outcome {
        match self.ask("lock", &[&name.into(), &within.into(), &self.signal]).await {
            Some(release) if release.is_function() => {
                self.release = Some(release.unchecked_into());
                Outcome::Done
            }
            Some(nothing) if nothing.is_undefined() => Outcome::Elapsed,
            _ => Outcome::Refused,
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is out of range is cut to it")]
    async fn post(&self, request: &Request) -> Outcome {
        let (body, kind) = if request.is_form {
            (percent::form(&request.body).into(), "application/x-www-form-urlencoded")
        } else {
            (json(&object_of(&request.body)), "application/json")
        };
        let (url, within) = (request.url.as_str().into(), REQUEST_DEADLINE.into());
        let (dpop, key) = ((request.proof.dpop as u8).into(), request.proof.key.as_str().into());
        let values: [&JsValue; 7] = [&url, &body, &within, &self.signal, &kind.into(), &dpop, &key];
        let Some(answer) = self.ask("post", &values).await else { return Outcome::Offline };
        if answer.is_undefined() {
            return Outcome::Elapsed;
        }
        match (member(&answer, "status").as_f64(), member(&answer, "text").as_string()) {
            // There is no key for the proof.
            (Some(0.0), Some(_)) => Outcome::Refused,
            (Some(status), Some(text)) => {
                Outcome::Answer(Answer { status: status as u16, body: JsDocument::parse(&text) })
            }
            _ => Outcome::Offline,
        }
    }

    /// Returns the outcome of an effect that an abort can end.
    fn unless_aborted(&self, outcome: Outcome) -> Outcome {
        if self.is_aborted() { Outcome::Aborted } else { outcome }
    }

    fn unlock(&mut self) {
        if let Some(release) = self.release.take() {
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }
}

/// Awaits a promise. `None` if it is rejected, or if there is none.
async fn settled(promise: Option<Promise>) -> Option<JsValue> {
    JsFuture::from(promise?).await.ok()
}

impl Platform for Host {
    async fn perform(&mut self, effect: Effect) -> Outcome {
        match effect {
            Effect::Now => Outcome::Now(self.now()),
            Effect::Random => self.random().map_or(Outcome::Refused, Outcome::Random),
            Effect::Read { area, key } => {
                let value = self.ask("read", &[&area.name().into(), &key.into()]).await;
                Outcome::Text(value.and_then(|value| value.as_string()))
            }
            Effect::Write { area, key, value, .. } => {
                let stored = self.ask("write", &[&area.name().into(), &key.into(), &value.into()]).await;
                if stored.is_some_and(|stored| stored == JsValue::TRUE) { Outcome::Done } else { Outcome::Refused }
            }
            Effect::Delete { area, key, .. } => self.delete(area, &key).await,
            Effect::Keys { prefix } => self.keys(prefix).await,
            Effect::Navigate { url, .. } => self.navigate(&url),
            Effect::Lock { name, within } => {
                let outcome = self.lock(&name, within).await;
                self.unless_aborted(outcome)
            }
            Effect::Http(request) => {
                let outcome = self.post(&request).await;
                self.unless_aborted(outcome)
            }
            Effect::Unlock => {
                self.unlock();
                Outcome::Done
            }
            // There is no window but the app's own, and no other window to post to.
            Effect::OpenPopup { .. } | Effect::LookAtPopup => Outcome::Refused,
            Effect::ClosePopup
            | Effect::CloseSelf
            | Effect::SetAddress { .. }
            | Effect::Listen { .. }
            | Effect::Post { .. } => Outcome::Done,
            Effect::Receive { .. } => Outcome::Elapsed,
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.unlock();
    }
}
