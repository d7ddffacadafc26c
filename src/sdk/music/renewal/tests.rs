//! Playback of an element and a node that the test plays.

use std::collections::VecDeque;
use std::time::Duration;

use serde::Deserialize;

use super::*;
use crate::error::Error;
use crate::sdk::music::failure::Responder;

/// What the TypeScript SDK follows too: `pkg-template/test/tracks/vectors.test.ts`.
const VECTORS: &str = include_str!("../../../../tests/vectors/playback.json");

#[derive(Deserialize)]
struct Row {
    name: String,
    steps: Vec<Step>,
    answers: VecDeque<Answer>,
    asks: Vec<String>,
    returns: Vec<f64>,
    plays: Vec<bool>,
    end: Option<String>,
}

/// The element changes, and sends events. What is missing stays.
#[derive(Deserialize)]
struct Step {
    at: u64,
    events: Vec<String>,
    error: Option<u16>,
    position: Option<f64>,
    ready: Option<u16>,
    seeking: Option<bool>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Status(u16),
    Network(#[expect(dead_code, reason = "it is always `network`")] String),
}

/// What a row has come to.
#[derive(Debug, Default, PartialEq)]
struct Outcome {
    asks: Vec<String>,
    returns: Vec<f64>,
    plays: Vec<bool>,
    end: Option<String>,
}

struct Stage {
    renewal: Renewal,
    element: Element,
    answers: VecDeque<Answer>,
    wait: Option<(u64, Wait)>,
    now: u64,
    outcome: Outcome,
}

impl Stage {
    /// Until then, all waits end.
    fn advance(&mut self, at: u64) {
        while let Some((due, wait)) = self.wait.take_if(|(due, _)| *due < at) {
            self.now = due;
            self.ended(wait, []);
        }
        self.now = at;
    }

    /// A wait has ended, and the element sends these events before the recovery has an answer.
    fn ended(&mut self, wait: Wait, events: impl IntoIterator<Item = Event>) {
        let is_stalled = self.renewal.is_stalled(wait);
        self.hear(events);
        if is_stalled {
            self.recover(true);
            let next = self.renewal.waits_again(wait);
            self.begin(next);
        }
    }

    fn hear(&mut self, events: impl IntoIterator<Item = Event>) {
        let mut has_failed = false;
        for event in events {
            match self.renewal.heard(event, self.element, self.now) {
                Some(Action::Recover) => has_failed = true,
                Some(Action::Return(position)) => {
                    self.element.position = position;
                    self.outcome.returns.push(position);
                }
                Some(Action::Wait(wait)) => self.begin(Some(wait)),
                None => {}
            }
        }
        if has_failed {
            self.recover(false);
        }
    }

    fn begin(&mut self, wait: Option<Wait>) {
        if let Some(wait) = wait {
            self.wait = Some((self.now + u64::try_from(wait.time.as_millis()).unwrap(), wait));
        }
    }

    fn recover(&mut self, is_stalled: bool) {
        if self.outcome.end.is_some() || !self.renewal.begin_recovery() {
            return;
        }
        if let Err(error) = self.renew(is_stalled) {
            self.outcome.end = Some(error.code().name().to_owned());
        }
        self.renewal.end_recovery();
    }

    fn renew(&mut self, is_stalled: bool) -> Result<(), Error> {
        match self.renewal.failed(self.element.error, is_stalled) {
            AfterFailure::Renew => {}
            AfterFailure::Fail(code) => return Err(code.into()),
            AfterFailure::Probe => {
                self.outcome.asks.push("probe".to_owned());
                let refusal = match self.answers.pop_front() {
                    Some(Answer::Status(status)) if status < 400 => None,
                    Some(Answer::Status(status)) => Some(Responder::Node.refusal(status, b"")),
                    Some(Answer::Network(_)) | None => Some(Code::Network.into()),
                };
                match self.renewal.probed(refusal.as_ref().and_then(Error::status), is_stalled, self.now) {
                    AfterProbe::Renew => {}
                    AfterProbe::LeaveAlone => return Ok(()),
                    AfterProbe::Fail => return Err(refusal.unwrap_or_else(|| Code::PlaybackFailed.into())),
                }
            }
        }
        self.outcome.asks.push("url".to_owned());
        self.renewal.renewing();
        self.renewal.renewed(self.element.position, self.now);
        self.element = Element::default();
        self.outcome.plays.push(self.renewal.is_meant_to_play());
        Ok(())
    }
}

#[test]
fn track_is_renewed_as_the_vectors_say() {
    for Row { name, steps, answers, asks, returns, plays, end } in serde_json::from_str::<Vec<Row>>(VECTORS).unwrap() {
        let (renewal, element) = (Renewal::new(), Element::default());
        let mut stage = Stage { renewal, element, answers, wait: None, now: 0, outcome: Outcome::default() };
        for step in steps {
            stage.advance(step.at);
            let element = &mut stage.element;
            element.error = step.error.or(element.error);
            element.position = step.position.unwrap_or(element.position);
            element.ready_state = step.ready.unwrap_or(element.ready_state);
            element.is_seeking = step.seeking.unwrap_or(element.is_seeking);
            let named = |name: &String| Event::ALL.into_iter().find(|(known, _)| known == name).unwrap().1;
            let events: Vec<_> = step.events.iter().map(named).collect();
            match stage.wait.take_if(|(due, _)| *due == step.at) {
                Some((_, wait)) => stage.ended(wait, events),
                None => stage.hear(events),
            }
        }
        assert_eq!(stage.outcome, Outcome { asks, returns, plays, end }, "{name}");
    }
}

#[test]
fn patience_doubles_up_to_a_minute() {
    let mut stall = stall::Stall::new();
    let mut wait = stall.wait().unwrap();
    let mut times = vec![wait.time];
    for _ in 0..5 {
        assert_eq!(stall.wait(), None, "one at a time");
        assert!(stall.is_over(wait));
        wait = stall.again(wait).unwrap();
        times.push(wait.time);
    }
    assert_eq!(times, [4, 8, 16, 32, 60, 60].map(Duration::from_secs));
    stall.calm();
    assert!(!stall.is_over(wait));
    assert_eq!(stall.again(wait), None);
    assert_eq!(stall.wait().unwrap().time, Duration::from_secs(4));
}
