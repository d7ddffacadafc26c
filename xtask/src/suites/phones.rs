//! The packed package in what apps on phones are made and tested with: `tests/phones`.

use std::path::{Path, PathBuf};

use anyhow::Result;
use stagepass_programs::browser::Browser;
use stagepass_programs::{checkout, tools};

use super::run::{Run, counted};
use super::secrets::Evidence;
use crate::backend::Seeded;
use crate::package;

/// An address of the app's own scheme, which no server answers.
const REDIRECT_URI: &str = "com.example.stagepass://callback";

/// Where the tests are, and the newest React Native that they hold the package against.
pub(crate) fn folder() -> PathBuf {
    checkout::root().join("tests/phones")
}

/// Packs the package unless that was done before, installs it beside both React Natives as an app would, and runs the tests against servers of their own.
///
/// # Errors
/// When the package cannot be built or installed, and when a server does not start.
pub(crate) fn suite(package_is_built: bool, chromedriver: &Path, evidence: &Evidence) -> Result<Run> {
    let tarball = package::stable(package_is_built)?;
    let folder = folder();
    for installed in [folder.clone(), folder.join("react-native-0.71")] {
        tools::install(&tarball, &installed)?;
    }
    let redirect_uris = || vec![REDIRECT_URI.to_owned()];
    let seeded = Seeded::start(&[redirect_uris(), redirect_uris()], Some(evidence.log("phones.log")?))?;
    let mut tests = checkout::npm(&folder);
    tests.args(["test", "--silent"]).env(Browser::Chromium.driver_variable(), chromedriver);
    seeded.tell(&mut tests);
    evidence.tell(&mut tests);
    counted(&mut tests)
}
