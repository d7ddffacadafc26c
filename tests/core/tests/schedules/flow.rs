//! A flow in a tab: a machine and its host.

use stagepass_core::effect::{Effect, REQUEST_DEADLINE};
use stagepass_core::session::Session;
use stagepass_core::text::secret::Secret;
use stagepass_core_tests::browser::Window;
use stagepass_core_tests::browser::host::Host;
use stagepass_core_tests::model_service::Login;

use crate::core::Core;
use crate::schedule::Act;

pub(crate) struct Flow {
    pub(crate) act: Act,
    pub(crate) host: Host,
    /// The machine. `None` while the app makes the call itself.
    pub(crate) core: Option<Core>,
    pub(crate) wants: Effect,
    /// The uptime at which it requested that.
    pub(crate) since: u64,
    /// The session of its call.
    pub(crate) calls_with: Option<Box<Session>>,
    /// How often it has sent its call.
    pub(crate) sends: usize,
    /// The access token that got the last 401.
    pub(crate) refused: Option<Secret>,
    pub(crate) history: FlowHistory,
}

/// The history of a flow, for the model.
#[derive(Debug, Default)]
pub(crate) struct FlowHistory {
    /// The step of the schedule at which it began.
    pub(crate) began: usize,
    /// The record that it has read since its last wait, empty if there was none. `None` if it has not read it.
    pub(crate) read: Option<String>,
    /// The number of effects it has requested.
    pub(crate) effects: u32,
    /// The longest total time of its waits, in milliseconds.
    pub(crate) waits: u64,
    /// Whether a request or a lock has failed.
    pub(crate) hindered: bool,
    /// The logins whose sessions it has deleted or replaced.
    pub(crate) deleted: Vec<Login>,
    /// The login whose session was stored at its start, if it is a logout.
    pub(crate) found: Option<Login>,
    /// The login whose refresh token or code it has sent last.
    pub(crate) sent_of: Option<Login>,
    /// The state of its last request.
    pub(crate) request: Request,
    /// Its login, if it is one.
    pub(crate) logs_in: Option<Login>,
    /// Whether it has stored a session.
    pub(crate) stored: bool,
}

/// The state of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Request {
    /// There was none.
    #[default]
    None,
    /// Without success so far.
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
            sends: 0,
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

    /// Whether its refresh is pending.
    pub(crate) fn refreshes(&self) -> bool {
        let Effect::Http(request) = &self.wants else { return false };
        self.host.is_waiting() && request.body.iter().any(|(name, _)| *name == "refresh_token")
    }

    /// Whether its script has run until it waits.
    pub(crate) fn is_at_rest(&self) -> bool {
        match self.wants {
            Effect::Lock { .. } | Effect::Http(_) => self.host.is_waiting(),
            Effect::Receive { .. } => true,
            _ => false,
        }
    }
}
