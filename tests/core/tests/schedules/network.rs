//! The network between the tabs and the service, with pending requests and faults.

use std::cell::{Cell, RefCell};
use std::mem;
use std::sync::Arc;

use stagepass_core::effect::Request;
use stagepass_core_tests::clock::SharedClock;
use stagepass_core_tests::effect::{Answer, Outcome};
use stagepass_core_tests::model_service::{ModelService, json_answer};
use stagepass_core_tests::network::{self, Progress};

use crate::schedule::RequestFault;

/// A request arrives within this time after it was sent, or never. The service repeats a successor for 10 s.
const ARRIVES_WITHIN: u64 = 8_000;

/// The network, and the service at its end.
#[derive(Debug)]
pub(crate) struct Network {
    clock: Arc<SharedClock>,
    pub(crate) service: RefCell<ModelService>,
    requests: RefCell<Requests>,
    pub(crate) is_down: Cell<bool>,
    /// The fault of the next request.
    pub(crate) next: Cell<Option<RequestFault>>,
}

/// The pending requests.
#[derive(Debug, Default)]
struct Requests {
    in_flight: Vec<InFlightRequest>,
    /// Requests without a waiting page.
    strays: Vec<InFlightRequest>,
    count: usize,
}

/// A request that was sent.
#[derive(Debug)]
struct InFlightRequest {
    number: usize,
    request: Request,
    left_at: u64,
    fault: Option<RequestFault>,
    state: RequestState,
}

#[derive(Debug)]
enum RequestState {
    /// It is on its way to the service.
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

    /// Lets a request without a waiting page arrive. Returns whether there was one.
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
        requests.in_flight.iter_mut().for_each(|sent| sent.state = RequestState::Lost);
    }

    fn may_arrive(&self, sent: &InFlightRequest) -> bool {
        self.clock.uptime() - sent.left_at <= ARRIVES_WITHIN
    }

    fn serve(&self, request: &Request) -> Answer {
        self.service.borrow_mut().serve(request, self.clock.now())
    }

    /// Lets a request arrive now, and returns its state.
    fn arrive(&self, sent: &InFlightRequest) -> RequestState {
        match sent.fault {
            Some(RequestFault::Misanswered) => RequestState::Answered(json_answer(502, "<html>")),
            _ if self.is_down.get() => RequestState::Answered(json_answer(503, "{}")),
            Some(RequestFault::AnswerLost) => {
                self.serve(&sent.request);
                RequestState::Lost
            }
            _ => RequestState::Answered(self.serve(&sent.request)),
        }
    }
}

impl network::Network for Network {
    fn start(&self, request: &Request) -> Progress {
        let fault = self.next.take();
        if fault == Some(RequestFault::Unreachable) {
            return Progress::Done(Outcome::Offline);
        }
        let requests = &mut *self.requests.borrow_mut();
        requests.count += 1;
        let (number, request) = (requests.count, copy(request));
        requests.in_flight.push(InFlightRequest {
            number,
            request,
            left_at: self.clock.uptime(),
            fault,
            state: RequestState::Leaving,
        });
        Progress::Pending(number)
    }

    /// Lets the request arrive, or its response.
    fn poll(&self, number: usize) -> Progress {
        let requests = &mut *self.requests.borrow_mut();
        let Some(at) = requests.in_flight.iter().position(|sent| sent.number == number) else {
            return Progress::Done(Outcome::Offline);
        };
        let sent = &mut requests.in_flight[at];
        match mem::replace(&mut sent.state, RequestState::Lost) {
            RequestState::Leaving if self.may_arrive(sent) => {
                sent.state = self.arrive(sent);
                if sent.fault == Some(RequestFault::Doubled) {
                    let again = InFlightRequest {
                        request: copy(&sent.request),
                        state: RequestState::Leaving,
                        fault: None,
                        ..*sent
                    };
                    requests.strays.push(again);
                }
                Progress::Pending(number)
            }
            RequestState::Answered(answer) => {
                requests.in_flight.remove(at);
                Progress::Done(Outcome::Answer(answer))
            }
            RequestState::Leaving | RequestState::Lost => {
                requests.in_flight.remove(at);
                Progress::Done(Outcome::Offline)
            }
        }
    }

    fn abandon(&self, number: usize) {
        let requests = &mut *self.requests.borrow_mut();
        let left = requests.in_flight.extract_if(.., |sent| sent.number == number);
        requests.strays.extend(left.filter(|sent| matches!(sent.state, RequestState::Leaving)));
    }
}

fn copy(request: &Request) -> Request {
    Request { url: request.url.clone(), body: request.body.clone(), proof: request.proof.clone(), ..*request }
}
