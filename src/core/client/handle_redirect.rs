//! The callback page, in the core. In a popup, the npm package's page hands the response to its opener by
//! `pkg-template/src/browser/forward.ts`, and loads the core for this only if the opener does not reply.

use core::mem;

use crate::authorize::Display;
use crate::callback::Callback;
use crate::client::Ending;
use crate::code_exchange::{CodeExchange, CompletedLogin, Role};
use crate::document::Document;
use crate::effect::{self, Effect, Machine, Outcome, Step};
use crate::error::{Code, Error};
use crate::handoff::Message;
use crate::transaction;

/// How long the opener has to respond before the popup continues alone, in milliseconds.
const TAKEN_WITHIN: u32 = 2_000;

/// How long a popup that cannot continue alone still waits for its opener, which may be busy, in milliseconds.
const LATE_TAKEN_WITHIN: u32 = 8_000;

/// How long a window may take to close, in milliseconds. After that it stays open.
const CLOSED_WITHIN: u32 = 500;

/// The machine of `oauth.handleRedirect()`. It needs no configuration, because the transaction has it.
#[derive(Debug)]
pub struct HandleRedirect {
    /// The `state` in the URL.
    state: String,
    at: At,
}

/// A variant is named by the effect whose outcome it awaits, or by what that is for.
#[derive(Debug, Default)]
enum At {
    /// The URL has no response of ours.
    Nothing,
    Begin {
        url: String,
        callback: Box<Callback>,
    },
    Clean {
        url: String,
        callback: Box<Callback>,
    },
    Listen {
        url: String,
        callback: Box<Callback>,
    },
    HandOver {
        callback: Box<Callback>,
    },
    Taken {
        callback: Box<Callback>,
    },
    Exchange(Box<CodeExchange>),
    /// The popup cannot continue alone.
    Late,
    TellSuccess(Box<CompletedLogin>),
    TellFailure(Error),
    CloseHandedOver,
    ClosedHandedOver,
    CloseSignedIn(Box<CompletedLogin>),
    ClosedSignedIn(Box<CompletedLogin>),
    Leave(Box<CompletedLogin>),
    #[default]
    Ended,
}

