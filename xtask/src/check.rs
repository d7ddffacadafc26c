//! `cargo xtask check`: rules for the sources that neither rustc nor Clippy has.

mod cycles;
mod features_of_tests;
mod file_length;
mod snippets;
pub(crate) mod source_files;
mod words;

use anyhow::{Result, bail};
use stagepass_programs::checkout;

use crate::{codes, conformance, logs};
use source_files::source_files;

/// # Errors
/// If a file is too long, if modules import each other in a cycle, if a generated file is not up to date, if the table
/// of conformance names a missing file or test, if prose is not plain, if documentation shows code that is in no file,
/// or if tests select other features of a dependency. Names all of them.
pub(crate) fn check() -> Result<()> {
    let root = checkout::root();
    let long = file_length::long_files(&source_files(&root, &["*.rs", "*.ts", "*.tsx", "*.mts", "*.mjs"])?);
    let cycles = cycles::import_cycles(&root, &source_files(&root, &["*.rs"])?)?;
    let words = words::unplain_prose(&source_files(&root, &words::FILES)?);
    let snippets = snippets::wrong_snippets(&root, &source_files(&root, &["*.md"])?);
    let generated = [codes::outdated(), conformance::problems(&root), logs::outdated(&root)?].concat();
    let features = features_of_tests::problems()?;
    let problems = [long, cycles, generated, words, snippets, features].concat();
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}
