//! Performs a flow's effects, and reports them to the model.

use std::mem;

use stagepass_core::effect::{Effect, Request};
use stagepass_core_tests::browser::host::{EffectProgress, takes_time};
use stagepass_core_tests::effect::Outcome;
use stagepass_core_tests::model_service::claims;

use crate::core;
use crate::flow::{self, Flow};
use crate::simulation::Simulation;

impl Simulation {
    pub(crate) fn perform(&mut self, tab: usize, flow: &mut Flow) -> EffectProgress {
        let wants = mem::replace(&mut flow.wants, Effect::Now);
        let before = changed_key(&wants).filter(|key| **key == self.key).and_then(|_| self.record(tab));
        if let Effect::Http(request) = &wants
            && !flow.host.is_waiting()
            && !flow.host.is_aborted()
        {
            self.sends(tab, flow, request);
        }
        let performed = flow.host.perform(&wants, flow.since);
        if matches!(wants, Effect::Http(_)) {
            self.model.served(&self.network.service.borrow());
        }
        if let EffectProgress::Done(outcome) = &performed {
            self.observe(tab, flow, (&wants, outcome), before.as_deref());
        }
        if takes_time(&wants) {
            flow.history.read = None;
        }
        flow.wants = wants;
        performed
    }

    /// Reports a request that is about to be sent.
    fn sends(&mut self, tab: usize, flow: &mut Flow, request: &Request) {
        let member = |name| request.body.iter().find(|(of, _)| *of == name).map(|(_, value)| value.expose());
        if member("code").is_some()
            && let Some(login) = flow.history.logs_in
        {
            flow.history.sent_of = Some(login);
            self.model.sent_code(login);
        }
        if let Some(refresh_token) = member("refresh_token") {
            flow.history.sent_of = Some(claims(refresh_token).login);
            if self.variant.has_locks && self.variant.keeps_storage {
                let stored = self.record(tab).and_then(|record| core::session(&record));
                let others =
                    self.tabs.iter().filter_map(|tab| tab.flow.as_ref()).filter(|flow| flow.refreshes()).count();
                self.model.sent_refresh(refresh_token, stored.as_ref(), others);
            }
        }
    }

    /// Reports the outcome of an effect. `before` is the stored record before the effect, if that has changed it.
    fn observe(&mut self, tab: usize, flow: &mut Flow, performed: (&Effect, &Outcome), before: Option<&str>) {
        match performed {
            (_, Outcome::Elapsed | Outcome::Offline) => flow.history.hindered = true,
            (_, Outcome::Answer(answer)) => {
                if answer.status == 200 {
                    flow.history.request = flow::Request::Served;
                }
                flow.history.hindered |= answer.status > 500;
            }
            (Effect::Read { key, .. }, Outcome::Text(record)) if *key == self.key => {
                flow.history.read = Some(record.clone().unwrap_or_default());
            }
            (Effect::Write { key, value, .. }, _) if *key == self.key => self.changed(tab, flow, before, Some(value)),
            (Effect::Delete { key, .. }, _) if *key == self.key => self.changed(tab, flow, before, None),
            _ => {}
        }
    }

    /// Reports the change of the session's record to `after`.
    fn changed(&mut self, tab: usize, flow: &mut Flow, before: Option<&str>, after: Option<&str>) {
        let storage = self.storage(tab);
        let torn = flow.history.read.as_ref().is_some_and(|read| read != before.unwrap_or_default());
        let before = before.and_then(core::session);
        match (after.and_then(core::session), &before) {
            (Some(after), before) => self.model.stored(storage, flow, &after, (before.as_ref(), torn)),
            (None, Some(before)) => {
                let is_live = self.is_live(claims(before.refresh_token.expose()).login);
                self.model.deleted(storage, flow, before, (is_live, torn));
            }
            (None, None) => {}
        }
    }
}

/// Returns the key of the record that the effect changes.
fn changed_key(effect: &Effect) -> Option<&String> {
    match effect {
        Effect::Write { key, .. } | Effect::Delete { key, .. } => Some(key),
        _ => None,
    }
}
