//! The source files of this checkout.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use stagepass_programs::process;

/// The path of a file in the checkout, and its text.
pub(crate) type SourceFile = (String, String);

/// The files that match one of the patterns, in Git or new.
pub(crate) fn source_files(root: &Path, patterns: &[&str]) -> Result<Vec<SourceFile>> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]).args(patterns);
    let names = process::output(&mut git)?;
    // Git also lists a file that was deleted and is not yet committed.
    let files = names.split_terminator('\0').filter(|name| root.join(name).is_file());
    let read = |name| fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"));
    files.map(|name| Ok((name.to_owned(), read(name)?))).collect()
}

/// The test functions of a source: those after an attribute that ends in `test`.
pub(crate) fn test_functions(source: &str) -> impl Iterator<Item = String> {
    let mut is_test = false;
    let mut in_module = String::new();
    source.lines().filter_map(move |line| {
        let text = line.trim_start();
        if let Some(module) = line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(" {")) {
            in_module = format!("{module}::");
        } else if line == "}" {
            in_module.clear();
        }
        let declared = text.trim_start_matches("async ").strip_prefix("fn ");
        if let Some(name) = declared.and_then(|rest| rest.split(['(', '<']).next()) {
            return std::mem::take(&mut is_test).then(|| format!("{in_module}{name}"));
        }
        is_test = is_test_attribute(text) || (is_test && text.starts_with(['#', '/']));
        None
    })
}

/// `#[test]`, `#[tokio::test(…)]`, `#[wasm_bindgen_test]`.
fn is_test_attribute(line: &str) -> bool {
    let path = line.strip_prefix("#[").and_then(|rest| rest.split([']', '(']).next());
    path.is_some_and(|path| path.ends_with("test"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_functions_after_a_test_attribute_are_tests() {
        let source = "fn helper() {}\n\n#[tokio::test(flavor = \"multi_thread\")]\n/// Words.\nasync fn one() {\n}\n\
            #[cfg(test)]\nmod tests {\n    #[test]\n    fn two() {}\n    fn helper() {}\n}\n\
            #[wasm_bindgen_test]\nfn three() {}\n";
        assert_eq!(test_functions(source).collect::<Vec<_>>(), ["one", "tests::two", "three"]);
    }
}
