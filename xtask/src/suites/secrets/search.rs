//! Searches a log for many secrets at once.

use std::fmt;

use aho_corasick::{AhoCorasick, MatchKind};
use anyhow::{Context as _, Result};

use super::patterns;

/// What must not be in a log.
pub(super) struct Secret {
    pub(super) kind: String,
    pub(super) text: String,
}

/// Finds secrets in every encoding.
pub(super) struct Searcher {
    patterns: AhoCorasick,
    /// The kind of each pattern.
    kinds: Vec<String>,
}

/// A secret in a log.
pub(super) struct Finding {
    log: String,
    /// From 1.
    line: usize,
    pub(super) kind: String,
    /// The line, with the kind of each secret in place of the secret.
    masked: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {}", self.log, self.line, self.kind, self.masked)
    }
}

impl Searcher {
    pub(super) fn new(secrets: &[Secret]) -> Result<Self> {
        let mut texts: Vec<_> =
            secrets.iter().flat_map(|secret| encodings(&secret.text).map(|text| (text, &secret.kind))).collect();
        texts.sort();
        texts.dedup();
        let mut builder = AhoCorasick::builder();
        let patterns = builder.match_kind(MatchKind::LeftmostLongest).build(texts.iter().map(|(text, _)| text));
        let patterns = patterns.context("too many secrets")?;
        Ok(Self { patterns, kinds: texts.into_iter().map(|(_, kind)| kind.clone()).collect() })
    }

    /// The secrets in `text`, the content of `log`.
    pub(super) fn search(&self, log: &str, text: &[u8]) -> Vec<Finding> {
        let lines = text.split(|byte| *byte == b'\n').zip(1..);
        lines.flat_map(|(line, number)| self.search_line(log, number, line)).collect()
    }

    fn search_line(&self, log: &str, number: usize, line: &[u8]) -> Vec<Finding> {
        let kind = |index: usize| self.kinds.get(index).map_or("secret", String::as_str);
        let known = self.patterns.find_iter(line);
        let mut secrets: Vec<_> =
            known.map(|found| (found.start(), found.end(), kind(found.pattern().as_usize()))).collect();
        for (start, end, kind) in patterns::find(line) {
            if secrets.iter().all(|(its_start, its_end, _)| end <= *its_start || *its_end <= start) {
                secrets.push((start, end, kind));
            }
        }
        secrets.sort_unstable();
        let masked = mask(line, &secrets);
        let finding = |(_, _, kind): &(usize, usize, &str)| Finding {
            log: log.to_owned(),
            line: number,
            kind: (*kind).to_owned(),
            masked: masked.clone(),
        };
        secrets.iter().map(finding).collect()
    }
}

/// The text itself, form-encoded, and percent-encoded. Also a hexadecimal key as decimal bytes, as a derived `Debug`
/// prints it.
fn encodings(text: &str) -> impl Iterator<Item = String> {
    let percent = |byte: u8| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    let percent: String = text.bytes().map(percent).collect();
    [Some(text.to_owned()), Some(percent.replace("%20", "+")), Some(percent), decimal(text)].into_iter().flatten()
}

fn decimal(hexadecimal: &str) -> Option<String> {
    let byte = |at| u8::from_str_radix(hexadecimal.get(at..at + 2)?, 16).ok().map(|byte| byte.to_string());
    let bytes: Option<Vec<_>> = (0..hexadecimal.len()).step_by(2).map(byte).collect();
    bytes.filter(|bytes| bytes.len() == 32).map(|bytes| bytes.join(", "))
}

/// The secrets are in order and do not overlap.
fn mask(line: &[u8], secrets: &[(usize, usize, &str)]) -> String {
    let mut text = String::new();
    let mut from = 0;
    for (start, end, kind) in secrets {
        text += &String::from_utf8_lossy(line.get(from..*start).unwrap_or_default());
        text.extend(["[", kind, "]"]);
        from = *end;
    }
    text + &String::from_utf8_lossy(line.get(from..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searcher(kind: &str, text: &str) -> Searcher {
        Searcher::new(&[Secret { kind: kind.to_owned(), text: text.to_owned() }]).unwrap()
    }

    #[test]
    fn the_secret_is_masked_in_the_shown_line() {
        let found = searcher("password", "correct horse").search("a.log", b"one\ntyped correct+horse, correct horse\n");
        assert_eq!(found.len(), 2);
        let Finding { log, line, kind, masked } = &found[0];
        assert_eq!((log.as_str(), *line, kind.as_str()), ("a.log", 2, "password"));
        assert_eq!(masked, "typed [password], [password]");
    }

    #[test]
    fn a_key_is_found_as_decimal_bytes() {
        let key = "0aff".repeat(16);
        let log = format!("Key([{}])", ["10, 255"; 16].join(", "));
        assert_eq!(searcher("token key", &key).search("a.log", log.as_bytes()).len(), 1);
        assert!(searcher("token key", &key).search("a.log", b"Key([10, 255])").is_empty());
    }
}
