//! `stagepass-backend`: see `--help`.

use std::process::ExitCode;

use stagepass_backend::cli::Cli;
use stagepass_media::decoder_process;

fn main() -> ExitCode {
    // Before the runtime: a decoder has no threads, and nothing in memory that a file could be after.
    decoder_process::run_if_requested().unwrap_or_else(run)
}

#[tokio::main]
async fn run() -> ExitCode {
    // On the heap: the largest command does not fit well on the stack.
    Box::pin(Cli::read().run()).await
}
