//! What the suites need on this machine, found or made when the first of them needs it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context as _, Error, Result, bail};
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::core_build::Build;
use stagepass_programs::display::Display;
use stagepass_programs::example_apps::ExampleApp;
use stagepass_programs::postgres::{Cluster, Durability};
use stagepass_programs::{checkout, interop, process, tools};

use super::browser_setup::{AppPage, BrowserSetup};
use super::plan::{E2eSelection, Plan, Suite, TestArgs};
use super::run::Run;
use super::secrets::{Databases, TestFolder};
use super::{commands, packaging};
use crate::{demo, package};

pub(super) struct Machine {
    e2e_selection: E2eSelection,
    example_apps: &'static [ExampleApp],
    folder: TestFolder,
    /// Of the browsers that were looked for: the path of the driver, or why there is none.
    drivers: BTreeMap<Browser, Result<PathBuf, String>>,
    display: Option<Display>,
    page: Option<AppPage>,
    /// Of the package, if it was built.
    tarball: Option<PathBuf>,
    demo_is_built: bool,
    bundles_are_built: bool,
    cluster: Option<Cluster>,
    tested: Databases,
}

impl Machine {
    pub(super) fn new(args: TestArgs) -> Result<Self> {
        Ok(Self {
            e2e_selection: args.e2e_selection(),
            example_apps: args.example_apps(),
            folder: TestFolder::new()?,
            drivers: BTreeMap::new(),
            display: None,
            page: None,
            tarball: None,
            demo_is_built: false,
            bundles_are_built: false,
            cluster: None,
            tested: Databases::default(),
        })
    }

    /// Fails if something is missing that cannot be installed.
    pub(super) fn prepare(&mut self, plan: Plan) -> Result<()> {
        match (plan.suite, plan.browser) {
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

    /// Runs a suite that was prepared.
    pub(super) fn run(&mut self, plan: Plan) -> Result<Run> {
        match (plan.suite, plan.browser) {
            (Suite::Native, _) => {
                self.tested.sqlite = true;
                commands::native(&self.folder)
            }
            (Suite::Postgres, _) => {
                self.tested.postgres = true;
                // Removed with its data once the tests have run.
                let cluster = self.cluster.take().context("there is no cluster")?;
                commands::native_on_postgres(&self.folder, &cluster)
            }
            (Suite::Facade, _) => commands::facade(),
            (Suite::Interop, _) => commands::interop(&self.folder),
            (Suite::Browser, Some(browser)) => {
                let page = self.page.take().map_or_else(|| AppPage::start(&self.folder), Ok)?;
                let run = commands::browser(&self.setup(browser)?, &page);
                self.page = Some(page);
                run
            }
            (Suite::E2e, Some(browser)) => {
                if !self.demo_is_built {
                    demo::build_www(&self.tarball()?)?;
                    // The pages of the tests themselves.
                    process::run(checkout::node(&checkout::template()).arg("../tests/native/pages/build.mjs"))?;
                    tools::npm_packages(&checkout::root().join("tests/proof/peers/oidc-provider"))?;
                    self.demo_is_built = true;
                }
                let selection = self.e2e_selection;
                commands::e2e(&self.setup(browser)?, selection)
            }
            (Suite::Packaging, Some(browser)) => {
                let is_first = !self.bundles_are_built;
                if is_first {
                    packaging::build(&self.tarball()?)?;
                    self.bundles_are_built = true;
                }
                let mut run = commands::packaging(&self.setup(browser)?)?;
                if browser.0 == Browser::Chromium {
                    run = run.and(commands::tutorials(&self.driver(Browser::Chromium)?)?);
                }
                if is_first {
                    packaging::print_sizes()?;
                }
                Ok(run)
            }
            (Suite::Apps, Some(browser)) => {
                let mut all = Run::default();
                for app in self.example_apps {
                    all = all.and(commands::example_app(&self.setup(browser)?, *app)?);
                }
                Ok(all)
            }
            (Suite::Phones, _) => {
                let (driver, tarball) = (self.driver(Browser::Chromium)?, self.tarball()?);
                commands::phones(&tarball, &driver, &self.folder)
            }
            (Suite::Secrets, _) => self.folder.search(self.tested),
            (Suite::Engines, _) => commands::engines(self.tarball.is_some()),
            (Suite::Service, _) => commands::service(),
            (Suite::Browser | Suite::E2e | Suite::Packaging | Suite::Apps, None) => {
                bail!("there is no browser to run it in")
            }
        }
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
