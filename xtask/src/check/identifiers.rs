//! Names in Rust, TypeScript and JavaScript: no part of a declared name is in `identifiers.txt`. Those words speak of
//! things as persons, or do not describe the value.

use super::source_files::SourceFile;

/// One word a line, and what to write instead.
const WORDS: &str = include_str!("identifiers.txt");

pub(super) const FILES: [&str; 5] = ["*.rs", "*.[jt]s", "*.[jt]sx", "*.[cm][jt]s", "*.vue"];

/// They declare the names between them and `=`.
const KEYWORDS: [&str; 12] =
    ["fn", "let", "const", "static", "struct", "enum", "mod", "type", "trait", "for", "function", "class"];

/// A problem for each declared name with a banned part.
pub(super) fn unplain_names(files: &[SourceFile]) -> Vec<String> {
    let mut problems = Vec::new();
    for (file, text) in files {
        for (line, number) in text.lines().zip(1..) {
            for name in declared(&code(line)) {
                if let Some((word, better)) = banned(name) {
                    problems.push(format!("{file}:{number}: {name}: \"{word}\": use \"{better}\""));
                }
            }
        }
    }
    problems
}

/// The line without strings and comments. A part of a string of several lines may remain.
fn code(line: &str) -> String {
    if line.trim_start().starts_with(['*', '/']) {
        return String::new();
    }
    let line = line.replace("\\\"", "").replace("'\"'", "");
    let code = line.split(['"', '`']).step_by(2).collect::<Vec<_>>().join("\"\"");
    code.split("//").next().unwrap_or_default().to_owned()
}

/// The names of items, variables, parameters and fields that are declared in one line.
fn declared(code: &str) -> Vec<&str> {
    let is_name = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '$';
    let (mut names, mut rest, mut is_pattern) = (Vec::new(), code, false);
    while let Some(start) = rest.find(is_name) {
        let (gap, from) = rest.split_at(start);
        let (name, after) = from.split_at(from.find(|sign| !is_name(sign)).unwrap_or(from.len()));
        let end = after.trim_start_matches(')');
        is_pattern &= !gap.contains('=') && !["in", "of"].contains(&name);
        let is_typed = after.starts_with(": ") || after.starts_with("?: ");
        let opens_closure = gap.rsplit_once('|').is_some_and(|(_, opened)| !opened.contains(' '));
        if is_pattern || is_typed || opens_closure || end.starts_with('|') || end.starts_with(" =>") {
            names.push(name);
        }
        is_pattern |= KEYWORDS.contains(&name);
        rest = after;
    }
    names
}

/// The banned part of a name, and what to write instead.
fn banned(name: &str) -> Option<(&'static str, &'static str)> {
    let mut parts = String::new();
    for sign in name.chars() {
        if sign.is_uppercase() && parts.ends_with(char::is_lowercase) {
            parts.push('_');
        }
        parts.push(sign);
    }
    let parts = format!("_{}_", parts.to_lowercase());
    WORDS.lines().filter_map(|entry| entry.split_once(" → ")).find(|(word, _)| parts.contains(&format!("_{word}_")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_declared_names_with_banned_part_are_found() {
        let names = |line: &str| {
            let problems = unplain_names(&[("a.rs".to_owned(), line.to_owned())]);
            problems.iter().map(|problem| problem.split(": ").nth(1).unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names("let (is_told, b) = f(asked);"), ["is_told"]);
        assert_eq!(names("all.map(|(a, heard)| a).map(|told| heard);"), ["heard", "told"]);
        assert_eq!(names("const { asked, b } = c;\tconst f = (said: A) => saidPort(x);"), ["asked", "said"]);
        assert_eq!(names("const NOBODYS_SECRET: u8 = \"let told = 1\"; // let said"), ["NOBODYS_SECRET"]);
        assert_eq!(names("f(told); basket.tell(); const retold = \"let told\";"), [""; 0]);
    }
}
