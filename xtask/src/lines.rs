//! The length of source files: one that grows past the limit holds more than one idea.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use stagepass_programs::{checkout, process};

const LIMIT: usize = 400;
const COUNTED: [&str; 5] = [".rs", ".ts", ".tsx", ".mts", ".mjs"];

/// # Errors
/// When a source file of this checkout, tracked or new, has more than 400 lines; all of them are named.
pub(crate) fn lines() -> Result<()> {
    let root = checkout::root();
    let mut git = Command::new("git");
    git.current_dir(&root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let mut too_long = Vec::new();
    for name in process::output(&mut git)?.split_terminator('\0').filter(|name| is_counted(name)) {
        let file = root.join(name);
        // Listed, but deleted and not yet committed.
        if !file.is_file() {
            continue;
        }
        let count = fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?.lines().count();
        if count > LIMIT {
            too_long.push(format!("{name} has {count} lines"));
        }
    }
    if !too_long.is_empty() {
        bail!("at most {LIMIT} lines a file; split by idea:\n{}", too_long.join("\n"));
    }
    Ok(())
}

fn is_counted(name: &str) -> bool {
    COUNTED.iter().any(|ending| name.ends_with(ending))
}
