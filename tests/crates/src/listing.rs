//! The public API of the published crates, item by item, in `tests/crates/api`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use public_api::Builder;
use stagepass_programs::checkout;

use crate::rustdoc::{self, Document};

/// Writes the listings.
pub(crate) fn write() -> Result<()> {
    for (path, listing) in outdated()? {
        fs::write(&path, listing).with_context(|| format!("cannot write {}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Returns a problem for each listing that is out of date.
pub(crate) fn problems() -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for (path, listing) in outdated()? {
        let committed = fs::read_to_string(&path).unwrap_or_default();
        let lines = |text: &str, other: &str, sign| {
            let known: Vec<_> = other.lines().collect();
            let lines = text.lines().filter(|line| !known.contains(line));
            lines.map(|line| format!("\n{sign} {line}")).collect::<Vec<_>>().concat()
        };
        problems.push(format!(
            "{} is out of date: run `cargo xtask crates write` and commit the result{}{}",
            path.display(),
            lines(&committed, &listing, '-'),
            lines(&listing, &committed, '+'),
        ));
    }
    Ok(problems)
}

/// Returns the path and the new text of each listing that is out of date.
fn outdated() -> Result<Vec<(PathBuf, String)>> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut outdated = Vec::new();
    for Document { name, path } in rustdoc::documents(folder.path())? {
        let api = Builder::from_rustdoc_json(path)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .omit_auto_derived_impls(true)
            .build()
            .with_context(|| format!("cannot read the API of {name}"))?;
        let listing = promised(&api.to_string());
        let path = checkout::root().join(format!("tests/crates/api/{name}.txt"));
        if fs::read_to_string(&path).unwrap_or_default() != listing {
            outdated.push((path, listing));
        }
    }
    Ok(outdated)
}

/// What `stagepass` exports of `stagepass-core`. The rest of that crate is no promise.
const EXPORTED: [&str; 6] = [
    "authorize::Display",
    "authorize::ResponseMode",
    "authorize::Scope",
    "config::Fault",
    "config::Field",
    "error::Code",
];

/// Removes the items of `stagepass-core` that `stagepass` does not export. Other crates have none of them.
fn promised(listing: &str) -> String {
    let is_core = listing.starts_with("pub mod stagepass_core\n");
    let is_exported = |line: &&str| {
        let (_, path) = line.split_once("stagepass_core::").unwrap_or_default();
        EXPORTED.iter().any(|name| {
            path.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
        })
    };
    listing.lines().filter(|line| !is_core || is_exported(line)).flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exported_items_of_the_core_are_kept() {
        let code = "pub enum stagepass_core::error::Code\npub fn stagepass_core::error::Code::name(self)\n";
        let rest = "pub mod stagepass_core::error\npub fn stagepass_core::error::Error::code(self)\n";
        assert_eq!(promised(&format!("pub mod stagepass_core\n{code}{rest}")), code);
        let gate = "pub mod stagepass_gate\npub mod stagepass_gate::address\n";
        assert_eq!(promised(gate), gate);
    }
}
