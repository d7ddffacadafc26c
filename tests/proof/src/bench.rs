//! `cargo xtask bench`: benchmarks beside other implementations. They run in turns, so that other load on the machine
//! slows all of them.

mod clients;
mod figures;
mod live_grants;
mod server_process;
mod service;
mod signatures;
mod streams;

use std::process::ExitCode;

use anyhow::Result;
use clap::ValueEnum;

use figures::Verdict;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Subject {
    /// Stagepass in a browser, beside four other clients, also on a slow network: writes docs/comparison.md
    Clients,
    /// The signatures of gated streams
    Gate,
    /// The service's refreshes and profiles, beside oidc-provider
    Service,
    /// 500 listeners at one node, beside nginx; and others who read what no memory has
    Streams,
}

/// Measures, and returns whether every limit is kept. A limit that could not be measured counts as exceeded.
///
/// `seconds` is how long listeners play at each server, and `logins` how often clients sign in.
pub(crate) fn bench(subject: Subject, seconds: u64, logins: Option<usize>) -> Result<ExitCode> {
    let mut verdict = Verdict::default();
    match subject {
        Subject::Clients => clients::measure(logins, &mut verdict)?,
        Subject::Gate => signatures::measure(&mut verdict)?,
        Subject::Service => service::measure(&mut verdict)?,
        Subject::Streams => streams::measure(seconds, &mut verdict)?,
    }
    println!("\n{verdict}");
    Ok(if verdict.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
