//! A browser: TypeScript performs the effects (`pkg-template/src/browser/rim.ts`), and calls [`resume`] with each
//! outcome. So the module needs no callbacks, and nothing of the browser.
//!
//! An effect crosses the border as a list: the number of its kind (`crate::border`), the flow, a number and texts. An
//! outcome crosses it as the number of its kind, a number and a value.

use core::cell::Cell;

use js_sys::Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};

use super::flow::{Flow, failed, list};
use super::js_document::JsDocument;
use super::member::member;
use crate::border;
use crate::document::Document;
use crate::effect::{Answer, Effect, Message, Outcome, PopupLook, Step};
use crate::error::{Code, Error};
use crate::text::percent;

/// What a call returns: an effect; or at the end, its result or error.
pub(crate) type Started = JsValue;

thread_local! {
    /// The flows that wait for an outcome. The number of a flow is its place.
    static FLOWS: Cell<Vec<Option<Box<Flow>>>> = const { Cell::new(Vec::new()) };
}

/// Starts a flow, unless there is no page or `options.signal` is aborted.
pub(crate) fn start(flow: Result<Flow, Error>, options: &JsValue) -> Started {
    match flow {
        Ok(_) if member(options, "page").is_undefined() => failed(Code::Unsupported.into()),
        Ok(_) if member(&member(options, "signal"), "aborted").is_truthy() => failed(Code::Aborted.into()),
        Ok(flow) => advance(Box::new(flow), Outcome::Begin),
        Err(error) => failed(error),
    }
}

/// Continues a flow with the outcome of its effect.
#[wasm_bindgen]
pub fn resume(flow: u32, kind: u32, number: f64, value: JsValue) -> Started {
    let mut flows = FLOWS.take();
    let flow = flows.get_mut(flow as usize).and_then(Option::take);
    FLOWS.set(flows);
    match flow {
        Some(flow) => advance(flow, outcome(kind, number, value)),
        None => failed(Code::Internal.into()),
    }
}

fn advance(mut flow: Box<Flow>, outcome: Outcome) -> JsValue {
    match flow.step(outcome) {
        Step::Do(effect) => passed(store(flow), &effect),
        Step::Done(end) => end,
    }
}

/// Stores a flow in a free place, and returns its number.
#[expect(clippy::cast_possible_truncation, reason = "addresses of wasm32 have 32 bits")]
fn store(flow: Box<Flow>) -> u32 {
    let mut flows = FLOWS.take();
    let place = flows.iter().position(Option::is_none).unwrap_or(flows.len());
    match flows.get_mut(place) {
        Some(free) => *free = Some(flow),
        None => flows.push(Some(flow)),
    }
    FLOWS.set(flows);
    place as u32
}

/// Returns an effect as a list.
fn passed(flow: u32, of: &Effect) -> JsValue {
    let body;
    let mut number = 0;
    let (kind, [a, b, c]) = match of {
        Effect::Now => (border::GET_TIME, [""; 3]),
        Effect::Random => (border::GET_RANDOM, [""; 3]),
        Effect::Read { area, key } => (border::READ, [area.name(), key, ""]),
        Effect::Write { area, key, value } => (border::WRITE, [area.name(), key, value]),
        Effect::Delete { area, key } => (border::DELETE, [area.name(), key, ""]),
        Effect::Keys { prefix } => (border::LIST_KEYS, [*prefix, "", ""]),
        Effect::OpenPopup { url } => (border::OPEN_POPUP, [url.as_str(), "", ""]),
        Effect::LookAtPopup => (border::LOOK_AT_POPUP, [""; 3]),
        Effect::ClosePopup => (border::CLOSE_POPUP, [""; 3]),
        Effect::CloseSelf => (border::CLOSE_SELF, [""; 3]),
        Effect::Navigate { url, replace } => {
            (if *replace { border::REPLACE_PAGE } else { border::NAVIGATE }, [url.as_str(), "", ""])
        }
        Effect::SetAddress { from, to } => (border::SET_ADDRESS, [from.as_str(), to, ""]),
        Effect::Listen { channel } => (border::LISTEN, [channel.as_str(), "", ""]),
        Effect::Post { text, origin } => (border::POST, [text, origin.as_deref().unwrap_or_default(), ""]),
        Effect::Receive { within } => {
            number = *within;
            (border::RECEIVE, [""; 3])
        }
        Effect::Lock { name, within } => {
            number = *within;
            (border::LOCK, [name.as_str(), "", ""])
        }
        Effect::Unlock => (border::UNLOCK, [""; 3]),
        Effect::Http(request) => {
            body = percent::form(&request.body);
            number = request.proof.dpop as u32;
            if request.is_form {
                number |= border::IS_FORM;
            }
            if request.outlives_page {
                number |= border::OUTLIVES_PAGE;
            }
            (border::SEND, [request.url.as_str(), &body, &request.proof.key])
        }
    };
    list(kind, flow, number, a, b, c)
}

/// Returns the outcome of this kind.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is out of range is cut to it")]
fn outcome(kind: u32, number: f64, value: JsValue) -> Outcome {
    match kind {
        border::DONE => Outcome::Done,
        border::CLOSED => Outcome::Closed,
        border::ELAPSED => Outcome::Elapsed,
        border::ABORTED => Outcome::Aborted,
        border::OFFLINE => Outcome::Offline,
        border::NOW => Outcome::Now(number as u64),
        border::RANDOM => value.as_string().and_then(|text| random(&text)).map_or(Outcome::Refused, Outcome::Random),
        border::TEXT => Outcome::Text(value.as_string()),
        border::KEYS => {
            let (names, mut keys) = (value.unchecked_into::<Array>(), Vec::new());
            while let Some(key) = names.shift().as_string() {
                keys.push(key);
            }
            Outcome::Keys(keys)
        }
        border::MESSAGE => {
            let bits = number as u32;
            let data = member(&value, "data");
            Outcome::Message(Message {
                text: data.as_string().unwrap_or_default(),
                members: Box::new(JsDocument(data)),
                origin: member(&value, "origin").as_string().unwrap_or_default(),
                own_origin: bits & border::OWN_ORIGIN != 0,
                from_peer: bits & border::FROM_PEER != 0,
            })
        }
        border::ANSWER => {
            // If it is not JSON, it has no members.
            let body: Box<dyn Document> = Box::new(JsDocument(value));
            Outcome::Answer(Answer { status: number as u16, body: Some(body) })
        }
        border::POPUP.. => Outcome::Popup(PopupLook {
            closed: kind & border::LOOKS_CLOSED != 0,
            focus_came_back: kind & border::FOCUS_CAME_BACK != 0,
            superseded: kind & border::IS_SUPERSEDED != 0,
            now: number as u64,
        }),
        _ => Outcome::Refused,
    }
}

/// Reads random bytes, one a character.
fn random(text: &str) -> Option<Box<[u8; 48]>> {
    let mut random = Box::new([0; 48]);
    let mut characters = text.chars();
    for byte in random.iter_mut() {
        *byte = u8::try_from(characters.next()?).ok()?;
    }
    Some(random)
}
