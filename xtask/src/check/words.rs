//! Plain English in Markdown and comments: no word of `words.txt`, no line of more than 120 columns. In all texts, an
//! apostrophe is `'`.
//!
//! Vale is the usual tool for this. It is a Go program, and all other tools of this repository come from cargo and npm.
//! A list of words needs none of its other features.

use super::source_files::SourceFile;

/// One word or phrase a line, and what to write instead. `^` is the start of a paragraph.
const WORDS: &str = include_str!("words.txt");
const COLUMNS: usize = 120;
const CURLY_APOSTROPHE: char = '\u{2019}';

pub(super) const FILES: [&str; 13] = [
    "*.md", "*.rs", "*.[jt]s", "*.[jt]sx", "*.[cm]js", "*.css", "*.html", "*.vue", "*.toml", "*.sh", "*.py", "*.go",
    ".ci/*",
];

/// How a comment starts and ends.
type Marks = (&'static str, &'static str);

/// A problem for each banned word, each curly apostrophe, and each line that is too long.
pub(super) fn unplain_prose(files: &[SourceFile]) -> Vec<String> {
    files.iter().flat_map(|(name, text)| unplain(name, text)).collect()
}

fn unplain(name: &str, text: &str) -> Vec<String> {
    let marks: &[Marks] = match name.rsplit_once('.') {
        Some((_, "md")) => &[],
        Some((_, "toml" | "sh" | "py" | "ci/run")) => &[("# ", "")],
        _ => &[("//", ""), ("/*", "*/"), ("<!--", "-->")],
    };
    let (mut open, mut is_code, mut is_start) = (None, false, true);
    let mut problems = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if line.contains(CURLY_APOSTROPHE) {
            problems.push(format!("{name}:{number}: a curly apostrophe: use \"'\""));
        }
        let Some(prose) = (if marks.is_empty() { Some(line) } else { comment(line, marks, &mut open) }) else {
            (is_code, is_start) = (false, true);
            continue;
        };
        let prose = prose.trim_start_matches(['/', '*', '!', ' ']);
        if prose.starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            if line.chars().count() > COLUMNS && !prose.starts_with('|') && !line.contains("://") {
                problems.push(format!("{name}:{number}: more than {COLUMNS} columns: break the line"));
            }
            let words = words(if is_start { "^ " } else { "" }, prose);
            for (word, better) in WORDS.lines().filter_map(|entry| entry.split_once(" → ")) {
                if words.contains(&format!(" {word} ")) {
                    problems.push(format!("{name}:{number}: \"{}\": use \"{better}\"", word.trim_start_matches("^ ")));
                }
            }
        }
        is_start = prose.is_empty();
    }
    problems
}

/// The text of the comment in this line. `open` is the end of a block comment that continues in the next line.
fn comment<'a>(line: &'a str, marks: &[Marks], open: &mut Option<&'static str>) -> Option<&'a str> {
    let start = |(mark, end): &Marks| {
        let starts = |(at, _): &(usize, &str)| line.get(..*at).is_some_and(|before| before.ends_with([' ', '\t', '{']));
        let at = line.match_indices(mark).find(|found| found.0 == 0 || starts(found))?.0;
        Some((at, line.get(at + mark.len()..)?, *end))
    };
    let (text, end) = match *open {
        Some(end) => (line, end),
        None => marks.iter().filter_map(start).min().map(|(_, text, end)| (text, end))?,
    };
    let closed = if end.is_empty() { Some(text) } else { text.split_once(end).map(|(text, _)| text) };
    *open = closed.is_none().then_some(end);
    Some(closed.unwrap_or(text))
}

/// The words in lower case, with a space around each. Inline code counts as one word.
fn words(start: &str, prose: &str) -> String {
    let text = prose.split('`').step_by(2).collect::<Vec<_>>().join(" code ").to_lowercase();
    let words = text.split(|sign: char| !(sign.is_alphanumeric() || sign == '\'')).filter(|word| !word.is_empty());
    format!(" {start}{} ", words.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BANNED: &str = "\"nobody\": use \"no user, nothing\"";

    #[test]
    fn banned_word_is_found_in_markdown_and_comments() {
        assert_eq!(unplain("a.md", "# A\n\nThere is\nNobody, here."), [format!("a.md:4: {BANNED}")]);
        let comments = "f();\t// nobody\n/*\nnobody */ nobody();";
        assert_eq!(unplain("a.rs", comments), ["1", "3"].map(|number| format!("a.rs:{number}: {BANNED}")));
        assert_eq!(unplain(".ci/run", "a # nobody"), [format!(".ci/run:1: {BANNED}")]);
        assert_eq!(unplain("a.html", "<p>\n<!-- nobody -->"), [format!("a.html:2: {BANNED}")]);
        assert_eq!(unplain("a.rs", "/// Gives a\n/// gives"), ["a.rs:1: \"gives\": use \"returns\""]);
    }

    #[test]
    fn code_and_plain_text_pass() {
        assert_eq!(unplain("a.md", "Plain `nobody` text.\n```\nnobody\n```\nIt gives."), [""; 0]);
        assert_eq!(unplain("a.rs", "let nobody = \"a://nobody\";\n/// ```\n/// nobody\n/// ```"), [""; 0]);
    }

    #[test]
    fn curly_apostrophe_is_found_in_all_texts() {
        let line = "<p>the app\u{2019}s name</p>";
        assert_eq!(unplain("a.html", line), ["a.html:1: a curly apostrophe: use \"'\""]);
        assert_eq!(unplain("a.html", "<p>the app's name</p>"), [""; 0]);
    }

    #[test]
    fn long_line_is_found() {
        let long = "word ".repeat(25);
        assert_eq!(unplain("a.md", &long), ["a.md:1: more than 120 columns: break the line"]);
        assert_eq!(unplain("a.rs", &format!("//{long}")), ["a.rs:1: more than 120 columns: break the line"]);
        assert_eq!(unplain("a.md", &format!("| {long} |\n{long}https://a.example\n```\n{long}\n```")), [""; 0]);
    }
}
