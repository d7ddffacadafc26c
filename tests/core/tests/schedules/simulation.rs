//! The simulation of a schedule: tabs of one browser and their flows, one effect at a time.

use std::rc::Rc;
use std::sync::Arc;

use stagepass_core::config::Config;
use stagepass_core::effect::Step;
use stagepass_core_tests::browser::host::EffectProgress;
use stagepass_core_tests::browser::{Browser, Window};
use stagepass_core_tests::clock::SharedClock;
use stagepass_core_tests::effect::Outcome;
use stagepass_core_tests::fixture::SHOP;
use stagepass_core_tests::model_service::{Login, claims};

use crate::core::{self, Core, End, FlowOutput};
use crate::flow::Flow;
use crate::log_format::{describe_effect, describe_outcome};
use crate::model::{Model, StorageId};
use crate::network::Network;
use crate::schedule::{Act, BrowserVariant, Event, InitialSession, Schedule};

/// The longest time that a script runs before it waits, in milliseconds.
const BREATH: u64 = 100;

/// Adds a fault to a machine, or returns it unchanged.
pub(crate) type CoreFault = fn(Core) -> Core;

pub(crate) struct Simulation {
    pub(crate) app: Config,
    pub(crate) key: String,
    fault: CoreFault,
    pub(crate) variant: BrowserVariant,
    pub(crate) clock: Arc<SharedClock>,
    pub(crate) network: Rc<Network>,
    pub(crate) tabs: Vec<Tab>,
    pub(crate) model: Model,
    logins: Login,
    /// The number of pages so far. Without storage, each page has its own.
    pages: usize,
    step: usize,
    /// Whether the browser's clock was set.
    clock_was_set: bool,
    /// The log, if enabled.
    pub(crate) log: Option<Vec<String>>,
}

/// A tab, and the page in it.
pub(crate) struct Tab {
    window: Window,
    page: usize,
    pub(crate) flow: Option<Flow>,
    /// Its remaining acts, the next one last.
    script: Vec<Act>,
}

/// The result of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Advanced,
    /// It waits, at most until this uptime.
    Blocked(u64),
    /// It has nothing to do.
    Idle,
}

impl Simulation {
    pub(crate) fn new(schedule: &Schedule, fault: CoreFault) -> Self {
        let app = core::app();
        let clock = SharedClock::new();
        let network = Rc::new(Network::new(Arc::clone(&clock)));
        let browser = Browser::new(Arc::clone(&clock), Rc::clone(&network) as _);
        let variant = schedule.browser;
        browser.set_features(|browser| {
            (browser.has_locks, browser.keeps_storage) = (variant.has_locks, variant.keeps_storage);
        });
        let mut simulation = Self {
            key: core::session_key(&app),
            app,
            fault,
            variant,
            clock,
            network,
            tabs: Vec::new(),
            model: Model::new(variant.has_locks),
            logins: 0,
            pages: 0,
            step: 1,
            clock_was_set: false,
            log: None,
        };
        for script in &schedule.tabs {
            simulation.pages += 1;
            let (window, script) = (browser.open_tab(SHOP), script.iter().rev().copied().collect());
            simulation.tabs.push(Tab { window, page: simulation.pages, flow: None, script });
        }
        if let InitialSession::SignedIn(age) = schedule.initial_session {
            simulation.tabs[0].script.push(Act::Login);
            while simulation.tabs[0].flow.is_some() || simulation.logins == 0 {
                simulation.turn(0);
            }
            simulation.clock.advance(age);
        }
        simulation
    }

