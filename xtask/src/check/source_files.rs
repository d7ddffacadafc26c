//! The source files of this checkout.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use stagepass_programs::process;

/// The path of a file in the checkout, and its text.
pub(crate) type SourceFile = (String, String);

/// The files that match one of the patterns, in Git or new.
pub(crate) fn source_files(root: &Path, patterns: &[&str]) -> Result<Vec<SourceFile>> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]).args(patterns);
    let names = process::output(&mut git)?;
    // Git also lists a file that was deleted and is not yet committed.
    let files = names.split_terminator('\0').filter(|name| root.join(name).is_file());
    let read = |name| fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"));
    files.map(|name| Ok((name.to_owned(), read(name)?))).collect()
}
