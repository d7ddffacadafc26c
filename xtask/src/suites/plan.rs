//! Which suites run, how much of each, and in which browsers.

use std::env;
use std::fmt;

use anyhow::{Result, bail};
use clap::ValueEnum;
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::example_apps::ExampleApp;

use super::args::TestArgs;
use super::changes::Changes;
use super::extent::Extent;
use super::suite::Suite;

/// A suite, run once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) suite: Suite,
    /// If it needs one, and with which engine of the core.
    pub(crate) browser: Option<(Browser, Engine)>,
    pub(crate) extent: Extent,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.suite.name();
        match self.browser {
            None => f.write_str(&name),
            Some((browser, engine)) => write!(f, "{name:9} {browser:8} {engine}"),
        }
    }
}

/// What `--quick` runs, without `secrets`.
const QUICK: [(Suite, Extent); 3] =
    [(Suite::Native, Extent::Whole), (Suite::Facade, Extent::Whole), (Suite::E2e, Extent::Smoke)];

/// What `cargo xtask test` runs: in Chromium, if a suite needs a browser.
const STANDARD: [(Suite, Extent); 8] = [
    (Suite::Native, Extent::Whole),
    (Suite::Postgres, Extent::Essential),
    (Suite::Facade, Extent::Whole),
    (Suite::Browser, Extent::Whole),
    (Suite::E2e, Extent::Essential),
    (Suite::Packaging, Extent::Essential),
    (Suite::Phones, Extent::Essential),
    (Suite::Engines, Extent::Essential),
];

/// What `--changed` runs in Chromium if the change touches it. [`STANDARD`] has the rest of each.
const CHANGED: [Suite; 8] = [
    Suite::Service,
    Suite::Interop,
    Suite::Providers,
    Suite::E2e,
    Suite::Packaging,
    Suite::Apps,
    Suite::Phones,
    Suite::Engines,
];

/// The runs of the suites, and those suites that are left out, each with the reason.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    pub(crate) run: Vec<Plan>,
    pub(crate) omitted: Vec<(Suite, &'static str)>,
}

impl Plans {
    /// Fails if no suite fits.
    pub(super) fn new(args: &TestArgs) -> Result<Self> {
        let mut plans = if args.quick {
            Self { run: QUICK.map(in_chromium).to_vec(), omitted: vec![] }
        } else if args.changed {
            changed(&Changes::read()?)
        } else if args.all || args.is_specific() {
            Self { run: specific(args), omitted: vec![] }
        } else {
            let omitted =
                [Suite::Interop, Suite::Providers, Suite::Apps, Suite::Service].map(|suite| (suite, "part of --all"));
            Self { run: STANDARD.map(in_chromium).to_vec(), omitted: omitted.to_vec() }
        };
        if plans.run.is_empty() {
            bail!("no suite fits these options: see `cargo xtask test --help`");
        }
        if plans.run.iter().any(|plan| plan.has_logs()) {
            plans.run.push(Plan { suite: Suite::Secrets, browser: None, extent: Extent::Whole });
        }
        Ok(plans)
    }
}

fn in_chromium((suite, extent): (Suite, Extent)) -> Plan {
    let browser = (!suite.engines().is_empty()).then_some((Browser::Chromium, Engine::Wasm));
    Plan { suite, browser, extent }
}

/// What differs between browsers, in those that `cargo xtask test` does not use, and what the change touches.
fn changed(changes: &Changes) -> Plans {
    let mut plans = Plans::default();
    for suite in CHANGED {
        if changes.touch(&suite.name()) {
            plans.run.push(in_chromium((suite, Extent::Rest)));
        } else {
            plans.omitted.push((suite, "not touched by the change"));
        }
    }
    for browser in [Browser::Firefox, Browser::Webkit] {
        for suite in [Suite::Browser, Suite::E2e] {
            plans.run.push(Plan { suite, browser: Some((browser, Engine::Wasm)), extent: Extent::Rest });
        }
    }
    plans
}

/// Whole suites in all browsers, as far as the options select them.
fn specific(args: &TestArgs) -> Vec<Plan> {
    let mut plans = Vec::new();
    let is_selected = |suite: &&Suite| **suite != Suite::Secrets && args.only.is_none_or(|only| **suite == only);
    for &suite in Suite::value_variants().iter().filter(is_selected) {
        if suite.engines().is_empty() && args.browser.is_none() && args.engine.is_none() {
            plans.push(Plan { suite, browser: None, extent: Extent::Whole });
        }
        for &browser in Browser::value_variants() {
            let engines = suite.engines().iter().filter(|engine| selects_browser(args, browser, **engine));
            plans.extend(engines.map(|engine| Plan {
                suite,
                browser: Some((browser, *engine)),
                extent: Extent::Whole,
            }));
        }
    }
    plans
}

/// `--all` runs the core as JavaScript in one browser: the suite `engines` compares both engines.
fn selects_browser(args: &TestArgs, browser: Browser, engine: Engine) -> bool {
    if args.all {
        return engine == Engine::Wasm || browser == Browser::Chromium;
    }
    args.browser.is_none_or(|only| only == browser) && args.engine.is_none_or(|only| only == engine)
}

