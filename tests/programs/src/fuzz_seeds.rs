//! The seeds of the fuzz targets, in `tests/fuzz/seeds`: a folder `TARGET` with a file for each seed, or `TARGET.txt`
//! with a line for each.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::checkout;

/// An input for a target.
#[derive(Debug, PartialEq, Eq)]
pub struct Seed {
    /// Its file, or its line.
    pub name: String,
    /// The input.
    pub bytes: Vec<u8>,
}

fn folder() -> PathBuf {
    checkout::root().join("tests/fuzz/seeds")
}

/// The names of the targets that have seeds, in order.
///
/// # Errors
/// If the folder cannot be read.
pub fn targets() -> Result<BTreeSet<String>> {
    let entries = fs::read_dir(folder()).with_context(|| format!("cannot read {}", folder().display()))?;
    let name = |entry: std::io::Result<fs::DirEntry>| {
        Ok(entry?.path().file_stem().unwrap_or_default().to_string_lossy().into_owned())
    };
    entries.map(name).collect()
}

/// The seeds of a target.
///
/// # Errors
/// If they cannot be read, or if there are none.
pub fn read(target: &str) -> Result<Vec<Seed>> {
    let mut seeds = Vec::new();
    if let Ok(text) = fs::read_to_string(folder().join(target).with_extension("txt")) {
        for (line, number) in text.lines().zip(1..) {
            let name = format!("{target}.txt, line {number}");
            let bytes = unescape(line).with_context(|| format!("{name} has an invalid escape"))?;
            seeds.push(Seed { name, bytes });
        }
    }
    for entry in fs::read_dir(folder().join(target)).into_iter().flatten() {
        let path = entry?.path();
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        seeds.push(Seed { name: path.display().to_string(), bytes });
    }
    // The system lists a folder in any order.
    seeds.sort_by(|one, other| one.name.cmp(&other.name));
    if seeds.is_empty() {
        bail!("{target} has no seed");
    }
    Ok(seeds)
}

/// The reverse of [`u8::escape_ascii`].
fn unescape(line: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (Vec::new(), line.as_bytes());
    while let [byte, after @ ..] = rest {
        rest = after;
        let (byte, length) = match (byte, after) {
            (b'\\', [b'n', ..]) => (b'\n', 1),
            (b'\\', [b'r', ..]) => (b'\r', 1),
            (b'\\', [b't', ..]) => (b'\t', 1),
            (b'\\', [b'x', high, low, ..]) => (u8::from_str_radix(str::from_utf8(&[*high, *low]).ok()?, 16).ok()?, 3),
            (b'\\', [escaped @ (b'\\' | b'\'' | b'"'), ..]) => (*escaped, 1),
            (b'\\', _) => return None,
            _ => (*byte, 0),
        };
        bytes.push(byte);
        rest = rest.get(length..)?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_can_be_escaped() {
        let bytes: Vec<u8> = (0..=u8::MAX).collect();
        assert_eq!(unescape(&bytes.escape_ascii().to_string()), Some(bytes));
        assert_eq!(unescape(r#"{"a":"é"}"#), Some(r#"{"a":"é"}"#.into()));
        for invalid in [r"\", r"\q", r"\x1"] {
            assert_eq!(unescape(invalid), None, "{invalid}");
        }
    }
}
