//! `stagepass-backend`: see `--help`.

use std::process::ExitCode;

use clap::Parser as _;
use stagepass_backend::cli::Cli;

#[tokio::main]
async fn main() -> ExitCode {
    Cli::parse().run().await
}
