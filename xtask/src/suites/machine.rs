//! What this machine has for the suites, found or made when the first of them needs it.

use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::display::Display;
use stagepass_programs::postgres::{Cluster, Durability};
use stagepass_programs::{interop, tools};

use super::place::{Page, Place};
use super::plan::{Plan, Stories, Suite};
use super::run::Run;
use super::secrets::{Evidence, RanOn};
use super::{commands, engines, packaging, phones, story_pages};
use crate::backend::Seeded;
use crate::demo;

/// What was found and made so far.
#[derive(Default)]
pub(super) struct Machine {
    stories: Stories,
    /// The browsers looked for: their drivers, or why there is none.
    drivers: Vec<(Browser, Result<PathBuf, String>)>,
    display: Option<Display>,
    page: Option<Page>,
    demo_is_built: bool,
    consumers_are_built: bool,
    cluster: Option<Cluster>,
    evidence: Option<Evidence>,
    ran_on: RanOn,
}

impl Machine {
    pub(super) fn that_tells(stories: Stories) -> Self {
        Self { stories, ..Self::default() }
    }

    /// What this machine lacks for it, in words.
    pub(super) fn lacks(&mut self, plan: Plan) -> Option<String> {
        let Some((browser, _)) = plan.place else {
            let reason = match plan.suite {
                Suite::Interop => interop::python().err(),
                Suite::Postgres => self.start_cluster().err(),
                // The engine of its browser is one of those that the flows run in.
                Suite::Phones => return self.look_for(Browser::Chromium).err(),
                _ => None,
            };
            return reason.map(|reason| format!("{reason:#}"));
        };
        self.look_for(browser).err()
    }

    /// The browser's driver, or why there is none.
    fn look_for(&mut self, browser: Browser) -> Result<PathBuf, String> {
        if let Some(found) = self.driver(browser) {
            return found.clone();
        }
        let found = tools::driver(browser).map_err(|reason| format!("{reason:#}"));
        self.drivers.push((browser, found.clone()));
        found
    }

    /// Runs it, now that nothing is lacking.
    pub(super) fn run(&mut self, plan: Plan) -> Result<Run> {
        match (plan.suite, plan.place) {
            (Suite::Native, _) => {
                self.ran_on.sqlite = true;
                commands::native(self.evidence()?)
            }
            (Suite::Postgres, _) => {
                self.ran_on.postgres = true;
                // Gone with its data when the tests have run.
                let cluster = self.cluster.take().context("there is no cluster")?;
                commands::native_on_postgres(self.evidence()?, &cluster)
            }
            (Suite::Facade, _) => commands::facade(),
            (Suite::Interop, _) => commands::interop(self.evidence()?),
            (Suite::Browser, Some(place)) => {
                let page = match self.page.take() {
                    Some(page) => page,
                    None => Page::new(self.evidence()?)?,
                };
                let ran = commands::browser(&self.place(place)?, &page);
                self.page = Some(page);
                ran
            }
            (Suite::E2e, Some(place)) => {
                if !self.demo_is_built {
                    demo::build_www()?;
                    story_pages::build()?;
                    self.demo_is_built = true;
                }
                self.evidence()?;
                let stories = self.stories;
                commands::e2e(&self.place(place)?, stories)
            }
            (Suite::Packaging, Some(place)) => {
                let is_first = !self.consumers_are_built;
                if is_first {
                    packaging::build(self.package_is_built())?;
                    self.consumers_are_built = true;
                }
                self.evidence()?;
                let ran = commands::packaging(&self.place(place)?)?;
                if is_first {
                    packaging::print_bytes()?;
                }
                Ok(ran)
            }
            (Suite::Phones, _) => {
                let driver = self.look_for(Browser::Chromium).map_err(|reason| anyhow!(reason))?;
                phones::suite(self.package_is_built(), &driver, self.evidence()?)
            }
            (Suite::Secrets, _) => {
                let ran_on = self.ran_on;
                self.evidence()?.search(ran_on)
            }
            (Suite::Engines, _) => engines::suite(self.package_is_built()),
            (Suite::Service, _) => commands::service(),
            (Suite::Browser | Suite::E2e | Suite::Packaging, None) => Err(anyhow!("there is no browser to run it in")),
        }
    }

    /// Both come from the package.
    fn package_is_built(&self) -> bool {
        self.demo_is_built || self.consumers_are_built
    }

    /// Only what is thrown away is kept there.
    fn start_cluster(&mut self) -> Result<()> {
        if self.cluster.is_none() {
            self.cluster = Some(Cluster::start(Durability::None)?);
        }
        Ok(())
    }

    /// Where logs and secrets go.
    fn evidence(&mut self) -> Result<&Evidence> {
        let evidence = self.evidence.take().map_or_else(Evidence::new, Ok)?;
        Ok(self.evidence.insert(evidence))
    }

    fn driver(&self, browser: Browser) -> Option<&Result<PathBuf, String>> {
        self.drivers.iter().find(|(one, _)| *one == browser).map(|(_, driver)| driver)
    }

    fn place(&mut self, (browser, engine): (Browser, Engine)) -> Result<Place<'_>> {
        if browser == Browser::Webkit && self.display.is_none() {
            self.display = Some(Display::start()?);
        }
        let driver = self.driver(browser).and_then(|driver| driver.as_ref().ok()).context("it has no driver")?;
        Ok(Place { browser, engine, driver, display: self.display.as_ref(), evidence: self.evidence.as_ref() })
    }
}

impl Page {
    /// The page that wasm-bindgen's runner serves is the app, so its address is chosen before the app is registered.
    fn new(evidence: &Evidence) -> Result<Self> {
        let address = format!("127.0.0.1:{}", tools::free_port()?);
        let redirect_uri = format!("http://{address}/callback");
        let seeded =
            Seeded::start(&[vec![redirect_uri.clone()], vec![redirect_uri]], Some(evidence.log("seeded.log")?))?;
        Ok(Self { address, seeded })
    }
}
