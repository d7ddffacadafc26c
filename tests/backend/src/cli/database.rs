//! The database that a command works on.

mod copy;
mod migrate;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use stagepass_kit::clock::SystemClock;
use stagepass_kit::entropy::SystemEntropy;
use stagepass_media::picture::Pictures;
use stagepass_service::accounts::Accounts;
use stagepass_service::accounts::password::{PasswordCost, Passwords};
use stagepass_store::{DatabaseAddress, Store};

pub(super) use self::copy::CopyArgs;
pub(super) use self::migrate::{MigrateArgs, Pending};
use super::network::DatabaseLineArgs;
use super::outcome::Outcome;
use super::raw_secret::RawSecret;
use super::secret_file;

/// Where the state is kept.
#[derive(Debug, Args)]
pub(super) struct DatabaseArgs {
    /// The database: `sqlite:PATH` (`sqlite:PATH?synchronous=normal` does not wait for the disk), `sqlite::memory:`, or
    /// `postgresql://USER:PASSWORD@HOST/NAME`, which several replicas can share. `migrate` creates its tables.
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite:stagepass.db",
        value_name = "ADDRESS"
    )]
    database: RawSecret,
    /// A file with that address, if it has a password.
    #[arg(long, env = "DATABASE_URL_FILE", value_name = "FILE", conflicts_with = "database")]
    database_file: Option<PathBuf>,
    #[command(flatten)]
    line: DatabaseLineArgs,
}

impl DatabaseArgs {
    pub(super) fn address(&self) -> Result<DatabaseAddress, Box<dyn std::error::Error>> {
        match &self.database_file {
            Some(file) => self.line.address(&secret_file::read(file)?),
            None => self.line.address(&self.database.0),
        }
    }
}

/// This program, which decodes what users have sent. On Linux the same one even after its file was replaced.
pub(crate) fn decoder() -> std::io::Result<PathBuf> {
    if cfg!(target_os = "linux") { Ok(PathBuf::from("/proc/self/exe")) } else { std::env::current_exe() }
}

pub(super) async fn accounts(args: &DatabaseArgs) -> Outcome<Accounts> {
    accounts_in(&args.address()?).await
}

/// The accounts in this database.
pub(crate) async fn accounts_in(address: &DatabaseAddress) -> Outcome<Accounts> {
    let entropy = Arc::new(SystemEntropy);
    Ok(Accounts {
        store: Store::open(address).await?,
        passwords: Passwords::new(PasswordCost::RECOMMENDED, &*entropy)?,
        pictures: Pictures::new(&decoder()?),
        clock: Arc::new(SystemClock),
        entropy,
    })
}