    /// Applies an event.
    pub(crate) fn happen(&mut self, event: Event) {
        self.step += 1;
        let storages: Vec<_> = (0..self.tabs.len()).map(|tab| self.storage(tab)).collect();
        self.model.begins(self.step, storages.into_iter());
        self.note(|| format!("{event:?}"));
        match event {
            Event::Turn(tab) if self.variant.many_processes => drop(self.turn(self.nth(tab))),
            Event::Turn(tab) | Event::Task(tab) => drop(self.task(self.nth(tab))),
            Event::Pass(milliseconds) => self.pass(milliseconds),
            Event::Sleep(milliseconds) => {
                self.rest();
                self.network.break_all();
                self.clock.sleep(milliseconds);
            }
            Event::SetClock(by) => {
                self.clock.skew_browser(by);
                self.clock_was_set = true;
            }
            Event::Crash(tab) => self.crash(self.nth(tab)),
            Event::Abort(tab) => {
                let tab = self.nth(tab);
                if let Some(flow) = &mut self.tabs[tab].flow {
                    flow.host.abort();
                }
            }
            Event::Next(fault) => self.network.next.set(Some(fault)),
            Event::Down(is_down) => self.network.is_down.set(is_down),
            Event::Stray(which) => {
                if self.network.stray(which) {
                    self.note(|| "  it arrives".to_owned());
                    self.model.served(&self.network.service.borrow());
                }
            }
            Event::Withdraw => {
                (1..=self.logins).for_each(|login| self.network.service.borrow_mut().withdraw(login));
            }
        }
    }

    fn nth(&self, tab: usize) -> usize {
        tab % self.tabs.len()
    }

    fn note(&mut self, what: impl FnOnce() -> String) {
        if let Some(log) = &mut self.log {
            log.push(what());
        }
    }

    /// Returns the storage of the page in `tab`.
    pub(crate) fn storage(&self, tab: usize) -> StorageId {
        if self.variant.keeps_storage { 0 } else { self.tabs[tab].page }
    }

    /// Returns the session's record, as the page in `tab` reads it.
    pub(crate) fn record(&self, tab: usize) -> Option<String> {
        self.tabs[tab].window.stored(&self.key)
    }

    /// Whether the service accepts the newest refresh token of `login`.
    pub(crate) fn is_live(&self, login: Login) -> bool {
        self.network.service.borrow().is_live(login, self.clock.now())
    }

    fn crash(&mut self, tab: usize) {
        if let Some(flow) = self.tabs[tab].flow.take() {
            self.model.cut_short(&flow);
        }
        if !self.variant.keeps_storage {
            self.model.discard_memory(self.storage(tab));
        }
        self.pages += 1;
        self.tabs[tab].page = self.pages;
        self.tabs[tab].window.reload();
    }

    /// Runs every script until it waits.
    fn rest(&mut self) {
        for tab in 0..self.tabs.len() {
            while self.tabs[tab].flow.as_ref().is_some_and(|flow| !flow.is_at_rest()) {
                self.turn(tab);
            }
        }
    }

    fn pass(&mut self, milliseconds: u64) {
        if milliseconds > BREATH {
            self.rest();
        }
        self.clock.advance(milliseconds);
    }

    /// Runs the script of `tab` until it waits.
    pub(crate) fn task(&mut self, tab: usize) -> Turn {
        let turn = self.turn(tab);
        while self.tabs[tab].flow.as_ref().is_some_and(|flow| !flow.is_at_rest()) {
            self.turn(tab);
        }
        turn
    }

    /// Performs one effect of the flow in `tab`, or begins its next act.
    pub(crate) fn turn(&mut self, tab: usize) -> Turn {
        let Some(mut flow) = self.tabs[tab].flow.take() else {
            return match self.tabs[tab].script.pop() {
                Some(act) => {
                    self.begin(tab, act);
                    Turn::Advanced
                }
                None => Turn::Idle,
            };
        };
        match self.perform(tab, &mut flow) {
            EffectProgress::Done(outcome) => {
                self.note(|| {
                    format!(
                        "  {tab} {:?}: {} -> {}",
                        flow.act,
                        describe_effect(&flow.wants),
                        describe_outcome(&outcome)
                    )
                });
                self.apply(tab, flow, outcome);
                Turn::Advanced
            }
            EffectProgress::Advanced => {
                self.note(|| format!("  {tab} {:?}: {} goes on", flow.act, describe_effect(&flow.wants)));
                self.tabs[tab].flow = Some(flow);
                Turn::Advanced
            }
            EffectProgress::Blocked { until } => {
                self.tabs[tab].flow = Some(flow);
                Turn::Blocked(until)
            }
            EffectProgress::Gone => panic!("no page of these goes by itself"),
        }
    }

