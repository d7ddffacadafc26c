//! Splits text at an ASCII byte, and joins text. The standard library splits at `char`s, and its searchers are a
//! kilobyte of the wasm. Every separator that Stagepass uses is ASCII, so a split is never inside a character. Nothing
//! here is generic, so there is one loop.

/// Splits `text` before its first byte that is one of `marks`. The whole and nothing if there is none.
#[expect(clippy::manual_contains, reason = "`contains` looks for a byte by words, in many more instructions")]
pub fn at<'a>(text: &'a str, marks: &[u8]) -> (&'a str, &'a str) {
    let end = text.bytes().position(|byte| marks.iter().any(|mark| *mark == byte)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Returns `text` before and after its first `mark`.
pub fn once<'a>(text: &'a str, mark: &[u8; 1]) -> Option<(&'a str, &'a str)> {
    let (before, rest) = at(text, mark);
    Some((before, rest.get(1..)?))
}

/// Returns the parts of `text` between the `mark`s, at least one.
pub fn each<'a>(text: &'a str, mark: &'static [u8; 1]) -> Each<'a> {
    Each { rest: Some(text), mark }
}

/// Returns whether `is_such` holds for every byte of `text`.
pub fn all(text: &str, is_such: fn(&u8) -> bool) -> bool {
    text.as_bytes().iter().all(is_such)
}

/// Joins all `parts`.
pub fn joined(parts: &[&str]) -> String {
    let mut text = String::new();
    for part in parts {
        text.push_str(part);
    }
    text
}

/// The iterator of [`each`].
#[derive(Clone, Debug)]
pub struct Each<'a> {
    rest: Option<&'a str>,
    mark: &'static [u8; 1],
}

impl<'a> Iterator for Each<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (part, rest) = at(self.rest?, self.mark);
        self.rest = rest.get(1..);
        Some(part)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_cuts_as_the_standard_library_does(text in "[a-zé&=\n]{0,30}") {
            prop_assert_eq!(each(&text, b"&").collect::<Vec<_>>(), text.split('&').collect::<Vec<_>>());
            prop_assert_eq!(once(&text, b"="), text.split_once('='));
        }
    }
}
