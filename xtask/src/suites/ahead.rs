//! Fetches and builds what later suites need while native suites run, which leave a processor idle.

use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use anyhow::Result;
use stagepass_programs::browser::Browser;
use stagepass_programs::checkout;
use stagepass_programs::core_build::Build;
use stagepass_programs::{interop, tools};

use super::commands;
use super::extent::Extent;
use super::node_suites;
use super::plan::Plan;
use super::suite::Suite;
use crate::package;

/// Starts a thread for the plans that follow the native ones, and returns what ends with the path of the stable
/// package. `None` if none of them needs the package, or if nothing native runs first.
pub(super) fn start(plans: &[Plan]) -> Option<JoinHandle<Result<PathBuf>>> {
    let later = later(plans);
    (later.len() < plans.len() && later.iter().any(|plan| plan.suite == Suite::E2e))
        .then(|| later.to_vec())
        .map(|later| thread::spawn(move || prepare(&later)))
}

/// The plans from the first on that is not native.
fn later(plans: &[Plan]) -> &[Plan] {
    let native = plans.iter().take_while(|plan| plan.suite.is_native()).count();
    plans.get(native..).unwrap_or_default()
}

fn prepare(plans: &[Plan]) -> Result<PathBuf> {
    for plan in plans {
        // The suite itself tries again, and reports why it cannot run.
        let _ = fetch(*plan);
    }
    let tarball = package::package(Build::Stable)?;
    let _ = commands::compile_for_browsers();
    Ok(tarball)
}

/// Installs the programs and the packages of a suite.
fn fetch(plan: Plan) -> Result<()> {
    if let Some((browser, _)) = plan.browser {
        tools::driver(browser)?;
    }
    match plan.suite {
        Suite::Providers => interop::providers_python().map(drop),
        Suite::Interop => {
            interop::python()?;
            interop::go()?;
            tools::npm_packages(&interop::folder())
        }
        Suite::Packaging => tools::npm_packages(&checkout::root().join("tests/consumers/packaging")),
        Suite::Phones => {
            tools::driver(Browser::Chromium)?;
            if plan.extent == Extent::Essential { Ok(()) } else { node_suites::phones_packages() }
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_after_native_ones_are_later() {
        let plan = |suite| Plan { suite, browser: None, extent: Extent::Essential };
        let plans = [Suite::Native, Suite::Postgres, Suite::Facade, Suite::Service].map(plan);
        assert_eq!(later(&plans), &plans[2..]);
        assert!(start(&plans).is_none() && start(&plans[2..]).is_none());
    }
}
