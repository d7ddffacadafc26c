//! A part of a file that documentation shows: `<!-- from PATH -->` above a code block. The file is compiled or tested.

use std::fs;
use std::path::Path;

use super::source_files::SourceFile;

/// A problem for each code block that is not a part of its file. Indentation does not count.
pub(super) fn wrong_snippets(root: &Path, files: &[SourceFile]) -> Vec<String> {
    let read = |path: &str| fs::read_to_string(root.join(path)).ok();
    files.iter().flat_map(|(name, text)| wrong(name, text, read)).collect()
}

fn wrong(name: &str, text: &str, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut problems = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let Some(path) = line.strip_prefix("<!-- from ").and_then(|rest| rest.strip_suffix(" -->")) else { continue };
        let block: Vec<_> =
            lines.by_ref().skip(1).map(|(line, _)| line.trim()).take_while(|line| *line != "```").collect();
        let source = read(path).unwrap_or_default();
        let source: Vec<_> = source.lines().map(str::trim).collect();
        if !source.windows(block.len().max(1)).any(|part| part == block) {
            problems.push(format!("{name}:{number}: this code is not in {path}: copy it from there"));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_snippet_differing_from_its_file_is_reported() {
        let read = |path: &str| (path == "a.rs").then(|| "fn f() {\n    g();\n    h();\n}\n".to_owned());
        let page = |path: &str, code: &str| format!("Text.\n\n<!-- from {path} -->\n```rust\n{code}\n```\nText.");
        assert_eq!(wrong("a.md", &page("a.rs", "g();\nh();"), read), [""; 0]);
        let problem = |path| [format!("a.md:3: this code is not in {path}: copy it from there")];
        assert_eq!(wrong("a.md", &page("a.rs", "g();\ni();"), read), problem("a.rs"));
        assert_eq!(wrong("a.md", &page("b.rs", "g();"), read), problem("b.rs"));
    }
}
