//! `cargo xtask proof`: what takes longer than a suite of tests has the time for, with other choices in each run.

mod alerts;
mod audio_by_nginx;
mod behind_proxy;
mod conditions;
mod deployment;
mod engines;
mod proxy_logs;
mod races;
mod replicas;
mod rolling;
mod rounds;
mod schedules;
mod service;
mod units;
mod upgrade;
mod uploads;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

/// The proofs.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Proof {
    /// Run the tests of the shipped alerts for Prometheus
    Alerts,
    /// Check the shipped systemd units, and start nginx and Caddy with the shipped
    /// configurations in front of all servers
    Deployment,
    /// Compare the core as WebAssembly with the core as JavaScript, with more inputs than the suite `engines` has
    Engines(engines::EnginesArgs),
    /// Run the core in tabs that refresh, sign out and sign in, in random order and with failures, and compare the
    /// session with a model
    Schedules(schedules::SchedulesArgs),
    /// Kill the service and its database at random moments under load, and check that it keeps every response. Also
    /// replace replicas behind nginx
    Service(service::ServiceArgs),
    /// Upgrade an older program with an older schema while it runs: migrate, and restart one replica after the other.
    /// Users must stay signed in, an upload must continue, and a gated track must play after each restart
    Upgrade(upgrade::UpgradeArgs),
    /// Kill the service at random moments during many uploads, resume them, and check every byte, every CID and what is
    /// left over at the end
    Uploads(uploads::UploadsArgs),
}

/// Proves it, or fails.
pub(crate) fn proof(proof: &Proof) -> Result<ExitCode> {
    match proof {
        Proof::Alerts => alerts::proof(),
        Proof::Deployment => deployment::proof(),
        Proof::Engines(args) => engines::proof(args),
        Proof::Schedules(args) => schedules::proof(args),
        Proof::Service(args) => service::proof(args),
        Proof::Upgrade(args) => upgrade::proof(args),
        Proof::Uploads(args) => uploads::proof(args),
    }
}

/// The suite `service`: a short version of the proofs, for every change. `programs` are the servers' and that of an
/// S3-compatible service.
///
/// # Errors
/// If it was stopped.
pub(crate) fn suite(programs: &[PathBuf; 2]) -> Result<ExitCode> {
    let [backend, _] = programs;
    let servers = service::all(&service::SUITE, backend)?.and(uploads::all(&uploads::SUITE, programs)?);
    let tally = servers.and(alerts::all()?).and(deployment::all(backend));
    Ok(tally.report_as_tap())
}
