//! A wrong set-up, what changes a right one into it, and what the developer must see.

use stagepass_e2e_tests::fault_proxy::Fault;

/// One wrong set-up: a row of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    /// What is wrong, as Markdown.
    pub(super) mistake: &'static str,
    /// What makes it wrong.
    pub(super) changes: &'static [Change],
    /// What the developer sees.
    pub(super) sees: Sees,
    /// The codes that `diagnose()` finds, in their order.
    pub(super) findings: &'static [&'static str],
    /// Why `diagnose()` cannot find what makes the login fail.
    pub(super) undetected: Option<&'static str>,
    /// Whether browsers differ in it, so that all of them are tested.
    pub(super) is_everywhere: bool,
}

impl Setup {
    pub(super) const fn new(
        mistake: &'static str,
        changes: &'static [Change],
        sees: Sees,
        findings: &'static [&'static str],
    ) -> Self {
        Self { mistake, changes, sees, findings, undetected: None, is_everywhere: false }
    }

    pub(super) const fn everywhere(self) -> Self {
        Self { is_everywhere: true, ..self }
    }

    pub(super) const fn undetected(self, reason: &'static str) -> Self {
        Self { undetected: Some(reason), ..self }
    }
}

/// A change of the set-up. Expressions are JavaScript in the page, where `config` is the right configuration.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// Other fields of the configuration: an expression.
    Config(&'static str),
    /// Options of `login`: an expression.
    Options(&'static str),
    /// A fault of the app's server.
    App(&'static str, Fault),
    /// A fault of the service.
    Service(&'static str, Fault),
    /// A fault of the access server.
    Access(&'static str, Fault),
    /// Nothing listens at the service's address.
    ServiceIsDown,
    /// The page is opened at `127.0.0.1` in place of `localhost`.
    OpenedByAddress,
    /// The page is in a frame of its own origin with this attribute `sandbox`.
    Sandbox(&'static str),
    /// The page is in a frame of another site.
    ForeignFrame,
    /// A script that runs before the client is created.
    Script(&'static str),
    /// A script that runs before the login.
    Before(&'static str),
    /// `login` is called without a click.
    NoClick,
    /// The page is offline.
    Offline,
}

/// What the developer sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sees {
    /// `stagepass()` throws this code.
    Throws(&'static str),
    /// `login` rejects with this code.
    Rejects(&'static str),
    /// The callback page shows this code.
    Shows(&'static str),
    /// The login does not end, and the console has the findings.
    Explained,
    /// The user is signed in.
    SignsIn,
    /// The user is signed in, and only calls of the API fail.
    CannotCall,
}

impl Sees {
    /// Returns it in the form of what is observed.
    pub(super) fn observed(self) -> String {
        match self {
            Self::Throws(code) => format!("throws {code}"),
            Self::Rejects(code) => format!("rejects {code}"),
            Self::Shows(code) => format!("shows {code}"),
            Self::Explained => "explained".to_owned(),
            Self::SignsIn | Self::CannotCall => "signs in".to_owned(),
        }
    }
}
