//! The exports of the npm package's core for React Native: two functions, which take and return no object.
//!
//! `pkg-template/src/native/rim/drive.ts` performs the effects, and calls [`resume`] with each outcome. So the module needs no
//! callbacks, and nothing of the platform.
#![expect(unreachable_pub, reason = "wasm-bindgen exports what is public")]

mod flow;
mod outcome;
mod values;

use core::cell::Cell;

use stagepass_core::border;
use stagepass_core::document::Document as _;
use stagepass_core::effect::Effect;
use stagepass_core::error::Code;
use stagepass_core::pkce;
use stagepass_core::text::percent;
use wasm_bindgen::prelude::wasm_bindgen;

use self::flow::{Flow, failed, pass};
use self::outcome::outcome;
use self::values::{Outcome, Values};

thread_local! {
    /// The flows that wait for an outcome. The number of a flow is its place.
    static FLOWS: Cell<Vec<Option<Box<Flow>>>> = const { Cell::new(Vec::new()) };
}

/// Starts a call (`stagepass_core::border`), unless there is no page or its signal is aborted. A login runs
/// synchronously up to its popup.
#[wasm_bindgen]
pub fn start(call: u32) {
    if let (border::DIGEST, Some(text)) = (call, Values::OPTIONS.any("client")) {
        return flow::text(&pkce::digest(&text));
    }
    match flow::open(call) {
        Ok(_) if Values::OPTIONS.text("page").is_none() => failed(Code::Unsupported.into()),
        Ok(_) if flow::is_set("aborted") => failed(Code::Aborted.into()),
        Ok(flow) => advance(Box::new(flow), Outcome::Begin),
        Err(error) => failed(error),
    }
}

/// Continues a flow with the outcome of its effect: the number of its kind (`stagepass_core::border`), and a number.
#[wasm_bindgen]
pub fn resume(flow: u32, kind: u32, number: f64) {
    let mut flows = FLOWS.take();
    let flow = flows.get_mut(flow as usize).and_then(Option::take);
    FLOWS.set(flows);
    match flow {
        Some(flow) => advance(flow, outcome(kind, number)),
        None => failed(Code::Internal.into()),
    }
}

/// Runs a flow to its next effect, and passes it. At the end, the flow has passed its result.
fn advance(mut flow: Box<Flow>, outcome: Outcome) {
    if let Some(effect) = flow.step(outcome) {
        pass_effect(store(flow), &effect);
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

/// Passes the number of an effect (`stagepass_core::border`), its flow, a number and texts.
fn pass_effect(flow: u32, of: &Effect) {
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
    pass(kind, flow, number, a, b, c);
}
