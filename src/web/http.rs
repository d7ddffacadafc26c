//! Requests to the service, each with a deadline that covers the body too.

use js_sys::{JSON, Object, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{AbortController, AbortSignal, RequestInit, Response, Window};

use super::document::Parsed;
use super::race::{Lost, Race};
use crate::effect::{Answer, Outcome, REQUEST_DEADLINE, Request};

/// Sends `request` and reads the whole answer.
pub(crate) async fn send(window: Window, request: Request, signal: Option<AbortSignal>) -> Outcome {
    let Ok(controller) = AbortController::new() else { return Outcome::Offline };
    let race = Race::new(REQUEST_DEADLINE, signal);
    let outcome = match fetch(&window, &request, &controller, &race).await {
        Ok(answer) => return Outcome::Answer(answer),
        Err(Lost::Over(outcome)) => outcome,
        Err(Lost::Rejected) => Outcome::Offline,
    };
    // The connection is not left to run on for nobody.
    controller.abort();
    outcome
}

async fn fetch(window: &Window, request: &Request, controller: &AbortController, race: &Race) -> Result<Answer, Lost> {
    let init = init(request, controller).map_err(|_| Lost::Rejected)?;
    let response: Response = race.run(&window.fetch_with_str_and_init(&request.url, &init)).await?.unchecked_into();
    let text: Promise = response.text().map_err(|_| Lost::Rejected)?;
    let text = race.run(&text).await?.as_string().unwrap_or_default();
    Ok(Answer { status: response.status(), body: Parsed::parse(&text) })
}

/// A token must reach nobody but the service: no redirect is followed, no cookie and no referrer goes along, nothing is
/// cached. A logout just before the page is left still reaches the service.
const EVERY_REQUEST: &str =
    r#"{"cache":"no-store","credentials":"omit","keepalive":true,"redirect":"error","referrerPolicy":"no-referrer"}"#;

fn init(request: &Request, controller: &AbortController) -> Result<RequestInit, JsValue> {
    let init = JSON::parse(EVERY_REQUEST)?;
    let headers = Object::new();
    if let Some(bearer) = &request.bearer {
        set(&headers, "Authorization", &["Bearer ", bearer.expose()].concat().into())?;
    }
    if !request.body.is_empty() {
        set(&headers, "Content-Type", &"application/json".into())?;
        let body = Object::new();
        for (name, value) in &request.body {
            set(&body, name, &value.expose().into())?;
        }
        set(&init, "method", &"POST".into())?;
        set(&init, "body", &JSON::stringify(&body)?.into())?;
    }
    set(&init, "headers", &headers)?;
    set(&init, "signal", &controller.signal())?;
    Ok(init.unchecked_into())
}

fn set(object: &JsValue, name: &str, value: &JsValue) -> Result<bool, JsValue> {
    Reflect::set(object, &JsValue::from_str(name), value)
}
