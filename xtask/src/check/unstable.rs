//! `tests/unstable.md`: a test that was unstable three times must be mended.

use std::collections::BTreeMap;

/// The table.
pub(super) const FILE: &str = "tests/unstable.md";

/// How often a test may be unstable before it is mended.
const MAX: usize = 2;

/// A problem for each row that cannot be read, and for each test with too many rows after the last one that names the
/// commit which mended it.
pub(super) fn problems(table: &str, is_known: impl Fn(&str) -> bool) -> Vec<String> {
    let mut problems = Vec::new();
    let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
    let lines = table.lines().filter(|line| line.starts_with('|')).skip(2);
    for line in lines {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [test, date, found_in, mended_by] = cells[..] else {
            problems.push(format!("{FILE}: this row needs four cells: {line}"));
            continue;
        };
        if test.is_empty() || date.len() != "2026-11-28".len() || found_in.is_empty() {
            problems.push(format!("{FILE}: this row needs a test, a date and a commit: {line}"));
        }
        if mended_by.is_empty() {
            *rows.entry(test).or_default() += 1;
        } else if is_known(mended_by) {
            rows.remove(test);
        } else {
            problems.push(format!("{FILE}: there is no commit {mended_by}, which should have mended {test}"));
        }
    }
    let many = rows.into_iter().filter(|(_, count)| *count > MAX);
    problems.extend(many.map(|(test, count)| {
        format!("{FILE}: {test} was unstable {count} times: mend it, and name the commit in the last column")
    }));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# Words\n\n| test | date | commit | mended by |\n|---|---|---|---|\n";
    const ROW: &str = "| e2e a::b | 2026-11-28 | 57d382ec1a | |\n";

    fn found(rows: &[&str]) -> Vec<String> {
        problems(&[HEAD, &rows.concat()].concat(), |commit| commit == "9a5a8bbc")
    }

    #[test]
    fn third_row_of_test_is_reported() {
        assert_eq!(found(&[]), [""; 0]);
        assert_eq!(found(&[ROW, ROW, "| e2e c::d | 2026-11-28 | 57d382ec1a | |\n"]), [""; 0]);
        assert_eq!(found(&[ROW, ROW, ROW]).len(), 1);
    }

    /// The commit must exist.
    #[test]
    fn fixing_commit_resets_row_count_of_test() {
        let mended = ROW.replace("| |", "| 9a5a8bbc |");
        assert_eq!(found(&[ROW, ROW, &mended, ROW, ROW]), [""; 0]);
        assert_eq!(found(&[ROW, ROW, &mended, ROW, ROW, ROW]).len(), 1);
        let unknown = ROW.replace("| |", "| 12345678 |");
        assert!(found(&[&unknown])[0].contains("there is no commit 12345678"));
    }

    #[test]
    fn a_row_with_empty_cells_is_a_problem() {
        assert_eq!(found(&["| e2e a::b | yesterday | | |\n", "| a |\n"]).len(), 2);
    }
}
