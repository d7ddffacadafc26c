//! A machine of the core that runs in a window, one effect at a time or to its end.

use std::fmt::Debug;
use std::mem;

use stagepass_core::document::Json;
use stagepass_core::effect::{Effect, Machine, Step};
use stagepass_core::error::{Code, Error};

use crate::browser::host::{EffectProgress, Host};
use crate::browser::{Browser, Window};
use crate::effect::Outcome;

/// More turns than any set of flows needs: more means an endless loop.
const TURNS: usize = 100_000;

/// The result of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// An effect was performed.
    Advanced,
    /// The flow waits, at most until this uptime.
    Blocked {
        /// That uptime.
        until: u64,
    },
    /// The flow has ended, or its page is gone.
    Over,
}

/// A flow with any output.
pub trait Actor {
    /// Performs the flow's current effect, if that is possible now.
    fn turn(&mut self) -> Turn;

    /// Returns the flow's current effect, if it has not ended.
    fn wants(&self) -> Option<&Effect>;

    /// Returns the flow's browser.
    fn browser(&self) -> &Browser;
}

/// One flow.
pub struct Flow<T> {
    host: Host,
    machine: Box<dyn Machine<Json, Output = T>>,
    state: FlowState<T>,
}

enum FlowState<T> {
    /// It has requested this effect, at that uptime.
    Wants(Effect, u64),
    Ended(Result<T, Error>),
    Gone,
}

impl<T> Flow<T> {
    pub(crate) fn new(host: Host, machine: impl Machine<Json, Output = T> + 'static) -> Self {
        let mut flow = Self { host, machine: Box::new(machine), state: FlowState::Gone };
        flow.apply(Outcome::Begin);
        flow
    }

    /// Aborts it, at its next asynchronous effect.
    pub fn abort(&mut self) {
        self.host.abort();
    }

    /// Whether its page is gone, so that it never ends.
    pub fn is_gone(&self) -> bool {
        matches!(self.state, FlowState::Gone)
    }

    /// Returns the result, if it has ended.
    pub fn ended(&self) -> Option<Result<&T, Code>> {
        match &self.state {
            FlowState::Ended(result) => Some(result.as_ref().map_err(|error| error.code)),
            FlowState::Wants(..) | FlowState::Gone => None,
        }
    }

    fn apply(&mut self, outcome: Outcome) {
        self.state = match self.machine.step(outcome) {
            Ok(Step::Do(effect)) => FlowState::Wants(effect, self.host.browser().clock().uptime()),
            Ok(Step::Done(output)) => {
                self.host.finish();
                FlowState::Ended(Ok(output))
            }
            Err(error) => {
                self.host.finish();
                FlowState::Ended(Err(error))
            }
        };
    }
}

impl<T: Debug> Flow<T> {
    /// Runs only this flow, up to an effect that `is_it`, which is not performed. No time passes.
    pub fn run_until(&mut self, is_it: impl Fn(&Effect) -> bool) {
        for _ in 0..TURNS {
            if self.wants().is_some_and(&is_it) {
                return;
            }
            self.host.browser().deliver_all();
            assert_eq!(self.turn(), Turn::Advanced, "it never wanted that, but {:?}", self.wants());
        }
        panic!("it never wanted that");
    }

    /// Runs only this flow, until it is about to send a request.
    pub fn run_until_request(&mut self) {
        self.run_until(|effect| matches!(effect, Effect::Http(_)));
    }

    /// Runs only this flow to its end, while time passes. Returns the result.
    ///
    /// # Errors
    /// The flow's error.
    pub fn finish(mut self) -> Result<T, Error> {
        settle(&mut [&mut self]);
        self.result()
    }

    /// Returns the result. Panics if the flow has not ended.
    ///
    /// # Errors
    /// The flow's error.
    pub fn result(mut self) -> Result<T, Error> {
        match mem::replace(&mut self.state, FlowState::Gone) {
            FlowState::Ended(result) => result,
            FlowState::Wants(effect, _) => panic!("it has not ended: it wants {effect:?}"),
            FlowState::Gone => panic!("its page has gone"),
        }
    }

    /// Runs only this flow to its end, and returns its error code.
    pub fn fails(self) -> Code {
        self.finish().expect_err("it should have failed").code
    }
}

impl<T> Actor for Flow<T> {
    fn turn(&mut self) -> Turn {
        let FlowState::Wants(effect, since) = &self.state else { return Turn::Over };
        match self.host.perform(effect, *since) {
            EffectProgress::Done(outcome) => {
                self.apply(outcome);
                Turn::Advanced
            }
            EffectProgress::Advanced => Turn::Advanced,
            EffectProgress::Blocked { until } => Turn::Blocked { until },
            EffectProgress::Gone => {
                self.host.finish();
                self.state = FlowState::Gone;
                Turn::Over
            }
        }
    }

    fn wants(&self) -> Option<&Effect> {
        match &self.state {
            FlowState::Wants(effect, _) => Some(effect),
            FlowState::Ended(_) | FlowState::Gone => None,
        }
    }

    fn browser(&self) -> &Browser {
        self.host.browser()
    }
}

/// Runs all flows, each as far as possible, until all have ended or their pages are gone. When all wait, time passes
/// until the first deadline.
pub fn settle(flows: &mut [&mut dyn Actor]) {
    go_on_until(flows, u64::MAX);
    let wanted: Vec<_> = flows.iter().filter_map(|flow| flow.wants()).collect();
    assert!(wanted.is_empty(), "they have not ended: {wanted:?}");
}

/// Runs all flows at once, like separate processes: one effect of each in turn, until all wait. No time passes.
pub fn in_lockstep(flows: &mut [&mut dyn Actor]) {
    for _ in 0..TURNS {
        let mut has_advanced = false;
        for flow in &mut *flows {
            flow.browser().deliver_all();
            has_advanced |= flow.turn() == Turn::Advanced;
        }
        if !has_advanced {
            return;
        }
    }
    panic!("they go on for ever: {:?}", flows.iter().map(|flow| flow.wants()).collect::<Vec<_>>());
}

/// Like [`settle`], for exactly this time.
pub fn go_on_for(flows: &mut [&mut dyn Actor], milliseconds: u64) {
    let Some(clock) = flows.first().map(|flow| flow.browser().clock()) else { return };
    let moment = clock.uptime() + milliseconds;
    go_on_until(flows, moment);
    clock.advance_to(moment);
}

fn go_on_until(flows: &mut [&mut dyn Actor], moment: u64) {
    let Some(browser) = flows.first().map(|flow| flow.browser().clone()) else { return };
    for _ in 0..TURNS {
        browser.deliver_all();
        let mut wakes_at = None;
        let mut has_advanced = false;
        for flow in &mut *flows {
            loop {
                match flow.turn() {
                    Turn::Advanced => has_advanced = true,
                    Turn::Blocked { until } => {
                        wakes_at = Some(wakes_at.map_or(until, |earlier: u64| earlier.min(until)));
                        break;
                    }
                    Turn::Over => break,
                }
            }
        }
        match wakes_at {
            _ if has_advanced || browser.messages_in_flight() > 0 => {}
            Some(wakes_at) if wakes_at <= moment => browser.clock().advance_to(wakes_at),
            _ => return,
        }
    }
    panic!("they go on for ever: {:?}", flows.iter().map(|flow| flow.wants()).collect::<Vec<_>>());
}

impl Window {
    /// Starts `machine` on its page.
    pub fn start<M: Machine<Json> + 'static>(&self, machine: M) -> Flow<M::Output> {
        Flow::new(Host::new(self), machine)
    }
}
