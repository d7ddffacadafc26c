//! Checks docs/reference/conformance.md, the statements of the OAuth security documents with the code that meets them
//! and the tests that show it. No test is compiled for this.

use std::fs;
use std::path::Path;

use crate::check::source_files::test_functions;

const PAGE: &str = "docs/reference/conformance.md";
/// From the page to the root of the repository.
const ROOT: &str = "../../";

/// Returns a problem for each row of the page that has an empty cell, or names no existing file or test.
pub(crate) fn problems(root: &Path) -> Vec<String> {
    let page = fs::read_to_string(root.join(PAGE)).unwrap_or_default();
    let problems = problems_of(&page, |path| fs::read_to_string(root.join(path)).ok());
    problems.into_iter().map(|problem| format!("{PAGE}: {problem}")).collect()
}

fn problems_of(page: &str, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut problems = Vec::new();
    for row in page.lines().filter_map(cells) {
        let [section, statement, cells @ .., last] = row.as_slice() else { continue };
        let place = format!("§{section} \"{statement}\"");
        // A statement that is met has five cells. Another has four, of which the last has its tests, if there are any.
        let is_met = cells.len() == 2;
        if [section, statement].into_iter().chain(cells).any(|cell| cell.is_empty()) || (is_met && last.is_empty()) {
            problems.push(format!("{place}: a cell is empty"));
        }
        for (before, path) in row.iter().flat_map(|cell| links(cell)) {
            match (read(path), before.strip_suffix("` in ").and_then(|before| before.rsplit('`').next())) {
                (None, _) => problems.push(format!("{place}: there is no file {path}")),
                (Some(source), Some(test)) if !has_test(&source, test) => {
                    problems.push(format!("{place}: there is no test {test} in {path}"));
                }
                _ => {}
            }
        }
    }
    problems
}

/// Returns the cells of a row of a table. `None` for other lines, and for the head of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let row = line.strip_prefix("| ")?.strip_suffix('|')?;
    let cells: Vec<_> = row.split('|').map(str::trim).collect();
    (cells.first() != Some(&"§")).then_some(cells)
}

/// Returns the links to files of the repository, each with the text of the cell before it.
fn links(cell: &str) -> Vec<(&str, &str)> {
    let parts: Vec<_> = cell.split(&format!("]({ROOT}")).collect();
    let pairs = parts.windows(2).filter_map(|pair| <[&str; 2]>::try_from(pair).ok());
    pairs.filter_map(|[before, after]| Some((before.rsplit_once('[')?.0, after.split_once(')')?.0))).collect()
}

/// Returns whether the source has a test of this name: in Rust a test function, in TypeScript a call of `test`.
fn has_test(source: &str, name: &str) -> bool {
    source.contains(&format!("test(\"{name}\""))
        || test_functions(source).any(|test| test.rsplit("::").next() == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str =
        "fn helper() {}\n#[tokio::test(flavor = \"multi_thread\")]\n/// Words.\nasync fn good() {\n}\n";

    fn problems_of_row(row: &str) -> Vec<String> {
        let page = format!("Words.\n\n| § | statement | where | test | a mutation |\n|---|---|---|---|---|\n{row}\n");
        problems_of(&page, |path| (path == "a.rs").then(|| SOURCE.to_owned()))
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
        let a = "[a.rs](../../a.rs)";
        assert_eq!(problems_of_row(&format!("| 1 | A. | {a} | `good` in {a}<br>`good` in {a} | Remove it |")), [""; 0]);
        assert_eq!(problems_of_row("| 1 | A. | It does not apply. |  |"), [""; 0]);
    }

    #[test]
    fn missing_file_test_or_cell_is_reported() {
        assert_eq!(
            problems_of_row(
                "| 1 | A. | [b](../../b.rs) | `good` in [a](../../a.rs)<br>`helper` in [a](../../a.rs) |  |"
            ),
            [
                "§1 \"A.\": a cell is empty",
                "§1 \"A.\": there is no file b.rs",
                "§1 \"A.\": there is no test helper in a.rs",
            ]
        );
        assert_eq!(problems_of_row("| 1 | A. |  |  |"), ["§1 \"A.\": a cell is empty"]);
    }
}
