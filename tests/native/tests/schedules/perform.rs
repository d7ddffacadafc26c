//! What the browser does for a flow: one effect at a time, each in as many turns as it takes.

use std::mem;

use stagepass::effect::{Effect, Outcome, REQUEST_DEADLINE, Request};
use stagepass_native_tests::model_service::claims;

use crate::core;
use crate::flow::{self, Flow};
use crate::network::Progress;
use crate::stage::Stage;

/// What became of an effect.
pub(crate) enum Performed {
    Now(Outcome),
    /// It has come one step further.
    Went,
    /// It waits, until this moment of the timers at the latest.
    Blocked(u64),
}

impl Stage {
    pub(crate) fn perform(&mut self, tab: usize, flow: &mut Flow) -> Performed {
        let wants = mem::replace(&mut flow.wants, Effect::Now);
        let performed = match &wants {
            Effect::Http(_) | Effect::Lock { .. } if flow.is_aborted => Performed::Now(Outcome::Aborted),
            Effect::Http(request) => match flow.sent {
                Some(number) => self.wait_for_answer(flow, number),
                None => self.send(tab, flow, request),
            },
            Effect::Lock { name, within } => self.lock(flow, name, u64::from(*within)),
            effect => Performed::Now(self.act(tab, flow, effect)),
        };
        if matches!(performed, Performed::Now(Outcome::Elapsed | Outcome::Offline)) {
            flow.seen.hindered = true;
        }
        if matches!(performed, Performed::Now(_))
            && let Some(number) = flow.sent.take()
        {
            self.network.abandon(number);
        }
        if matches!(wants, Effect::Http(_) | Effect::Lock { .. }) {
            flow.seen.read = None;
        }
        flow.wants = wants;
        performed
    }

    fn send(&mut self, tab: usize, flow: &mut Flow, request: &Request) -> Performed {
        let member = |name| request.body.iter().find(|(of, _)| *of == name).map(|(_, value)| value.expose());
        if member("code").is_some()
            && let Some(login) = flow.seen.logs_in
        {
            flow.seen.sent_of = Some(login);
            self.model.sent_code(login);
        }
        if let Some(refresh_token) = member("refresh_token") {
            flow.seen.sent_of = Some(claims(refresh_token).login);
            if self.browser.habits.has_locks && self.browser.habits.keeps_storage {
                let stored = self.record(tab).and_then(|record| core::session(&record));
                let others =
                    self.tabs.iter().filter_map(|tab| tab.flow.as_ref()).filter(|flow| flow.refreshes()).count();
                self.model.sent_refresh(refresh_token, stored.as_ref(), others);
            }
        }
        match self.network.send(request, self.browser.uptime) {
            Some(number) => {
                flow.sent = Some(number);
                Performed::Went
            }
            None => Performed::Now(Outcome::Offline),
        }
    }

    fn wait_for_answer(&mut self, flow: &mut Flow, number: usize) -> Performed {
        if self.browser.uptime >= flow.since + u64::from(REQUEST_DEADLINE) {
            return Performed::Now(Outcome::Elapsed);
        }
        let times = (self.browser.now, self.browser.uptime);
        let progress = self.network.go_on(number, &mut self.service, times);
        self.model.served(&self.service);
        match progress {
            Progress::Went => Performed::Went,
            Progress::Answer(answer) => {
                if answer.status == 200 {
                    flow.seen.request = flow::Request::Served;
                }
                flow.seen.hindered |= answer.status > 500;
                Performed::Now(Outcome::Answer(answer))
            }
            Progress::Broken => Performed::Now(Outcome::Offline),
        }
    }

    fn lock(&mut self, flow: &mut Flow, name: &str, within: u64) -> Performed {
        if !self.browser.habits.has_locks {
            return Performed::Now(Outcome::Refused);
        }
        let Some(ticket) = flow.queued else {
            flow.queued = Some(self.browser.locks.ask(0, name, 0));
            return Performed::Went;
        };
        if self.browser.locks.is_held_by(ticket) {
            // A flow has one lock at most.
            if let Some(before) = flow.lock.replace(ticket) {
                self.browser.locks.leave(before);
            }
            flow.queued = None;
            return Performed::Now(Outcome::Done);
        }
        if self.browser.uptime < flow.since + within {
            return Performed::Blocked(flow.since + within);
        }
        self.browser.locks.leave(ticket);
        flow.queued = None;
        Performed::Now(Outcome::Elapsed)
    }

    /// What takes no time.
    fn act(&mut self, tab: usize, flow: &mut Flow, effect: &Effect) -> Outcome {
        let memory = &mut self.tabs[tab].memory;
        match effect {
            Effect::Now => Outcome::Now(self.browser.clock()),
            Effect::Keys { prefix, .. } => Outcome::Keys(self.browser.keys(memory, prefix)),
            Effect::Read { key, .. } => {
                let record = self.browser.read(memory, key);
                if *key == self.key {
                    flow.seen.read = Some(record.clone().unwrap_or_default());
                }
                Outcome::Text(record)
            }
            Effect::Write { key, value, .. } => {
                let before = self.record(tab);
                let is_kept = self.browser.write(&mut self.tabs[tab].memory, key, value);
                if *key == self.key {
                    self.changed(tab, flow, before.as_deref(), Some(value));
                }
                if is_kept { Outcome::Done } else { Outcome::Refused }
            }
            Effect::Delete { key, .. } => {
                let before = self.record(tab);
                self.browser.delete(&mut self.tabs[tab].memory, key);
                if *key == self.key {
                    self.changed(tab, flow, before.as_deref(), None);
                }
                Outcome::Done
            }
            Effect::Unlock => {
                if let Some(ticket) = flow.lock.take() {
                    self.browser.locks.leave(ticket);
                }
                Outcome::Done
            }
            other => panic!("no flow of these wants {other:?}"),
        }
    }

    /// The session's record has become `after`.
    fn changed(&mut self, tab: usize, flow: &mut Flow, before: Option<&str>, after: Option<&str>) {
        let place = self.place(tab);
        let torn = flow.seen.read.as_ref().is_some_and(|read| read != before.unwrap_or_default());
        let before = before.and_then(core::session);
        match (after.and_then(core::session), &before) {
            (Some(after), before) => self.model.stored(place, flow, &after, (before.as_ref(), torn)),
            (None, Some(before)) => {
                let is_live = self.service.is_live(claims(before.refresh_token.expose()).login, self.browser.now);
                self.model.deleted(place, flow, before, (is_live, torn));
            }
            (None, None) => {}
        }
    }
}