impl HandleRedirect {
    /// Handles `url`, the callback page's URL.
    pub fn new(url: &str) -> Self {
        match Callback::read(url) {
            Some(callback) => {
                let (state, callback) = (callback.state.clone(), Box::new(callback));
                Self { state, at: At::Begin { url: url.to_owned(), callback } }
            }
            None => Self { state: String::new(), at: At::Nothing },
        }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Result<Step<Ending>, Error> {
        Step::ask(&mut self.at, at, effect)
    }

    fn post(&mut self, at: At, message: &Message) -> Result<Step<Ending>, Error> {
        let text = message.to_text(&self.state);
        self.ask(at, Effect::Post { text, origin: None })
    }

    /// Continues after the URL was cleaned: a popup hands over, a full page exchanges the code.
    fn cleaned<D: Document>(&mut self, url: String, callback: Box<Callback>) -> Result<Step<Ending>, Error> {
        match callback.display {
            Display::Popup => {
                let channel = transaction::channel_name(&self.state);
                self.ask(At::Listen { url, callback }, Effect::Listen { channel })
            }
            Display::FullScreen => self.exchange::<D>(Role::Page, *callback),
        }
    }

    fn is_taken<D: Document>(&self, message: &effect::Message<D>) -> bool {
        message.own_origin
            && message.from_peer
            && Message::read(&message.text, &self.state).is_some_and(|message| message == Message::Taken)
    }

    fn close_handed_over(&mut self) -> Result<Step<Ending>, Error> {
        self.ask(At::CloseHandedOver, Effect::CloseSelf)
    }

    fn wait_for_taken(&mut self, callback: Box<Callback>) -> Result<Step<Ending>, Error> {
        self.ask(At::Taken { callback }, Effect::Receive { within: TAKEN_WITHIN })
    }

    fn wait_for_late_taken(&mut self) -> Result<Step<Ending>, Error> {
        self.ask(At::Late, Effect::Receive { within: LATE_TAKEN_WITHIN })
    }

    fn exchange<D: Document>(&mut self, role: Role, callback: Callback) -> Result<Step<Ending>, Error> {
        self.exchanging(Box::new(CodeExchange::new(role, &self.state, callback)), Outcome::<D>::Begin)
    }

    fn exchanging<D: Document>(
        &mut self,
        mut exchange: Box<CodeExchange>,
        outcome: Outcome<D>,
    ) -> Result<Step<Ending>, Error> {
        let in_popup = exchange.role() == Role::Popup;
        match exchange.step(outcome) {
            Ok(Step::Do(effect)) => self.ask(At::Exchange(exchange), effect),
            Ok(Step::Done(completed)) if in_popup => {
                let message = Message::SignedIn(completed.profile.clone());
                self.post(At::TellSuccess(completed), &message)
            }
            Ok(Step::Done(completed)) => self.return_to_app(completed),
            Err(error) if !in_popup => Err(error),
            // No transaction here: storage may be denied or partitioned. The opener has it in memory.
            Err(error) if error.code == Code::TransactionLost => self.wait_for_late_taken(),
            Err(error) => self.report_failure(error),
        }
    }

    fn report_failure(&mut self, error: Error) -> Result<Step<Ending>, Error> {
        let message = Message::Failed(error.code);
        self.post(At::TellFailure(error), &message)
    }

    /// Signed in, in this window: returns to where the login began, or starts the app here.
    fn return_to_app(&mut self, completed: Box<CompletedLogin>) -> Result<Step<Ending>, Error> {
        if completed.return_to.is_empty() {
            return Ok(Step::Done(Ending::SignedIn(completed)));
        }
        let url = completed.return_to.clone();
        self.ask(At::Leave(completed), Effect::Navigate { url, replace: true })
    }
}

impl<D: Document> Machine<D> for HandleRedirect {
    type Output = Ending;

    fn step(&mut self, outcome: Outcome<D>) -> Result<Step<Ending>, Error> {
        match mem::take(&mut self.at) {
            At::Nothing => Ok(Step::Done(Ending::Nothing)),
            At::Begin { url, callback } => {
                let (from, to) = (url.clone(), callback.clean_url.clone());
                self.ask(At::Clean { url, callback }, Effect::SetAddress { from, to })
            }
            At::Clean { url, callback } => self.cleaned::<D>(url, callback),
            At::Listen { url, callback } => self.post(At::HandOver { callback }, &Message::Response(url)),
            At::HandOver { callback } => self.wait_for_taken(callback),
            At::Taken { callback } => match outcome {
                Outcome::Aborted => Err(outcome.unexpected()),
                Outcome::Message(message) if self.is_taken(&message) => self.close_handed_over(),
                Outcome::Message(_) => self.wait_for_taken(callback),
                _ => self.exchange::<D>(Role::Popup, *callback),
            },
            At::Exchange(exchange) => self.exchanging(exchange, outcome),
            At::Late => match outcome {
                Outcome::Aborted => Err(outcome.unexpected()),
                Outcome::Message(message) if self.is_taken(&message) => self.close_handed_over(),
                Outcome::Message(_) => self.wait_for_late_taken(),
                _ => self.report_failure(Code::TransactionLost.into()),
            },
            At::TellSuccess(completed) => self.ask(At::CloseSignedIn(completed), Effect::CloseSelf),
            At::TellFailure(error) => Err(error),
            At::CloseHandedOver => self.ask(At::ClosedHandedOver, Effect::Receive { within: CLOSED_WITHIN }),
            At::ClosedHandedOver => Ok(Step::Done(Ending::HandedOver)),
            At::CloseSignedIn(completed) => {
                self.ask(At::ClosedSignedIn(completed), Effect::Receive { within: CLOSED_WITHIN })
            }
            At::ClosedSignedIn(completed) => self.return_to_app(completed),
            At::Leave(completed) => Ok(Step::Done(Ending::Returning(completed))),
            At::Ended => Err(outcome.unexpected()),
        }
    }
}
