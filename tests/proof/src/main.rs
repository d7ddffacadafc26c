//! Measures and proves Stagepass: `cargo xtask bench`, `cargo xtask proof` and `cargo xtask fuzz` run this program.

mod bench;
mod fuzz;
mod installation;
mod load;
mod nginx;
mod proof;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use stagepass_programs::process;

/// Measures Stagepass beside its peers, puts it under load, kills it at random moments, and feeds it random input.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run a benchmark beside other implementations, in turns. Fails if a limit is exceeded or could not be measured
    Bench {
        /// What
        subject: bench::Subject,
        /// For `streams`: how long listeners play at each server
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// For `clients`: how often each client signs in on each network [default: 9]
        #[arg(long)]
        logins: Option<usize>,
    },
    /// Run long crash and upgrade tests, with other random choices in each run
    Proof {
        /// What
        #[command(subcommand)]
        what: proof::Proof,
    },
    /// Run random input through every parser of untrusted input, with libFuzzer. Fails if a property is broken
    Fuzz {
        /// Only this target: the name of a folder in tests/fuzz/seeds
        target: Option<String>,
        /// How long each target runs; two run at once
        #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
        seconds: u64,
        /// The seed of the random numbers, for the same run again [default: another one in each run]
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        seed: Option<u32>,
    },
    /// Run the suite `service` of `cargo xtask test`: a few rounds of the proofs of the service and of uploads
    #[command(hide = true)]
    Suite {
        /// The servers' program
        backend: PathBuf,
        /// The program of the S3-compatible service
        s3: PathBuf,
    },
}

fn main() -> ExitCode {
    let task = Cli::parse().command;
    process::supervise(|| run(task))
}

fn run(task: Task) -> Result<ExitCode> {
    match task {
        Task::Bench { subject, seconds, logins } => bench::bench(subject, seconds, logins),
        Task::Proof { what } => proof::proof(&what),
        Task::Fuzz { target, seconds, seed } => fuzz::fuzz(target.as_deref(), seconds, seed),
        Task::Suite { backend, s3 } => proof::suite(&[backend, s3]),
    }
}
