//! A schedule on the stage: tabs of one browser, their flows, one effect at a time.

use std::rc::Rc;
use std::sync::Arc;

use stagepass::config::Config;
use stagepass::effect::{Outcome, Step};
use stagepass_native_tests::browser::host::Performed;
use stagepass_native_tests::browser::{Browser, Window};
use stagepass_native_tests::clock::SharedClock;
use stagepass_native_tests::model_service::{Login, claims};
use stagepass_native_tests::world::SHOP;

use crate::core::{self, Came, Core, End};
use crate::flow::Flow;
use crate::model::{Model, Place};
use crate::network::Network;
use crate::schedule::{Act, AtFirst, Event, Habits, Schedule};
use crate::shown::{shown, told};

/// A script runs no longer than so many milliseconds before it waits.
const BREATH: u64 = 100;

/// How the machines are made: as they are, or with a fault to see whether the model finds it.
pub(crate) type Spoil = fn(Core) -> Core;

pub(crate) struct Stage {
    pub(crate) app: Config,
    pub(crate) key: String,
    spoil: Spoil,
    pub(crate) habits: Habits,
    pub(crate) clock: Arc<SharedClock>,
    pub(crate) network: Rc<Network>,
    pub(crate) tabs: Vec<Tab>,
    pub(crate) model: Model,
    logins: Login,
    /// How many pages there have been. A place for each, should the browser keep nothing.
    pages: usize,
    step: usize,
    /// Whether anybody has set the browser's clock.
    clock_was_set: bool,
    /// What happened, if anybody wants to know.
    pub(crate) log: Option<Vec<String>>,
}

/// A tab, and the page in it.
pub(crate) struct Tab {
    window: Window,
    page: usize,
    pub(crate) flow: Option<Flow>,
    /// What it has still to do, the next one last.
    script: Vec<Act>,
}

/// What became of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Went,
    /// It waits, until this moment of the timers at the latest.
    Blocked(u64),
    /// It has nothing to do.
    Idle,
}

impl Stage {
    pub(crate) fn new(schedule: &Schedule, spoil: Spoil) -> Self {
        let app = core::app();
        let clock = SharedClock::new();
        let network = Rc::new(Network::new(Arc::clone(&clock)));
        let browser = Browser::new(Arc::clone(&clock), Rc::clone(&network) as _);
        let habits = schedule.browser;
        browser.set_habits(|browser| {
            (browser.has_locks, browser.keeps_storage) = (habits.has_locks, habits.keeps_storage);
        });
        let mut stage = Self {
            key: core::session_key(&app),
            app,
            spoil,
            habits,
            clock,
            network,
            tabs: Vec::new(),
            model: Model::new(habits.has_locks),
            logins: 0,
            pages: 0,
            step: 1,
            clock_was_set: false,
            log: None,
        };
        for script in &schedule.tabs {
            stage.pages += 1;
            let (window, script) = (browser.open_tab(SHOP), script.iter().rev().copied().collect());
            stage.tabs.push(Tab { window, page: stage.pages, flow: None, script });
        }
        if let AtFirst::Somebody(age) = schedule.at_first {
            stage.tabs[0].script.push(Act::Login);
            while stage.tabs[0].flow.is_some() || stage.logins == 0 {
                stage.turn(0);
            }
            stage.clock.advance(age);
        }
        stage
    }

