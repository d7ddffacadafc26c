//! Many secrets at once, in a log.

use aho_corasick::{AhoCorasick, MatchKind};
use anyhow::{Context as _, Result};

use super::form;

/// What must not be in a log.
pub(super) struct Secret {
    pub(super) kind: String,
    pub(super) text: String,
}

/// Finds secrets, however they are written.
pub(super) struct Searcher {
    patterns: AhoCorasick,
    /// The kind of each pattern.
    kinds: Vec<String>,
}

/// A secret in a log.
pub(super) struct Found {
    pub(super) log: String,
    /// From 1.
    pub(super) line: usize,
    pub(super) kind: String,
    /// The line, and what was found in it replaced by what it is.
    pub(super) masked: String,
}

impl Searcher {
    pub(super) fn new(secrets: &[Secret]) -> Result<Self> {
        let mut texts: Vec<_> =
            secrets.iter().flat_map(|secret| written(&secret.text).map(|text| (text, &secret.kind))).collect();
        texts.sort();
        texts.dedup();
        let mut builder = AhoCorasick::builder();
        let patterns = builder.match_kind(MatchKind::LeftmostLongest).build(texts.iter().map(|(text, _)| text));
        let patterns = patterns.context("too many secrets")?;
        Ok(Self { patterns, kinds: texts.into_iter().map(|(_, kind)| kind.clone()).collect() })
    }

    /// What is in `text`, the log of this name.
    pub(super) fn search(&self, log: &str, text: &[u8]) -> Vec<Found> {
        let lines = text.split(|octet| *octet == b'\n').zip(1..);
        lines.flat_map(|(line, number)| self.search_line(log, number, line)).collect()
    }

    fn search_line(&self, log: &str, number: usize, line: &[u8]) -> Vec<Found> {
        let known = self.patterns.find_iter(line);
        let kind = |index: usize| self.kinds.get(index).map_or("secret", String::as_str);
        let mut places: Vec<_> = known.map(|one| (one.start(), one.end(), kind(one.pattern().as_usize()))).collect();
        for (from, until, kind) in form::find(line) {
            if places.iter().all(|(start, end, _)| until <= *start || *end <= from) {
                places.push((from, until, kind));
            }
        }
        places.sort_unstable();
        let masked = masked(line, &places);
        let found = |(_, _, kind): &(usize, usize, &str)| Found {
            log: log.to_owned(),
            line: number,
            kind: (*kind).to_owned(),
            masked: masked.clone(),
        };
        places.iter().map(found).collect()
    }
}

/// A text as it is, as in a form, and percent-encoded. Hexadecimal is also looked for as octets in decimal, as a derived `Debug` writes them.
fn written(text: &str) -> impl Iterator<Item = String> {
    let percent = |octet: u8| {
        if octet.is_ascii_alphanumeric() || b"-._~".contains(&octet) {
            char::from(octet).to_string()
        } else {
            format!("%{octet:02X}")
        }
    };
    let percent: String = text.bytes().map(percent).collect();
    [Some(text.to_owned()), Some(percent.replace("%20", "+")), Some(percent), decimal(text)].into_iter().flatten()
}

fn decimal(hexadecimal: &str) -> Option<String> {
    let is_key = hexadecimal.len() == 64 && hexadecimal.bytes().all(|digit| digit.is_ascii_hexdigit());
    let octet = |at| u8::from_str_radix(hexadecimal.get(at..at + 2)?, 16).ok().map(|octet| octet.to_string());
    let octets: Option<Vec<_>> = (0..hexadecimal.len()).step_by(2).map(octet).collect();
    octets.filter(|_| is_key).map(|octets| octets.join(", "))
}

/// `places` are in order and do not overlap.
fn masked(line: &[u8], places: &[(usize, usize, &str)]) -> String {
    let mut text = String::new();
    let mut from = 0;
    for (start, end, kind) in places {
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
    fn the_line_is_told_and_the_secret_is_not() {
        let found = searcher("password", "correct horse").search("a.log", b"one\ntyped correct+horse, correct horse\n");
        assert_eq!(found.len(), 2);
        let Found { log, line, kind, masked } = &found[0];
        assert_eq!((log.as_str(), *line, kind.as_str()), ("a.log", 2, "password"));
        assert_eq!(masked, "typed [password], [password]");
    }

    #[test]
    fn a_key_is_found_among_its_octets() {
        let key = "0aff".repeat(16);
        let log = format!("Key([{}])", ["10, 255"; 16].join(", "));
        assert_eq!(searcher("token key", &key).search("a.log", log.as_bytes()).len(), 1);
        assert!(searcher("token key", &key).search("a.log", b"Key([10, 255])").is_empty());
    }
}
