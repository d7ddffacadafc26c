//! The browser that a suite runs in.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::display::Display;
use stagepass_programs::process::Service;
use stagepass_programs::{checkout, test_runner, tools};

use super::secrets::TestFolder;
use crate::backend::Backend;

/// How long the user's program may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// The page that wasm-bindgen's test runner serves, the servers of which it is an app, and their user.
pub(super) struct AppPage {
    pub(super) address: String,
    backend: Backend,
    /// It ends with the page.
    _user: Service,
    /// Where it approves authorization requests.
    user_url: String,
}

impl AppPage {
    /// Chooses the address first: it is part of a redirect URI.
    pub(super) fn start(folder: &TestFolder) -> Result<Self> {
        let address = format!("127.0.0.1:{}", tools::free_port()?);
        let backend = Backend::temporary(&format!("http://{address}/callback"), folder.log("browser.log")?)?;
        let [program] = binaries::build([Binary::User], Profile::Debug)?;
        let mut command = Command::new(program);
        backend.set_env(&mut command);
        folder.set_env(&mut command);
        let (user, user_url) = Service::start(&mut command, "listening on ", START_TIMEOUT)?;
        Ok(Self { address, backend, _user: user, user_url })
    }

    /// Sets the variables by which the tests know the servers and the user.
    pub(super) fn set_env(&self, command: &mut Command) {
        self.backend.set_env(command);
        command.env("WASM_BINDGEN_TEST_ADDRESS", &self.address).env("STAGEPASS_USER_URL", &self.user_url);
    }
}

/// A browser, and an engine of the core.
pub(super) struct BrowserSetup<'a> {
    pub(super) browser: Browser,
    pub(super) engine: Engine,
    pub(super) driver: PathBuf,
    pub(super) display: Option<&'a Display>,
    pub(super) folder: &'a TestFolder,
}

impl BrowserSetup<'_> {
    /// Sets the variables of tests that drive a browser.
    pub(super) fn set_env(&self, command: &mut Command) {
        command.env("STAGEPASS_BROWSER", self.browser.name()).env("STAGEPASS_ENGINE", self.engine.name());
        command.env("STAGEPASS_WWW_DIST", checkout::www().join("dist"));
        command.env(self.browser.driver_variable(), &self.driver);
        if let Some(shell) = tools::headless_shell().filter(|_| self.browser == Browser::Chromium) {
            command.env("STAGEPASS_HEADLESS_SHELL", shell);
        }
        self.folder.set_env(command);
        self.set_display(command);
    }

    /// Sets the variables of wasm-bindgen's test runner. It takes the first driver that is named, so only this one is.
    pub(super) fn set_runner_env(&self, command: &mut Command) {
        test_runner::choose(command, self.browser, &self.driver);
        self.set_display(command);
    }

    fn set_display(&self, command: &mut Command) {
        if let Some(display) = self.display {
            display.configure(command);
        }
    }
}
