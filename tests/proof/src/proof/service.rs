//! The service under load, killed and started again: `cargo xtask proof service`.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::ValueEnum as _;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process;

use super::conditions::{DatabaseArg, LOG, missing, new_seed, runtime};
use super::{audio_by_nginx, races, replicas, rolling, rounds};
use crate::installation::{Installation, Kind};
use crate::load::counts::Counts;
use crate::tally::Tally;

/// What to do.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ServiceArgs {
    /// How often to kill, on each database
    #[arg(long, default_value_t = 200)]
    rounds: u32,
    /// The seed of the kills and the load [default: another one in each run]
    #[arg(long)]
    seed: Option<u64>,
    /// How often two services race to migrate a new database
    #[arg(long, default_value_t = 8)]
    races: u32,
    /// How many refreshes are sent to two replicas
    #[arg(long, default_value_t = 10_000)]
    refreshes: u64,
    /// How often each of two replicas behind nginx is replaced while people log in
    #[arg(long, default_value_t = 5)]
    restarts: u32,
    /// Only on this database
    #[arg(long)]
    database: Option<DatabaseArg>,
}

/// The short version for every change, the same in every run.
pub(super) const SUITE: ServiceArgs =
    ServiceArgs { rounds: 5, seed: Some(1), races: 2, refreshes: 1_000, restarts: 1, database: None };

/// All that was asked for; the last line is `N passed, M failed`.
///
/// # Errors
/// If the service cannot be built.
pub(crate) fn proof(args: &ServiceArgs) -> Result<ExitCode> {
    let [program] = binaries::build([Binary::Backend], Profile::Debug)?;
    Ok(all(args, &program)?.report())
}

/// The same, but returns the tally.
///
/// # Errors
/// If it was stopped.
pub(super) fn all(args: &ServiceArgs, program: &Path) -> Result<Tally> {
    let seed = args.seed.map_or_else(new_seed, Ok)?;
    println!("seed {seed}");
    let mut tally = Tally::default();
    for only in DatabaseArg::value_variants().iter().filter(|one| args.database.is_none_or(|only| only == **one)) {
        let kind = only.kind();
        if let Some(reason) = missing(kind) {
            println!("{}: not run: {reason}", kind.name());
            let is_a_must = args.database.is_some() || env::var("CI").is_ok_and(|ci| ci == "true");
            tally.failed += u32::from(is_a_must);
            continue;
        }
        for &part in PARTS.iter().filter(|part| part.fits(kind)) {
            match part.prove(program, kind, (args, seed)) {
                Ok(()) => tally.passed += 1,
                Err(error) => {
                    println!("{}, {}: FAILED: {error:#}", kind.name(), part.name());
                    tally.failed += 1;
                }
            }
            process::not_stopped()?;
        }
    }
    Ok(tally)
}

const PARTS: [Part; 5] = [Part::Rounds, Part::Races, Part::Replicas, Part::Rolling, Part::AudioByNginx];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Rounds,
    Races,
    Replicas,
    Rolling,
    AudioByNginx,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Rounds => "killed under load",
            Self::Races => "two that race to migrate",
            Self::Replicas => "two replicas",
            Self::Rolling => "two replicas behind nginx, replaced",
            Self::AudioByNginx => "a node whose audio nginx sends",
        }
    }

    fn fits(self, kind: Kind) -> bool {
        match self {
            Self::Rounds | Self::Races => true,
            Self::Replicas | Self::Rolling => kind == Kind::Postgres,
            Self::AudioByNginx => kind != Kind::Postgres,
        }
    }

    /// On an installation of its own, which is kept if something is wrong.
    fn prove(self, program: &Path, kind: Kind, (args, seed): (&ServiceArgs, u64)) -> Result<()> {
        println!("\n{}, {}", kind.name(), self.name());
        let mut installation = Installation::make(program, kind, LOG)?;
        let proved = self.on(&mut installation, args, seed);
        match proved {
            Ok(counts) => println!("{counts}"),
            Err(error) => return Err(error.context(format!("everything is kept in {}", installation.keep()))),
        }
        Ok(())
    }

    fn on(self, installation: &mut Installation, args: &ServiceArgs, seed: u64) -> Result<Counts> {
        let runtime = runtime()?;
        match self {
            Self::Rounds => rounds::run(installation, args.rounds, seed, &runtime),
            Self::Races => races::run(installation, args.races, seed),
            Self::Replicas => replicas::run(installation, args.refreshes, seed, &runtime),
            Self::Rolling => rolling::run(installation, args.restarts, &runtime),
            Self::AudioByNginx => audio_by_nginx::run(installation),
        }
    }
}
