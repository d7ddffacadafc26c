//! Five hundred listeners at one node, each with its own signed URL, beside nginx without any access check, and beside
//! a node that lets nginx send the audio. Also whether they notice other listeners who read from a cold disk.
//!
//! # Design
//!
//! There are two kinds of load. *At full speed* each listener sends a request as soon as it has a response. This
//! measures the node's throughput and the CPU time for a range. *As they play* each listener requests 64 KiB as often
//! as a WAV file of two channels needs. This is the real load of 500 listeners, so the latency is measured here. The
//! effect of a cold disk is measured here too: other clients read from it, at our node and at nginx.

mod setup;

use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::cpu;
use super::figures::{Limit, ROUNDS, Spread, Verdict};
use super::memory::{forget_peak, peak_of};
use super::worker::Worker;
use crate::load::streams::{Figures, RangeFigures};
use crate::nginx::Nginx;
use setup::StreamSetup;

/// How long the listeners ask each server at full speed, all rounds together.
pub(super) const SECONDS: u64 = 60;
const LISTENERS: u32 = 500;
/// Larger ranges, in blocks of 64 KiB: 1 MiB, and a whole file, which browsers request. By fewer listeners, because the
/// last answer of each has to arrive.
const LARGER: [(&str, u32); 2] = [("1 MiB", 16), ("the whole file of 20 MiB", 320)];
const LARGER_LISTENERS: u32 = 32;
const LARGER_MILLISECONDS: u64 = 1_500;
/// From one range to the next, in milliseconds: 64 KiB of 44,100 samples of two channels and two bytes.
const PLAYING: u32 = 371;
/// Readers beside them, which read a range every 50 ms each: together nearly as many a second as the listeners.
const READERS: u32 = 64;
const READING: u32 = 50;
/// The length of each round with readers.
const MILLISECONDS: u64 = 6_000;
const WARM_UP: u64 = 2_000;
/// The connections of both at once.
const CONNECTIONS: u32 = LISTENERS + READERS;

const MEMORY: f64 = 100.0;
/// The limit for the listeners' p99 while other clients read from a cold disk: our node's ÷ nginx's.
const COLD: Limit = Limit::AtMost(1.5);

/// The requests to a server in one run.
struct Load {
    milliseconds: u64,
    listeners: u32,
    gap: u32,
    /// The blocks of a range.
    span: u32,
    beside: &'static str,
}

impl Load {
    /// Ranges of one block, by all listeners.
    fn of_blocks(milliseconds: u64, gap: u32, beside: &'static str) -> Self {
        Self { milliseconds, listeners: LISTENERS, gap, span: 1, beside }
    }
}

/// Prints the tables and judges ours.
///
/// # Errors
/// If our own side can't be measured. Without nginx it is said that the comparison was not.
pub(super) fn measure(seconds: u64, verdict: &mut Verdict) -> Result<()> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let setup = StreamSetup::start(folder.path(), LISTENERS, READERS)?;
    let nginx = Nginx::of_folder(folder.path(), folder.path(), CONNECTIONS);
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let behind_nginx = nginx.as_ref().ok().map(|_| setup.behind_nginx(scratch.path())).transpose()?;
    let scene = folder.path().join("setup.json");
    let address = nginx.as_ref().ok().map(|nginx| nginx.address);
    let clients = setup.client_setup(address, behind_nginx.as_ref().map(|both| both.nginx.address));
    fs::write(&scene, serde_json::to_string(&clients)?).context("cannot write the scene")?;
    let mut worker = Worker::of_load("streams", [&scene])?;

    let mut servers = vec![Server::new("node", [setup.node.id()])];
    match &nginx {
        Ok(nginx) => servers.push(Server::new("nginx", [nginx.pid()])),
        Err(reason) => verdict.not_run("processor time a range, nginx ÷ ours", &format!("{reason:#}")),
    }
    servers.extend(behind_nginx.as_ref().map(|both| Server::new("accel", [both.nginx.pid(), both.node.id()])));
    for server in &mut servers {
        server.run(&mut worker, &Load::of_blocks(WARM_UP, 0, "none"))?;
        server.pids.iter().try_for_each(|pid| forget_peak(*pid))?;
    }
    at_full_speed(&mut servers, &mut worker, seconds, verdict)?;
    larger_ranges(&servers, &mut worker, verdict)?;
    beside_a_cold_disk(&setup, &servers, &mut worker, verdict)?;
    verdict.at_most("MiB of memory, at most", peak_of(setup.node.id())?, MEMORY);
    Ok(())
}

