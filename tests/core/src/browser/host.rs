//! The host of a flow: performs the effects that the core's machines request.

use std::rc::Rc;

use stagepass_backend::entropy::Entropy as _;
use stagepass_core::effect::{Effect, PopupLook, REQUEST_DEADLINE, Request};

use super::locks::Ticket;
use super::state::BrowserState;
use super::{Browser, Window};
use crate::effect::Outcome;
use crate::network::Progress;

/// How far an effect has come.
#[derive(Debug)]
pub enum EffectProgress {
    /// It has this outcome.
    Done(Outcome),
    /// It has advanced, and must be performed again.
    Advanced,
    /// It waits, at most until this moment (see [`SharedClock::uptime`](crate::clock::SharedClock::uptime)).
    Blocked {
        /// That moment.
        until: u64,
    },
    /// The page is gone, and so is the flow.
    Gone,
}

/// The resources of a flow, released when dropped.
#[derive(Debug)]
pub struct Host {
    browser: Browser,
    window: usize,
    document: u64,
    popup: Option<usize>,
    lost_focus: bool,
    focus_came_back: bool,
    inbox: Option<u64>,
    lock: Option<Ticket>,
    queued: Option<Ticket>,
    /// The number of the pending request.
    sent: Option<usize>,
    is_aborted: bool,
}

impl Host {
    /// Creates the host of a flow on the page in `window`.
    pub fn new(window: &Window) -> Self {
        let document = window.browser.state().window(window.id).document();
        Self {
            browser: window.browser.clone(),
            window: window.id,
            document,
            popup: None,
            lost_focus: false,
            focus_came_back: false,
            inbox: None,
            lock: None,
            queued: None,
            sent: None,
            is_aborted: false,
        }
    }

    pub(crate) fn browser(&self) -> &Browser {
        &self.browser
    }

    /// Aborts the flow.
    pub fn abort(&mut self) {
        self.is_aborted = true;
    }

    /// Whether the flow was aborted.
    pub fn is_aborted(&self) -> bool {
        self.is_aborted
    }

    /// Whether a request or a lock is pending.
    pub fn is_waiting(&self) -> bool {
        self.sent.is_some() || self.queued.is_some()
    }

    /// Performs `effect`, which was requested at the uptime `since`. Without an outcome, call this again.
    pub fn perform(&mut self, effect: &Effect, since: u64) -> EffectProgress {
        if self.is_gone() {
            return EffectProgress::Gone;
        }
        if takes_time(effect) && self.browser.state().window(self.window).is_leaving() {
            self.browser.state_mut().leave(self.window);
            return EffectProgress::Gone;
        }
        match effect {
            Effect::Receive { within } => self.receive(since + u64::from(*within)),
            Effect::Lock { name, within } => self.take_lock(name, since + u64::from(*within)),
            Effect::Http(request) => self.request(request, since + u64::from(REQUEST_DEADLINE)),
            effect => {
                let browser = self.browser.clone();
                EffectProgress::Done(self.act(&mut browser.state_mut(), effect))
            }
        }
    }

    /// Ends the flow: releases its resources, and navigates or closes the page if the flow has requested that.
    pub fn finish(&mut self) {
        if !self.is_gone() {
            self.browser.state_mut().leave(self.window);
        }
        self.abandon_request();
        let mut state = self.browser.state_mut();
        for ticket in [self.lock.take(), self.queued.take()].into_iter().flatten() {
            state.locks.leave(ticket);
        }
        if let Some(inbox) = self.inbox.take() {
            state.messages.close(inbox);
        }
    }

    fn is_gone(&self) -> bool {
        let state = self.browser.state();
        let window = state.window(self.window);
        window.is_closed() || window.document() != self.document
    }

    fn receive(&mut self, until: u64) -> EffectProgress {
        let mut state = self.browser.state_mut();
        let Some(inbox) = self.inbox else { return EffectProgress::Done(Outcome::Elapsed) };
        match state.messages.take(inbox) {
            Some(message) => EffectProgress::Done(Outcome::Message(message)),
            None if self.is_aborted => EffectProgress::Done(Outcome::Aborted),
            None if state.clock.uptime() >= until => EffectProgress::Done(Outcome::Elapsed),
            None => EffectProgress::Blocked { until },
        }
    }