    /// Lets `event` happen.
    pub(crate) fn happen(&mut self, event: Event) {
        self.step += 1;
        let places: Vec<_> = (0..self.tabs.len()).map(|tab| self.place(tab)).collect();
        self.model.begins(self.step, places.into_iter());
        self.note(|| format!("{event:?}"));
        match event {
            Event::Turn(tab) if self.habits.many_processes => drop(self.turn(self.nth(tab))),
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
            Event::Next(fate) => self.network.next.set(Some(fate)),
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

    /// Where the page of `tab` has its session.
    pub(crate) fn place(&self, tab: usize) -> Place {
        if self.habits.keeps_storage { 0 } else { self.tabs[tab].page }
    }

    /// What the page of `tab` sees under the session's key.
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
        if !self.habits.keeps_storage {
            self.model.forgot(self.place(tab));
        }
        self.pages += 1;
        self.tabs[tab].page = self.pages;
        self.tabs[tab].window.reload();
    }

    /// Every script runs on until it waits.
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

    /// What `tab` does without a pause.
    pub(crate) fn task(&mut self, tab: usize) -> Turn {
        let turn = self.turn(tab);
        while self.tabs[tab].flow.as_ref().is_some_and(|flow| !flow.is_at_rest()) {
            self.turn(tab);
        }
        turn
    }

    /// One effect of the flow in `tab`, or the beginning of its next one.
    pub(crate) fn turn(&mut self, tab: usize) -> Turn {
        let Some(mut flow) = self.tabs[tab].flow.take() else {
            return match self.tabs[tab].script.pop() {
                Some(act) => {
                    self.begin(tab, act);
                    Turn::Went
                }
                None => Turn::Idle,
            };
        };
        match self.perform(tab, &mut flow) {
            Performed::Now(outcome) => {
                self.note(|| format!("  {tab} {:?}: {} -> {}", flow.act, shown(&flow.wants), told(&outcome)));
                self.tell(tab, flow, outcome);
                Turn::Went
            }
            Performed::Went => {
                self.note(|| format!("  {tab} {:?}: {} goes on", flow.act, shown(&flow.wants)));
                self.tabs[tab].flow = Some(flow);
                Turn::Went
            }
            Performed::Blocked { until } => {
                self.tabs[tab].flow = Some(flow);
                Turn::Blocked(until)
            }
            Performed::Gone => panic!("no page of these goes by itself"),
        }
    }

    /// Begins `act` in `tab`, which does nothing else.
    pub(crate) fn begin(&mut self, tab: usize, act: Act) {
        let mut flow = Flow::new(&self.tabs[tab].window, act, self.step);
        self.note(|| format!("  {tab} {act:?} begins"));
        let core = match act {
            Act::Call => core::token(&self.app, None),
            Act::CallRenewed => core::new_token(&self.app),
            Act::Logout => {
                let found = self.record(tab).and_then(|record| core::session(&record));
                flow.seen.found = found.map(|session| claims(session.refresh_token.expose()).login);
                core::logout(&self.app)
            }
            Act::Login => {
                self.logins += 1;
                flow.seen.logs_in = Some(self.logins);
                let state = format!("sp1.f.{}", self.logins);
                let code = self.network.service.borrow_mut().approve(self.logins, self.clock.now());
                let (key, value) = core::transaction(&self.app, &state, self.clock.browser_time());
                self.tabs[tab].window.store(&key, &value);
                core::login(&state, &code)
            }
        };
        flow.core = Some((self.spoil)(core));
        self.tell(tab, flow, Outcome::Begin);
    }

    fn tell(&mut self, tab: usize, mut flow: Flow, outcome: Outcome) {
        let step = match &mut flow.core {
            Some(core) => core.step(outcome),
            None => return self.answered(tab, flow, &outcome),
        };
        match step {
            Ok(Step::Do(effect)) => {
                flow.want(effect, self.clock.uptime());
                self.tabs[tab].flow = Some(flow);
            }
            Ok(Step::Done(Came::Token(session))) => {
                let clock = (!self.clock_was_set).then(|| self.clock.browser_time());
                self.model.handed_out(&flow, &session, clock);
                flow.host.finish();
                flow.core = None;
                flow.calls_with = Some(session.access_token.clone());
                flow.want(core::call(&self.app, &session), self.clock.uptime());
                self.tabs[tab].flow = Some(flow);
            }
            Ok(Step::Done(end)) => self.end(tab, flow, &Ok(end)),
            Err(error) => self.end(tab, flow, &Err(error)),
        }
    }

    /// The answer to a call of the app's own: after a 401, once more with another token.
    fn answered(&mut self, tab: usize, mut flow: Flow, outcome: &Outcome) {
        match outcome {
            Outcome::Answer(answer) if answer.status == 401 && flow.refused.is_none() => {
                flow.refused = flow.calls_with.take();
                flow.core = Some((self.spoil)(core::token(&self.app, flow.refused.clone())));
                self.tell(tab, flow, Outcome::Begin);
            }
            Outcome::Answer(answer) if answer.status == 401 => {
                let refused = flow.calls_with.take().expect("it was sent");
                flow.core = Some((self.spoil)(core::expire(&self.app, refused)));
                self.tell(tab, flow, Outcome::Begin);
            }
            _ => self.end(tab, flow, &Ok(Came::LoggedOut)),
        }
    }

    fn end(&mut self, tab: usize, mut flow: Flow, end: &End) {
        let end = end.as_ref().map(|_| ()).map_err(|error| error.code);
        self.note(|| format!("  {tab} {:?} ends: {end:?}", flow.act));
        flow.host.finish();
        let is_dead = flow.seen.sent_of.is_none_or(|login| !self.is_live(login));
        self.model.ended(self.place(tab), &flow, end, is_dead);
        if flow.act == Act::Logout && self.habits.has_locks {
            let stored = self.record(tab).and_then(|record| core::session(&record));
            self.model.resolved(&flow, stored.as_ref());
        }
    }
}
