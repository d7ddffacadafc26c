//! The processor time that a server has taken, as Linux counts it.

use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};

/// The CPU time of the process and its children, in user and kernel mode, including threads that have ended. The
/// resolution is a tick, 10 ms.
///
/// # Errors
/// If there is no such process, or no `/proc`.
pub(super) fn taken_by(pid: u32) -> Result<Duration> {
    let own =
        fs::read_to_string(format!("/proc/{pid}/stat")).with_context(|| format!("process {pid} has no figures"))?;
    let mut ticks = parse_stat(&own).context("a line of /proc that has no figures")?.ticks;
    let others = fs::read_dir("/proc").context("cannot read /proc")?.flatten();
    for line in others.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok()) {
        ticks += parse_stat(&line).filter(|stat| stat.parent == pid).map_or(0, |child| child.ticks);
    }
    let a_second = rustix::param::clock_ticks_per_second();
    Ok(Duration::from_nanos(ticks * 1_000_000_000 / a_second))
}

#[derive(Debug, PartialEq, Eq)]
struct Stat {
    parent: u32,
    ticks: u64,
}

/// One line of `/proc/PID/stat`: `pid (name) state parent …`. The name may contain spaces and brackets. Reads fields 14
/// and 15 (proc(5)).
fn parse_stat(line: &str) -> Option<Stat> {
    let fields: Vec<&str> = line.rsplit_once(") ")?.1.split(' ').collect();
    let [_state, parent, _, _, _, _, _, _, _, _, _, user, system, ..] = *fields else { return None };
    Some(Stat { parent: parent.parse().ok()?, ticks: user.parse::<u64>().ok()? + system.parse::<u64>().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_fields_are_read_whatever_the_name() {
        let line = "7 (a) b) S 3 7 7 0 -1 4194560 150 0 0 0 30 12 99 99 20 0 1 0 300 1 2";
        assert_eq!(parse_stat(line), Some(Stat { parent: 3, ticks: 42 }));
        assert_eq!(parse_stat("7 (a) S 3 7"), None);
        assert_eq!(parse_stat(""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn cpu_time_is_available_only_for_existing_process() {
        assert!(taken_by(std::process::id()).is_ok());
        assert!(taken_by(u32::MAX).is_err());
    }
}
