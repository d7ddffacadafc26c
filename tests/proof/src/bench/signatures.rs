//! The time to sign and to verify: ours, the limit, and others.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use stagepass_programs::{checkout, interop, process, tools};

use super::figures::{Limit, ROUNDS, Spread, Verdict, shown};

/// How often each is timed in a round. The median of these is the round's figure.
const SLICES: usize = 25;
/// The approximate length of one timing, in nanoseconds: longer than the clock's resolution, shorter than a time slice
/// of the scheduler.
const SLICE: f64 = 8e6;
/// Operations before the first timing: enough for a compiler that watches the program run.
const WARM_UP: u32 = 200;

const LIMITS: [(&str, Limit); 2] = [("verify", Limit::AtMost(1.10)), ("sign", Limit::AtMost(1.35))];
const OURS: &str = "ours";
const RAW: &str = "raw";

struct Contender {
    name: &'static str,
    what: &'static str,
    /// Which of the workers has it.
    worker: usize,
}

const CONTENDERS: [Contender; 5] = [
    Contender { name: OURS, what: "stagepass-gate", worker: 0 },
    Contender { name: RAW, what: "libsecp256k1 alone, context kept", worker: 0 },
    Contender { name: "ethers", what: "ethers", worker: 1 },
    Contender { name: "noble", what: "@noble/curves", worker: 1 },
    Contender { name: "eth-account", what: "eth-account (coincurve)", worker: 2 },
];

/// Prints the table of both operations and judges ours.
pub(super) fn measure(verdict: &mut Verdict) -> Result<()> {
    let mut comparison = Comparison::start(verdict)?;
    comparison.compare()?;
    for (operation, limit) in LIMITS {
        let rounds = comparison.rounds(operation)?;
        show(operation, &rounds);
        let ratio = of(&rounds, OURS).zip(of(&rounds, RAW)).and_then(|(ours, raw)| Spread::of_ratios(ours, raw));
        verdict.judge(&format!("{operation}, ours ÷ raw"), ratio, limit);
    }
    Ok(())
}

/// Each contender's figures, one a round.
type Rounds = [(&'static Contender, Vec<f64>)];

fn of<'a>(rounds: &'a Rounds, name: &str) -> Option<&'a [f64]> {
    rounds.iter().find(|(contender, _)| contender.name == name).map(|(_, figures)| figures.as_slice())
}

/// The contenders.
struct Comparison {
    workers: [Option<Worker>; 3],
    contenders: Vec<&'static Contender>,
}

impl Comparison {
    fn start(verdict: &mut Verdict) -> Result<Self> {
        let workers = [
            Some(rust()?),
            started(verdict, "ethers and @noble/curves", ethers),
            started(verdict, "eth-account", eth_account),
        ];
        let takes_part = |contender: &&Contender| workers.get(contender.worker).is_some_and(Option::is_some);
        let contenders = CONTENDERS.iter().filter(takes_part).collect();
        Ok(Self { workers, contenders })
    }

    fn worker(&mut self, contender: &Contender) -> Result<&mut Worker> {
        self.workers.get_mut(contender.worker).and_then(Option::as_mut).context("it was not started")
    }

    fn compare(&mut self) -> Result<()> {
        let mut first: Option<(&str, String)> = None;
        for contender in self.contenders.clone() {
            let made = self.worker(contender)?.ask(&format!("signatures {}", contender.name))?;
            match &first {
                None => first = Some((contender.name, made)),
                Some((_, same)) if *same == made => {}
                Some((name, other)) => bail!("{name} and {} sign differently:\n{other}\n{made}", contender.name),
            }
        }
        Ok(())
    }

    /// Nanoseconds that one operation takes.
    fn time(&mut self, operation: &str, contender: &Contender, count: u32) -> Result<f64> {
        let taken = self.worker(contender)?.time(&format!("{operation} {} {count}", contender.name))?;
        Ok(taken / f64::from(count))
    }