    /// Begins `act` in an idle tab.
    pub(crate) fn begin(&mut self, tab: usize, act: Act) {
        let mut flow = Flow::new(&self.tabs[tab].window, act, self.step);
        self.note(|| format!("  {tab} {act:?} begins"));
        let core = match act {
            Act::Call => core::token(&self.app, None),
            Act::CallRenewed => core::new_token(&self.app),
            Act::Logout => {
                let found = self.record(tab).and_then(|record| core::session(&record));
                flow.history.found = found.map(|session| claims(session.refresh_token.expose()).login);
                core::logout(&self.app)
            }
            Act::Login => {
                self.logins += 1;
                flow.history.logs_in = Some(self.logins);
                let state = format!("sp1.f.{}", self.logins);
                let code = self.network.service.borrow_mut().approve(self.logins, self.clock.now());
                let (key, value) = core::transaction(&self.app, &state, self.clock.browser_time());
                self.tabs[tab].window.store(&key, &value);
                core::login(&state, &code)
            }
        };
        flow.core = Some((self.fault)(core));
        self.apply(tab, flow, Outcome::Begin);
    }

    fn apply(&mut self, tab: usize, mut flow: Flow, outcome: Outcome) {
        let step = match &mut flow.core {
            Some(core) => core.step(outcome),
            None => return self.answered(tab, flow, &outcome),
        };
        match step {
            Ok(Step::Do(effect)) => {
                flow.want(effect, self.clock.uptime());
                self.tabs[tab].flow = Some(flow);
            }
            Ok(Step::Done(FlowOutput::Token(session))) => {
                let clock = (!self.clock_was_set).then(|| self.clock.browser_time());
                self.model.handed_out(&flow, &session, clock);
                flow.host.finish();
                flow.core = None;
                flow.sends += 1;
                flow.want(core::call(&self.app, &session), self.clock.uptime());
                flow.calls_with = Some(session);
                self.tabs[tab].flow = Some(flow);
            }
            Ok(Step::Done(end)) => self.end(tab, flow, &Ok(end)),
            Err(error) => self.end(tab, flow, &Err(error)),
        }
    }

    /// Handles the response to a call of the app, as `Client::fetch` does. After a 401, it is sent once more with
    /// another token, and a third time if another tab has refreshed that token.
    fn answered(&mut self, tab: usize, mut flow: Flow, outcome: &Outcome) {
        let is_refused = matches!(outcome, Outcome::Answer(answer) if answer.status == 401);
        let Some(refused) = flow.calls_with.take().filter(|_| is_refused) else {
            return self.end(tab, flow, &Ok(FlowOutput::LoggedOut));
        };
        let core = match (flow.sends, refused.is_adopted) {
            (1, _) | (2, true) => {
                flow.refused = Some(refused.access_token);
                core::token(&self.app, flow.refused.clone())
            }
            (_, false) => core::expire(&self.app, refused.access_token),
            // The third token is of another tab, too.
            (_, true) => return self.end(tab, flow, &Ok(FlowOutput::LoggedOut)),
        };
        flow.core = Some((self.fault)(core));
        self.apply(tab, flow, Outcome::Begin);
    }

    fn end(&mut self, tab: usize, mut flow: Flow, end: &End) {
        let end = end.as_ref().map(|_| ()).map_err(|error| error.code);
        self.note(|| format!("  {tab} {:?} ends: {end:?}", flow.act));
        flow.host.finish();
        let is_dead = flow.history.sent_of.is_none_or(|login| !self.is_live(login));
        self.model.ended(self.storage(tab), &flow, end, is_dead);
        if flow.act == Act::Logout && self.variant.has_locks {
            let stored = self.record(tab).and_then(|record| core::session(&record));
            self.model.resolved(&flow, stored.as_ref());
        }
    }
}
