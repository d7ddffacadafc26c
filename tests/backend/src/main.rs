//! `stagepass-backend`: see `--help`.

use std::process::ExitCode;

use stagepass_backend::cli::Cli;

#[tokio::main]
async fn main() -> ExitCode {
    Cli::read().run().await
}