    fn take_lock(&mut self, name: &str, until: u64) -> EffectProgress {
        let mut state = self.browser.state_mut();
        if !state.features.has_locks {
            return EffectProgress::Done(Outcome::Refused);
        }
        let Some(ticket) = self.queued else {
            // A flow has at most one lock.
            if let Some(before) = self.lock.take() {
                state.locks.leave(before);
            }
            if self.is_aborted {
                return EffectProgress::Done(Outcome::Aborted);
            }
            let partition = state.window(self.window).partition();
            self.queued = Some(state.locks.ask(partition, name, self.window));
            return EffectProgress::Advanced;
        };
        let outcome = if self.is_aborted {
            Outcome::Aborted
        } else if state.locks.is_held_by(ticket) {
            (self.lock, self.queued) = (Some(ticket), None);
            return EffectProgress::Done(Outcome::Done);
        } else if state.clock.uptime() >= until {
            Outcome::Elapsed
        } else {
            return EffectProgress::Blocked { until };
        };
        state.locks.leave(ticket);
        self.queued = None;
        EffectProgress::Done(outcome)
    }

    fn request(&mut self, request: &Request, until: u64) -> EffectProgress {
        let state = self.browser.state();
        let (network, is_late) = (Rc::clone(&state.network), state.clock.uptime() >= until);
        drop(state);
        let progress = match self.sent {
            _ if self.is_aborted => Progress::Done(Outcome::Aborted),
            None => network.start(request),
            Some(_) if is_late => Progress::Done(Outcome::Elapsed),
            Some(number) => network.poll(number),
        };
        match progress {
            Progress::Pending(number) => {
                self.sent = Some(number);
                EffectProgress::Advanced
            }
            Progress::Done(outcome) => {
                self.abandon_request();
                EffectProgress::Done(outcome)
            }
        }
    }

    fn abandon_request(&mut self) {
        if let Some(number) = self.sent.take() {
            self.browser.state().network.abandon(number);
        }
    }

    fn act(&mut self, state: &mut BrowserState, effect: &Effect) -> Outcome {
        match effect {
            Effect::Now => return Outcome::Now(state.clock.browser_time()),
            Effect::Random => {
                let mut octets = [0; 48];
                state.entropy.fill(&mut octets).expect("a seeded sequence never ends");
                return Outcome::Random(Box::new(octets));
            }
            Effect::Read { area, key } => return Outcome::Text(state.read(self.window, *area, key)),
            Effect::Write { area, key, value, .. } => return state.write(self.window, *area, key, value),
            Effect::Delete { area, key, .. } => return Outcome::Text(state.delete(self.window, *area, key)),
            Effect::Keys { prefix } => return Outcome::Keys(state.keys(self.window, prefix)),
            Effect::OpenPopup { url } => return self.open_popup(state, url),
            Effect::LookAtPopup => return self.look(state),
            Effect::ClosePopup => {
                if let Some(popup) = self.popup.filter(|popup| !state.window(*popup).is_cut_off()) {
                    state.close(popup);
                }
            }
            Effect::CloseSelf => state.window_mut(self.window).close_itself(),
            Effect::Navigate { url, .. } => state.window_mut(self.window).leave_for(url),
            Effect::SetAddress { from, to } => {
                let window = state.window_mut(self.window);
                if window.address() == from {
                    window.show(to);
                }
            }
            Effect::Listen { channel } => {
                let window = state.window(self.window);
                let (partition, peer) = (window.partition(), self.popup.or_else(|| window.opener()));
                self.inbox = Some(state.messages.open(self.window, partition, channel, peer));
            }
            Effect::Post { text, origin } => {
                if let Some(inbox) = self.inbox {
                    state.post(inbox, text, origin.as_deref());
                }
            }
            Effect::Unlock => {
                if let Some(ticket) = self.lock.take() {
                    state.locks.leave(ticket);
                }
            }
            Effect::Receive { .. } | Effect::Lock { .. } | Effect::Http(_) => panic!("{effect:?} takes time"),
        }
        Outcome::Done
    }

    fn open_popup(&mut self, state: &mut BrowserState, url: &str) -> Outcome {
        if !state.features.opens_popups {
            return Outcome::Refused;
        }
        // A popup is a top-level tab, even if a frame opens it.
        self.popup = Some(state.open(url, 0, Some(self.window)));
        Outcome::Done
    }

    fn look(&mut self, state: &BrowserState) -> Outcome {
        let has_focus = state.window(self.window).has_focus();
        self.focus_came_back |= self.lost_focus && has_focus;
        self.lost_focus |= !has_focus;
        let closed = self.popup.is_none_or(|popup| {
            let popup = state.window(popup);
            popup.is_closed() || popup.is_cut_off()
        });
        let superseded = self.popup.is_some_and(|popup| state.has_opened_since(self.window, popup));
        let (focus_came_back, now) = (self.focus_came_back, state.clock.browser_time());
        Outcome::Popup(PopupLook { closed, focus_came_back, superseded, now })
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Whether `effect` is asynchronous: other scripts run until it has an outcome.
pub fn takes_time(effect: &Effect) -> bool {
    matches!(effect, Effect::Receive { .. } | Effect::Lock { .. } | Effect::Http(_))
}
