//! One flow in a tab: a machine, and what it has open.

use stagepass::effect::{Effect, REQUEST_DEADLINE};
use stagepass::text::secret::Secret;
use stagepass_native_tests::browser::Window;
use stagepass_native_tests::browser::host::Host;
use stagepass_native_tests::model_service::Login;

use crate::core::Core;
use crate::schedule::Act;

pub(crate) struct Flow {
    pub(crate) act: Act,
    pub(crate) host: Host,
    /// The machine; none while the app makes the call itself.
    pub(crate) core: Option<Core>,
    pub(crate) wants: Effect,
    /// Since when it wants that, by the timers.
    pub(crate) since: u64,
    /// The token that it calls with.
    pub(crate) calls_with: Option<Secret>,
    /// The token that was answered with a 401.
    pub(crate) refused: Option<Secret>,
    pub(crate) history: FlowHistory,
}

/// What happened to a flow, as the model must know it.
#[derive(Debug, Default)]
pub(crate) struct FlowHistory {
    /// At which step of the schedule it began.
    pub(crate) began: usize,
    /// The record that it has read since it waited last, empty if there was none; none if it has not.
    pub(crate) read: Option<String>,
    /// How many effects it has asked for.
    pub(crate) effects: u32,
    /// How long it has asked to wait, in milliseconds, in all.
    pub(crate) waits: u64,
    /// Something on the network, or a lock, went wrong for it.
    pub(crate) hindered: bool,
    /// The logins whose sessions it has deleted, or replaced.
    pub(crate) deleted: Vec<Login>,
    /// The login whose session was there when it began, if it is a logout.
    pub(crate) found: Option<Login>,
    /// The login whose refresh token, or code, it has sent last.
    pub(crate) sent_of: Option<Login>,
    /// What has come of the last request that it wanted to send.
    pub(crate) request: Request,
    /// The login that it is.
    pub(crate) logs_in: Option<Login>,
    /// Whether it has stored a session.
    pub(crate) stored: bool,
}

/// What has come of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Request {
    /// There was none.
    #[default]
    None,
    /// No success, so far.
    InVain,
    Served,
}

impl Flow {
    pub(crate) fn new(window: &Window, act: Act, began: usize) -> Self {
        Self {
            act,
            host: Host::new(window),
            core: None,
            wants: Effect::Now,
            since: 0,
            calls_with: None,
            refused: None,
            history: FlowHistory { began, ..FlowHistory::default() },
        }
    }

    pub(crate) fn want(&mut self, effect: Effect, uptime: u64) {
        self.history.effects += 1;
        self.history.waits += match &effect {
            Effect::Lock { within, .. } | Effect::Receive { within } => u64::from(*within),
            Effect::Http(_) => u64::from(REQUEST_DEADLINE),
            _ => 0,
        };
        if matches!(effect, Effect::Http(_)) {
            self.history.request = Request::InVain;
        }
        (self.wants, self.since) = (effect, uptime);
    }

    /// Whether a refresh of its is under way.
    pub(crate) fn refreshes(&self) -> bool {
        let Effect::Http(request) = &self.wants else { return false };
        self.host.is_waiting() && request.body.iter().any(|(name, _)| *name == "refresh_token")
    }

    /// Whether its script has run on until it waits.
    pub(crate) fn is_at_rest(&self) -> bool {
        match self.wants {
            Effect::Lock { .. } | Effect::Http(_) => self.host.is_waiting(),
            Effect::Receive { .. } => true,
            _ => false,
        }
    }
}
