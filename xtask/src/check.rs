//! `cargo xtask check`: rules for the sources that neither rustc nor Clippy has.

mod cycles;
mod file_length;
mod source_files;
mod words;

use anyhow::{Result, bail};
use stagepass_programs::checkout;

use crate::codes;
use source_files::source_files;

/// What is not plain yet. Its findings are listed, and do not fail the check.
const UNPLAIN: [&str; 13] = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "docs/.vitepress/",
    "docs/guides/",
    "docs/reference/",
    "docs/size.md",
    "gate/",
    "pkg-template/",
    "src/",
    "tests/backend/",
    "wasm/",
    "xtask/src/codes.rs",
];

/// # Errors
/// If a file is too long, if modules import each other in a cycle, if a generated file is not up to date, or if prose
/// is not plain. Names all of them.
pub(crate) fn check() -> Result<()> {
    let root = checkout::root();
    let long = file_length::long_files(&source_files(&root, &["*.rs", "*.ts", "*.tsx", "*.mts", "*.mjs"])?);
    let cycles = cycles::import_cycles(&root, &source_files(&root, &["*.rs"])?)?;
    let words = words::unplain_prose(&source_files(&root, &words::FILES)?);
    let is_later = |problem: &String| UNPLAIN.iter().any(|folder| problem.starts_with(folder));
    let (later, words): (Vec<_>, Vec<_>) = words.into_iter().partition(is_later);
    println!("{}", later.join("\n"));
    let problems = [long, cycles, codes::outdated(), words].concat();
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}
