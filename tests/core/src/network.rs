//! The network of the core's requests: real HTTP that is counted, with faults that a test injects.

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use serde_json::{Map, Value};
use stagepass_core::config::Config;
use stagepass_core::document::{Document as _, Json};
use stagepass_core::dpop::Proof;
use stagepass_core::effect::{REQUEST_DEADLINE, Request};
use stagepass_core::text::secret::Secret;
use stagepass_test_support::secrets;
use tokio::runtime::Runtime;

use crate::effect::{Answer, Outcome};

/// The core only sends POST. A request with only this member is a GET with that access token.
pub const BEARER: &str = "Authorization";

/// Sends the core's requests.
pub trait Network: Debug {
    /// Sends `request`.
    fn start(&self, request: &Request) -> Progress;

    /// Advances a pending request.
    fn poll(&self, request: usize) -> Progress {
        panic!("request {request} is not pending: this network answers at once")
    }

    /// Stops waiting for a pending request. It may arrive all the same.
    fn abandon(&self, _request: usize) {}
}

/// How far a request has come.
#[derive(Debug)]
pub enum Progress {
    /// It is pending, with this number.
    Pending(usize),
    /// It has this outcome.
    Done(Outcome),
}

/// A fault of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The request is not sent.
    Unreachable,
    /// The service handles the request, and its response gets lost.
    AnswerLost,
}

/// The loopback network, over real HTTP.
#[derive(Debug)]
pub struct Loopback {
    runtime: Rc<Runtime>,
    client: Client,
    /// Each request: its kind, and whether it was a form.
    sent: RefCell<Vec<(String, bool)>>,
    faults: RefCell<Vec<(&'static str, Fault)>>,
}

impl Loopback {
    /// Creates a network without faults.
    pub fn new(runtime: Rc<Runtime>) -> Rc<Self> {
        let deadline = Duration::from_millis(REQUEST_DEADLINE.into());
        // `fetch` with `redirect: "error"` follows no redirects.
        let client = Client::builder().redirect(Policy::none()).timeout(deadline).build().expect("an HTTP client");
        Rc::new(Self { runtime, client, sent: RefCell::default(), faults: RefCell::default() })
    }

    /// Injects `fault` into the next request of this `kind` (see [`kind`]).
    pub fn next(&self, kind: &'static str, fault: Fault) {
        self.faults.borrow_mut().push((kind, fault));
    }

    /// Counts the requests of this `kind` (see [`kind`]) that were sent.
    pub fn count(&self, kind: &str) -> usize {
        self.sent.borrow().iter().filter(|(sent, _)| sent == kind).count()
    }

    /// Returns the kinds of the requests that were sent as forms, in order.
    pub fn forms(&self) -> Vec<String> {
        self.sent.borrow().iter().filter(|(_, is_form)| *is_form).map(|(kind, _)| kind.clone()).collect()
    }

    /// Sends `members` as a JSON object to `url`, without counting it. Returns status and body.
    pub fn post(&self, url: &str, members: &[(&str, &str)]) -> (u16, Value) {
        let body: Map<_, _> = members.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect();
        self.runtime.block_on(async {
            let answer = self.client.post(url).json(&body).send().await.expect("the service answers");
            (answer.status().as_u16(), answer.json().await.expect("the answer is JSON"))
        })
    }

    /// Sends `GET /me` with an access token, and returns the response.
    pub fn me(&self, app: &Config, token: &Secret) -> Answer {
        let request = Request { body: vec![(BEARER, token.clone())], ..empty_request(app.endpoint("/me")) };
        let Outcome::Answer(answer) = self.send(&request) else { panic!("the service answers") };
        answer
    }

    fn take_fault(&self, kind: &str) -> Option<Fault> {
        let mut faults = self.faults.borrow_mut();
        let at = faults.iter().position(|(of, _)| *of == kind)?;
        Some(faults.remove(at).1)
    }
}

impl Loopback {
    /// Sends `request` and waits for the outcome.
    pub fn send(&self, request: &Request) -> Outcome {
        let kind = kind(request);
        let fault = self.take_fault(&kind);
        if fault == Some(Fault::Unreachable) {
            return Outcome::Offline;
        }
        self.sent.borrow_mut().push((kind, request.is_form));
        match self.runtime.block_on(send(&self.client, request)) {
            _ if fault == Some(Fault::AnswerLost) => Outcome::Offline,
            Ok(answer) if (300..400).contains(&answer.status) => Outcome::Offline,
            Ok(answer) => Outcome::Answer(answer),
            Err(error) if error.is_timeout() => Outcome::Elapsed,
            Err(_) => Outcome::Offline,
        }
    }
}

impl Network for Loopback {
    fn start(&self, request: &Request) -> Progress {
        Progress::Done(self.send(request))
    }
}

/// Sends a request of the core once, without a proof.
///
/// # Errors
/// If there is no response.
pub async fn send(client: &Client, request: &Request) -> Result<Answer, reqwest::Error> {
    for (name, value) in &request.body {
        secrets::note_field(name, value.expose());
    }
    let builder = match request.body.as_slice() {
        [(BEARER, token)] => client.get(&request.url).bearer_auth(token.expose()),
        members if request.is_form => {
            let body: Vec<_> = members.iter().map(|(name, value)| (*name, value.expose())).collect();
            client.post(&request.url).form(&body)
        }
        members => {
            let body: Map<_, _> =
                members.iter().map(|(name, value)| ((*name).to_owned(), Value::from(value.expose()))).collect();
            client.post(&request.url).json(&body)
        }
    };
    let answer = builder.send().await?;
    let (status, text) = (answer.status().as_u16(), answer.text().await?);
    secrets::note_answer(&text);
    Ok(Answer { status, body: Json::parse(&text) })
}

/// Returns a JSON request without members.
pub fn empty_request(url: String) -> Request {
    Request { url, body: Vec::new(), is_form: false, outlives_page: false, proof: Proof::default() }
}

/// Returns the kind of a request: the last part of its path (`me`, `revoke`), or its `grant_type` at the token
/// endpoint.
pub fn kind(request: &Request) -> String {
    if let Some((_, grant_type)) = request.body.iter().find(|(name, _)| *name == "grant_type") {
        return grant_type.expose().to_owned();
    }
    let url = Url::parse(&request.url).expect("the core asks for an address");
    url.path_segments().and_then(|mut path| path.next_back()).unwrap_or_default().to_owned()
}
