//! Between the tabs and the service: requests under way, and what becomes of them.

use std::cell::{Cell, RefCell};
use std::mem;
use std::sync::Arc;

use stagepass::effect::{Answer, Outcome, Request};
use stagepass_native_tests::clock::SharedClock;
use stagepass_native_tests::model_service::{ModelService, said};
use stagepass_native_tests::network::{self, Progress};

use crate::schedule::Fate;

/// A request arrives within so many milliseconds after it has left, or never. The service repeats a successor for 10 s.
const ARRIVES_WITHIN: u64 = 8_000;

/// The network, and the service at its end.
#[derive(Debug)]
pub(crate) struct Network {
    clock: Arc<SharedClock>,
    pub(crate) service: RefCell<ModelService>,
    requests: RefCell<Requests>,
    pub(crate) is_down: Cell<bool>,
    /// What becomes of the next request that leaves.
    pub(crate) next: Cell<Option<Fate>>,
}

/// The requests under way.
#[derive(Debug, Default)]
struct Requests {
    under_way: Vec<Sent>,
    /// Those that nobody waits for any more.
    strays: Vec<Sent>,
    count: usize,
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

impl Network {
    pub(crate) fn new(clock: Arc<SharedClock>) -> Self {
        Self {
            clock,
            service: RefCell::default(),
            requests: RefCell::default(),
            is_down: Cell::default(),
            next: Cell::default(),
        }
    }

    /// Lets one of the requests that nobody waits for arrive. Returns whether there was one.
    pub(crate) fn stray(&self, which: usize) -> bool {
        let strays = &mut self.requests.borrow_mut().strays;
        strays.retain(|sent| self.may_arrive(sent));
        if strays.is_empty() || self.is_down.get() {
            return false;
        }
        let sent = strays.remove(which % strays.len());
        self.serve(&sent.request);
        true
    }

    /// Breaks all connections.
    pub(crate) fn break_all(&self) {
        let requests = &mut *self.requests.borrow_mut();
        requests.strays.clear();
        requests.under_way.iter_mut().for_each(|sent| sent.at = At::Lost);
    }

    fn may_arrive(&self, sent: &Sent) -> bool {
        self.clock.uptime() - sent.left_at <= ARRIVES_WITHIN
    }

    fn serve(&self, request: &Request) -> Answer {
        self.service.borrow_mut().serve(request, self.clock.now())
    }

    /// What a request comes to that arrives now.
    fn arrive(&self, sent: &Sent) -> At {
        match sent.fate {
            Some(Fate::Misanswered) => At::Answered(said(502, "<html>")),
            _ if self.is_down.get() => At::Answered(said(503, "{}")),
            Some(Fate::AnswerLost) => {
                self.serve(&sent.request);
                At::Lost
            }
            _ => At::Answered(self.serve(&sent.request)),
        }
    }
}

impl network::Network for Network {
    fn start(&self, request: &Request) -> Progress {
        let fate = self.next.take();
        if fate == Some(Fate::Unreachable) {
            return Progress::Done(Outcome::Offline);
        }
        let requests = &mut *self.requests.borrow_mut();
        requests.count += 1;
        let (number, request) = (requests.count, copy(request));
        requests.under_way.push(Sent { number, request, left_at: self.clock.uptime(), fate, at: At::Leaving });
        Progress::Pending(number)
    }

    /// Lets the request arrive, or its answer.
    fn poll(&self, number: usize) -> Progress {
        let requests = &mut *self.requests.borrow_mut();
        let Some(at) = requests.under_way.iter().position(|sent| sent.number == number) else {
            return Progress::Done(Outcome::Offline);
        };
        let sent = &mut requests.under_way[at];
        match mem::replace(&mut sent.at, At::Lost) {
            At::Leaving if self.may_arrive(sent) => {
                sent.at = self.arrive(sent);
                if sent.fate == Some(Fate::Doubled) {
                    let again = Sent { request: copy(&sent.request), at: At::Leaving, fate: None, ..*sent };
                    requests.strays.push(again);
                }
                Progress::Pending(number)
            }
            At::Answered(answer) => {
                requests.under_way.remove(at);
                Progress::Done(Outcome::Answer(answer))
            }
            At::Leaving | At::Lost => {
                requests.under_way.remove(at);
                Progress::Done(Outcome::Offline)
            }
        }
    }

    fn abandon(&self, number: usize) {
        let requests = &mut *self.requests.borrow_mut();
        let left = requests.under_way.extract_if(.., |sent| sent.number == number);
        requests.strays.extend(left.filter(|sent| matches!(sent.at, At::Leaving)));
    }
}

fn copy(request: &Request) -> Request {
    Request { url: request.url.clone(), body: request.body.clone() }
}
