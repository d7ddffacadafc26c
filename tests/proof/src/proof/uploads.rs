//! Uploads that resume after kills: `cargo xtask proof uploads`, and a few rounds of it for the suite `service`.

mod kill_point;
mod leftovers;
mod rounds;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::ValueEnum as _;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process;

use super::conditions::{DatabaseArg, LOG, missing, new_seed, runtime};
use crate::installation::{Installation, Kind};
use crate::tally::Tally;

/// What to do.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct UploadsArgs {
    /// How often to kill, on each database
    #[arg(long, default_value_t = 100)]
    rounds: u32,
    /// The seed of the kills, the files and the network failures [default: another one in each run]
    #[arg(long)]
    seed: Option<u64>,
    /// Only on this database: SQLite with a folder, or PostgreSQL with a bucket
    #[arg(long)]
    database: Option<DatabaseArg>,
}

/// The short version for every change, the same in every run.
pub(super) const SUITE: UploadsArgs = UploadsArgs { rounds: 5, seed: Some(1), database: None };

/// All that was asked for; the last line is `N passed, M failed`.
///
/// # Errors
/// If the service cannot be built.
pub(super) fn proof(args: &UploadsArgs) -> Result<ExitCode> {
    Ok(all(args, &binaries::build([Binary::Backend, Binary::S3], Profile::Debug)?)?.report())
}

/// The same, but returns the tally.
///
/// # Errors
/// If it was stopped.
pub(super) fn all(args: &UploadsArgs, programs: &[PathBuf; 2]) -> Result<Tally> {
    let seed = args.seed.map_or_else(new_seed, Ok)?;
    println!("uploads: seed {seed}");
    let mut tally = Tally::default();
    for only in DatabaseArg::value_variants().iter().filter(|one| args.database.is_none_or(|only| only == **one)) {
        let kind = only.kind();
        if let Some(reason) = missing(kind) {
            println!("{}: not run: {reason}", name(kind));
            let is_a_must = args.database.is_some() || env::var("CI").is_ok_and(|ci| ci == "true");
            tally.failed += u32::from(is_a_must);
            continue;
        }
        match prove(programs, kind, (args.rounds, seed)) {
            Ok(()) => tally.passed += 1,
            Err(error) => {
                println!("{}, killed during uploads: FAILED: {error:#}", name(kind));
                tally.failed += 1;
            }
        }
        process::not_stopped()?;
    }
    Ok(tally)
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Sqlite(_) => "SQLite and a folder",
        Kind::Postgres => "PostgreSQL and a bucket",
    }
}

/// On an installation of its own, which is kept if something is wrong.
fn prove([program, s3]: &[PathBuf; 2], kind: Kind, (rounds, seed): (u32, u64)) -> Result<()> {
    println!("\n{}, killed during uploads", name(kind));
    let mut installation = Installation::make(program, kind, LOG)?;
    if kind == Kind::Postgres {
        installation = installation.with_bucket(s3)?;
    }
    match rounds::run(&installation, rounds, seed, &runtime()?) {
        Ok(counts) => {
            println!("{counts}");
            let of = |what| counts.of(what);
            println!(
                "{}: {} kills, {} uploads resumed and complete with the right CID, {} contents heard byte by byte, nothing half served, nothing left over; seed {seed}",
                name(kind),
                of(rounds::KILLS),
                of(rounds::COMPLETE),
                of(rounds::HEARD),
            );
            Ok(())
        }
        Err(error) => Err(error.context(format!("everything is kept in {}", installation.keep()))),
    }
}
