//! libFuzzer's end: which target runs, and how much memory it may take.

use std::fs;
use std::process::exit;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use rustix::process::{Resource, Rlimit, setrlimit};
use stagepass_fuzz::{Target, target};

/// Names the target.
const TARGET: &str = "STAGEPASS_FUZZ_TARGET";
/// The memory that libFuzzer itself may use, in bytes, for its corpus and tables.
const OWN_MEMORY: u64 = 256 << 20;

static CHOSEN: OnceLock<&Target> = OnceLock::new();

fuzz_target!(init: start(), |bytes: &[u8]| {
    if let Some(target) = CHOSEN.get() {
        (target.run)(bytes);
    }
});

fn start() {
    let Some(chosen) = std::env::var(TARGET).ok().and_then(|name| target(&name)) else {
        eprintln!("{TARGET} has to name a target");
        exit(2)
    };
    // Memory that is allocated once does not count for the first input.
    (chosen.run)(b"");
    limit_memory(chosen.memory);
    CHOSEN.get_or_init(|| chosen);
}

/// Limits the process to `bytes` more than it has now, and to what libFuzzer needs. An allocation beyond that aborts
/// it.
fn limit_memory(bytes: u64) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let data = status.lines().find_map(|line| line.strip_prefix("VmData:")?.trim().strip_suffix(" kB")?.parse().ok());
    let limit = Some(data.map_or(0, |kib: u64| kib * 1024) + OWN_MEMORY + bytes);
    if let Err(error) = setrlimit(Resource::Data, Rlimit { current: limit, maximum: limit }) {
        eprintln!("memory cannot be limited: {error}");
        exit(2)
    }
}