fn at_full_speed(servers: &mut [Server], worker: &mut Worker, seconds: u64, verdict: &mut Verdict) -> Result<()> {
    let load = Load::of_blocks(seconds * 1_000 / ROUNDS as u64, 0, "none");
    for _ in 0..ROUNDS {
        for server in &mut *servers {
            let run = server.run(worker, &load)?;
            server.runs.push(run);
        }
    }
    println!(
        "\n{LISTENERS} listeners at once at full speed, {ROUNDS} rounds of {} s: ranges of 64 KiB, median (least–greatest)\n",
        load.milliseconds / 1_000
    );
    println!(
        "{:<8} {:<26} {:<20} {:<20} {:<20} {:<22} MiB",
        "", "a second", "p50, ms", "p99, ms", "longest, ms", "µs of processor"
    );
    for server in &*servers {
        let [rate, half, most, longest, cpu] = server.columns();
        println!("{:<8} {rate:<26} {half:<20} {most:<20} {longest:<20} {cpu:<22} {:.1}", server.name, server.peak()?);
    }
    println!("\naccel: a node behind nginx, which sends the audio; processor time and memory of both");
    let [ours, rest @ ..] = servers else { return Ok(()) };
    let (count, failures) = ours.runs.iter().fold((0, 0), |(count, failures), run| {
        (count + run.figures.listeners.count, failures + run.figures.listeners.failures)
    });
    println!("\nof {count} ranges of ours, {failures} failed{}", ours.first_wrong());
    #[expect(clippy::cast_precision_loss, reason = "it is to be 0")]
    verdict.at_most("ranges that failed", failures as f64, 0.0);
    if let [nginx, accel] = rest {
        let ratio = Spread::of_ratios(&nginx.cpu(), &accel.cpu());
        println!("processor time a range, nginx ÷ nginx and the node behind it: {}", shown(ratio));
    }
    if let [theirs, ..] = rest {
        let [theirs, ours] = [theirs.cpu(), ours.cpu()];
        verdict.judge("processor time a range, nginx ÷ ours", Spread::of_ratios(&theirs, &ours), Limit::AtLeast(0.65));
    }
    Ok(())
}

/// The processor time of larger ranges. Access is decided once for each, so it costs less of them.
fn larger_ranges(servers: &[Server], worker: &mut Worker, verdict: &mut Verdict) -> Result<()> {
    println!("\n{LARGER_LISTENERS} listeners at full speed, larger ranges: µs of processor, and nginx ÷ it\n");
    let mut failures = 0;
    for (name, span) in LARGER {
        let load =
            Load { milliseconds: LARGER_MILLISECONDS, listeners: LARGER_LISTENERS, gap: 0, span, beside: "none" };
        let mut rounds: Vec<Vec<f64>> = servers.iter().map(|_| Vec::new()).collect();
        for _ in 0..ROUNDS {
            for (server, rounds) in servers.iter().zip(&mut rounds) {
                let run = server.run(worker, &load)?;
                failures += run.figures.listeners.failures;
                rounds.push(run.cpu);
            }
        }
        for (server, taken) in servers.iter().zip(&rounds) {
            let ratio = rounds.get(1).and_then(|nginx| Spread::of_ratios(nginx, taken));
            println!("{name:<26} {:<8} {:<32} {}", server.name, shown(Spread::of(taken)), shown(ratio));
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "it is to be 0")]
    verdict.at_most("larger ranges that failed", failures as f64, 0.0);
    Ok(())
}

/// Measures how much other clients delay the listeners at playback speed. A cold disk delays everything on a machine,
/// some disks more than others. So our node is compared with nginx, whose only process waits for the disk.
fn beside_a_cold_disk(
    setup: &StreamSetup,
    servers: &[Server],
    worker: &mut Worker,
    verdict: &mut Verdict,
) -> Result<()> {
    let [ours, others @ ..] = servers else { return Ok(()) };
    let mut cases = vec![
        PlaybackCase::new("no other client", ours, "none"),
        PlaybackCase::new("clients that read from memory", ours, "warm"),
        PlaybackCase::new("clients that read from the cold disk", ours, "cold"),
    ];
    cases.extend(others.first().map(|nginx| PlaybackCase::new("the same, at nginx", nginx, "cold")));
    for _ in 0..ROUNDS {
        for case in &mut cases {
            setup.make_cold()?;
            case.runs.push(case.server.run(worker, &Load::of_blocks(MILLISECONDS, PLAYING, case.beside))?);
        }
    }
    println!(
        "\n{LISTENERS} listeners as they play, {ROUNDS} rounds of {} s; and {READERS} others:\n",
        MILLISECONDS / 1_000
    );
    println!("{:<44} {:<20} {:<20} {:<22} the others' p99, ms", "beside them", "p50, ms", "p99, ms", "longest, ms");
    for PlaybackCase { name, runs, .. } in &cases {
        let of =
            |time: usize| spread(runs, |run| run.figures.listeners.milliseconds.get(time).copied().unwrap_or_default());
        let others = spread(runs, |run| run.figures.beside.milliseconds.get(1).copied().unwrap_or_default());
        let [half, most, longest, others] = [of(0), of(1), of(2), others].map(shown);
        println!("{name:<44} {half:<20} {most:<20} {longest:<22} {others}");
    }
    let runs_of_ours = cases.iter().filter(|case| case.server.name == ours.name).flat_map(|case| &case.runs);
    let failures: u64 = runs_of_ours.map(|run| run.figures.listeners.failures + run.figures.beside.failures).sum();
    #[expect(clippy::cast_precision_loss, reason = "it is to be 0")]
    verdict.at_most("ranges that failed as they play", failures as f64, 0.0);
    let name = "the listeners' p99 beside a cold disk, ours ÷ nginx's";
    if let [_, _, cold, nginx] = cases.as_slice() {
        verdict.judge(name, Spread::of_ratios(&cold.p99s(), &nginx.p99s()), COLD);
    } else {
        verdict.not_run(name, "there is no nginx");
    }
    Ok(())
}

