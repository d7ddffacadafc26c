//! What each suite of Node's tests runs.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::browser::Browser;
use stagepass_programs::checkout;
use stagepass_programs::core_build::{self, Build};
use stagepass_programs::{interop as libraries, process, tools};

use super::browser_setup::BrowserSetup;
use super::commands::Selected;
use super::extent::Extent;
use super::run::{Run, run};
use super::secrets::TestFolder;
use super::sources;
use super::suite::Suite;
use crate::backend::Backend;

/// A redirect URI of an app on a phone: its own scheme, to which no server responds.
const PHONE_REDIRECT_URI: &str = "com.example.stagepass://callback";

/// The providers of CI. They differ the most, so Firefox and WebKit sign in at these alone.
const CI_PROVIDERS: &str = "oidc-provider,canaille";

const PROVIDER_TESTS: [&str; 6] = [
    "providers.test.mjs",
    "attacks.test.mjs",
    "music-service-answers.test.mjs",
    "music-service.test.mjs",
    "stand-in.test.mjs",
    "published-client.test.mjs",
];

const PHONES: &str = "tests/consumers/phones";

/// The suites of Node's tests, each with the folder of its tests.
pub(super) const NODE_SUITES: [(Suite, &str); 6] = [
    (Suite::Facade, "pkg-template/test"),
    (Suite::Interop, "tests/consumers/interop"),
    (Suite::Providers, "tests/providers"),
    (Suite::Packaging, "tests/consumers/packaging"),
    (Suite::Phones, PHONES),
    (Suite::Engines, "tests/engines"),
];

/// The tests of the TypeScript package.
pub(super) fn facade(selected: Selected<'_>) -> Result<Run> {
    let template = checkout::template();
    tools::npm_packages(&template)?;
    let mut node = checkout::node(&template);
    node.arg("test/run.mjs");
    match selected {
        Selected::Extent(_) => run(&mut node),
        Selected::Named(name) => {
            let NamedTests { files, title } = NamedTests::find("pkg-template/test", name)?;
            run_named(node.args(files).args(title.map(|title| format!("--name={title}"))))
        }
    }
}

/// Each implementation has a program of its own, which starts the backend.
pub(super) fn interop(folder: &TestFolder, selected: Selected<'_>) -> Result<Run> {
    let [backend] = binaries::build([Binary::Backend], Profile::Debug)?;
    let programs = libraries::folder();
    tools::npm_packages(&programs)?;
    let with_backend = |mut node: Command| {
        folder.set_env(&mut node);
        node.env("STAGEPASS_BACKEND", &backend);
        node
    };
    if let Selected::Named(name) = selected {
        return run_named(&mut with_backend(named_tests("tests/consumers/interop", name)?));
    }
    let mut python = Command::new(libraries::python()?);
    python.current_dir(&programs).args(["-B", "test_eth_account.py"]);
    let mut node = with_backend(checkout::npm(&programs));
    node.args(["test", "--silent"]);
    Ok(run(&mut node)?.and(run(python.env("STAGEPASS_BACKEND", &backend))?))
}

/// Signs in at other providers with the package that was packed last, and at the service with the client of another.
/// Only Chromium does all of it.
pub(super) fn providers(setup: &BrowserSetup<'_>, selected: Selected<'_>) -> Result<Run> {
    tools::npm_packages(&checkout::template())?;
    let is_chromium = setup.browser == Browser::Chromium;
    let mut node = match selected {
        Selected::Named(name) => named_tests("tests/providers", name)?,
        Selected::Extent(_) => {
            let mut node = checkout::node(&checkout::root().join("tests/providers"));
            node.arg("--test");
            node.args(if is_chromium { &PROVIDER_TESTS[..] } else { &PROVIDER_TESTS[..1] });
            node
        }
    };
    node.env("STAGEPASS_PYTHON", libraries::providers_python()?);
    setup.set_env(&mut node);
    let [backend] = binaries::build([Binary::Backend], Profile::Debug)?;
    node.env("STAGEPASS_BACKEND", backend);
    if matches!(selected, Selected::Extent(extent) if !is_chromium || extent != Extent::Whole) {
        node.env("STAGEPASS_PROVIDERS", CI_PROVIDERS);
    }
    if let Selected::Named(_) = selected { run_named(&mut node) } else { run(&mut node) }
}

/// Compares the core as WebAssembly and as JavaScript, with the same inputs in every run. Then runs the client on the
/// real core, with the tests of the fake client in `stagepass/testing`.
pub(super) fn engines(core_is_built: bool, selected: Selected<'_>) -> Result<Run> {
    let template = checkout::template();
    if !core_is_built {
        tools::npm_packages(&template)?;
        core_build::write(Build::Stable, &template.join("core"))?;
    }
    let is_short = match selected {
        Selected::Named(name) => return run_named(&mut named_tests("tests/engines", name)?),
        Selected::Extent(extent) => matches!(extent, Extent::Smoke | Extent::Essential),
    };
    let mut engines = checkout::npm(&checkout::root().join("tests/engines"));
    if is_short {
        engines.args(["run", "--silent", "test:short"]).env("STAGEPASS_ENGINE_INPUTS", "3000");
    } else {
        engines.args(["run", "--silent", "test"]);
    }
    let engines = run(&mut engines)?;
    let mut client = checkout::node(&template);
    client.args(["test/run.mjs", "--core"]);
    if is_short {
        // The tests of the fake client. The rest are logins of a phone, which the suite `facade` has with a fake core.
        client.arg(".core");
    }
    Ok(engines.and(run(&mut client)?))
}

