//! What the suites need on this machine, found or made when the first of them needs it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread::JoinHandle;

use anyhow::{Context as _, Error, Result, bail};
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::core_build::Build;
use stagepass_programs::display::Display;
use stagepass_programs::postgres::{Cluster, Durability};
use stagepass_programs::{checkout, interop, process, tools};

use super::browser_setup::{AppPage, BrowserSetup};
use super::commands::Selected;
use super::extent::Extent;
use super::plan::Plan;
use super::run::Run;
use super::secrets::{Databases, TestFolder};
use super::suite::Suite;
use super::{ahead, commands, node_suites, packaging};
use crate::{demo, package};

pub(super) struct Machine {
    folder: TestFolder,
    /// Of the browsers that were looked for: the path of the driver, or why there is none.
    drivers: BTreeMap<Browser, Result<PathBuf, String>>,
    display: Option<Display>,
    page: Option<AppPage>,
    /// Builds the package, until a suite needs it.
    ahead: Option<JoinHandle<Result<PathBuf>>>,
    /// Of the package, if it was built.
    tarball: Option<PathBuf>,
    demo_is_built: bool,
    bundles_are_built: bool,
    cluster: Option<Cluster>,
    tested: Databases,
}

impl Machine {
    pub(super) fn new() -> Result<Self> {
        Ok(Self {
            folder: TestFolder::new()?,
            drivers: BTreeMap::new(),
            display: None,
            page: None,
            ahead: None,
            tarball: None,
            demo_is_built: false,
            bundles_are_built: false,
            cluster: None,
            tested: Databases::default(),
        })
    }

    /// Begins with what these suites need.
    pub(super) fn prepare_ahead(&mut self, plans: &[Plan]) {
        self.ahead = ahead::start(plans);
    }

    /// Fails if something is missing that cannot be installed.
    pub(super) fn prepare(&mut self, plan: Plan) -> Result<()> {
        if !plan.suite.is_native()
            && let Some(Ok(Ok(tarball))) = self.ahead.take().map(JoinHandle::join)
        {
            self.tarball = Some(tarball);
        }
        match (plan.suite, plan.browser) {
            (Suite::Providers, Some((browser, _))) => {
                interop::providers_python().and_then(|_| self.driver(browser)).map(drop)
            }
            (_, Some((browser, _))) => self.driver(browser).map(drop),
            // The login of the app runs in its browser engine.
            (Suite::Phones, None) => self.driver(Browser::Chromium).map(drop),
            (Suite::Interop, None) => interop::python().and(interop::go()),
            (Suite::Postgres, None) => {
                self.cluster = Some(Cluster::start(Durability::None)?);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Where tests write logs and secrets.
    pub(super) fn folder(&self) -> &TestFolder {
        &self.folder
    }

    /// Runs a suite that was prepared.
    pub(super) fn run(&mut self, plan: Plan) -> Result<Run> {
        match (plan.suite, plan.browser) {
            (_, Some(browser)) => self.run_in_browser(plan, browser, Selected::Extent(plan.extent)),
            (Suite::Native, _) => {
                self.tested.sqlite = true;
                commands::native(&self.folder)
            }
            (Suite::Postgres, _) => {
                self.tested.postgres = true;
                // Removed with its data once the tests have run.
                let cluster = self.cluster.take().context("there is no cluster")?;
                commands::native_on_postgres(&self.folder, &cluster, plan.extent)
            }
            (Suite::Secrets, _) => self.folder.search(self.tested),
            (Suite::Service, _) => commands::service(),
            (suite, None) => self.run_in_node(suite, Selected::Extent(plan.extent)),
        }
    }

    /// The tests with this in their names of a suite that was prepared.
    pub(super) fn run_named(&mut self, plan: Plan, name: &str) -> Result<Run> {
        match plan.browser {
            Some(browser) => self.run_in_browser(plan, browser, Selected::Named(name)),
            None => self.run_in_node(plan.suite, Selected::Named(name)),
        }
    }

    fn run_in_node(&mut self, suite: Suite, selected: Selected<'_>) -> Result<Run> {
        match suite {
            Suite::Facade => node_suites::facade(selected),
            Suite::Interop => node_suites::interop(&self.folder, selected),
            Suite::Packaging => {
                self.tarball()?;
                node_suites::tutorials(&self.driver(Browser::Chromium)?, selected)
            }
            Suite::Phones => {
                self.tarball()?;
                node_suites::phones(&self.driver(Browser::Chromium)?, &self.folder, selected)
            }
            Suite::Engines => node_suites::engines(self.tarball.is_some(), selected),
            _ => bail!("{} needs a browser", suite.name()),
        }
    }

    fn run_in_browser(&mut self, plan: Plan, browser: (Browser, Engine), selected: Selected<'_>) -> Result<Run> {
        match plan.suite {
            Suite::Browser => {
                let page = self.page.take().map_or_else(|| AppPage::start(&self.folder), Ok)?;
                let run = commands::browser(&self.setup(browser)?, &page, selected);
                self.page = Some(page);
                run
            }
            Suite::E2e => {
                self.build_demo()?;
                commands::e2e(&self.setup(browser)?, selected)
            }
            Suite::Packaging => self.run_packaging(browser, selected),
            Suite::Providers => {
                self.tarball()?;
                node_suites::providers(&self.setup(browser)?, selected)
            }
            Suite::Apps => {
                let mut all = Run::default();
                for app in plan.example_apps() {
                    all = all.and(commands::example_app(&self.setup(browser)?, *app)?);
                }
                Ok(all)
            }
            _ => bail!("it needs no browser"),
        }
    }

    fn build_demo(&mut self) -> Result<()> {
        if self.demo_is_built {
            return Ok(());
        }
        demo::build_www(&self.tarball()?)?;
        // The pages of the tests themselves.
        process::run(checkout::node(&checkout::template()).arg("../tests/e2e/pages/build.mjs"))?;
        self.demo_is_built = true;
        Ok(())
    }

    fn run_packaging(&mut self, browser: (Browser, Engine), selected: Selected<'_>) -> Result<Run> {
        let is_whole = !matches!(selected, Selected::Extent(Extent::Smoke | Extent::Essential));
        let is_first = !self.bundles_are_built;
        if is_first {
            packaging::build(&self.tarball()?, is_whole)?;
            self.bundles_are_built = true;
        }
        let mut run = commands::packaging(&self.setup(browser)?, selected)?;
        if is_whole && is_first && matches!(selected, Selected::Extent(_)) {
            if browser.0 == Browser::Chromium {
                run = run.and(self.run_in_node(Suite::Packaging, selected)?);
            }
            packaging::print_sizes()?;
        }
        Ok(run)
    }

    /// The stable package.
    fn tarball(&mut self) -> Result<PathBuf> {
        let tarball = self.tarball.take().map_or_else(|| package::package(Build::Stable), Ok)?;
        Ok(self.tarball.insert(tarball).clone())
    }

    fn driver(&mut self, browser: Browser) -> Result<PathBuf> {
        let find = || tools::driver(browser).map_err(|reason| format!("{reason:#}"));
        self.drivers.entry(browser).or_insert_with(find).clone().map_err(Error::msg)
    }

    fn setup(&mut self, (browser, engine): (Browser, Engine)) -> Result<BrowserSetup<'_>> {
        if browser == Browser::Webkit && self.display.is_none() {
            self.display = Some(Display::start()?);
        }
        let driver = self.driver(browser)?;
        Ok(BrowserSetup { browser, engine, driver, display: self.display.as_ref(), folder: &self.folder })
    }
}
