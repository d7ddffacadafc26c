//! `cargo xtask bench`: benchmarks beside other implementations. They run in turns, so that other load on the machine
//! slows all of them.

mod access;
mod clients;
mod cpu;
mod figures;
mod limits;
mod live_grants;
mod memory;
mod oidc_provider;
mod ranges;
mod service;
mod signatures;
pub(crate) mod signed_urls;
mod streams;
mod uploads;
mod worker;

use std::process::ExitCode;

use anyhow::Result;
use clap::ValueEnum;

use figures::Verdict;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Subject {
    /// An access server's decisions: by themselves, and beside others that wait for a slow geolocation service
    Access,
    /// Stagepass in a browser, beside four other clients, also on a slow network: writes docs/comparison.md
    Clients,
    /// The signatures of gated streams, and a node's ranges of 64 KiB
    Gate,
    /// The service under clients that send too many requests, nothing, or too much
    Limits,
    /// The service's refreshes and profiles, beside oidc-provider
    Service,
    /// 500 listeners at one node, beside nginx; and others who read what no memory has
    Streams,
    /// Uploads of 2, 20 and 200 MB, beside nginx that takes files
    Uploads,
}

/// Measures, and returns whether every limit is kept. A limit that could not be measured counts as exceeded.
///
/// `seconds` is how long those ask who do so for a time of their own, and `logins` how often clients sign in; each
/// subject has a number that is usual.
pub(crate) fn bench(subject: Subject, seconds: Option<u64>, logins: Option<usize>) -> Result<ExitCode> {
    let mut verdict = Verdict::default();
    match subject {
        Subject::Access => access::measure(&mut verdict)?,
        Subject::Clients => clients::measure(logins, &mut verdict)?,
        Subject::Gate => {
            signatures::measure(&mut verdict)?;
            ranges::measure(&mut verdict)?;
        }
        Subject::Limits => limits::measure(seconds, &mut verdict)?,
        Subject::Service => service::measure(&mut verdict)?,
        Subject::Streams => streams::measure(seconds.unwrap_or(streams::SECONDS), &mut verdict)?,
        Subject::Uploads => uploads::measure(&mut verdict)?,
    }
    println!("\n{verdict}");
    Ok(if verdict.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
