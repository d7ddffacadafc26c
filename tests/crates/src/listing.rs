//! The public API of the published crates, item by item, in `tests/crates/api`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use public_api::Builder;
use stagepass_programs::checkout;

use crate::rustdoc::{self, Document, Items};

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
    for Document { name, path } in rustdoc::documents(&checkout::root(), Items::Public, folder.path())? {
        let api = Builder::from_rustdoc_json(path)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .omit_auto_derived_impls(true)
            .build()
            .with_context(|| format!("cannot read the API of {name}"))?;
        let listing = without_modules(&api.to_string());
        let path = checkout::root().join(format!("tests/crates/api/{name}.txt"));
        if fs::read_to_string(&path).unwrap_or_default() != listing {
            outdated.push((path, listing));
        }
    }
    Ok(outdated)
}

/// Removes the modules of `stagepass`, whose listing begins with them: they are hidden, and only what its root exports
/// is public. They are in the JSON because many of the root's items are defined there. The other crates have public
/// modules.
fn without_modules(listing: &str) -> String {
    let is_of_root = |line: &&str| {
        let Some((start, path)) = line.split_once("stagepass::") else { return false };
        path.starts_with(char::is_uppercase) && ["enum ", "struct ", "trait "].iter().any(|kind| start.ends_with(kind))
    };
    let is_stagepass = listing.starts_with("pub mod stagepass\n");
    let lines = listing.lines().skip_while(|line| is_stagepass && !is_of_root(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_modules_are_removed() {
        let module =
            "pub mod stagepass\npub mod stagepass::effect\nimpl stagepass::Error\npub fn stagepass::Error::f()";
        let root = "pub struct stagepass::Error\nimpl stagepass::error::Error\n";
        assert_eq!(without_modules(&format!("{module}\n{root}")), root);
        let gate = "pub mod stagepass_gate\npub mod stagepass_gate::address\n";
        assert_eq!(without_modules(gate), gate);
    }
}
