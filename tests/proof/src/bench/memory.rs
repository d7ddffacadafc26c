//! The memory of a process, as Linux counts it (proc(5)).

use std::fmt;
use std::fs;

use anyhow::{Context as _, Result};

/// What a process has in memory, in MiB.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resident {
    pub(super) all: f64,
    /// Its own data.
    own: f64,
    /// Of its program and of other files, which the system can drop.
    of_files: f64,
}

impl Resident {
    /// # Errors
    /// As [`resident_of`].
    pub(super) fn of(pid: u32) -> Result<Self> {
        let [own, of_files] = ["RssAnon:", "RssFile:"].map(|name| figure(pid, name));
        Ok(Self { all: resident_of(pid)?, own: own?, of_files: of_files? })
    }
}

impl fmt::Display for Resident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { all, own, of_files } = self;
        write!(f, "{all:.1} MiB resident: {own:.1} of data, {of_files:.1} of the program and other files")
    }
}

/// MiB that a process has in memory.
///
/// # Errors
/// If there is no such process, or no `/proc`.
pub(super) fn resident_of(pid: u32) -> Result<f64> {
    figure(pid, "VmRSS:")
}

/// MiB that it had at most since it began, or since [`forget_peak`].
///
/// # Errors
/// As [`resident_of`].
pub(super) fn peak_of(pid: u32) -> Result<f64> {
    figure(pid, "VmHWM:")
}

/// Resets the peak.
///
/// # Errors
/// As [`resident_of`].
pub(super) fn forget_peak(pid: u32) -> Result<()> {
    fs::write(format!("/proc/{pid}/clear_refs"), "5").with_context(|| format!("process {pid} keeps its peak"))
}

fn figure(pid: u32, name: &str) -> Result<f64> {
    let status =
        fs::read_to_string(format!("/proc/{pid}/status")).with_context(|| format!("process {pid} has no figures"))?;
    read(&status, name).with_context(|| format!("it has no {name}"))
}

fn read(status: &str, name: &str) -> Option<f64> {
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    Some(value.trim().strip_suffix(" kB")?.parse::<f64>().ok()? / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_by_their_names() {
        let status = "Name:\tx\nVmHWM:\t    3072 kB\nVmRSS:\t    2048 kB\n";
        assert_eq!((read(status, "VmRSS:"), read(status, "VmHWM:")), (Some(2.0), Some(3.0)));
        assert_eq!(read("Name:\tx\n", "VmRSS:"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn peak_memory_can_be_read_and_reset() {
        let pid = std::process::id();
        assert!(peak_of(pid).unwrap() >= resident_of(pid).unwrap() - 1.0);
        forget_peak(pid).unwrap();
        assert!(peak_of(u32::MAX).is_err());
    }
}
