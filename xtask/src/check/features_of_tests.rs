//! The features of dependencies, with and without the dependencies of tests. If they differ, `cargo doc` after clippy,
//! or `cargo build` beside `cargo test`, compiles half of the dependencies again.

use std::collections::BTreeSet;

use anyhow::Result;
use stagepass_programs::{binaries, checkout, process};

/// A problem for each dependency of which only tests select a feature.
pub(super) fn problems() -> Result<Vec<String>> {
    let tree = |edges| {
        let mut cargo = checkout::cargo();
        cargo
            .arg("tree")
            .args(binaries::SELECTION)
            .args(["--edges", edges, "--prefix", "none", "--format", "{p}: {f}"]);
        process::output(&mut cargo)
    };
    Ok(differences(&tree("normal,build")?, &tree("normal,build,dev")?))
}

fn differences(without_tests: &str, with_tests: &str) -> Vec<String> {
    let [without_tests, with_tests] = [without_tests, with_tests].map(dependencies);
    let differences = without_tests.difference(&with_tests);
    let problem =
        |dependency| format!("{dependency}: tests select more: add it to `service` in tests/support/Cargo.toml");
    differences.map(problem).collect()
}

/// Each line once. Cargo marks those whose own dependencies it has listed before.
fn dependencies(tree: &str) -> BTreeSet<&str> {
    tree.lines().map(|line| line.trim_end_matches(" (*)")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dependency of the tests alone is not named.
    #[test]
    fn dependency_with_more_features_in_tests_is_named() {
        let tree = "a v1.0.0: default\nb v2.0.0: std\na v1.0.0: default (*)";
        assert_eq!(differences(tree, &format!("{tree}\nproptest v1.0.0: ")), [""; 0]);
        let problem = "b v2.0.0: std: tests select more: add it to `service` in tests/support/Cargo.toml";
        assert_eq!(differences(tree, "a v1.0.0: default\nb v2.0.0: alloc,std"), [problem]);
    }
}
