//! Where a suite runs that needs a browser.

use std::path::Path;
use std::process::Command;

use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::display::Display;
use stagepass_programs::{checkout, test_runner};

use super::secrets::Evidence;
use crate::backend::Seeded;

/// A service with an app, and where the app's page will be.
pub(super) struct Page {
    pub(super) address: String,
    pub(super) seeded: Seeded,
}

/// Where a suite runs.
pub(super) struct Place<'a> {
    pub(super) browser: Browser,
    pub(super) engine: Engine,
    pub(super) driver: &'a Path,
    pub(super) display: Option<&'a Display>,
    pub(super) evidence: Option<&'a Evidence>,
}

impl Place<'_> {
    /// Tells the tests that drive a browser which one, with which engine of the core, and where the demo is.
    pub(super) fn tell(&self, command: &mut Command) {
        command.env("STAGEPASS_BROWSER", self.browser.name()).env("STAGEPASS_ENGINE", self.engine.name());
        command.env("STAGEPASS_WWW_DIST", checkout::www().join("dist"));
        command.env(self.browser.driver_variable(), self.driver);
        if let Some(evidence) = self.evidence {
            evidence.tell(command);
        }
        self.show(command);
    }

    /// Tells wasm-bindgen's runner the same. It takes any driver that it is told of, so it is told of this one alone.
    pub(super) fn tell_runner(&self, command: &mut Command) {
        test_runner::choose(command, self.browser, self.driver);
        self.show(command);
    }

    fn show(&self, command: &mut Command) {
        if let Some(display) = self.display {
            display.tell(command);
        }
    }
}
