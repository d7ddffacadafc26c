//! Requests to the service, each with a deadline that covers the body too.

use js_sys::{JSON, Object, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{
    AbortController, AbortSignal, Headers, ReferrerPolicy, RequestCache, RequestCredentials, RequestInit,
    RequestRedirect, Response, Window,
};

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

/// A token must reach nobody but the service: no redirect is followed, no cookie and no referrer goes along, nothing is cached.
fn init(request: &Request, controller: &AbortController) -> Result<RequestInit, JsValue> {
    let headers = Headers::new()?;
    let init = RequestInit::new();
    if let Some(bearer) = &request.bearer {
        headers.set("Authorization", &["Bearer ", bearer.expose()].concat())?;
    }
    if !request.body.is_empty() {
        headers.set("Content-Type", "application/json")?;
        let body = Object::new();
        for (name, value) in &request.body {
            Reflect::set(&body, &JsValue::from_str(name), &JsValue::from_str(value.expose()))?;
        }
        init.set_method("POST");
        init.set_body(&JSON::stringify(&body)?.into());
        // A logout just before the page is left still reaches the service.
        Reflect::set(&init, &JsValue::from_str("keepalive"), &JsValue::TRUE)?;
    }
    init.set_headers(&headers);
    init.set_cache(RequestCache::NoStore);
    init.set_credentials(RequestCredentials::Omit);
    init.set_redirect(RequestRedirect::Error);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    init.set_signal(Some(&controller.signal()));
    Ok(init)
}
