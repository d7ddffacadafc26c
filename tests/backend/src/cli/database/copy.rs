//! `stagepass-backend copy`.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, json};

use crate::cli::network::DatabaseLineArgs;
use crate::cli::outcome::Outcome;
use crate::cli::raw_secret::RawSecret;
use crate::cli::secret_file;
use stagepass_store::{DatabaseAddress, copy};

#[derive(Debug, Args)]
pub(in crate::cli) struct CopyArgs {
    /// The database to copy. Stop the services that use it first: later changes are not copied.
    #[arg(
        long,
        env = "STAGEPASS_COPY_FROM",
        hide_env_values = true,
        value_name = "ADDRESS",
        required_unless_present = "from_file"
    )]
    from: Option<RawSecret>,
    /// A file with that address, if it has a password.
    #[arg(long, env = "STAGEPASS_COPY_FROM_FILE", value_name = "FILE", conflicts_with = "from")]
    from_file: Option<PathBuf>,
    /// The database to copy to. It must be empty. The file and the schema are created if they are missing.
    #[arg(
        long,
        env = "STAGEPASS_COPY_TO",
        hide_env_values = true,
        value_name = "ADDRESS",
        required_unless_present = "to_file"
    )]
    to: Option<RawSecret>,
    /// A file with that address, if it has a password.
    #[arg(long, env = "STAGEPASS_COPY_TO_FILE", value_name = "FILE", conflicts_with = "to")]
    to_file: Option<PathBuf>,
    #[command(flatten)]
    line: DatabaseLineArgs,
}

impl CopyArgs {
    pub(in crate::cli) async fn run(self) -> Outcome {
        let from = address(self.from, self.from_file, self.line)?;
        let to = address(self.to, self.to_file, self.line)?;
        let tables = copy(&from, &to).await?;
        let rows: Map<_, _> = tables.into_iter().map(|(table, rows)| (table, rows.into())).collect();
        println!("{}", json!({ "rows": rows }));
        Ok(())
    }
}

fn address(
    given: Option<RawSecret>,
    file: Option<PathBuf>,
    line: DatabaseLineArgs,
) -> Result<DatabaseAddress, Box<dyn std::error::Error>> {
    let text = match (given, file) {
        (Some(RawSecret(text)), _) => text,
        (None, Some(file)) => secret_file::read(&file)?,
        (None, None) => return Err("no address was given".into()),
    };
    line.address(&text)
}
