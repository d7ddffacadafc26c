//! The length of source files: a longer one holds more than one idea.

use super::source_files::SourceFile;

const LIMIT: usize = 400;

/// A problem for each file that has too many lines.
pub(super) fn long_files(files: &[SourceFile]) -> Vec<String> {
    let counts = files.iter().map(|(name, text)| (name, text.lines().count())).filter(|(_, count)| *count > LIMIT);
    counts.map(|(name, count)| format!("{name} has {count} lines, more than {LIMIT}: split it by idea")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_above_the_limit_is_named() {
        let file = |name: &str, lines| (name.to_owned(), "line\n".repeat(lines));
        let problems = long_files(&[file("short.rs", LIMIT), file("long.rs", LIMIT + 1)]);
        assert_eq!(problems, ["long.rs has 401 lines, more than 400: split it by idea"]);
    }
}
