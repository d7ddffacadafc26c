//! The conditions of a proof: a database, a seed, a runtime.

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use stagepass_programs::{process, tools};
use tokio::runtime::Runtime;

use crate::installation::{Installation, Kind};
use crate::load::counts::Counts;

/// The service's log level. The log is saved beside its data, so that a failure can be examined.
const LOG: &str = "info,sqlx=warn";

/// How many proofs passed and failed.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) passed: u32,
    pub(super) failed: u32,
}

impl Tally {
    /// A run that proved nothing has failed.
    pub(super) fn exit_code(&self) -> ExitCode {
        if self.failed == 0 && self.passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// Proves it on an installation of its own on each database, which is kept if something is wrong.
pub(super) fn on_each_database(
    what: &str,
    program: &Path,
    only: Option<Kind>,
    prove: impl Fn(&mut Installation) -> Result<Counts>,
) -> Result<Tally> {
    let mut tally = Tally::default();
    for (kind, name) in [(Kind::Sqlite, "SQLite"), (Kind::Postgres, "PostgreSQL")] {
        if only.is_some_and(|only| only != kind) {
            continue;
        }
        println!("\n{name}, {what}");
        if kind == Kind::Postgres
            && let Err(reason) = tools::postgres()
        {
            println!("not run: {reason:#}");
            tally.failed += u32::from(only.is_some() || env::var("CI").is_ok_and(|ci| ci == "true"));
            continue;
        }
        let mut installation = Installation::make(program, kind, LOG)?;
        match prove(&mut installation) {
            Ok(counts) => {
                println!("{counts}");
                tally.passed += 1;
            }
            Err(error) => {
                println!("FAILED: {error:#}; everything is kept in {}", installation.keep());
                tally.failed += 1;
            }
        }
        process::not_stopped()?;
    }
    Ok(tally)
}

pub(super) fn runtime() -> Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().context("there is no runtime")
}

pub(super) fn new_seed() -> Result<u64> {
    #[expect(clippy::disallowed_methods, reason = "any number does that is another one in each run")]
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(now.as_micros()).context("the clock is far off")
}
