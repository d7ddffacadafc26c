//! `cargo xtask test NAME`: every test whose name contains this, wherever it is. Only what these tests need is built.

use anyhow::{Result, bail};
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::checkout;

use super::args::TestArgs;
use super::commands;
use super::extent::Extent;
use super::machine::Machine;
use super::plan::Plan;
use super::run::{Outcome, Run};
use super::sources::{self, Kind, RustTests};
use super::suite::Suite;

/// Suites of Node's tests besides the TypeScript package. Their tests depend on what the suite starts first, so that
/// the whole suite runs.
const NODE_SUITES: [(Suite, &str); 4] = [
    (Suite::Interop, "tests/interop"),
    (Suite::Packaging, "tests/packaging"),
    (Suite::Phones, "tests/phones"),
    (Suite::Engines, "tests/engines"),
];

/// Runs the tests with this in their names.
///
/// # Errors
/// If there is none, or if they are only in suites that run as a whole.
pub(super) fn run(name: &str, args: &TestArgs, machine: &mut Machine) -> Result<Vec<(Plan, Outcome)>> {
    let mut outcomes = Vec::new();
    let programs = sources::rust_tests(checkout::metadata()?, name)?;
    let (in_browser, native): (Vec<_>, Vec<_>) = programs.into_iter().partition(|tests| suite_of(tests).is_some());
    if !native.is_empty() {
        let plan = Plan { suite: Suite::Native, browser: None, extent: Extent::Whole };
        outcomes.push((plan, commands::native_named(machine.folder(), &native, name)));
    }
    for suite in in_browser.iter().filter_map(suite_of) {
        let browser = args.browser.unwrap_or(Browser::Chromium);
        let plan = Plan { suite, browser: Some((browser, Engine::Wasm)), extent: Extent::Whole };
        outcomes.push((plan, machine.prepare(plan).and_then(|()| machine.run_named(plan, name))));
    }
    let facade = sources::node_tests("pkg-template/test", name)?;
    if !facade.is_empty() {
        let plan = Plan { suite: Suite::Facade, browser: None, extent: Extent::Whole };
        outcomes.push((plan, commands::facade(&facade_arguments(&facade, name))));
    }
    let elsewhere = elsewhere(name)?;
    if outcomes.is_empty() {
        let Some((suite, file)) = elsewhere.first() else { bail!("no test has `{name}` in its name") };
        bail!("`{name}` is in {file}, whose tests run together: `cargo xtask test --only {}`", suite.name());
    }
    let judged =
        |run: Result<Run>| Outcome::Ran(run.map_or_else(|error| Run::failed(format!("{error:#}")), Run::judge));
    let mut outcomes: Vec<_> = outcomes.into_iter().map(|(plan, run)| (plan, judged(run))).collect();
    for (suite, file) in elsewhere {
        let plan = Plan { suite, browser: None, extent: Extent::Whole };
        outcomes.push((plan, Outcome::NotRun(format!("{file} has one: `cargo xtask test --only {}`", suite.name()))));
    }
    Ok(outcomes)
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

/// If the name is that of tests, only these run in the files that have them.
fn facade_arguments(found: &[(String, bool)], name: &str) -> Vec<String> {
    let has_titles = found.iter().any(|(_, is_title)| *is_title);
    let files = found.iter().filter(|(_, is_title)| *is_title == has_titles).map(|(file, _)| file.clone());
    files.chain(has_titles.then(|| format!("--name={name}"))).collect()
}

fn elsewhere(name: &str) -> Result<Vec<(Suite, String)>> {
    let mut found = Vec::new();
    for (suite, folder) in NODE_SUITES {
        let files = sources::node_tests(folder, name)?;
        found.extend(files.into_iter().map(|(file, _)| (suite, format!("{folder}/{file}"))));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_limit_the_tests_and_files_do_not() {
        let found =
            |files: &[(&str, bool)]| files.iter().map(|(file, is)| ((*file).to_owned(), *is)).collect::<Vec<_>>();
        assert_eq!(facade_arguments(&found(&[("a.test.ts", false)]), "a"), ["a.test.ts"]);
        assert_eq!(
            facade_arguments(&found(&[("a.test.ts", false), ("b.test.ts", true)]), "a"),
            ["b.test.ts", "--name=a"]
        );
    }
}
