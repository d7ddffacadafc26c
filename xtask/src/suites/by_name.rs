//! `cargo xtask test NAME`: every test whose name contains this, wherever it is. Only what these tests need is built.

use anyhow::{Result, bail};
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::checkout;

use super::args::TestArgs;
use super::commands;
use super::extent::Extent;
use super::machine::Machine;
use super::node_suites::NODE_SUITES;
use super::plan::Plan;
use super::run::{Outcome, Run};
use super::sources::{self, Kind, RustTests};
use super::suite::Suite;

/// Runs the tests with this in their names.
///
/// # Errors
/// If there is none.
pub(super) fn run(name: &str, args: &TestArgs, machine: &mut Machine) -> Result<Vec<(Plan, Outcome)>> {
    let mut outcomes = Vec::new();
    let programs = sources::rust_tests(checkout::metadata()?, name)?;
    let (in_browser, native): (Vec<_>, Vec<_>) = programs.into_iter().partition(|tests| suite_of(tests).is_some());
    if !native.is_empty() {
        let plan = Plan { suite: Suite::Native, browser: None, extent: Extent::Whole };
        outcomes.push((plan, commands::native_named(machine.folder(), &native, name)));
    }
    let browser = Some((args.browser.unwrap_or(Browser::Chromium), Engine::Wasm));
    for suite in in_browser.iter().filter_map(suite_of) {
        let plan = Plan { suite, browser, extent: Extent::Whole };
        outcomes.push((plan, machine.prepare(plan).and_then(|()| machine.run_named(plan, name))));
    }
    for (suite, folder) in NODE_SUITES {
        if !sources::node_tests(folder, name)?.is_empty() {
            let browser = browser.filter(|_| suite == Suite::Providers);
            let plan = Plan { suite, browser, extent: Extent::Whole };
            outcomes.push((plan, machine.prepare(plan).and_then(|()| machine.run_named(plan, name))));
        }
    }
    if outcomes.is_empty() {
        bail!("no test has `{name}` in its name");
    }
    let judged =
        |run: Result<Run>| Outcome::Ran(run.map_or_else(|error| Run::failed(format!("{error:#}")), Run::judge));
    Ok(outcomes.into_iter().map(|(plan, run)| (plan, judged(run))).collect())
}

/// The suite of a target that needs a browser.
fn suite_of(tests: &RustTests) -> Option<Suite> {
    match (tests.kind, tests.target.as_str()) {
        (Kind::Integration, "browser") => Some(Suite::Browser),
        (Kind::Integration, "e2e") => Some(Suite::E2e),
        (Kind::Integration, "packaging") => Some(Suite::Packaging),
        _ => None,
    }
}
