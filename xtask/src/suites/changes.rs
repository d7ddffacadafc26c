//! Which suites, and which steps of `.ci/run`, a change touches, by the paths of its files.
//!
//! `.ci/paths.json` has the rows. The longest one that a path begins with counts. A path without a row touches
//! everything. The change is what differs from the commit in `.ci/base`, the newest one whose whole run passed, or from
//! `CI_BASE` of the environment.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum as _;
use stagepass_programs::{checkout, process};

use super::suite::Suite;

const ROWS: &str = ".ci/paths.json";
const BASE: &str = ".ci/base";

/// Steps of `.ci/run`, which asks `cargo xtask changed` for them.
const STEPS: [&str; 7] = ["crates", "dependencies", "deploy", "documentation", "peers", "site", "size"];

/// A row whose paths touch everything.
const EVERYTHING: &str = "everything";

/// The suites and steps by the beginnings of paths.
type Rows = BTreeMap<String, BTreeSet<String>>;

/// The suites and steps that a change touches.
#[derive(Debug)]
pub(crate) enum Changes {
    /// All, for this reason.
    Everything(String),
    /// These.
    Some(BTreeSet<String>),
}

impl Changes {
    /// Compares the working tree with the base.
    pub(crate) fn read() -> Result<Self> {
        match base()? {
            Ok(base) => Self::of(changed_paths(&base)?.iter().map(String::as_str)),
            Err(reason) => Ok(Self::Everything(reason)),
        }
    }

    /// What a change of these paths touches.
    pub(super) fn of<'a>(paths: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        let rows = read_rows()?;
        let mut touched = BTreeSet::new();
        for path in paths {
            match row(&rows, path) {
                None => return Ok(Self::Everything(format!("{path} is in no row of {ROWS}"))),
                Some(names) if names.contains(EVERYTHING) => {
                    return Ok(Self::Everything(format!("{path} has changed")));
                }
                Some(names) => touched.extend(names.iter().cloned()),
            }
        }
        Ok(Self::Some(touched))
    }

    /// Whether it touches the suite or step of this name.
    pub(crate) fn touch(&self, name: &str) -> bool {
        match self {
            Self::Everything(_) => true,
            Self::Some(names) => names.contains(name),
        }
    }
}

/// `cargo xtask changed`: prints the steps of `.ci/run` that the change touches, a line each.
pub(crate) fn print() -> Result<()> {
    let changes = Changes::read()?;
    if let Changes::Everything(reason) = &changes {
        eprintln!("everything runs: {reason}");
    }
    for step in STEPS.iter().filter(|step| changes.touch(step)) {
        println!("{step}");
    }
    Ok(())
}

/// The longest row that is this path, or a folder of it.
fn row<'a>(rows: &'a Rows, path: &str) -> Option<&'a BTreeSet<String>> {
    let is_in = |row: &str| path.strip_prefix(row).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    rows.iter().filter(|(row, _)| is_in(row)).max_by_key(|(row, _)| row.len()).map(|(_, names)| names)
}

/// Fails if a row names neither a suite nor a step.
fn read_rows() -> Result<Rows> {
    let file = checkout::root().join(ROWS);
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {ROWS}"))?;
    let rows: Rows = serde_json::from_str(&text).with_context(|| format!("{ROWS} is not valid"))?;
    let suites = Suite::value_variants().iter().map(|suite| suite.name());
    let known: BTreeSet<_> = suites.chain(STEPS.map(str::to_owned)).chain([EVERYTHING.to_owned()]).collect();
    for (path, names) in &rows {
        if let Some(name) = names.difference(&known).next() {
            bail!("{ROWS}: {path} names `{name}`, which is neither a suite nor a step");
        }
    }
    Ok(rows)
}

/// The commit to compare with, or why there is none.
fn base() -> Result<Result<String, String>> {
    let file = || fs::read_to_string(checkout::root().join(BASE)).unwrap_or_default();
    let base = env::var("CI_BASE").ok().filter(|base| !base.is_empty()).unwrap_or_else(file);
    let base = base.trim();
    if base.is_empty() {
        return Ok(Err(format!("{BASE} names no commit")));
    }
    let mut is_ancestor = git(&["merge-base", "--is-ancestor", base, "HEAD"]);
    let status = process::status(is_ancestor.stderr(Stdio::null()))?;
    Ok(if status.success() { Ok(base.to_owned()) } else { Err(format!("{base} is no ancestor of this commit")) })
}

/// The paths of changed, added and removed files, and of files that git does not know.
fn changed_paths(base: &str) -> Result<Vec<String>> {
    let known = process::output(&mut git(&["diff", "--name-only", "--no-renames", base]))?;
    let unknown = process::output(&mut git(&["ls-files", "--others", "--exclude-standard"]))?;
    Ok(known.lines().chain(unknown.lines()).map(str::to_owned).collect())
}

fn git(arguments: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.current_dir(checkout::root()).args(arguments);
    git
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_repository_file_has_a_row() {
        let rows = read_rows().unwrap();
        let files = process::output(&mut git(&["ls-files"])).unwrap();
        let unknown: Vec<_> = files.lines().filter(|file| row(&rows, file).is_none()).collect();
        assert_eq!(unknown, [""; 0], "add them to {ROWS}");
    }

    #[test]
    fn every_row_is_a_path_of_the_repository() {
        let rows = read_rows().unwrap();
        let missing: Vec<_> = rows.keys().filter(|row| !checkout::root().join(row).exists()).collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn longest_row_of_whole_path_segments_wins() {
        let rows: Rows = serde_json::from_str(r#"{ "src": ["e2e"], "src/rim": ["apps"] }"#).unwrap();
        let names = |path| row(&rows, path).map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(names("src/lib.rs"), Some(vec!["e2e"]));
        assert_eq!(names("src/rim/web.rs"), Some(vec!["apps"]));
        assert_eq!(names("src/rims.rs"), Some(vec!["e2e"]));
        assert_eq!(names("srcs/lib.rs"), None);
    }

    #[test]
    fn a_path_without_a_row_touches_everything() {
        let changes = Changes::of(["README.md", "new/file"]).unwrap();
        assert!(
            changes.touch("service") && matches!(changes, Changes::Everything(reason) if reason.contains("new/file"))
        );
    }
}
