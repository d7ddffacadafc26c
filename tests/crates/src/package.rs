//! What is uploaded to the registry for each published crate.

use anyhow::Result;
use stagepass_programs::{checkout, process};

use crate::published::CRATES;

/// What each package contains.
const REQUIRED: [&str; 4] = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "src/lib.rs"];
/// What it may also contain. `.cargo_vcs_info.json` and `Cargo.toml.orig` are cargo's.
const ALLOWED: [&str; 6] =
    [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig", "README.md", "rule.schema.json", "src/"];

/// Packs the crates, and returns a problem for each file that is missing or should not be there. What is packed is not
/// compiled: `cargo publish --dry-run` does that.
pub(crate) fn problems() -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for name in CRATES {
        let package = || {
            let mut cargo = checkout::cargo();
            cargo.args(["package", "--quiet", "--allow-dirty", "--package", name]);
            cargo
        };
        let files = process::output(package().arg("--list"))?;
        problems.extend(problems_of(name, &files.lines().collect::<Vec<_>>()));
        // Checks the manifest, and that it has no dependency without a version.
        process::run(package().arg("--no-verify"))?;
    }
    Ok(problems)
}

fn problems_of(name: &str, files: &[&str]) -> Vec<String> {
    let is_readme = |file: &&&str| file.ends_with("README.md");
    let missing = REQUIRED.iter().filter(|required| !files.contains(required));
    let missing = missing.copied().chain(files.iter().find(is_readme).is_none().then_some("README.md"));
    let is_allowed = |file: &str| {
        REQUIRED.contains(&file) || ALLOWED.iter().any(|allowed| file == *allowed || is_in_folder(file, allowed))
    };
    let foreign = files.iter().filter(|file| !is_allowed(file)).map(|file| format!("{name}: {file} is in the package"));
    missing.map(|file| format!("{name}: {file} is not in the package")).chain(foreign).collect()
}

fn is_in_folder(file: &str, folder: &str) -> bool {
    folder.ends_with('/') && file.starts_with(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_foreign_files_are_named() {
        let whole = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "src/README.md", "src/lib.rs"];
        assert_eq!(problems_of("a", &whole), [""; 0]);
        assert_eq!(problems_of("a", &whole[1..]), ["a: Cargo.toml is not in the package"]);
        assert_eq!(problems_of("a", &[&whole[..], &["tests/b.rs"]].concat()), ["a: tests/b.rs is in the package"]);
        assert_eq!(problems_of("a", &[&whole[..3], &whole[4..]].concat()), ["a: README.md is not in the package"]);
    }
}
