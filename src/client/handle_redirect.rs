//! The callback page.

use crate::authorize::Display;
use crate::callback::Callback;
use crate::client::Ending;
use crate::effect::{self, Effect, Machine, Outcome, Step};
use crate::error::{Code, Error};
use crate::handoff::Message;
use crate::redeem::{Redeem, Redeemed, Role};
use crate::transaction;

/// How long the opener has to answer before the popup goes on alone, in milliseconds.
const ANSWER_WITHIN: u32 = 2_000;

/// How long a popup that cannot go on alone still waits for its opener, in milliseconds: it may be busy.
const LATE_ANSWER_WITHIN: u32 = 8_000;

/// How long a window may take to close, in milliseconds. After that it is not going to.
const CLOSED_WITHIN: u32 = 500;

/// The machine of `oauth.handleRedirect()`. It needs no configuration: the stored login carries it.
#[derive(Debug)]
pub struct HandleRedirect {
    url: String,
    state: String,
    callback: Option<Callback>,
    at: At,
    redeem: Option<Redeem>,
    redeemed: Option<Box<Redeemed>>,
    failure: Option<Error>,
}

#[derive(Clone, Copy, Debug)]
enum At {
    Begin,
    Clean,
    Listen,
    HandOver,
    Answer,
    Redeem,
    Late,
    TellSuccess,
    TellFailure,
    CloseHandedOver,
    ClosedHandedOver,
    CloseSignedIn,
    ClosedSignedIn,
    Leave,
}

impl HandleRedirect {
    /// To handle what `url`, the callback page's address, says.
    pub fn new(url: &str) -> Self {
        let callback = Callback::read(url);
        Self {
            url: url.to_owned(),
            state: callback.as_ref().map(|callback| callback.state.clone()).unwrap_or_default(),
            callback,
            at: At::Begin,
            redeem: None,
            redeemed: None,
            failure: None,
        }
    }

    fn ask(&mut self, at: At, effect: Effect) -> Step<Ending> {
        self.at = at;
        Step::Do(effect)
    }

    fn post(&mut self, at: At, message: &Message) -> Step<Ending> {
        let text = message.to_text(&self.state);
        self.ask(at, Effect::Post { text })
    }

    /// The address is clean: now the popup hands over, a full page redeems.
    fn cleaned(&mut self) -> Step<Ending> {
        match self.callback.as_ref().map(|callback| callback.display) {
            Some(Display::Popup) => {
                let channel = transaction::channel_name(&self.state);
                self.ask(At::Listen, Effect::Listen { channel })
            }
            _ => self.redeem(Role::Page),
        }
    }

    fn is_taken(&self, message: &effect::Message) -> bool {
        message.own_origin
            && message.from_peer
            && Message::read(&message.text, &self.state).is_some_and(|message| message == Message::Taken)
    }

    fn redeem(&mut self, role: Role) -> Step<Ending> {
        let Some(callback) = self.callback.take() else { return Step::fail(Code::Internal) };
        self.redeem = Some(Redeem::new(role, &self.state, callback));
        self.redeeming(Outcome::Begin)
    }

    fn redeeming(&mut self, outcome: Outcome) -> Step<Ending> {
        self.at = At::Redeem;
        let in_popup = self.callback_was_for_popup();
        match self.redeem.as_mut().map(|redeem| redeem.step(outcome)) {
            Some(Step::Do(effect)) => Step::Do(effect),
            Some(Step::Done(Ok(redeemed))) => {
                self.redeemed = Some(redeemed);
                if in_popup { self.post(At::TellSuccess, &Message::SignedIn) } else { self.arrive() }
            }
            Some(Step::Done(Err(error))) if !in_popup => Step::fail(error),
            // No transaction here: storage may be denied or partitioned. The opener has it in memory.
            Some(Step::Done(Err(error))) if error.code == Code::TransactionLost => {
                self.ask(At::Late, Effect::Receive { within: LATE_ANSWER_WITHIN })
            }
            Some(Step::Done(Err(error))) => self.tell_failure(error),
            None => Step::fail(Code::Internal),
        }
    }

    fn tell_failure(&mut self, error: Error) -> Step<Ending> {
        let message = Message::Failed(error.code);
        self.failure = Some(error);
        self.post(At::TellFailure, &message)
    }

    fn callback_was_for_popup(&self) -> bool {
        self.state.strip_prefix("sp1.p.").is_some()
    }

    /// Signed in, in this very window: on to where the login began, or the app begins here.
    fn arrive(&mut self) -> Step<Ending> {
        let Some(redeemed) = self.redeemed.take() else { return Step::fail(Code::Internal) };
        let Redeemed { config, return_to, app_state } = *redeemed;
        if return_to.is_empty() {
            return Step::Done(Ok(Ending::SignedIn { config, app_state }));
        }
        self.ask(At::Leave, Effect::Navigate { url: return_to, replace: true })
    }
}

impl Machine for HandleRedirect {
    type Output = Ending;

    fn step(&mut self, outcome: Outcome) -> Step<Ending> {
        match (self.at, outcome) {
            (At::Begin, _) => match &self.callback {
                None => Step::Done(Ok(Ending::Nothing)),
                Some(callback) => {
                    let (from, to) = (self.url.clone(), callback.clean_url.clone());
                    self.ask(At::Clean, Effect::SetAddress { from, to })
                }
            },
            (At::Clean, _) => self.cleaned(),
            (At::Listen, _) => {
                let message = Message::Answer(core::mem::take(&mut self.url));
                self.post(At::HandOver, &message)
            }
            (At::Answer | At::Late, Outcome::Aborted) => Step::fail(Code::Aborted),
            (At::Answer | At::Late, Outcome::Message(message)) if self.is_taken(&message) => {
                self.ask(At::CloseHandedOver, Effect::CloseSelf)
            }
            (At::HandOver, _) | (At::Answer, Outcome::Message(_)) => {
                self.ask(At::Answer, Effect::Receive { within: ANSWER_WITHIN })
            }
            (At::Late, Outcome::Message(_)) => self.ask(At::Late, Effect::Receive { within: LATE_ANSWER_WITHIN }),
            (At::Answer, _) => self.redeem(Role::Popup),
            (At::Late, _) => self.tell_failure(Code::TransactionLost.into()),
            (At::Redeem, outcome) => self.redeeming(outcome),
            (At::TellSuccess, _) => self.ask(At::CloseSignedIn, Effect::CloseSelf),
            (At::TellFailure, _) => Step::Done(Err(self.failure.take().unwrap_or(Code::Internal.into()))),
            (At::CloseHandedOver, _) => self.ask(At::ClosedHandedOver, Effect::Receive { within: CLOSED_WITHIN }),
            (At::ClosedHandedOver, _) => Step::Done(Ok(Ending::HandedOver)),
            (At::CloseSignedIn, _) => self.ask(At::ClosedSignedIn, Effect::Receive { within: CLOSED_WITHIN }),
            (At::ClosedSignedIn, _) => self.arrive(),
            (At::Leave, _) => Step::Done(Ok(Ending::Redirecting)),
        }
    }
}
