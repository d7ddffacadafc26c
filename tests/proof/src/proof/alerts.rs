//! The shipped alerts for Prometheus: `cargo xtask proof alerts`. Prometheus' own tool reads them and runs their tests.

use std::process::{Command, ExitCode};

use anyhow::Result;
use stagepass_programs::{checkout, process};

use crate::debian;
use crate::tally::Tally;

/// Where they are.
const FOLDER: &str = "tests/backend/deploy/prometheus";
/// What promtool is asked to check.
const CHECKS: [[&str; 3]; 2] = [["check", "config", "prometheus.yml"], ["test", "rules", "alerts.test.yml"]];

/// All checks; the last line is `N passed, M failed`.
///
/// # Errors
/// If there is no promtool.
pub(crate) fn proof() -> Result<ExitCode> {
    Ok(all()?.report())
}

/// The same, but returns the tally.
///
/// # Errors
/// If there is no promtool.
pub(super) fn all() -> Result<Tally> {
    let promtool = debian::program("prometheus", "usr/bin/promtool")?;
    let mut tally = Tally::default();
    for check in CHECKS {
        match process::run(Command::new(&promtool).args(check).current_dir(checkout::root().join(FOLDER))) {
            Ok(()) => tally.passed += 1,
            Err(error) => {
                println!("alerts, {}: FAILED: {error:#}", check.join(" "));
                tally.failed += 1;
            }
        }
    }
    Ok(tally)
}
