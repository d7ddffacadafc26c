//! `stagepass-backend migrate`.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value, json};
use stagepass_store::{ACCESS, Database, DatabaseAddress, Migrations, SERVICE};

use crate::cli::network::DatabaseLineArgs;
use crate::cli::outcome::Outcome;
use crate::cli::raw_secret::RawSecret;
use crate::cli::secret_file;

/// The default of the service's database.
const DATABASE: &str = "sqlite:stagepass.db";

#[derive(Debug, Args)]
pub(in crate::cli) struct MigrateArgs {
    /// The service's database. An SQLite file is created if missing [default: `sqlite:stagepass.db`, unless there is an
    /// `--access-database`].
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, value_name = "ADDRESS")]
    database: Option<RawSecret>,
    /// A file with that address, if it has a password.
    #[arg(long, env = "DATABASE_URL_FILE", value_name = "FILE", conflicts_with = "database")]
    database_file: Option<PathBuf>,
    /// The database of an access server, which is also migrated.
    #[arg(long, env = "STAGEPASS_ACCESS_DATABASE", hide_env_values = true, value_name = "ADDRESS")]
    access_database: Option<RawSecret>,
    /// A file with that address, if it has a password.
    #[arg(long, env = "STAGEPASS_ACCESS_DATABASE_FILE", value_name = "FILE", conflicts_with = "access_database")]
    access_database_file: Option<PathBuf>,
    /// Change nothing, and print what would be done. The exit status is 3 if there is something to do.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    line: DatabaseLineArgs,
}

/// There are migrations to do, which has been printed.
#[derive(Debug)]
pub(in crate::cli) struct Pending;

impl fmt::Display for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are migrations to do")
    }
}

impl std::error::Error for Pending {}

impl MigrateArgs {
    pub(in crate::cli) async fn run(self) -> Outcome {
        let (mut done, mut is_pending) = (Map::new(), false);
        for (address, schema) in self.databases()? {
            let (version, pending) = Database::pending(&address, &schema).await?;
            let names: Vec<_> = pending.iter().map(|(version, name)| format!("{version} {name}")).collect();
            is_pending |= !names.is_empty();
            let entry = if self.check {
                json!({ "schema": version, "pending": names })
            } else {
                let (before, after) = Database::migrate(&address, &schema).await?;
                json!({ "before": before, "schema": after })
            };
            done.insert(schema.part.to_owned(), entry);
        }
        println!("{}", Value::Object(done));
        if self.check && is_pending { Err(Pending.into()) } else { Ok(()) }
    }

    fn databases(&self) -> Outcome<Vec<(DatabaseAddress, Migrations)>> {
        let given = |address: &Option<RawSecret>, file: &Option<PathBuf>| match (file, address) {
            (Some(file), _) => self.line.address(&secret_file::read(file)?).map(Some),
            (None, Some(RawSecret(text))) => self.line.address(text).map(Some),
            (None, None) => Ok(None),
        };
        let service = given(&self.database, &self.database_file)?;
        let access = given(&self.access_database, &self.access_database_file)?;
        let service = if access.is_none() { Some(service.map_or_else(|| DATABASE.parse(), Ok)?) } else { service };
        Ok([(service, SERVICE), (access, ACCESS)]
            .into_iter()
            .filter_map(|(address, schema)| Some((address?, schema)))
            .collect())
    }
}
