//! The processor time and the memory of a server, as Linux counts them (proc(5)).

use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};

/// The processor time of the process and its children, in user and kernel mode, including threads that have ended. The
/// resolution is a tick, 10 ms.
pub(super) fn processor_time(pid: u32) -> Result<Duration> {
    let own =
        fs::read_to_string(format!("/proc/{pid}/stat")).with_context(|| format!("process {pid} has no figures"))?;
    let (_, mut ticks) = parse_stat(&own).context("a line of /proc that has no figures")?;
    let others = fs::read_dir("/proc").context("cannot read /proc")?.flatten();
    for line in others.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok()) {
        ticks += parse_stat(&line).filter(|(parent, _)| *parent == pid).map_or(0, |(_, ticks)| ticks);
    }
    Ok(Duration::from_nanos(ticks * 1_000_000_000 / rustix::param::clock_ticks_per_second()))
}

/// The parent and the ticks in one line of `/proc/PID/stat`: `pid (name) state parent …`. The name may contain spaces
/// and brackets.
fn parse_stat(line: &str) -> Option<(u32, u64)> {
    let fields: Vec<&str> = line.rsplit_once(") ")?.1.split(' ').collect();
    let [_state, parent, _, _, _, _, _, _, _, _, _, user, system, ..] = *fields else { return None };
    Some((parent.parse().ok()?, user.parse::<u64>().ok()? + system.parse::<u64>().ok()?))
}

/// MiB that a process has in memory.
pub(super) fn memory(pid: u32) -> Result<f64> {
    status(pid, "VmRSS:")
}

/// MiB that it had at most since it began.
pub(super) fn peak_memory(pid: u32) -> Result<f64> {
    status(pid, "VmHWM:")
}

fn status(pid: u32, name: &str) -> Result<f64> {
    let status =
        fs::read_to_string(format!("/proc/{pid}/status")).with_context(|| format!("process {pid} has no figures"))?;
    let value = status.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB"));
    let kilobytes = value.and_then(|value| value.parse::<f64>().ok());
    Ok(kilobytes.with_context(|| format!("process {pid} has no {name}"))? / 1024.0)
}
