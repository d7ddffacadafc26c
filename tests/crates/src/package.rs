//! What is uploaded to the registry for each published crate.

use std::path::Path;

use anyhow::Result;
use stagepass_programs::{checkout, process};

use crate::published::CRATES;

/// What each package contains.
const REQUIRED: [&str; 3] = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT"];
/// What it may also contain. `.cargo_vcs_info.json` and `Cargo.toml.orig` are cargo's.
const ALLOWED: [&str; 5] = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig", "README.md", "rule.schema.json"];

/// Packs the crates, and returns a problem for each file that is missing or should not be there. What is packed is not
/// compiled: `cargo publish --dry-run` does that.
pub(crate) fn problems() -> Result<Vec<String>> {
    let mut problems = Vec::new();
    let package = || {
        let mut cargo = checkout::cargo();
        cargo.args(["package", "--quiet", "--allow-dirty"]);
        cargo
    };
    for (name, sources) in CRATES {
        let files = process::output(package().args(["--list", "--package", name]))?;
        problems.extend(problems_of(name, sources, &files.lines().collect::<Vec<_>>()));
    }
    // Checks the manifests, and that they have no dependency without a version. All at once: one depends on another.
    process::run(package().arg("--no-verify").args(CRATES.iter().flat_map(|(name, _)| ["--package", name])))?;
    Ok(problems)
}

fn problems_of(name: &str, sources: &str, files: &[&str]) -> Vec<String> {
    let is_readme = |file: &&&str| file.ends_with("README.md");
    let root = format!("{sources}lib.rs");
    let missing = REQUIRED.into_iter().chain([&*root]).filter(|required| !files.contains(required));
    let missing = missing.chain(files.iter().find(is_readme).is_none().then_some("README.md"));
    let is_source = |file: &str| file.starts_with(sources) && (!sources.is_empty() || is_rust(file));
    let is_allowed = |file: &str| REQUIRED.contains(&file) || ALLOWED.contains(&file) || is_source(file);
    let foreign = files.iter().filter(|file| !is_allowed(file)).map(|file| format!("{name}: {file} is in the package"));
    missing.map(|file| format!("{name}: {file} is not in the package")).chain(foreign).collect()
}

fn is_rust(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_foreign_files_are_named() {
        let whole = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "src/README.md", "src/lib.rs"];
        assert_eq!(problems_of("a", "src/", &whole), [""; 0]);
        assert_eq!(problems_of("a", "src/", &whole[1..]), ["a: Cargo.toml is not in the package"]);
        assert_eq!(
            problems_of("a", "src/", &[&whole[..], &["tests/b.rs"]].concat()),
            ["a: tests/b.rs is in the package"]
        );
        assert_eq!(
            problems_of("a", "src/", &[&whole[..3], &whole[4..]].concat()),
            ["a: README.md is not in the package"]
        );
    }
}
