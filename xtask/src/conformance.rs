//! `cargo xtask conformance`: writes docs/reference/conformance.md, the statements of the OAuth security documents with
//! the code that meets them and the tests that show it.

mod evidence;
mod page;
mod rfc10017;
mod rfc9449;
mod rfc9700;
mod statement;

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use stagepass_programs::checkout;

use statement::Document;

const PAGE: &str = "docs/reference/conformance.md";

const DOCUMENTS: [Document; 3] = [rfc10017::DOCUMENT, rfc9700::DOCUMENT, rfc9449::DOCUMENT];

/// Writes the page.
///
/// # Errors
/// If the page cannot be written.
pub(crate) fn write() -> Result<()> {
    fs::write(checkout::root().join(PAGE), page::markdown(&DOCUMENTS))
        .with_context(|| format!("cannot write {PAGE}"))?;
    println!("wrote {PAGE}");
    Ok(())
}

/// Returns a problem for each row that names no existing file or test or has an empty cell, and for an outdated page.
pub(crate) fn problems(root: &Path) -> Vec<String> {
    let mut problems = evidence::problems(&DOCUMENTS, |path| fs::read_to_string(root.join(path)).ok());
    if fs::read_to_string(root.join(PAGE)).unwrap_or_default() != page::markdown(&DOCUMENTS) {
        problems.push(format!("{PAGE} is out of date: run `cargo xtask conformance` and commit the result"));
    }
    problems
}
