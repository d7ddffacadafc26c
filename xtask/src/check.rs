//! `cargo xtask check`: rules for the sources that neither rustc nor Clippy has.

mod cycles;
mod features_of_tests;
mod file_length;
mod identifiers;
mod snippets;
pub(crate) mod source_files;
mod test_names;
mod unstable;
mod words;

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use stagepass_programs::{checkout, process};

use crate::{codes, conformance};
use source_files::source_files;

/// # Errors
/// If a file is too long, if modules import each other in a cycle, if a generated file is not up to date, if the table
/// of conformance names a missing file or test, if prose, an identifier or the name of a test is not plain, if
/// documentation shows code that is in no file, if tests select other features of a dependency, or if a test was
/// unstable too often. Names all of them.
pub(crate) fn check() -> Result<()> {
    let root = checkout::root();
    let long = file_length::long_files(&source_files(&root, &["*.rs", "*.ts", "*.tsx", "*.mts", "*.mjs"])?);
    let rust = source_files(&root, &["*.rs"])?;
    let names = test_names::wrong_names(&rust);
    let cycles = cycles::import_cycles(&root, &rust)?;
    let words = words::unplain_prose(&source_files(&root, &words::FILES)?);
    let identifiers = identifiers::unplain_names(&source_files(&root, &identifiers::FILES)?);
    let snippets = snippets::wrong_snippets(&root, &source_files(&root, &["*.md"])?);
    let generated = [codes::outdated(), conformance::problems(&root)].concat();
    let features = features_of_tests::problems()?;
    let unstable = fs::read_to_string(root.join(unstable::FILE)).with_context(|| format!("no {}", unstable::FILE))?;
    let unstable = unstable::problems(&unstable, is_commit);
    let problems = [long, names, identifiers, cycles, generated, words, snippets, features, unstable].concat();
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}

fn is_commit(name: &str) -> bool {
    let mut git = Command::new("git");
    git.current_dir(checkout::root()).args(["cat-file", "-e", &format!("{name}^{{commit}}")]).stderr(Stdio::null());
    process::status(&mut git).is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_log_messages_are_in_the_sources() {
        let root = checkout::root();
        let page = fs::read_to_string(root.join("docs/reference/logs.md")).unwrap();
        let (_, events) = page.split_once("| message |").unwrap();
        let sources = source_files(&root, &["tests/backend/*.rs"]).unwrap();
        let cells = events.lines().skip(2).filter_map(|row| row.split('|').nth(1));
        for message in cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)) {
            let literal = format!("\"{message}\"");
            assert!(sources.iter().any(|(_, text)| text.contains(&literal)), "{message}");
        }
    }
}
