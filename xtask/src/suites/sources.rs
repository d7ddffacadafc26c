//! The tests in the sources, so that a test is found by its name before anything is compiled.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use stagepass_programs::binaries;
use stagepass_programs::checkout::{self, Metadata, Target};

use crate::check::source_files::{source_files, test_functions};

/// A test program in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RustTests {
    pub(super) package: String,
    pub(super) kind: Kind,
    pub(super) target: String,
}

impl RustTests {
    /// The command that compiles and runs them.
    ///
    /// The unit tests of a library have their package alone selected, because cargo cannot name a library otherwise.
    pub(super) fn cargo(&self) -> Command {
        let mut cargo = checkout::cargo();
        cargo.arg("test");
        match self.kind {
            Kind::Integration => cargo.args(binaries::SELECTION).args(["--test", &self.target]),
            Kind::Program => cargo.args(["--package", &self.package, "--bin", &self.target]),
            // The tests of its native half, and of other providers, need the features.
            Kind::Library if self.package == "stagepass" => {
                cargo.args(["--package", &self.package, "--features", "native,openid", "--lib"])
            }
            Kind::Library => cargo.args(["--package", &self.package, "--lib"]),
        };
        cargo
    }
}

/// What cargo makes the program of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The unit tests of a library.
    Library,
    /// The unit tests of a program.
    Program,
    /// An integration test.
    Integration,
}

/// The test programs that have a test with `name` in its path, such as `oauth::token::expired_code_is_rejected`.
pub(super) fn rust_tests(metadata: Metadata, name: &str) -> Result<Vec<RustTests>> {
    let sources: Vec<_> = source_files(&checkout::root(), &["*.rs"])?;
    let mut found = Vec::new();
    for package in metadata.packages {
        let has_library = package.targets.iter().any(Target::is_library);
        for target in package.targets {
            let kind = match &target {
                target if target.is_library() => Kind::Library,
                target if target.is_program() => Kind::Program,
                target if target.is_test() => Kind::Integration,
                _ => continue,
            };
            let root = &target.src_path;
            let is_alone = kind == Kind::Program && has_library;
            let is_its = |file: &Path| file == root || (!is_alone && is_module(root, file));
            let has_test = |path: &str, source: &str| {
                let file = checkout::root().join(path);
                is_its(&file) && test_functions(source).any(|test| path_of(root, &file, test).contains(name))
            };
            if sources.iter().any(|(path, source)| has_test(path, source)) {
                found.push(RustTests { package: package.name.clone(), kind, target: target.name });
            }
        }
    }
    Ok(found)
}

/// Whether `file` is beside or below `root`. Only beside a root that is called `main` or `lib`: another one has its
/// modules in a folder of its own name.
fn is_module(root: &Path, file: &Path) -> bool {
    match root.file_stem().and_then(|stem| stem.to_str()) {
        Some("main" | "lib") => {
            let folder = root.parent().unwrap_or(root);
            let is_root = file.parent() == Some(folder) && (file.ends_with("main.rs") || file.ends_with("lib.rs"));
            file.starts_with(folder) && !file.starts_with(folder.join("bin")) && !is_root
        }
        _ => file.starts_with(root.with_extension("")),
    }
}

fn path_of(root: &Path, file: &Path, test: String) -> String {
    module_of(root, file).into_iter().chain([test]).collect::<Vec<_>>().join("::")
}

/// The module that `file` is, below the target's root.
fn module_of(root: &Path, file: &Path) -> Vec<String> {
    if file == root {
        return Vec::new();
    }
    let folder = root.parent().unwrap_or(root);
    let path = file.strip_prefix(folder).unwrap_or(file).with_extension("");
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    parts.filter(|part| part != "mod").collect()
}

/// The files of Node's tests in `folder` whose path or one of whose tests has `name` in it. Also whether it is a test
/// for each: then only the tests of this name run.
pub(super) fn node_tests(folder: &str, name: &str) -> Result<Vec<(String, bool)>> {
    let patterns = ["ts", "mjs"].map(|extension| format!("{folder}/*.test.{extension}"));
    let sources = source_files(&checkout::root(), &patterns.each_ref().map(String::as_str))?;
    let found = sources.into_iter().filter_map(|(path, source)| {
        let is_title = source.lines().any(|line| title(line).is_some_and(|title| title.contains(name)));
        let path = path.strip_prefix(folder)?.trim_start_matches('/').to_owned();
        (is_title || path.contains(name)).then_some((path, is_title))
    });
    Ok(found.collect())
}

/// The title in `test("a title", …`.
fn title(line: &str) -> Option<&str> {
    let call = line.trim_start();
    let rest = ["test(", "it(", "await t.test("].iter().find_map(|start| call.strip_prefix(start))?;
    let quote = rest.chars().next().filter(|quote| ['"', '\'', '`'].contains(quote))?;
    rest.get(1..)?.split(quote).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str) -> Vec<(String, String)> {
        let metadata = checkout::metadata().unwrap();
        let found = rust_tests(metadata, name).unwrap();
        found.into_iter().map(|tests| (tests.package, tests.target)).collect()
    }

    #[test]
    fn a_test_is_found_in_its_program_alone() {
        let name = "a_test_is_found_in_its_program_alone";
        assert_eq!(found(name), [("xtask".to_owned(), "xtask".to_owned())]);
        assert_eq!(found(&format!("suites::sources::tests::{name}")).len(), 1);
        assert!(found("no_test_has_this_name").is_empty());
    }

    #[test]
    fn package_test_is_found_by_file_or_title() {
        assert_eq!(title("  test(\"a title\", async () => {"), Some("a title"));
        assert_eq!(title("const test = 1;"), None);
        let files = node_tests("pkg-template/test", "calls/retry").unwrap();
        assert_eq!(files, [("calls/retry.test.ts".to_owned(), false)]);
    }
}