/// The packages of both versions of React Native.
pub(super) fn phones_packages() -> Result<()> {
    let programs = checkout::root().join(PHONES);
    tools::npm_packages(&programs)?;
    tools::npm_packages(&programs.join("react-native-0.71"))
}

/// The app's flows with the package that was packed last: in Node, or also next to two versions of React Native, as an
/// app would install it.
pub(super) fn phones(chromedriver: &Path, folder: &TestFolder, selected: Selected<'_>) -> Result<Run> {
    let programs = checkout::root().join(PHONES);
    if !matches!(selected, Selected::Extent(Extent::Smoke | Extent::Essential)) {
        phones_packages()?;
    }
    let backend = Backend::temporary(PHONE_REDIRECT_URI, folder.log("phones.log")?)?;
    let prepare = |tests: &mut Command| {
        tests.env(Browser::Chromium.driver_variable(), chromedriver);
        backend.set_env(tests);
        folder.set_env(tests);
    };
    let script = match selected {
        Selected::Extent(Extent::Smoke | Extent::Essential) => "test:node",
        Selected::Extent(Extent::Rest | Extent::Whole) => "test",
        Selected::Named(name) => {
            process::run(checkout::node(&programs).arg("make.mjs"))?;
            let mut tests = named_tests(PHONES, name)?;
            prepare(&mut tests);
            return run_named(&mut tests);
        }
    };
    let mut tests = checkout::npm(&programs);
    tests.args(["run", "--silent", script]);
    prepare(&mut tests);
    run(&mut tests)
}

/// Follows the tutorials of the documentation, with the package that was built last. Runs the command of
/// docs/guides/develop.md, which starts servers for an app, uses the custom elements of the package, runs the apps that
/// `npm create stagepass` writes, and the recipes for tests of such an app.
pub(super) fn tutorials(chromedriver: &Path, selected: Selected<'_>) -> Result<Run> {
    let [backend] = binaries::build([Binary::Backend], Profile::Debug)?;
    let with_backend = |node: &mut Command| {
        node.env("STAGEPASS_BACKEND", &backend).env(Browser::Chromium.driver_variable(), chromedriver);
    };
    if let Selected::Named(name) = selected {
        let mut node = named_tests("tests/consumers/packaging", name)?;
        with_backend(&mut node);
        return run_named(&mut node);
    }
    let mut node = checkout::node(&checkout::root().join("tests/consumers/packaging"));
    // One after the other: the first two use the same ports.
    node.args([
        "--test",
        "--test-concurrency=1",
        "tutorials.test.mjs",
        "dev.test.mjs",
        "elements.test.mjs",
        "embed.test.mjs",
    ]);
    // They take minutes, which CI does not have. The facade's tests check what is written.
    if !matches!(selected, Selected::Extent(Extent::Rest)) {
        node.args(["created-apps.test.mjs", "app-tests.test.mjs"]);
    }
    with_backend(&mut node);
    run(&mut node)
}

/// Node's tests in `folder` with `name` in their names.
fn named_tests(folder: &str, name: &str) -> Result<Command> {
    let NamedTests { files, title } = NamedTests::find(folder, name)?;
    let mut node = checkout::node(&checkout::root().join(folder));
    node.args(["--test", "--test-reporter=tap", "--test-concurrency=1"]);
    node.args(title.map(|title| format!("--test-name-pattern={}", regex_of(&title)))).args(files);
    Ok(node)
}

/// Runs tests that were selected by name. Node counts the others in the same files as skipped.
fn run_named(command: &mut Command) -> Result<Run> {
    let mut run = run(command)?;
    run.tally.skipped = 0;
    Ok(run)
}

/// A regular expression that matches this text.
fn regex_of(text: &str) -> String {
    let escaped = |letter: char| if r".*+?^${}()|[]\".contains(letter) { vec!['\\', letter] } else { vec![letter] };
    text.chars().flat_map(escaped).collect()
}

/// The files that have tests of a name. With a title, only the tests with this in theirs run.
#[derive(Debug, PartialEq, Eq)]
struct NamedTests {
    files: Vec<String>,
    title: Option<String>,
}

impl NamedTests {
    fn find(folder: &str, name: &str) -> Result<Self> {
        Ok(Self::new(&sources::node_tests(folder, name)?, name))
    }

    /// Of files, each with whether a test in it has the name.
    fn new(found: &[(String, bool)], name: &str) -> Self {
        let has_titles = found.iter().any(|(_, is_title)| *is_title);
        let files = found.iter().filter(|(_, is_title)| *is_title == has_titles).map(|(file, _)| file.clone());
        Self { files: files.collect(), title: has_titles.then(|| name.to_owned()) }
    }
}
