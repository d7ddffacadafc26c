//! Every process below this one.

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, getpid, kill_process};

/// Polled, since nothing can wait for a process that is not a child.
const POLL: Duration = Duration::from_millis(25);
const POLLS: u32 = 160;

/// Asks every descendant to end, and kills those that have not within four seconds.
pub(super) fn end_all() {
    end_each(living);
}

/// The same for this child and every process below it.
pub(super) fn end(pid: Pid) {
    let pid = pid.as_raw_nonzero().get();
    end_each(|| {
        let processes = processes();
        let is_there = processes.iter().any(|process| process.pid == pid);
        let itself = is_there.then_some(pid);
        below(pid, &processes).into_iter().chain(itself).collect()
    });
}

fn end_each(living: impl Fn() -> Vec<i32>) {
    let mut signalled = Vec::new();
    for _ in 0..POLLS {
        let living = living();
        if living.is_empty() {
            return;
        }
        for pid in living {
            if !signalled.contains(&pid) {
                signal(pid, Signal::TERM);
                signalled.push(pid);
            }
        }
        thread::sleep(POLL);
    }
    // A killed parent may have started another child just before.
    for _ in 0..3 {
        for pid in living() {
            signal(pid, Signal::KILL);
        }
        thread::sleep(POLL);
    }
}

/// Every process below `pid`.
pub(super) fn of(pid: Pid) -> Vec<Pid> {
    below(pid.as_raw_nonzero().get(), &processes()).into_iter().filter_map(Pid::from_raw).collect()
}

fn signal(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        // Gone already, perhaps.
        let _ = kill_process(pid, signal);
    }
}

fn living() -> Vec<i32> {
    below(getpid().as_raw_nonzero().get(), &processes())
}

/// A running process: its id and its parent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process {
    pid: i32,
    parent: i32,
}

fn below(root: i32, processes: &[Process]) -> Vec<i32> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    for process in processes {
        children.entry(process.parent).or_default().push(process.pid);
    }
    let mut found = Vec::new();
    let mut next = vec![root];
    while let Some(parent) = next.pop() {
        let of_parent = children.remove(&parent).unwrap_or_default();
        found.extend(&of_parent);
        next.extend(of_parent);
    }
    found
}

#[cfg(target_os = "linux")]
fn processes() -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| parse_stat(&std::fs::read_to_string(entry.path().join("stat")).ok()?)).collect()
}

/// One line of `/proc/PID/stat`: `pid (name) state parent …`. The name may contain spaces and brackets. `None` for a
/// zombie.
#[cfg(target_os = "linux")]
fn parse_stat(line: &str) -> Option<Process> {
    let (pid, rest) = line.split_once(" (")?;
    let mut fields = rest.rsplit_once(") ")?.1.split(' ');
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    (!matches!(state, "Z" | "X")).then_some(Process { pid: pid.parse().ok()?, parent })
}

#[cfg(not(target_os = "linux"))]
fn processes() -> Vec<Process> {
    let mut ps = std::process::Command::new("ps");
    let output = ps.args(["-A", "-o", "pid=,ppid=,stat="]).output().map(|output| output.stdout).unwrap_or_default();
    let lines = String::from_utf8_lossy(&output);
    let parse = |line: &str| {
        let mut fields = line.split_whitespace();
        let process = Process { pid: fields.next()?.parse().ok()?, parent: fields.next()?.parse().ok()? };
        (!fields.next()?.starts_with('Z')).then_some(process)
    };
    lines.lines().filter_map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descendants_are_found_in_any_order() {
        let processes = [(5, 4), (4, 2), (3, 1), (2, 1), (9, 8)].map(|(pid, parent)| Process { pid, parent });
        let mut found = below(2, &processes);
        found.sort_unstable();
        assert_eq!(found, [4, 5]);
        assert!(below(5, &processes).is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn stat_with_parentheses_in_process_name_is_parsed() {
        assert_eq!(parse_stat("12 (a) S 7 (b) R 3 12 12"), Some(Process { pid: 12, parent: 3 }));
        assert_eq!(parse_stat("12 (sh) Z 3 12 12"), None);
        assert_eq!(parse_stat("nonsense"), None);
    }

    #[test]
    fn running_child_is_listed_until_it_ends() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let pid = i32::try_from(child.id()).unwrap();
        assert!(living().contains(&pid));
        signal(pid, Signal::TERM);
        child.wait().unwrap();
        assert!(!living().contains(&pid));
    }
}
