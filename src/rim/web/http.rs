//! Requests to the service, each with a deadline that covers the body too.

use js_sys::{JSON, Object, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{AbortController, RequestInit, Response, Window};

use crate::effect::{Answer, Request};
use crate::rim::js_document::JsDocument;

/// A request under way.
pub(crate) struct Call {
    controller: AbortController,
    /// Of the answer, once its head is there.
    status: Option<u16>,
}

/// What became of a call.
pub(crate) enum Heard {
    /// Its body is yet to come.
    More(Call, Promise),
    /// All of it is there.
    Answer(Answer),
    /// It broke off.
    Nothing,
}

impl Call {
    /// Sends `request` at once, and gives what its answer comes to.
    pub(crate) fn send(window: &Window, request: &Request) -> Option<(Self, Promise)> {
        let controller = AbortController::new().ok()?;
        let init = init(request, &controller).ok()?;
        let answer = window.fetch_with_str_and_init(&request.url, &init);
        Some((Self { controller, status: None }, answer))
    }

    /// Takes what that promise came to: the answer, its body, or what either was rejected with.
    pub(crate) fn hear(mut self, value: JsValue) -> Heard {
        if let Some(status) = self.status {
            return match value.as_string() {
                Some(text) => Heard::Answer(Answer { status, body: JsDocument::parse(&text) }),
                None => Heard::Nothing,
            };
        }
        let response: Response = value.unchecked_into();
        // Where the call was rejected, there is no such method.
        match response.text() {
            Ok(text) => {
                self.status = Some(response.status());
                Heard::More(self, text)
            }
            Err(_) => Heard::Nothing,
        }
    }

    /// The connection is not left to run on for nobody.
    pub(crate) fn abort(self) {
        self.controller.abort();
    }
}

/// A token must reach nobody but the service: no redirect is followed, no cookie and no referrer goes along, nothing is
/// cached. A logout just before the page is left still reaches the service.
const EVERY_REQUEST: &str = r#"{"method":"POST","headers":{"Content-Type":"application/json"},"cache":"no-store","credentials":"omit","keepalive":true,"redirect":"error","referrerPolicy":"no-referrer"}"#;

fn init(request: &Request, controller: &AbortController) -> Result<RequestInit, JsValue> {
    let body = Object::new();
    for (name, value) in &request.body {
        set(&body, name, &value.expose().into())?;
    }
    let init = JSON::parse(EVERY_REQUEST)?;
    set(&init, "body", &JSON::stringify(&body)?.into())?;
    set(&init, "signal", &controller.signal())?;
    Ok(init.unchecked_into())
}

fn set(object: &JsValue, name: &str, value: &JsValue) -> Result<bool, JsValue> {
    Reflect::set(object, &JsValue::from_str(name), value)
}
