//! A rolling upgrade from an older program, with a migration between: `cargo xtask proof upgrade --from PROGRAM`.

mod cast;
mod rollout;
mod user;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::ValueEnum as _;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process;

use super::conditions::{DatabaseArg, LOG, missing};
use crate::installation::Installation;
use crate::tally::Tally;

/// What to do.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct UpgradeArgs {
    /// The program to upgrade from: `stagepass-backend` of an earlier commit, whose schema is older
    #[arg(long, value_name = "PROGRAM")]
    from: PathBuf,
    /// How often a replica is restarted after the migration
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(4..))]
    restarts: u32,
    /// Only on this database
    #[arg(long)]
    database: Option<DatabaseArg>,
}

/// Upgrades an installation on each database; the last line is `N passed, M failed`.
///
/// # Errors
/// If the service cannot be built.
pub(super) fn proof(args: &UpgradeArgs) -> Result<ExitCode> {
    let from = args.from.canonicalize().with_context(|| format!("there is no {}", args.from.display()))?;
    let [program] = binaries::build([Binary::Backend], Profile::Debug)?;
    let mut tally = Tally::default();
    for only in DatabaseArg::value_variants().iter().filter(|one| args.database.is_none_or(|only| only == **one)) {
        let name = only.kind().name();
        match missing(only.kind()) {
            Some(reason) => {
                println!("{name}: not run: {reason}");
                tally.failed += 1;
            }
            None => match upgrade(*only, [&from, &program], args.restarts) {
                Ok(()) => tally.passed += 1,
                Err(error) => {
                    println!("{name}: FAILED: {error:#}");
                    tally.failed += 1;
                }
            },
        }
        process::not_stopped()?;
    }
    Ok(tally.report())
}

/// On an installation of its own, which is kept if something is wrong.
fn upgrade(database: DatabaseArg, [older, newer]: [&Path; 2], restarts: u32) -> Result<()> {
    println!("\n{}", database.kind().name());
    let mut installation = Installation::make(older, database.kind(), LOG)?;
    match rollout::run(&mut installation, newer, restarts) {
        Ok(counts) => println!("{counts}"),
        Err(error) => return Err(error.context(format!("everything is kept in {}", installation.keep()))),
    }
    Ok(())
}
