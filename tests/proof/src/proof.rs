//! `cargo xtask proof`: what takes longer than a suite of tests has the time for, with other choices in each run.

mod conditions;
mod leftovers;
mod service;
mod suites;
mod upgrade;
mod uploads;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use stagepass_programs::binaries::{self, Binary, Profile};

use self::conditions::{Tally, new_seed, on_each_database};
use crate::installation::Kind;

/// The proofs.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Proof {
    /// Compare the core as WebAssembly with the core as JavaScript, with more inputs than the suite `engines` has
    Engines(suites::EnginesArgs),
    /// Run the core in tabs that refresh, sign out and sign in, in random order and with failures, and compare the
    /// session with a model
    Schedules(suites::SchedulesArgs),
    /// Kill the service and its database at random moments under load, and check that it keeps every response
    Service(KillArgs),
    /// Upgrade an older program with an older schema while it runs: migrate, and restart one replica after the other.
    /// Users must stay signed in, an upload must continue, and a gated track must play after each restart
    Upgrade(upgrade::UpgradeArgs),
    /// Kill the service at random moments during many uploads, resume them, and check every byte, every CID and what is
    /// left over at the end
    Uploads(KillArgs),
}

/// How often and where to kill.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct KillArgs {
    /// How often to kill, on each database [default: 200 for `service`, 100 for `uploads`]
    #[arg(long)]
    rounds: Option<u32>,
    /// The seed of the kills and the load [default: another one in each run]
    #[arg(long)]
    seed: Option<u64>,
    /// Only on this database. Uploads are stored in a folder with SQLite, and in a bucket with PostgreSQL
    #[arg(long)]
    database: Option<Kind>,
}

/// The short version for every change, the same in every run.
const SUITE: KillArgs = KillArgs { rounds: Some(5), seed: Some(1), database: None };

impl KillArgs {
    /// Prints the seed.
    fn rounds_and_seed(&self, default_rounds: u32) -> Result<(u32, u64)> {
        let seed = self.seed.map_or_else(new_seed, Ok)?;
        println!("seed {seed}");
        Ok((self.rounds.unwrap_or(default_rounds), seed))
    }
}

/// Proves it, or fails. The last line is `N passed, M failed`.
pub(crate) fn proof(proof: &Proof) -> Result<ExitCode> {
    let tally = match proof {
        Proof::Engines(args) => return suites::engines(args),
        Proof::Schedules(args) => return suites::schedules(args),
        Proof::Service(args) => {
            let [program] = binaries::build([Binary::Backend], Profile::Debug)?;
            service(&program, args)?
        }
        Proof::Upgrade(args) => upgrade::proof(args)?,
        Proof::Uploads(args) => uploads(&binaries::build([Binary::Backend, Binary::S3], Profile::Debug)?, args)?,
    };
    println!("{} passed, {} failed", tally.passed, tally.failed);
    Ok(tally.exit_code())
}

/// The suite `service`: a short version of the proofs, for every change. `programs` are the servers' and that of an
/// S3-compatible service. The last lines are the summary of TAP, which `cargo xtask test` counts.
pub(crate) fn suite(programs: &[PathBuf; 2]) -> Result<ExitCode> {
    let [backend, _] = programs;
    let [one, other] = [service(backend, &SUITE)?, uploads(programs, &SUITE)?];
    let tally = Tally { passed: one.passed + other.passed, failed: one.failed + other.failed };
    println!("# pass {}\n# fail {}", tally.passed, tally.failed);
    Ok(tally.exit_code())
}

fn service(program: &Path, args: &KillArgs) -> Result<Tally> {
    let (rounds, seed) = args.rounds_and_seed(200)?;
    on_each_database("killed under load", program, args.database, |installation| {
        service::run(installation, rounds, seed)
    })
}

fn uploads([program, s3]: &[PathBuf; 2], args: &KillArgs) -> Result<Tally> {
    let (rounds, seed) = args.rounds_and_seed(100)?;
    on_each_database("killed during uploads", program, args.database, |installation| {
        if installation.database.is_a_server() {
            installation.start_bucket(s3)?;
        }
        uploads::run(installation, rounds, seed)
    })
}