/// A server, and which other clients it has besides the listeners.
struct PlaybackCase<'a> {
    name: &'static str,
    server: &'a Server,
    beside: &'static str,
    runs: Vec<Run>,
}

impl<'a> PlaybackCase<'a> {
    fn new(name: &'static str, server: &'a Server, beside: &'static str) -> Self {
        Self { name, server, beside, runs: Vec::new() }
    }

    /// The 99th percentile of the listeners in each round, in milliseconds.
    fn p99s(&self) -> Vec<f64> {
        self.runs.iter().map(|run| p99(&run.figures.listeners)).collect()
    }
}

/// A server, and what came out.
struct Server {
    name: &'static str,
    /// Its processes.
    pids: Vec<u32>,
    runs: Vec<Run>,
}

struct Run {
    figures: Figures,
    /// µs of the server's processor time a range.
    cpu: f64,
}

impl Server {
    fn new<const COUNT: usize>(name: &'static str, pids: [u32; COUNT]) -> Self {
        Self { name, pids: pids.to_vec(), runs: Vec::new() }
    }

    fn peak(&self) -> Result<f64> {
        self.pids.iter().map(|pid| peak_of(*pid)).sum()
    }

    fn processor_time(&self) -> Result<Duration> {
        self.pids.iter().map(|pid| cpu::taken_by(*pid)).sum()
    }

    fn run(&self, worker: &mut Worker, load: &Load) -> Result<Run> {
        let before = self.processor_time()?;
        let Load { milliseconds, listeners, gap, span, beside } = load;
        let scenario = format!("{} {milliseconds} {listeners} {gap} {span} {beside} {READERS} {READING}", self.name);
        let figures: Figures = serde_json::from_str(&worker.ask(&scenario)?).context("no figures")?;
        let taken = self.processor_time()?.saturating_sub(before).as_secs_f64() * 1e6;
        let count = count(&figures.listeners) + count(&figures.beside);
        Ok(Run { cpu: taken / count.max(1.0), figures })
    }

    fn cpu(&self) -> Vec<f64> {
        self.runs.iter().map(|run| run.cpu).collect()
    }

    /// As they are printed.
    fn columns(&self) -> [String; 5] {
        let time = |time: usize| {
            spread(&self.runs, |run| run.figures.listeners.milliseconds.get(time).copied().unwrap_or_default())
        };
        let rate = spread(&self.runs, |run| count(&run.figures.listeners) / run.figures.elapsed);
        [rate, time(0), time(1), time(2), Spread::of(&self.cpu())].map(shown)
    }

    fn first_wrong(&self) -> String {
        let wrong = self.runs.iter().find_map(|run| run.figures.wrong.as_deref());
        wrong.map(|wrong| format!(", the first by: {wrong}")).unwrap_or_default()
    }
}

fn spread(runs: &[Run], figure: impl Fn(&Run) -> f64) -> Option<Spread> {
    Spread::of(&runs.iter().map(figure).collect::<Vec<_>>())
}

fn shown(spread: Option<Spread>) -> String {
    spread.map(|spread| spread.to_string()).unwrap_or_default()
}

fn p99(share: &RangeFigures) -> f64 {
    share.milliseconds.get(1).copied().unwrap_or_default()
}

#[expect(clippy::cast_precision_loss, reason = "they are some millions")]
fn count(share: &RangeFigures) -> f64 {
    share.count as f64
}
