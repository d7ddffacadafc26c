//! Requests of the API for Rust apps, with `fetch`.

use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use js_sys::{Array, JSON, Uint8Array};
#[cfg(feature = "dpop")]
use stagepass_core::session::Session;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{AbortController, Headers, RequestInit};

use super::deadline::{Deadline, Missed};
#[cfg(feature = "dpop")]
use super::dpop;
use super::http::{Abort, fits};
use super::method::{exception_message, fetch};
use super::window;
use crate::error::{Code, Error};
use crate::rim::member::object;
use crate::sdk::environment::Bounds;

/// Only the addressed server may receive a token: no redirect is followed, and no cookie and no referrer is sent.
const EVERY_REQUEST: &str =
    r#"{"mode":"cors","redirect":"error","credentials":"omit","referrerPolicy":"no-referrer","cache":"no-store"}"#;

/// Sends `request`, and returns the response. Dropping the future aborts the request.
///
/// # Errors
/// See [`Environment::send`](crate::sdk::environment::Environment::send).
pub(super) async fn send(request: Request<Vec<u8>>, bounds: Bounds) -> Result<Response<Vec<u8>>, Error> {
    let window = window().ok_or(Code::Unsupported)?;
    let start = |url: &str, init: &RequestInit| fetch(&window, url, init);
    sent(request, bounds, start, failed).await
}

/// Sends `request` with the token of a session that is bound to a key, and with a proof.
///
/// # Errors
/// See [`Environment::send_bound`](crate::sdk::environment::Environment::send_bound).
#[cfg(feature = "dpop")]
pub(super) async fn send_bound(
    request: Request<Vec<u8>>,
    bounds: Bounds,
    session: &Session,
) -> Result<Response<Vec<u8>>, Error> {
    let start = |url: &str, init: &RequestInit| {
        let request = web_sys::Request::new_with_str_and_init(url, init)?;
        let options: RequestInit = JSON::parse(EVERY_REQUEST)?.unchecked_into();
        options.set_signal(Some(&request.signal()));
        dpop::send_bound(&request, session, &options).map(JsValue::from)
    };
    // `fetch` rejects with a `TypeError`, and the store of the keys with others.
    let unproven = |reason: &JsValue| {
        let is_network = reason.is_instance_of::<js_sys::TypeError>();
        if is_network {
            failed(reason)
        } else {
            Error::from(Code::StorageUnavailable).because(exception_message(reason))
        }
    };
    sent(request, bounds, start, unproven).await
}

/// Sends `request` by `start`, and reads the response.
async fn sent(
    request: Request<Vec<u8>>,
    bounds: Bounds,
    start: impl FnOnce(&str, &RequestInit) -> Result<JsValue, JsValue>,
    rejected: impl Fn(&JsValue) -> Error,
) -> Result<Response<Vec<u8>>, Error> {
    let abort = Abort(AbortController::new().map_err(|reason| failed(&reason))?);
    let milliseconds = u32::try_from(bounds.within.as_millis()).unwrap_or(u32::MAX);
    let deadline = Deadline::new(milliseconds);
    let init = init(&request, &abort.0).map_err(|reason| failed(&reason))?;
    let answer = start(&request.uri().to_string(), &init).map_err(|reason| failed(&reason))?;
    let answer: web_sys::Response = within(&deadline, &answer, rejected).await?.unchecked_into();
    // A `fetch` of the page's own may return anything.
    let sent = object::<Headers>(&answer, "headers").ok_or(Code::BadResponse)?;
    let mut response = Response::new(body(&answer, &deadline, bounds.max_body).await?);
    *response.status_mut() = StatusCode::from_u16(answer.status()).map_err(|_| Code::BadResponse)?;
    *response.headers_mut() = headers(&sent);
    Ok(response)
}

async fn within(
    deadline: &Deadline,
    promise: &JsValue,
    rejected: impl Fn(&JsValue) -> Error,
) -> Result<JsValue, Error> {
    deadline.against(promise).await.map_err(|missed| error_of(missed, rejected))
}

fn error_of(missed: Missed, rejected: impl Fn(&JsValue) -> Error) -> Error {
    match missed {
        Missed::Rejected(reason) => rejected(&reason),
        Missed::Elapsed => Code::Timeout.into(),
    }
}

fn init(request: &Request<Vec<u8>>, abort: &AbortController) -> Result<RequestInit, JsValue> {
    let init: RequestInit = JSON::parse(EVERY_REQUEST)?.unchecked_into();
    init.set_method(request.method().as_str());
    let headers = Headers::new()?;
    for (name, value) in request.headers() {
        headers.append(name.as_str(), value.to_str().unwrap_or_default())?;
    }
    init.set_headers(&headers);
    init.set_signal(Some(&abort.signal()));
    if !request.body().is_empty() {
        init.set_body(&Uint8Array::from(request.body().as_slice()));
    }
    Ok(init)
}

fn headers(headers: &Headers) -> HeaderMap {
    let mut map = HeaderMap::new();
    for entry in Array::from(headers).iter() {
        let entry: Array = entry.unchecked_into();
        let [name, value] = [0, 1].map(|index| entry.get(index).as_string().unwrap_or_default());
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            map.append(name, value);
        }
    }
    map
}

/// Reads the body, at most `max` bytes.
async fn body(answer: &web_sys::Response, deadline: &Deadline, max: usize) -> Result<Vec<u8>, Error> {
    if !fits(answer, max, deadline).await.map_err(|missed| error_of(missed, failed))? {
        return Err(Code::BadResponse.into());
    }
    let whole = answer.array_buffer().map_err(|reason| failed(&reason))?;
    Ok(Uint8Array::new(&within(deadline, &whole, failed).await?).to_vec())
}

fn failed(reason: &JsValue) -> Error {
    Error::from(Code::Network).because(exception_message(reason))
}
