//! The subcommand `load`: clients in a separate process, so that their CPU time does not count for the benchmark. Reads
//! a scenario from each line of standard input, and writes its result as a line to standard output.

use std::error::Error;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Subcommand;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::load::limits::{Scenario, Setup};
use crate::load::proofs::ProofSigner;
use crate::load::service_load::{GrantTokens, Outcome, RequestKind, ServiceLoad, Target};
use crate::load::streams;
use crate::load::transfer::Uploader;

/// More are never asked for.
const CONNECTIONS: usize = 32;

/// Whose scenarios are read.
#[derive(Debug, Subcommand)]
pub(crate) enum Load {
    /// `refresh CONNECTIONS MILLISECONDS` or `me CONNECTIONS MILLISECONDS`. Prints the number of responses, the time of
    /// all in microseconds, and their 50th and 99th percentile
    Service(Service),
    /// `flood SECONDS RATE BURST`, `slow CONNECTIONS LOGINS`, `beside SECONDS OTHERS ADDRESSES` or `large COUNT`.
    /// Prints a JSON object
    Limits {
        /// The service, as `limits::Setup`
        file: PathBuf,
    },
    /// `streams::Scenario`. The answer is a JSON object
    Streams {
        /// The servers, as `streams::Setup`
        file: PathBuf,
    },
    /// `CHUNK PATH`. The answer is a JSON object
    Uploads {
        /// The service and who uploads, as `transfer::Uploader`
        file: PathBuf,
    },
}

/// A server that refreshes tokens and serves profiles.
#[derive(Debug, clap::Args)]
pub(crate) struct Service {
    address: SocketAddr,
    token_path: String,
    client_id: String,
    me_path: String,
    /// What is in every profile
    me_mark: String,
    /// A refresh token and an access token a line
    file: PathBuf,
    /// Use the access tokens of a refresh at `me_path`
    #[arg(long)]
    renews_access: bool,
    /// The tokens are bound to the key in this file: send a DPoP proof with each request
    #[arg(long)]
    proof_key: Option<PathBuf>,
}

/// Takes scenarios until there are no more.
pub(crate) fn load(what: Load) -> ExitCode {
    match run(what) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(what: Load) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match what {
            Load::Service(service) => press(service).await,
            Load::Limits { file } => limits(&file).await,
            Load::Streams { file } => listen(&file).await,
            Load::Uploads { file } => upload(&file).await,
        }
    })
}

async fn press(service: Service) -> Result<(), Box<dyn Error>> {
    let Service { address, token_path, client_id, me_path, me_mark, file, renews_access, proof_key } = service;
    let grants: Option<Vec<GrantTokens>> = std::fs::read_to_string(file)?.lines().map(GrantTokens::read).collect();
    let signer = proof_key.map(|file| ProofSigner::read(&file)).transpose()?;
    let target = Target { address, token_path, client_id, me_path, me_mark, renews_access, signer };
    let mut load = ServiceLoad::new(target, grants.ok_or("a line is no pair of tokens")?, CONNECTIONS)?;
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let line = line?;
        let (kind, numbers) = line.split_once(' ').ok_or("no request")?;
        let kind = match kind {
            "refresh" => RequestKind::Refresh,
            "me" => RequestKind::Me,
            _ => return Err("no request".into()),
        };
        let (connections, time) = numbers.split_once(' ').ok_or("no request")?;
        let time = Duration::from_millis(time.parse()?);
        let Outcome { count, elapsed, percentiles: [p50, p99] } = load.run(kind, connections.parse()?, time).await?;
        writeln!(stdout, "{count} {} {} {}", elapsed.as_micros(), p50.as_micros(), p99.as_micros())?;
        stdout.flush()?;
    }
    Ok(())
}

/// More connections than a shell lets a program have.
fn open_more_files() -> Result<(), Box<dyn Error>> {
    let maximum = getrlimit(Resource::Nofile).maximum;
    Ok(setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?)
}

async fn limits(file: &Path) -> Result<(), Box<dyn Error>> {
    open_more_files()?;
    let setup: Setup = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let figures = setup.play(Scenario::read(&line?).ok_or("no scenario")?).await?;
        writeln!(stdout, "{figures}")?;
        stdout.flush()?;
    }
    Ok(())
}

async fn listen(file: &Path) -> Result<(), Box<dyn Error>> {
    open_more_files()?;
    let setup: streams::Setup = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let scenario = streams::Scenario::read(&line?).ok_or("no scenario")?;
        writeln!(stdout, "{}", serde_json::to_string(&setup.play(&scenario).await?)?)?;
        stdout.flush()?;
    }
    Ok(())
}

async fn upload(file: &Path) -> Result<(), Box<dyn Error>> {
    let uploader: Uploader = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let line = line?;
        let (chunk, path) = line.split_once(' ').ok_or("no scenario")?;
        let transfer = uploader.upload(path.as_ref(), chunk.parse()?).await?;
        writeln!(stdout, "{}", serde_json::to_string(&transfer)?)?;
        stdout.flush()?;
    }
    Ok(())
}
