//! The loop that drives a machine with the host's object. It returns a promise of how
//! the flow ends: its result or error.

use core::cell::RefCell;
use std::rc::Rc;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast as _, JsValue};

use super::{Completion, Page};
use crate::effect::{Outcome, Step};
use crate::error::{Code, Error};
use crate::rim::deferred::deferred;
use crate::rim::flow::{Flow, failed};
use crate::rim::member::object;

/// What a call returns.
pub(crate) type Started = Promise;

/// Drives a machine with `options.host`. `options.signal` can abort it.
pub(crate) fn start(flow: Result<Flow, Error>, options: &JsValue) -> Started {
    let page = Page::new(object(options, "signal"), object(options, "host"));
    let (flow, page) = match (flow, page) {
        (Err(error), _) => return Promise::resolve(&failed(error)),
        (_, None) => return Promise::resolve(&failed(Code::Unsupported.into())),
        (_, Some(page)) if page.is_aborted() => return Promise::resolve(&failed(Code::Aborted.into())),
        (Ok(flow), Some(page)) => (flow, page),
    };
    let (promise, end) = deferred();
    let run = Rc::new(RefCell::new(Run { flow, page, end, resume: None }));
    let resumed = Rc::clone(&run);
    // No promise settles while the core runs, and a flow waits for one at a time. So this is never borrowed twice.
    let resume = Closure::new(move |value| {
        let mut run = resumed.borrow_mut();
        let completion = run.page.settled(value);
        run.advance(completion);
        JsValue::UNDEFINED
    });
    let mut started = run.borrow_mut();
    started.resume = Some(resume);
    started.advance(Completion::Now(Outcome::Begin));
    promise
}

/// A running flow. It is owned by `resume`, so it lives until it ends.
struct Run {
    flow: Flow,
    page: Page,
    /// Resolves the caller's promise.
    end: Function,
    /// Receives what the flow waits for, also if that was rejected.
    resume: Option<Closure<dyn FnMut(JsValue) -> JsValue>>,
}

impl Run {
    /// Runs the machine to its next wait, or to its end.
    fn advance(&mut self, mut completion: Completion) {
        loop {
            let outcome = match (completion, &self.resume) {
                (Completion::Later(promise), Some(resume)) => {
                    let resume = resume.as_ref();
                    promise.unchecked_ref::<Thenable>().then(resume, resume);
                    return;
                }
                (Completion::Later(_), None) => return,
                (Completion::Now(outcome), _) => outcome,
            };
            let result = match self.flow.step(outcome) {
                Step::Do(effect) => {
                    completion = self.page.perform(&effect);
                    continue;
                }
                Step::Done(end) => end,
            };
            let _ = self.end.call1(&JsValue::UNDEFINED, &result);
            self.resume = None;
            return;
        }
    }
}

#[wasm_bindgen]
extern "C" {
    // js-sys has a separate closure type for this. With this type, it is the one of all other callbacks.
    type Thenable;

    #[wasm_bindgen(method)]
    fn then(this: &Thenable, resolved: &JsValue, rejected: &JsValue);
}
