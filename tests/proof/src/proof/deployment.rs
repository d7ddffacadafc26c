//! The shipped configurations of other programs: `cargo xtask proof deployment`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use stagepass_programs::binaries::{self, Binary, Profile};

use super::behind_proxy::{self, Kind};
use super::units;
use crate::tally::Tally;

/// All of them; the last line is `N passed, M failed`.
///
/// # Errors
/// If the servers cannot be built.
pub(super) fn proof() -> Result<ExitCode> {
    let [program] = binaries::build([Binary::Backend], Profile::Debug)?;
    Ok(all(&program).report())
}

/// The same, but returns the tally.
pub(super) fn all(program: &Path) -> Tally {
    let mut tally = Tally::default();
    for (what, proved) in [
        ("systemd units", units::run(program)),
        ("behind nginx", behind_proxy::run(program, Kind::Nginx)),
        ("behind Caddy", behind_proxy::run(program, Kind::Caddy)),
    ] {
        println!("\n{what}");
        match proved {
            Ok(counts) => {
                println!("{counts}");
                tally.passed += 1;
            }
            Err(error) => {
                println!("{what}: FAILED: {error:#}");
                tally.failed += 1;
            }
        }
    }
    tally
}
