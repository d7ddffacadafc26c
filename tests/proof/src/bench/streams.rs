//! Five hundred listeners at one node, each with its own signed URL, beside nginx without any access check. Also
//! whether they notice other listeners who read from a cold disk.
//!
//! # Design
//!
//! There are two kinds of load. *At full speed* each listener sends a request as soon as it has a response. This
//! measures the node's throughput and the CPU time for a range. *As they play* each listener requests 64 KiB as often
//! as a WAV file of two channels needs. This is the real load of 500 listeners, so the latency is measured here. The
//! effect of a cold disk is measured here too: other clients read from it, at our node and at nginx.

mod tracks;

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use stagepass_programs::backend;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process::Service;
use tokio::runtime::Runtime;

use self::tracks::{BLOCKS, COLD_BLOCKS, LISTENERS, READERS, Tracks};
use super::figures::{Limit, ROUNDS, Spread, Verdict, shown};
use super::server_process::{peak_memory, processor_time};
use crate::installation::start_at_any_port;
use crate::load::streams::{Group, RangeFigures, listen};
use crate::nginx::Nginx;

/// From one range to the next: 64 KiB of 44,100 samples of two channels and two bytes.
const PLAYING: Duration = Duration::from_millis(371);
/// From one range of a reader to the next: together nearly as many a second as the listeners.
const READING: Duration = Duration::from_millis(50);
/// The length of each round as they play.
const ROUND: Duration = Duration::from_secs(6);
const WARM_UP: Duration = Duration::from_secs(2);
/// The connections of both at once.
const CONNECTIONS: u32 = 564;

/// Our node, and nginx if there is one.
const NODE: usize = 0;
const NGINX: usize = 1;

/// Who else uses a server, besides the listeners.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    None,
    WarmReaders,
    ColdReaders,
}

/// What is measured at a server, and a result for each round.
struct Case {
    name: &'static str,
    server: usize,
    time: Duration,
    gap: Duration,
    beside: Beside,
    runs: Vec<Run>,
}

/// The results of a round.
struct Run {
    listeners: RangeFigures,
    beside: RangeFigures,
    elapsed: Duration,
    /// µs of the server's processor time a range.
    cpu: f64,
}

/// Prints the table and judges ours. A cold disk delays everything on a machine, some disks more than others. So our
/// node is compared with nginx, whose only process waits for the disk.
pub(super) fn measure(seconds: u64, verdict: &mut Verdict) -> Result<()> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("there is no runtime")?;
    let tracks = Tracks::write(folder.path())?;
    let (_node, ours) = start_node(folder.path(), &tracks)?;
    let mut servers = vec![ours];
    let nginx = Nginx::start(folder.path(), CONNECTIONS);
    match &nginx {
        Ok(nginx) => servers.push(Server { pid: nginx.pid(), address: nginx.address, targets: tracks.paths() }),
        Err(reason) => println!("nginx is not measured: {reason:#}"),
    }
    // More connections than a shell lets a program have.
    let maximum = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).context("cannot open more connections")?;
    let full_speed = Duration::from_secs(seconds) / u32::try_from(ROUNDS)?;
    let mut cases = [
        ("full speed, our node", NODE, full_speed, Duration::ZERO, Beside::None),
        ("full speed, nginx", NGINX, full_speed, Duration::ZERO, Beside::None),
        ("as they play, no other client", NODE, ROUND, PLAYING, Beside::None),
        ("beside clients that read from memory", NODE, ROUND, PLAYING, Beside::WarmReaders),
        ("beside clients that read from the cold disk", NODE, ROUND, PLAYING, Beside::ColdReaders),
        ("the same, at nginx", NGINX, ROUND, PLAYING, Beside::ColdReaders),
    ]
    .map(|(name, server, time, gap, beside)| Case { name, server, time, gap, beside, runs: Vec::new() });
    for server in &servers {
        server.run(&runtime, (WARM_UP, Duration::ZERO), Beside::None)?;
    }
    for _ in 0..ROUNDS {
        for Case { server, time, gap, beside, runs, .. } in &mut cases {
            let Some(server) = servers.get(*server) else { continue };
            tracks.make_cold()?;
            runs.push(server.run(&runtime, (*time, *gap), *beside)?);
        }
    }
    print(&cases);
    let [ours, reference, _, _, cold, cold_at_nginx] = &cases;
    let (mut failures, mut wrong) = (0, None);
    for run in cases.iter().filter(|case| case.server == NODE).flat_map(|case| &case.runs) {
        failures += run.listeners.failures + run.beside.failures;
        wrong = wrong.or(run.listeners.wrong.as_ref()).or(run.beside.wrong.as_ref());
    }
    println!("of our node's ranges, {failures} failed{}", wrong.map(|wrong| format!(": {wrong}")).unwrap_or_default());
    verdict.at_most("ranges that failed", f64::from(failures), 0.0);
    let ratio = |one: &Case, other: &Case, figure: fn(&Run) -> f64| {
        let [one, other] = [one, other].map(|case| case.runs.iter().map(figure).collect::<Vec<_>>());
        Spread::of_ratios(&one, &other)
    };
    let cpu = ratio(reference, ours, |run| run.cpu);
    verdict.judge("processor time a range, nginx ÷ ours", cpu, Limit::AtLeast(0.65));
    let p99 = ratio(cold, cold_at_nginx, |run| run.listeners.p99);
    verdict.judge("the listeners' p99 beside a cold disk, ours ÷ nginx's", p99, Limit::AtMost(1.5));
    for (server, name) in servers.iter().zip(["our node", "nginx"]) {
        println!("{name}: at most {:.1} MiB", peak_memory(server.pid)?);
    }
    verdict.at_most("MiB of memory, at most", servers.first().map_or(Ok(0.0), |ours| peak_memory(ours.pid))?, 100.0);
    Ok(())
}

