//! Checks that each row is complete, and that its files and tests exist. No test is compiled for this.

use super::statement::{Document, Exception, Met, Test};

/// A problem for each empty cell, and for each file or test that does not exist.
pub(super) fn problems(documents: &[Document], read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut problems = Vec::new();
    for document in documents {
        let place = |section: &str, statement: &str| format!("{} §{section}: \"{statement}\"", document.name);
        for Met { section, statement, file, tests, mutation } in document.met.iter().copied().flatten() {
            let place = place(section, statement);
            if [section, statement, file, mutation].iter().any(|cell| cell.is_empty()) || tests.is_empty() {
                problems.push(format!("{place}: a cell is empty"));
            }
            if read(file).is_none() {
                problems.push(format!("{place}: there is no file {file}"));
            }
            problems.extend(missing(tests, &place, &read));
        }
        for Exception { section, statement, reason, tests } in document.not_met.iter().chain(document.not_applicable) {
            let place = place(section, statement);
            if [section, statement, reason].iter().any(|cell| cell.is_empty()) {
                problems.push(format!("{place}: a cell is empty"));
            }
            problems.extend(missing(tests, &place, &read));
        }
    }
    problems
}

fn missing(tests: &[Test], place: &str, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let is_there = |file: &str, name: &str| read(file).is_some_and(|text| has_test(&text, name));
    let missing = tests.iter().filter(|(file, name)| !is_there(file, name));
    missing.map(|(file, name)| format!("{place}: there is no test {name} in {file}")).collect()
}

/// Returns whether the source has a test of this name: in Rust a function after `#[test]`, `#[tokio::test]` or inside
/// `proptest!`, in TypeScript a call of `test`.
fn has_test(source: &str, name: &str) -> bool {
    if source.contains(&format!("test(\"{name}\"")) {
        return true;
    }
    let function = format!("fn {name}(");
    let mut is_test = false;
    for line in source.lines().map(str::trim_start) {
        if line.contains(&function) {
            return is_test;
        }
        // Other attributes and comments may be between `#[test]` and the function.
        is_test = (line.starts_with("#[") && line.contains("test")) || (is_test && line.starts_with(['#', '/']));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str =
        "fn helper() {}\n#[tokio::test(flavor = \"multi_thread\")]\n/// Words.\nasync fn good() {\n}\n";

    fn document(met: &'static [&'static [Met]]) -> Document {
        Document { name: "RFC 1", title: "", url: "", met, not_met: &[], not_applicable: &[] }
    }

    fn read(path: &str) -> Option<String> {
        (path == "a.rs").then(|| SOURCE.to_owned())
    }

    #[test]
    fn only_a_test_counts() {
        assert!(has_test(SOURCE, "good"));
        assert!(has_test("test(\"a name\", async () => {", "a name"));
        assert!(has_test("proptest! {\n    #[test]\n    fn random(a in any::<u8>()) {", "random"));
        for name in ["helper", "goo", "good(", "name"] {
            assert!(!has_test(SOURCE, name), "{name}");
        }
        assert!(!has_test("#[test]\nfn other() {}\nfn good() {}", "good"));
    }

    #[test]
    fn complete_row_is_no_problem() {
        const ROW: Met =
            Met { section: "1", statement: "A.", file: "a.rs", tests: &[("a.rs", "good")], mutation: "Remove it" };
        assert_eq!(problems(&[document(&[&[ROW]])], read), [""; 0]);
    }

    #[test]
    fn missing_file_missing_test_and_empty_cell_are_named() {
        const ROW: Met =
            Met { section: "1", statement: "A.", file: "b.rs", tests: &[("a.rs", "helper")], mutation: "" };
        const UNSHOWN: Met = Met { tests: &[], mutation: "Remove it", file: "a.rs", ..ROW };
        assert_eq!(
            problems(&[document(&[&[ROW]])], read),
            [
                "RFC 1 §1: \"A.\": a cell is empty",
                "RFC 1 §1: \"A.\": there is no file b.rs",
                "RFC 1 §1: \"A.\": there is no test helper in a.rs",
            ]
        );
        assert_eq!(problems(&[document(&[&[UNSHOWN]])], read), ["RFC 1 §1: \"A.\": a cell is empty"]);
    }
}
