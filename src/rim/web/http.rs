//! Requests to the service, each with a timeout that includes the body.

use js_sys::{JSON, Reflect};
use stagepass_core::document::Document as _;
use stagepass_core::effect::{Answer, MAX_ANSWER, REQUEST_DEADLINE, Request};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{AbortController, RequestInit, UrlSearchParams};

use super::deadline::{Deadline, Missed};
use crate::rim::js_document::{JsDocument, json, object_of};
use crate::rim::member::{call, member, object};
use crate::rim::parsed::Outcome;

/// Aborts a request when it is dropped, to free the connection. A complete one is not changed by that.
pub(super) struct Abort(pub(super) AbortController);

impl Drop for Abort {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Sends a request, and returns the promise of its response.
///
/// # Errors
/// What it throws.
pub(super) type Fetch = dyn Fn(&str, &RequestInit) -> Result<JsValue, JsValue>;

/// Sends `request` by `fetch`, and returns the response with its parsed body. Dropping the future aborts the request.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is out of range is cut to it")]
pub(super) async fn send(request: &Request, fetch: &Fetch) -> Outcome {
    let answered = async {
        let abort = Abort(AbortController::new().map_err(Missed::Rejected)?);
        let init = init(request, &abort.0).map_err(Missed::Rejected)?;
        let deadline = Deadline::new(REQUEST_DEADLINE);
        let answer = deadline.against(&fetch(&request.url, &init).map_err(Missed::Rejected)?).await?;
        // There is no key for the proof.
        if answer.is_null() {
            return Ok(Outcome::Refused);
        }
        // A `fetch` of the page's own may return anything.
        let status = member(&answer, "status").as_f64().unwrap_or_default() as u16;
        if !fits(&answer, MAX_ANSWER, &deadline).await? {
            return Ok(Outcome::TooLarge);
        }
        let body = call(&answer, "text", &[]).map_err(Missed::Rejected)?;
        let body = deadline.against(&body).await?;
        let text = body.as_string().ok_or(Missed::Rejected(body))?;
        if text.len() > MAX_ANSWER {
            return Ok(Outcome::TooLarge);
        }
        Ok(Outcome::Answer(Answer { status, body: JsDocument::parse(&text) }))
    };
    answered.await.unwrap_or_else(|missed| match missed {
        Missed::Elapsed => Outcome::Elapsed,
        Missed::Rejected(_) => Outcome::Offline,
    })
}

/// Returns whether the body of a response has at most `max` bytes. Reads a copy, so that the body can be read after it.
/// A response of a page's own `fetch` may have no stream: then true, as there is nothing to count.
///
/// # Errors
/// Why not all of it can be read.
#[expect(clippy::cast_precision_loss, reason = "a limit is far below 2^53")]
pub(super) async fn fits(answer: &JsValue, max: usize, deadline: &Deadline) -> Result<bool, Missed> {
    if object::<JsValue>(answer, "body").is_none() {
        return Ok(true);
    }
    let copy = call(answer, "clone", &[]).map_err(Missed::Rejected)?;
    let reader = call(&member(&copy, "body"), "getReader", &[]).map_err(Missed::Rejected)?;
    let mut left = max as f64;
    while left >= 0.0 {
        let piece = call(&reader, "read", &[]).map_err(Missed::Rejected)?;
        let piece = member(&deadline.against(&piece).await?, "value");
        // After the last piece, there is none.
        let Some(length) = member(&piece, "length").as_f64() else { return Ok(true) };
        left -= length;
    }
    Ok(false)
}

/// Only the service may receive a token: no redirect is followed, no cookie and no referrer is sent, and nothing is
/// cached.
const EVERY_REQUEST: &str = r#"{"method":"POST","headers":{"Content-Type":"application/json"},"cache":"no-store","credentials":"omit","redirect":"error","referrerPolicy":"no-referrer"}"#;

fn init(request: &Request, controller: &AbortController) -> Result<RequestInit, JsValue> {
    let body = object_of(&request.body);
    let init = JSON::parse(EVERY_REQUEST)?;
    #[cfg(feature = "openid")]
    if request.body.is_empty() {
        set(&init, "method", &"GET".into())?;
        set(&init, "headers", &JsValue::UNDEFINED)?;
        set(&init, "signal", &controller.signal())?;
        return Ok(init.unchecked_into());
    }
    let body = if request.is_form {
        // `fetch` sets the type of a form by itself. Any other header would need a CORS preflight.
        set(&init, "headers", &JsValue::UNDEFINED)?;
        UrlSearchParams::new_with_record_from_str_to_str(&body)?.into()
    } else {
        json(&body)
    };
    set(&init, "body", &body)?;
    set(&init, "keepalive", &request.outlives_page.into())?;
    set(&init, "signal", &controller.signal())?;
    // Only what adds a proof reads these two.
    set(&init, "dpop", &JsValue::from(request.proof.dpop as u8))?;
    set(&init, "key", &JsValue::from_str(&request.proof.key))?;
    Ok(init.unchecked_into())
}

fn set(object: &JsValue, name: &str, value: &JsValue) -> Result<bool, JsValue> {
    Reflect::set(object, &JsValue::from_str(name), value)
}
