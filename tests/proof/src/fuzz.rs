//! `cargo xtask fuzz`: the targets of `tests/fuzz` by libFuzzer, two side by side.
//!
//! # Design
//!
//! One program has all targets, so that the backend is linked once. A variable selects the target. Coverage comes from
//! rustc's own flags on stable Rust, and libFuzzer from a crate with its sources, so only a C++ compiler must be
//! installed. There is no sanitizer, because we have no unsafe code to check.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use stagepass_programs::{checkout, fuzz_seeds, process, tools};

/// As `cargo fuzz` has them: edges, comparisons, and a table of places.
const FLAGS: [&str; 8] = [
    "--cfg",
    "stagepass_fuzz",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
];

/// How long one input may take, in seconds: the service's timeout for the check of a file.
const TIMEOUT: u64 = 60;
/// How many run at once.
const AT_ONCE: usize = 2;
/// Targets in which running out of memory or time, or a panic in a dependency, is no finding. The service reads such
/// input in a separate process, which may end.
const MAY_END: [&str; 1] = ["audio"];
/// The log's text in these cases.
const RAN_OUT: [&str; 2] = ["memory allocation of", "libFuzzer: timeout"];

/// Fuzzes one target, or all. With a `seed`, libFuzzer takes the same random numbers as in the last run with it.
pub(crate) fn fuzz(only: Option<&str>, seconds: u64, seed: Option<u32>) -> Result<ExitCode> {
    let targets = fuzz_seeds::targets()?;
    let chosen: Vec<_> = targets.iter().filter(|name| only.is_none_or(|only| only == *name)).collect();
    if chosen.is_empty() {
        bail!("no such target: use one of {}", Vec::from_iter(targets).join(", "));
    }
    let program = build()?;
    let (waiting, outcomes) = (Mutex::new(chosen.into_iter()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(name) = waiting.lock().ok().and_then(|mut names| names.next()) {
                    let outcome = FuzzRun::new(name, &program, seconds).and_then(|run| run.run(seed));
                    let outcome =
                        outcome.unwrap_or_else(|error| Outcome { findings: 1, summary: format!("{error:#}") });
                    println!("{name:16} {}", outcome.summary);
                    if let Ok(mut outcomes) = outcomes.lock() {
                        outcomes.push(outcome.findings);
                    }
                }
            });
        }
    });
    process::not_stopped()?;
    let findings: u32 = outcomes.into_inner().unwrap_or_default().iter().sum();
    println!("{findings} findings");
    Ok(if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Builds the program with all targets.
fn build() -> Result<PathBuf> {
    if tools::on_path("c++").is_none() {
        tools::debian_packages(&["g++"]).context("libFuzzer needs a C++ compiler")?;
    }
    let (host, folder) = (tools::host()?, checkout::target_dir()?.join("fuzz"));
    let mut cargo = checkout::cargo();
    cargo.args(["build", "--locked", "--package", "stagepass-fuzz", "--profile", "fuzz"]);
    // With a target, the flags are not those of build scripts and macros, which have nothing to link coverage with.
    cargo.args(["--target", &host]).arg("--target-dir").arg(&folder);
    process::run(cargo.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f")))?;
    Ok(folder.join(host).join("fuzz/stagepass-fuzz"))
}

/// The result of a target.
struct Outcome {
    findings: u32,
    summary: String,
}

/// A target that is being fuzzed.
struct FuzzRun<'a> {
    name: &'a str,
    program: &'a Path,
    until: Instant,
    seeds: PathBuf,
    /// Inputs that reach more code, also of earlier runs.
    corpus: PathBuf,
    findings: PathBuf,
    log: PathBuf,
}

impl<'a> FuzzRun<'a> {
    fn new(name: &'a str, program: &'a Path, seconds: u64) -> Result<Self> {
        let folder = checkout::target_dir()?.join("fuzz");
        let (corpus, findings) = (folder.join("corpus").join(name), folder.join("findings").join(name));
        // libFuzzer reads folders with a file for each input. Those of earlier runs may be gone from the checkout.
        let (seeds, log) = (folder.join("seeds").join(name), folder.join(format!("{name}.log")));
        let _ = fs::remove_dir_all(&seeds);
        for folder in [&corpus, &findings, &seeds] {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        for (number, seed) in fuzz_seeds::read(name)?.iter().enumerate() {
            fs::write(seeds.join(number.to_string()), &seed.bytes).context("cannot write a seed")?;
        }
        Ok(Self { name, program, until: now() + Duration::from_secs(seconds), seeds, corpus, findings, log })
    }

    fn run(self, mut seed: Option<u32>) -> Result<Outcome> {
        let (mut executions, mut ended) = (0, 0);
        loop {
            let left = self.until.saturating_duration_since(now()).as_secs().max(1);
            let is_good = process::status(&mut self.command(left, seed)?)?.success();
            let log = fs::read(&self.log).map(|log| String::from_utf8_lossy(&log).into_owned()).unwrap_or_default();
            executions += executions_in(&log);
            let may_end = MAY_END.contains(&self.name) && ended_by_itself(&log);
            if !is_good && !may_end {
                return Ok(Outcome { findings: 1, summary: self.finding(&log) });
            }
            ended += u32::from(!is_good);
            // Without this, it would report the same finding again.
            seed = seed.map(|seed| seed.wrapping_add(1));
            if is_good || self.until <= now() {
                let summary = format!("{executions} executions, {ended} of them ended a decoder");
                return Ok(Outcome { findings: 0, summary });
            }
        }
    }

    fn command(&self, seconds: u64, seed: Option<u32>) -> Result<Command> {
        let log = File::create(&self.log).with_context(|| format!("cannot write {}", self.log.display()))?;
        let mut command = Command::new(self.program);
        command.env("STAGEPASS_FUZZ_TARGET", self.name).stdout(Stdio::null()).stderr(log);
        command.arg(format!("-max_total_time={seconds}")).arg(format!("-timeout={TIMEOUT}"));
        command.arg(format!("-artifact_prefix={}/", self.findings.display()));
        command.args(seed.map(|seed| format!("-seed={seed}")));
        command.args(["-print_final_stats=1", "-detect_leaks=0"]).arg(&self.corpus).arg(&self.seeds);
        Ok(command)
    }

    fn finding(&self, log: &str) -> String {
        let reasons =
            log.lines().filter(|line| ["panicked", "ERROR", RAN_OUT[0]].iter().any(|word| line.contains(word)));
        let reasons: Vec<&str> = reasons.take(5).collect();
        let written = log.lines().rev().find_map(|line| line.split_once("Test unit written to ")).map(|(_, file)| file);
        format!(
            "FOUND\n  {}\n  {}\n  Run it again: cargo run --package stagepass-fuzz -- {} FILE\n  Once it is fixed, add the input to tests/fuzz/seeds/{}, or as a line to its .txt file. Log: {}",
            reasons.join("\n  "),
            written.unwrap_or("no input was written"),
            self.name,
            self.name,
            self.log.display()
        )
    }
}

/// Whether it ran out of memory or time, or a decoder of others panicked.
fn ended_by_itself(log: &str) -> bool {
    let panicked = |line: &str| line.contains(" panicked at ") && line.contains("/symphonia-");
    log.lines().any(|line| RAN_OUT.iter().any(|words| line.contains(words)) || panicked(line))
}

/// How many inputs were run, as libFuzzer counts them in the end, or by the number that begins its last line.
fn executions_in(log: &str) -> u64 {
    let reported =
        |line: &str| line.strip_prefix("stat::number_of_executed_units:").and_then(|count| count.trim().parse().ok());
    let counted = |line: &str| line.strip_prefix('#')?.split_ascii_whitespace().next()?.parse().ok();
    log.lines().rev().find_map(|line| reported(line).or_else(|| counted(line))).unwrap_or(0)
}

#[expect(clippy::disallowed_methods, reason = "how long to fuzz is a person's time")]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_decoder_of_others_may_panic() {
        let panicked = |file: &str| {
            format!(
                "thread '<unnamed>' (7) panicked at {file}:92:47:\n  3: symphonia_core::x\n     at /c/symphonia-core-0.6.1/x.rs"
            )
        };
        assert!(ended_by_itself(&panicked("/c/symphonia-format-isomp4-0.6.1/src/atoms/trun.rs")));
        assert!(!ended_by_itself(&panicked("tests/backend/media/src/inspect.rs")));
        assert!(ended_by_itself("memory allocation of 9 bytes failed"));
    }

    #[test]
    fn executions_are_read_from_end_of_log() {
        assert_eq!(executions_in("#2\tINITED\n#100\tpulse\nstat::number_of_executed_units: 123\nstat::x: 1"), 123);
        assert_eq!(executions_in("INFO: x\n#2\tINITED\n#100\tREDUCE cov: 3\n==1== ERROR: libFuzzer"), 100);
        assert_eq!(executions_in("STAGEPASS_FUZZ_TARGET has to name a target"), 0);
    }
}
