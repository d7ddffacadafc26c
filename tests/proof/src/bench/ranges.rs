//! The time that a node takes for a range of 64 KiB, beside nginx without any access check. One signed URL is requested
//! over and over.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::json;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process::{self, Service};
use stagepass_programs::{backend, checkout};

use super::cpu;
use super::figures::{Limit, ROUNDS, Spread, Verdict};
use super::signed_urls::sign;
use super::worker::Worker;
use crate::nginx::Nginx;

/// The requests of a round, for each server.
const REQUESTS: u32 = 20_000;
const WARM_UP: u32 = 2_000;
const LIMIT: Limit = Limit::AtLeast(0.65);
const WHAT: &str = "ranges of 64 KiB, nginx ÷ ours";

/// The file's form, which the Rust side of the bench checks: see its `ranges`.
const BLOCK: usize = 64 << 10;
const BLOCKS: u64 = 320;

/// More than the worker opens.
const CONNECTIONS: u32 = 64;

const FILE: &str = "audio.wav";
const CID: &str = "baeaaaiqsecjitceegveqtb67yhksnwe75w4khfsep5obuuljl2il3wwnm22su";
const TRACK: u64 = 7;
/// Longer than the bench.
const DURATION: u64 = 3600;
const PATIENCE: Duration = Duration::from_secs(20);

/// Builds the bench's Rust side and starts it.
pub(super) fn rust_worker() -> Result<Worker> {
    let folder = checkout::root().join("tests/proof/peers");
    let target = checkout::target_dir()?.join("peers");
    let mut cargo = checkout::cargo();
    // Not `--locked`: what the gate depends on is in another lock file, which changes without this one.
    cargo.current_dir(&folder).args(["build", "--release", "--target-dir"]).arg(&target);
    process::run(&mut cargo)?;
    Worker::start(&mut Command::new(target.join("release/stagepass-peers")))
}

/// Prints the table and judges ours.
///
/// # Errors
/// If our own side can't be measured. Without nginx it is said that nothing was.
pub(super) fn measure(verdict: &mut Verdict) -> Result<()> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    write_audio(&folder.path().join(FILE)).context("cannot write the audio")?;
    let nginx = match Nginx::of_folder(folder.path(), folder.path(), CONNECTIONS) {
        Ok(nginx) => nginx,
        Err(reason) => {
            verdict.not_run(WHAT, &format!("{reason:#}"));
            return Ok(());
        }
    };
    let node = Node::start(folder.path())?;
    let mut worker = rust_worker()?;
    let servers = [
        (node.service.id(), format!("{} {}", node.origin, node.target)),
        (nginx.pid(), format!("{} /{FILE}", nginx.address)),
    ];
    for (_, address) in &servers {
        worker.ask(&format!("ranges {address} {WARM_UP} 0"))?;
    }
    let mut rounds = [Vec::new(), Vec::new()];
    for round in 1..=ROUNDS {
        for ((pid, address), rounds) in servers.iter().zip(&mut rounds) {
            let before = cpu::taken_by(*pid)?;
            worker.ask(&format!("ranges {address} {REQUESTS} {round}"))?;
            rounds.push(cpu::taken_by(*pid)?.saturating_sub(before).as_secs_f64() * 1e6 / f64::from(REQUESTS));
        }
    }
    let [ours, theirs] = &rounds;
    let ratio = Spread::of_ratios(theirs, ours);
    let shown = |spread: Option<Spread>| spread.map(|spread| spread.to_string()).unwrap_or_default();
    println!(
        "\na range of 64 KiB: µs of the server's processor time, median of {ROUNDS} rounds of {REQUESTS} (least–greatest)\n"
    );
    println!("{:<34} {:<26} nginx ÷ it", "", "µs");
    println!("{:<34} {:<26} {}", "our node, one signed address", shown(Spread::of(ours)), shown(ratio));
    println!("{:<34} {}", "nginx, plain file", shown(Spread::of(theirs)));
    verdict.judge(WHAT, ratio, LIMIT);
    Ok(())
}

/// Blocks that begin with their own number, and are nothing that could be stored in less.
fn write_audio(file: &Path) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    let noise: Vec<u8> = (0..BLOCK - 8).map(|at| (at * at / 7).to_le_bytes()[0]).collect();
    for block in 0..BLOCKS {
        out.write_all(&block.to_be_bytes())?;
        out.write_all(&noise)?;
    }
    out.flush()
}

/// Our node, optimised, with one gated track.
struct Node {
    service: Service,
    /// Its IP address and port.
    origin: String,
    /// The signed path and query.
    target: String,
}

impl Node {
    fn start(folder: &Path) -> Result<Self> {
        let [program] = binaries::build([Binary::Backend], Profile::Release)?;
        let key = backend::generate_key(&program)?;
        let catalog = folder.join("catalog.json");
        let track = json!({ "trackId": TRACK, "cid": CID, "path": FILE, "duration": DURATION,
            "access_authorities": [key.address] });
        fs::write(&catalog, json!([track]).to_string()).context("cannot write the catalogue")?;

        let mut command = Command::new(&program);
        command.args(["node", "--dev", "--listen", "127.0.0.1:0", "--catalog"]).arg(&catalog);
        // As little as nginx without its access log.
        command.env("STAGEPASS_LOG", "warn");
        let (service, origin) = Service::start(&mut command, "listening on http://", PATIENCE)?;
        let target = sign(&program, &key.private_key, &[(CID, TRACK, 1)])?.pop().context("there is no signed URL")?;
        Ok(Self { service, origin: origin.trim().to_owned(), target })
    }
}
