//! Which suites run, and in which browsers.

use std::env;
use std::fmt;

use anyhow::{Result, bail};
use clap::ValueEnum;
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::example_apps::ExampleApp;

/// A test suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Suite {
    /// Native tests of the core, the servers, the flow between them, and xtask. Also runs `postgres`
    Native,
    /// The native tests of the backend, on PostgreSQL
    Postgres,
    /// The TypeScript package, without a browser
    Facade,
    /// Other implementations: they verify our signatures and we theirs, and stock OAuth clients sign in at the service
    Interop,
    /// The core in a real browser, with a real service
    Browser,
    /// End-to-end tests of the demo app in a real browser, with a real service
    E2e,
    /// The packed package in several bundlers: an app built by each, and a login in it
    Packaging,
    /// The apps in `examples` that use the crate `stagepass`, in a real browser, with a real service
    Apps,
    /// The packed package in React Native: an app in Metro's bundles, in Hermes and under jest's presets
    Phones,
    /// The core as WebAssembly and as JavaScript: both must behave the same. And the TypeScript package on top of it
    Engines,
    /// The service killed under load: it must keep every response that it gave before
    Service,
    /// The logs of the other suites: they must have no secrets. Runs last
    #[value(hide = true)]
    Secrets,
}

impl Suite {
    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Whether its servers write logs that `secrets` searches.
    fn has_logs(self) -> bool {
        !matches!(self, Self::Facade | Self::Engines | Self::Service | Self::Secrets)
    }

    /// The engines of the core that it runs with in each browser; none if it needs no browser.
    fn engines(self) -> &'static [Engine] {
        match self {
            Self::E2e => &[Engine::Wasm, Engine::Js],
            // Each packaging test uses both.
            Self::Browser | Self::Packaging | Self::Apps => &[Engine::Wasm],
            _ => &[],
        }
    }
}

/// Which end-to-end tests run in a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum E2eSelection {
    /// A dozen in Chromium: a login works, and what follows it.
    Smoke,
    /// All in Chromium; in the others those in which browsers differ.
    BrowserSpecific,
    All,
}

/// A suite, run once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) suite: Suite,
    /// If it needs one, and with which engine of the core.
    pub(crate) browser: Option<(Browser, Engine)>,
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

/// What `--quick` runs.
const QUICK: [Plan; 4] = [
    Plan { suite: Suite::Native, browser: None },
    Plan { suite: Suite::Facade, browser: None },
    Plan { suite: Suite::E2e, browser: Some((Browser::Chromium, Engine::Wasm)) },
    Plan { suite: Suite::Secrets, browser: None },
];

/// The arguments of `cargo xtask test`.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct TestArgs {
    /// Run only this suite
    #[arg(long)]
    pub(super) only: Option<Suite>,
    /// Run only the suites that need a browser, and only in this one
    #[arg(long)]
    browser: Option<Browser>,
    /// Run only the suites that use several engines of the core, and only with this one
    #[arg(long)]
    engine: Option<Engine>,
    /// Run what you need while you edit: native tests on SQLite, the TypeScript package, a dozen end-to-end tests in
    /// Chromium
    #[arg(long, conflicts_with_all = ["only", "browser", "engine"])]
    quick: bool,
}

impl TestArgs {
    /// Fails if no suite fits.
    pub(super) fn plans(self) -> Result<Vec<Plan>> {
        if self.quick {
            return Ok(QUICK.to_vec());
        }
        let mut plans = Vec::new();
        for &suite in Suite::value_variants().iter().filter(|suite| self.selects(**suite)) {
            if suite.engines().is_empty() && self.browser.is_none() && self.engine.is_none() {
                plans.push(Plan { suite, browser: None });
            }
            for &browser in Browser::value_variants() {
                let engines = suite.engines().iter().filter(|engine| self.selects_browser(suite, browser, **engine));
                plans.extend(engines.map(|engine| Plan { suite, browser: Some((browser, *engine)) }));
            }
        }
        if plans.is_empty() {
            bail!("no suite fits these options: see `cargo xtask test --help`");
        }
        if plans.iter().any(|plan| plan.suite.has_logs()) {
            plans.push(Plan { suite: Suite::Secrets, browser: None });
        }
        Ok(plans)
    }

    fn selects(self, suite: Suite) -> bool {
        // PostgreSQL runs the native tests again.
        let is_named = |only| suite == only || (suite, only) == (Suite::Postgres, Suite::Native);
        suite != Suite::Secrets && self.only.is_none_or(is_named)
    }

