//! Names of tests in Rust: input and outcome, in few words. A story goes into a doc comment.

use super::source_files::{SourceFile, test_functions};

const MAX_WORDS: usize = 8;

/// First words of a story.
const STORY: [&str; 8] = ["what", "who", "whoever", "whose", "where", "however", "whatever", "nobody"];

/// A problem for each name that is too long, or begins like a story.
pub(super) fn wrong_names(files: &[SourceFile]) -> Vec<String> {
    let named = files.iter().flat_map(|(file, text)| test_functions(text).map(move |test| (file, test)));
    let named = named.map(|(file, test)| (file, test.rsplit("::").next().unwrap_or_default().to_owned()));
    named.filter_map(|(file, name)| Some(format!("{file}: {name}: {}", fault(&name)?))).collect()
}

fn fault(name: &str) -> Option<String> {
    let words: Vec<_> = name.split('_').collect();
    if words.len() > MAX_WORDS {
        return Some(format!("{} words, more than {MAX_WORDS}: name input and outcome", words.len()));
    }
    let first = words.first().filter(|word| STORY.contains(word))?;
    Some(format!("begins with `{first}`: name input and outcome"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_name_and_story_are_named() {
        let source = "#[test]\nfn one_two_three_four_five_six_seven_eight_nine() {}\n\
                      #[tokio::test(flavor = \"multi_thread\")]\n/// Words.\nasync fn who_comes() {}\n\
                      #[test]\nfn good() {}\nfn what_helps() {}\n#[cfg(test)]\nmod tests {}";
        assert_eq!(
            wrong_names(&[("a.rs".to_owned(), source.to_owned())]),
            [
                "a.rs: one_two_three_four_five_six_seven_eight_nine: 9 words, more than 8: name input and outcome",
                "a.rs: who_comes: begins with `who`: name input and outcome",
            ]
        );
    }
}
