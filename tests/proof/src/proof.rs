//! `cargo xtask proof`: what takes longer than a suite of tests has the time for, with other choices in each run.

mod conditions;
mod engines;
mod proxy_logs;
mod races;
mod replicas;
mod rolling;
mod rounds;
mod schedules;
mod service;
mod uploads;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

/// What is to be proved.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Proof {
    /// Hold the core as WebAssembly against the core as JavaScript, by more inputs than the suite `engines` has the time for
    Engines(engines::EnginesArgs),
    /// Let tabs of one browser renew, sign out and sign in by the core, in random order and with whatever can go wrong, and hold the session against a model
    Schedules(schedules::SchedulesArgs),
    /// Kill the service and its database at random moments under load, and hold it to every answer that it gave before; replace replicas behind nginx
    Service(service::ServiceArgs),
    /// Kill the service at random moments while many upload, resume, and look at every byte, every CID and whatever is left over in the end
    Uploads(uploads::UploadsArgs),
}

/// Proves it, or fails.
pub(crate) fn proof(proof: &Proof) -> Result<ExitCode> {
    match proof {
        Proof::Engines(args) => engines::proof(args),
        Proof::Schedules(args) => schedules::proof(args),
        Proof::Service(args) => service::proof(args),
        Proof::Uploads(args) => uploads::proof(args),
    }
}

/// The suite `service`: as much of the proofs as every change has the time for. `programs` are the servers' and that of an S3-compatible service.
///
/// # Errors
/// When it was stopped.
pub(crate) fn suite(programs: &[PathBuf; 2]) -> Result<ExitCode> {
    let [backend, _] = programs;
    let tally = service::all(&service::SUITE, backend)?.and(uploads::all(&uploads::SUITE, programs)?);
    Ok(tally.report_as_tap())
}