fn print(cases: &[Case]) {
    println!("\n{LISTENERS} listeners, {ROUNDS} rounds: ranges of 64 KiB, median (least–greatest), times in ms\n");
    println!(
        "{:<44} {:<28} {:<20} {:<20} {:<22} {:<22} {READERS} others' p99",
        "", "a second", "p50", "p99", "longest", "µs of processor"
    );
    for Case { name, runs, .. } in cases {
        let spread = |figure: fn(&Run) -> f64| shown(Spread::of(&runs.iter().map(figure).collect::<Vec<_>>()));
        let rate = spread(|run| f64::from(run.listeners.count) / run.elapsed.as_secs_f64());
        let [p50, p99] = [spread(|run| run.listeners.p50), spread(|run| run.listeners.p99)];
        let [longest, cpu] = [spread(|run| run.listeners.longest), spread(|run| run.cpu)];
        println!("{name:<44} {rate:<28} {p50:<20} {p99:<20} {longest:<22} {cpu:<22} {}", spread(|run| run.beside.p99));
    }
}

/// Starts a node with a catalogue of the tracks, and signs a URL for each listener and each reader.
fn start_node(folder: &Path, tracks: &Tracks) -> Result<(Service, Server)> {
    let [program] = binaries::build([Binary::Backend], Profile::Release)?;
    let key = backend::generate_key(&program)?;
    let catalog = folder.join("catalog.json");
    fs::write(&catalog, json!(tracks.catalog(&key.address)).to_string()).context("cannot write the catalogue")?;
    let mut command = Command::new(&program);
    command.args(["node", "--dev", "--listen", "127.0.0.1:0", "--catalog"]).arg(&catalog);
    // As little as nginx without its access log.
    command.env("STAGEPASS_LOG", "warn");
    let (node, address) = start_at_any_port(&mut command)?;
    let server = Server { pid: node.id(), address, targets: tracks.sign(&program, &key.private_key)? };
    Ok((node, server))
}

/// A server, and the paths that are requested there: by listeners, and by readers of cold files.
struct Server {
    pid: u32,
    address: SocketAddr,
    targets: [Vec<String>; 2],
}

impl Server {
    fn run(&self, runtime: &Runtime, (time, gap): (Duration, Duration), beside: Beside) -> Result<Run> {
        let (address, [warm, cold]) = (self.address, &self.targets);
        let (targets, blocks) = if beside == Beside::ColdReaders { (cold, COLD_BLOCKS) } else { (warm, BLOCKS) };
        let count = if beside == Beside::None { 0 } else { READERS };
        let before = processor_time(self.pid)?;
        let groups = [
            Group { address, targets: warm, blocks: BLOCKS, count: LISTENERS, gap, strides: false },
            Group { address, targets, blocks, count, gap: READING, strides: true },
        ];
        let outcome = runtime.block_on(listen(groups, time));
        let ([listeners, beside], elapsed) = outcome.map_err(|what| anyhow!(what))?;
        let taken = processor_time(self.pid)?.saturating_sub(before).as_secs_f64() * 1e6;
        let count = f64::from(listeners.count + beside.count).max(1.0);
        Ok(Run { listeners, beside, elapsed, cpu: taken / count })
    }
}