impl Plan {
    /// Whether servers of ours log in it. In browsers other than Chromium, `providers` has none of them.
    fn has_logs(self) -> bool {
        let is_in_chromium = self.browser.is_none_or(|(browser, _)| browser == Browser::Chromium);
        self.suite.has_logs() && (self.suite != Suite::Providers || is_in_chromium)
    }

    /// The example apps to test: all, or for a change the one that compiles fastest.
    pub(super) fn example_apps(self) -> &'static [ExampleApp] {
        let all = ExampleApp::value_variants();
        let first = all.get(..1).unwrap_or(all);
        if self.extent == Extent::Whole { all } else { first }
    }

    /// Whether it is a failure if the suite cannot run. In CI it always is. Elsewhere a browser may be missing, unless
    /// it was named.
    pub(super) fn is_required(self, args: &TestArgs) -> bool {
        env::var("CI").is_ok_and(|ci| ci == "true")
            || if self.browser.is_some() { args.browser.is_some() } else { args.only == Some(self.suite) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plans(args: &TestArgs) -> Vec<String> {
        Plans::new(args).map(|plans| plans.run.iter().map(Plan::to_string).collect()).unwrap_or_default()
    }

    fn only(suite: Suite, browser: Option<Browser>, engine: Option<Engine>) -> TestArgs {
        TestArgs { only: Some(suite), browser, engine, ..TestArgs::default() }
    }

    #[test]
    fn without_options_each_suite_runs_once_in_chromium() {
        let plans = plans(&TestArgs::default());
        assert_eq!(plans[..4], ["native", "postgres", "facade", "browser   chromium wasm"]);
        assert_eq!(plans.last().unwrap(), "secrets");
        assert!(!plans.iter().any(|plan| plan.contains("firefox") || plan.contains("webkit")), "{plans:?}");
    }

    #[test]
    fn all_runs_every_suite_in_every_browser() {
        let plans = plans(&TestArgs { all: true, ..TestArgs::default() });
        for suite in Suite::value_variants() {
            assert!(plans.iter().any(|plan| plan.starts_with(&suite.name())), "{suite:?}");
        }
        for (suite, runs) in [("providers", 3), ("browser", 3), ("e2e", 4), ("packaging", 3), ("apps", 3)] {
            assert_eq!(plans.iter().filter(|plan| plan.starts_with(suite)).count(), runs, "{suite}");
        }
    }

    #[test]
    fn plan_has_only_selected_suite_browser_and_engine() {
        let firefox = TestArgs { browser: Some(Browser::Firefox), ..TestArgs::default() };
        assert_eq!(
            plans(&firefox),
            [
                "providers firefox  wasm",
                "browser   firefox  wasm",
                "e2e       firefox  wasm",
                "e2e       firefox  js",
                "packaging firefox  wasm",
                "apps      firefox  wasm",
                "secrets"
            ]
        );
        assert_eq!(
            plans(&only(Suite::E2e, Some(Browser::Webkit), Some(Engine::Js))),
            ["e2e       webkit   js", "secrets"]
        );
        assert_eq!(plans(&only(Suite::E2e, None, None)).len(), 6 + 1);
        let providers = only(Suite::Providers, Some(Browser::Webkit), None);
        assert_eq!(plans(&providers), ["providers webkit   wasm"]);
        assert_eq!(plans(&only(Suite::Native, None, None)), ["native", "secrets"]);
        assert_eq!(plans(&only(Suite::Facade, None, None)), ["facade"]);
        assert!(plans(&only(Suite::Browser, None, Some(Engine::Js))).is_empty());
        assert!(plans(&only(Suite::Native, Some(Browser::Firefox), None)).is_empty());
    }

    #[test]
    fn change_of_no_suite_runs_the_other_browsers() {
        let plans = changed(&Changes::of(["CHANGELOG.md"]).unwrap());
        let run: Vec<_> = plans.run.iter().map(Plan::to_string).collect();
        let [firefox, webkit] = ["firefox ", "webkit  "];
        let expected =
            [firefox, webkit].map(|browser| [format!("browser   {browser} wasm"), format!("e2e       {browser} wasm")]);
        assert_eq!(run, expected.concat());
        assert_eq!(plans.omitted.len(), CHANGED.len());
    }

    #[test]
    fn an_unknown_path_runs_everything() {
        let plans = changed(&Changes::of(["a-new-folder/file"]).unwrap());
        assert!(plans.omitted.is_empty());
        assert_eq!(plans.run.len(), CHANGED.len() + 4);
        let is_elsewhere = |plan: &&Plan| plan.browser.is_some_and(|(browser, _)| browser != Browser::Chromium);
        assert!(!plans.run.iter().filter(is_elsewhere).any(|plan| plan.suite == Suite::Providers));
    }

    #[test]
    fn a_named_browser_must_not_be_missing() {
        let args = only(Suite::E2e, Some(Browser::Webkit), None);
        assert!(Plans::new(&args).unwrap().run.iter().all(|plan| plan.browser.is_none() || plan.is_required(&args)));
    }
}
