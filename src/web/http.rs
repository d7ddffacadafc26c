//! Requests to the service, each with a deadline that covers the body too.

use js_sys::{JSON, Object, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{AbortController, AbortSignal, RequestInit, Response, Window};

use super::document::Parsed;
use super::race::{Lost, Race};
use crate::effect::{Answer, Outcome, REQUEST_DEADLINE, Request};

/// Sends `request` at once; the future reads the whole answer.
pub(crate) fn send(
    window: &Window,
    request: &Request,
    signal: Option<AbortSignal>,
) -> impl Future<Output = Outcome> + use<> {
    let race = Race::new(REQUEST_DEADLINE, signal);
    let sent = AbortController::new().and_then(|controller| {
        let init = init(request, &controller)?;
        Ok((window.fetch_with_str_and_init(&request.url, &init), controller))
    });
    async move {
        let Ok((response, controller)) = sent else { return Outcome::Offline };
        let outcome = match answer(&response, &race).await {
            Ok(answer) => return Outcome::Answer(answer),
            Err(Lost::Over(outcome)) => outcome,
            Err(Lost::Rejected) => Outcome::Offline,
        };
        // The connection is not left to run on for nobody.
        controller.abort();
        outcome
    }
}

async fn answer(response: &Promise, race: &Race) -> Result<Answer, Lost> {
    let response: Response = race.run(response).await?.unchecked_into();
    let text: Promise = response.text().map_err(|_| Lost::Rejected)?;
    let text = race.run(&text).await?.as_string().unwrap_or_default();
    Ok(Answer { status: response.status(), body: Parsed::parse(&text) })
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
