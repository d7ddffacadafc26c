//! Between the tabs and the service: requests under way, and what becomes of them.

use std::mem;

use stagepass::effect::{Answer, Request};
use stagepass_native_tests::model_service::{ModelService, said};

use crate::schedule::Fate;

/// A request arrives within so many milliseconds after it has left, or never. The service repeats a successor for 10 s.
const ARRIVES_WITHIN: u64 = 8_000;

/// The requests under way.
#[derive(Debug, Default)]
pub(crate) struct Network {
    under_way: Vec<Sent>,
    /// Those that nobody waits for any more.
    strays: Vec<Sent>,
    number: usize,
    pub(crate) is_down: bool,
    pub(crate) next: Option<Fate>,
}

/// A request that has left.
#[derive(Debug)]
struct Sent {
    number: usize,
    request: Request,
    left_at: u64,
    fate: Option<Fate>,
    at: At,
}

#[derive(Debug)]
enum At {
    /// It has not arrived yet.
    Leaving,
    Answered(Answer),
    Lost,
}

/// How a request stands.
#[derive(Debug)]
pub(crate) enum Progress {
    /// It has come one step further.
    Went,
    Answer(Answer),
    /// Its connection is broken.
    Broken,
}

impl Network {
    /// Sends `request`, if it leaves at all. Gives its number.
    pub(crate) fn send(&mut self, request: &Request, uptime: u64) -> Option<usize> {
        let fate = self.next.take();
        if fate == Some(Fate::Unreachable) {
            return None;
        }
        self.number += 1;
        let (number, request) = (self.number, copy(request));
        self.under_way.push(Sent { number, request, left_at: uptime, fate, at: At::Leaving });
        Some(number)
    }

    /// Lets the request of this `number` arrive, or its answer.
    pub(crate) fn go_on(&mut self, number: usize, service: &mut ModelService, (now, uptime): (u64, u64)) -> Progress {
        let is_down = self.is_down;
        let Some(at) = self.under_way.iter().position(|sent| sent.number == number) else { return Progress::Broken };
        let Some(sent) = self.under_way.get_mut(at) else { return Progress::Broken };
        match mem::replace(&mut sent.at, At::Lost) {
            At::Leaving if uptime - sent.left_at > ARRIVES_WITHIN => {}
            At::Leaving => {
                sent.at = match sent.fate {
                    Some(Fate::Misanswered) => At::Answered(said(502, "<html>")),
                    _ if is_down => At::Answered(said(503, "{}")),
                    Some(Fate::AnswerLost) => {
                        service.serve(&sent.request, now);
                        At::Lost
                    }
                    _ => At::Answered(service.serve(&sent.request, now)),
                };
                if sent.fate == Some(Fate::Doubled) {
                    let again = Sent { request: copy(&sent.request), at: At::Leaving, fate: None, ..*sent };
                    self.strays.push(again);
                }
                return Progress::Went;
            }
            At::Answered(answer) => {
                self.under_way.remove(at);
                return Progress::Answer(answer);
            }
            At::Lost => {}
        }
        self.under_way.remove(at);
        Progress::Broken
    }

    /// Nobody waits for this one any more. It may arrive all the same.
    pub(crate) fn abandon(&mut self, number: usize) {
        let left = self.under_way.extract_if(.., |sent| sent.number == number);
        self.strays.extend(left.filter(|sent| matches!(sent.at, At::Leaving)));
    }

    /// One of those that nobody waits for arrives. Tells whether there was one.
    pub(crate) fn stray(&mut self, which: usize, service: &mut ModelService, (now, uptime): (u64, u64)) -> bool {
        self.strays.retain(|sent| uptime - sent.left_at <= ARRIVES_WITHIN);
        if self.strays.is_empty() || self.is_down {
            return false;
        }
        let sent = self.strays.remove(which % self.strays.len());
        service.serve(&sent.request, now);
        true
    }

    /// All connections break.
    pub(crate) fn break_all(&mut self) {
        self.strays.clear();
        self.under_way.iter_mut().for_each(|sent| sent.at = At::Lost);
    }
}

fn copy(request: &Request) -> Request {
    Request { url: request.url.clone(), body: request.body.clone() }
}
