//! The conditions of a proof: a database, a seed, a runtime.

use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use stagepass_programs::tools;
use tokio::runtime::Runtime;

use crate::installation::{Kind, Synchronous};

/// The service's log level. The log is saved beside its data, so that a failure can be examined.
pub(super) const LOG: &str = "info,sqlx=warn";

/// A database to prove something on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum DatabaseArg {
    Sqlite,
    Postgres,
}

impl DatabaseArg {
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Sqlite => Kind::Sqlite(Synchronous::Full),
            Self::Postgres => Kind::Postgres,
        }
    }
}

/// What the machine lacks for it, as a sentence.
pub(super) fn missing(kind: Kind) -> Option<String> {
    (kind == Kind::Postgres).then(|| tools::postgres().err())?.map(|reason| format!("{reason:#}"))
}

pub(super) fn runtime() -> Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().context("there is no runtime")
}

pub(super) fn new_seed() -> Result<u64> {
    #[expect(clippy::disallowed_methods, reason = "any number does that is another one in each run")]
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(now.as_micros()).context("the clock is far off")
}