    /// Microseconds that one operation takes each of them.
    fn rounds(&mut self, operation: &str) -> Result<Vec<(&'static Contender, Vec<f64>)>> {
        let contenders = self.contenders.clone();
        let mut counts = Vec::new();
        for contender in &contenders {
            self.time(operation, contender, WARM_UP)?;
            counts.push(count_in_slice(self.time(operation, contender, WARM_UP)?));
        }
        let mut rounds: Vec<_> = contenders.into_iter().map(|contender| (contender, Vec::new())).collect();
        for _ in 0..ROUNDS {
            let mut slices = vec![Vec::new(); rounds.len()];
            for _ in 0..SLICES {
                for (((contender, _), count), slices) in rounds.iter().zip(&counts).zip(&mut slices) {
                    slices.push(self.time(operation, contender, *count)? / 1000.0);
                }
            }
            for ((_, figures), slices) in rounds.iter_mut().zip(&slices) {
                figures.push(Spread::of(slices).context("no figures")?.median);
            }
        }
        Ok(rounds)
    }
}

fn started(verdict: &mut Verdict, what: &str, start: impl FnOnce() -> Result<Worker>) -> Option<Worker> {
    start().map_err(|reason| verdict.not_run(what, &format!("{reason:#}"))).ok()
}

/// Builds our own side and starts it.
fn rust() -> Result<Worker> {
    let folder = checkout::root().join("tests/proof/peers");
    let target = checkout::target_dir()?.join("peers");
    let mut cargo = checkout::cargo();
    // Not `--locked`: what the gate depends on is in another lock file, which changes without this one.
    cargo.current_dir(&folder).args(["build", "--release", "--target-dir"]).arg(&target);
    process::run(&mut cargo)?;
    Worker::start(&mut Command::new(target.join("release/stagepass-peers")))
}

fn ethers() -> Result<Worker> {
    tools::npm_packages(&interop::folder())?;
    Worker::start(checkout::node(&interop::folder()).arg("bench.mjs"))
}

fn eth_account() -> Result<Worker> {
    Worker::start(Command::new(interop::python()?).current_dir(interop::folder()).args(["-B", "bench.py"]))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 100,000")]
fn count_in_slice(nanoseconds_each: f64) -> u32 {
    (SLICE / nanoseconds_each).clamp(1.0, 1e5) as u32
}

fn show(operation: &str, rounds: &Rounds) {
    println!("\n{operation}: µs of processor time, median of {ROUNDS} rounds (least–greatest)\n");
    println!("{:<34} {:<26} ÷ raw", "", "µs");
    for (contender, figures) in rounds {
        let ratio = of(rounds, RAW).and_then(|raw| Spread::of_ratios(figures, raw));
        println!("{:<34} {:<26} {}", contender.what, shown(Spread::of(figures)), shown(ratio));
    }
}

/// A program that takes figures when it is asked to: it answers a line on its standard input by a line on its standard
/// output. It ends when dropped.
struct Worker {
    name: String,
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Worker {
    fn start(command: &mut Command) -> Result<Self> {
        process::not_stopped()?;
        let name = process::shown(command);
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.with_context(|| format!("cannot start `{name}`"))?;
        let requests = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().context("its output is not ours")?);
        Ok(Self { name, child, requests, answers })
    }

    fn ask(&mut self, request: &str) -> Result<String> {
        process::not_stopped()?;
        let failed = || format!("`{}` could not do {request:?}; see above", self.name);
        let mut requests = self.requests.as_ref().context("it takes no more requests")?;
        writeln!(requests, "{request}").with_context(failed)?;
        let mut answer = String::new();
        if self.answers.read_line(&mut answer).with_context(failed)? == 0 {
            bail!(failed());
        }
        Ok(answer.trim_end().to_owned())
    }

    /// Asks for nanoseconds.
    fn time(&mut self, request: &str) -> Result<f64> {
        let answer = self.ask(request)?;
        answer.parse().with_context(|| format!("`{}` answered {request:?} by {answer:?}, which is no time", self.name))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The end of its input is its end.
        self.requests = None;
        let _ = self.child.wait();
    }
}