    /// Without options, leaves out what takes longer than it is worth. The suite `engines` compares both engines of the
    /// core, and some end-to-end tests use both. The output of a bundler, or of a framework, does not depend on the
    /// browser.
    fn selects_browser(self, suite: Suite, browser: Browser, engine: Engine) -> bool {
        if self.is_specific() {
            self.browser.is_none_or(|only| only == browser) && self.engine.is_none_or(|only| only == engine)
        } else {
            let is_built_for_it = matches!(suite, Suite::Packaging | Suite::Apps);
            engine == Engine::Wasm && (!is_built_for_it || browser == Browser::Chromium)
        }
    }

    /// The example apps to test: the one that compiles fastest, or all.
    pub(super) fn example_apps(self) -> &'static [ExampleApp] {
        let all = ExampleApp::value_variants();
        if self.is_specific() { all } else { all.get(..1).unwrap_or(all) }
    }

    pub(super) fn e2e_selection(self) -> E2eSelection {
        match self {
            Self { quick: true, .. } => E2eSelection::Smoke,
            args if args.is_specific() => E2eSelection::All,
            _ => E2eSelection::BrowserSpecific,
        }
    }

    fn is_specific(self) -> bool {
        self.only.is_some() || self.browser.is_some() || self.engine.is_some()
    }

    /// Whether a suite that cannot run is a failure. In CI it always is. Elsewhere a browser may be missing, unless it
    /// was named.
    pub(super) fn requires(self, plan: Plan) -> bool {
        env::var("CI").is_ok_and(|ci| ci == "true")
            || if plan.browser.is_some() { self.browser.is_some() } else { self.only == Some(plan.suite) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plans(only: Option<Suite>, browser: Option<Browser>, engine: Option<Engine>) -> Vec<String> {
        let args = TestArgs { only, browser, engine, quick: false };
        args.plans().unwrap_or_default().iter().map(Plan::to_string).collect()
    }

    #[test]
    fn a_suite_that_needs_a_browser_runs_in_each_and_with_each_engine() {
        let all = plans(None, None, None);
        assert_eq!(all[..2], ["native", "postgres"]);
        assert_eq!(all.last().unwrap(), "secrets");
        assert_eq!(all.iter().filter(|plan| plan.starts_with("browser")).count(), 3);
        assert_eq!(all.iter().filter(|plan| plan.starts_with("e2e")).count(), 3);
        assert_eq!(plans(Some(Suite::E2e), None, None).len(), 6 + 1);
        assert_eq!(all.iter().filter(|plan| plan.starts_with("packaging")).count(), 1);
        assert_eq!(plans(Some(Suite::Packaging), None, None).len(), 3 + 1);
        assert_eq!(all.iter().filter(|plan| plan.starts_with("apps")).count(), 1);
        assert_eq!(plans(Some(Suite::Apps), None, None).len(), 3 + 1);
    }

    #[test]
    fn only_what_fits_the_named_suite_browser_and_engine_runs() {
        assert_eq!(
            plans(None, Some(Browser::Firefox), None),
            [
                "browser   firefox  wasm",
                "e2e       firefox  wasm",
                "e2e       firefox  js",
                "packaging firefox  wasm",
                "apps      firefox  wasm",
                "secrets"
            ]
        );
        let webkit = plans(Some(Suite::E2e), Some(Browser::Webkit), Some(Engine::Js));
        assert_eq!(webkit, ["e2e       webkit   js", "secrets"]);
        assert_eq!(plans(Some(Suite::Native), None, None), ["native", "postgres", "secrets"]);
        assert_eq!(plans(Some(Suite::Postgres), None, None), ["postgres", "secrets"]);
        assert_eq!(plans(Some(Suite::Facade), None, None), ["facade"]);
        assert_eq!(plans(Some(Suite::Interop), None, None), ["interop", "secrets"]);
        assert_eq!(plans(Some(Suite::Phones), None, None), ["phones", "secrets"]);
        assert!(plans(Some(Suite::Browser), None, Some(Engine::Js)).is_empty());
        assert!(plans(Some(Suite::Native), Some(Browser::Firefox), None).is_empty());
    }

    #[test]
    fn a_named_browser_must_not_be_missing() {
        let plan = Plan { suite: Suite::E2e, browser: Some((Browser::Webkit, Engine::Wasm)) };
        let args = TestArgs { only: Some(Suite::E2e), browser: Some(Browser::Webkit), ..TestArgs::default() };
        assert!(args.requires(plan));
    }
}
