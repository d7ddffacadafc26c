//! What performs the effects of one flow, and owns what the flow opens: its port and its lock.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use stagepass_core::callback::Callback;
use stagepass_core::document::{Document as _, Json};
use stagepass_core::dpop::Dpop;
use stagepass_core::effect::{self, Effect, MAX_ANSWER, Message, PopupLook, REQUEST_DEADLINE};
use stagepass_core::handoff;
use tokio::time::{sleep, timeout};

use super::clock::now;
use super::http::{self, Http};
use super::lock::Lock;
use super::loopback::{Loopback, Reserved};
use super::options::Options;
use super::sign_in_file::SignInFile;
use crate::error::Code;
use crate::rim::parsed::Outcome;
use crate::rim::platform::Platform;
use crate::sdk::dpop::Proofs;
use crate::sdk::environment::Bounds;

/// One flow.
pub(crate) struct Flow {
    options: Arc<Options>,
    http: Http,
    proofs: Arc<Proofs>,
    /// Where processes lock against each other. `None`: only this process has the stored values.
    folder: Option<PathBuf>,
    /// The port of a login before the browser is opened.
    reserved: Option<Reserved>,
    loopback: Option<Loopback>,
    /// What the browser reads.
    sign_in_file: Option<SignInFile>,
    lock: Option<Lock>,
}

/// How long a browser may take to read the file of a login without a port.
const READ_WITHIN: Duration = Duration::from_mins(1);

impl Flow {
    pub(super) fn new(options: Arc<Options>, http: Http, proofs: Arc<Proofs>, folder: Option<PathBuf>) -> Self {
        Self { options, http, proofs, folder, reserved: None, loopback: None, sign_in_file: None, lock: None }
    }

    /// Returns the flow of a login, whose response comes to this port.
    pub(super) fn with_port(self, reserved: Reserved) -> Self {
        Self { reserved: Some(reserved), ..self }
    }

    /// Opens the browser, once the port listens.
    fn open_browser(&mut self, url: &str) -> Outcome {
        let has_port = self.reserved.is_some();
        match self.reserved.take().map(Reserved::listen) {
            Some(Ok(loopback)) => self.loopback = Some(loopback),
            Some(Err(_)) => return Outcome::Refused,
            None => {}
        }
        match self.options.open(url) {
            Err(_) => return Outcome::Refused,
            // The response shows that the browser has read it.
            Ok(file) if has_port => self.sign_in_file = file,
            // This flow ends before the browser reads it.
            Ok(file) => {
                tokio::spawn(async move {
                    sleep(READ_WITHIN).await;
                    drop(file);
                });
            }
        }
        Outcome::Done
    }

    /// Waits for an authorization response. Whether it belongs to this login is decided by its `state`, which the
    /// message names, as that of a callback page does.
    async fn receive(&mut self, within: Duration) -> Outcome {
        let Some(loopback) = &mut self.loopback else { return Outcome::Elapsed };
        let Ok(url) = timeout(within, loopback.next()).await else { return Outcome::Elapsed };
        match (Callback::read(&url), Json::parse("null")) {
            (Some(callback), Some(members)) => {
                let text = handoff::Message::Response(url).to_text(&callback.state);
                Outcome::Message(Message { text, members, origin: String::new(), own_origin: true, from_peer: true })
            }
            _ => Outcome::Elapsed,
        }
    }

    /// Sends a token or revocation request of the core, with the proof that it needs.
    async fn exchange(&self, request: &effect::Request) -> Outcome {
        if request.proof.dpop == Dpop::Never {
            return self.http.perform(request).await;
        }
        let Some(written) = http::written(request) else { return Outcome::Offline };
        let within = Duration::from_millis(REQUEST_DEADLINE.into());
        let bounds = Bounds { within, max_body: MAX_ANSWER };
        // The timeout includes a key that takes its time, and further attempts.
        match timeout(within, self.proofs.exchange(&self.http, &request.proof, written, bounds)).await {
            Ok(Ok(response)) => Outcome::Answer(http::answer(&response)),
            Ok(Err(error)) => match error.code() {
                Code::StorageUnavailable => Outcome::Refused,
                Code::Timeout => Outcome::Elapsed,
                Code::BadResponse => Outcome::TooLarge,
                _ => Outcome::Offline,
            },
            Err(_) => Outcome::Elapsed,
        }
    }

    async fn take_lock(&mut self, name: &str, within: Duration) -> Outcome {
        // A flow has at most one lock.
        self.lock = None;
        match Lock::take(self.folder.as_deref(), name, within).await {
            Ok(Some(lock)) => {
                self.lock = Some(lock);
                Outcome::Done
            }
            Ok(None) => Outcome::Elapsed,
            Err(_) => Outcome::Refused,
        }
    }
}

impl Platform for Flow {
    async fn perform(&mut self, effect: Effect) -> Outcome {
        match effect {
            Effect::Now => return Outcome::Now(now()),
            Effect::Random => {
                let mut random = Box::new([0; 48]);
                return match getrandom::fill(random.as_mut_slice()) {
                    Ok(()) => Outcome::Random(random),
                    Err(_) => Outcome::Refused,
                };
            }
            Effect::OpenPopup { url } | Effect::Navigate { url, .. } => return self.open_browser(&url),
            Effect::LookAtPopup => {
                // A program cannot see whether a tab of the browser is open.
                let now = now();
                return Outcome::Popup(PopupLook { closed: false, focus_came_back: false, superseded: false, now });
            }
            Effect::Receive { within } => return self.receive(Duration::from_millis(within.into())).await,
            Effect::Lock { name, within } => return self.take_lock(&name, Duration::from_millis(within.into())).await,
            Effect::Http(request) => return self.exchange(&request).await,
            Effect::ClosePopup => {
                if let Some(loopback) = self.loopback.take() {
                    loopback.close().await;
                }
            }
            Effect::Unlock => self.lock = None,
            // There is no page, and its messages have no reader. `drive` performs the effects of storage.
            _ => {}
        }
        Outcome::Done
    }
}
