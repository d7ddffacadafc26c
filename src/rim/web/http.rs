//! Requests to the service, each with a timeout that includes the body.

use js_sys::{JSON, Object, Promise, Reflect};
use stagepass_core::effect::{Answer, Request};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{AbortController, RequestInit, Response, UrlSearchParams, Window};

use super::method::fetch;
use crate::rim::js_document::JsDocument;

/// A running request.
pub(crate) struct Call {
    controller: AbortController,
    /// The response's status, after its headers.
    status: Option<u16>,
}

/// The progress of a call.
pub(crate) enum Heard {
    /// Its body has not arrived.
    More(Call, Promise),
    /// It is complete.
    Answer(Answer<JsDocument>),
    /// It failed.
    Nothing,
}

impl Call {
    /// Sends `request` at once, and returns the promise of its response.
    pub(crate) fn send(window: &Window, request: &Request) -> Option<(Self, Promise)> {
        let controller = AbortController::new().ok()?;
        let init = init(request, &controller).ok()?;
        let answer = send(window, request, &init).ok()?;
        Some((Self { controller, status: None }, answer))
    }

    /// Handles the value of that promise: the response, or its body.
    pub(crate) fn hear(mut self, value: JsValue) -> Heard {
        if let Some(status) = self.status {
            return match value.as_string() {
                Some(text) => Heard::Answer(Answer { status, body: JsDocument::parse(&text) }),
                None => Heard::Nothing,
            };
        }
        let response: Response = value.unchecked_into();
        // A `fetch` of the page's own may return anything.
        match response.text() {
            Ok(text) => {
                self.status = Some(response.status());
                Heard::More(self, text)
            }
            Err(_) => Heard::Nothing,
        }
    }

    /// Aborts the request, to free the connection.
    pub(crate) fn abort(self) {
        self.controller.abort();
    }
}

fn send(window: &Window, request: &Request, init: &RequestInit) -> Result<Promise, JsValue> {
    #[cfg(feature = "dpop")]
    if request.proof.dpop != stagepass_core::dpop::Dpop::Never {
        return super::dpop::send(&request.url, init, &request.proof);
    }
    fetch(window, &request.url, init)
}

/// Only the service may receive a token: no redirect is followed, no cookie and no referrer is sent, and nothing is
/// cached.
const EVERY_REQUEST: &str = r#"{"method":"POST","headers":{"Content-Type":"application/json"},"cache":"no-store","credentials":"omit","redirect":"error","referrerPolicy":"no-referrer"}"#;

fn init(request: &Request, controller: &AbortController) -> Result<RequestInit, JsValue> {
    let body = Object::new();
    for (name, value) in &request.body {
        set(&body, name, &value.expose().into())?;
    }
    let init = JSON::parse(EVERY_REQUEST)?;
    let body = if request.is_form {
        // `fetch` sets the type of a form by itself. Any other header would need a CORS preflight.
        set(&init, "headers", &JsValue::UNDEFINED)?;
        UrlSearchParams::new_with_record_from_str_to_str(&body)?.into()
    } else {
        JSON::stringify(&body)?.into()
    };
    set(&init, "body", &body)?;
    set(&init, "keepalive", &request.outlives_page.into())?;
    set(&init, "signal", &controller.signal())?;
    Ok(init.unchecked_into())
}

fn set(object: &JsValue, name: &str, value: &JsValue) -> Result<bool, JsValue> {
    Reflect::set(object, &JsValue::from_str(name), value)
}
