//! Removes target features from a module's `target_features` section.
//!
//! The prebuilt standard library of stable Rust declares `reference-types` and `multivalue`, whatever flags the rest
//! was built with. wasm-bindgen trusts the section, and then looks for an externref table that a build without
//! reference types does not have. Format:
//! <https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md#target-features-section>

use anyhow::{Context as _, Result, bail};

const HEADER: &[u8] = b"\0asm\x01\0\0\0";
const CUSTOM: u8 = 0;
const SECTION: &[u8] = b"target_features";

/// Returns `module` without the features in `dropped`. All other bytes stay the same.
///
/// # Errors
///
/// If `module` is not a WebAssembly module, or its `target_features` section is malformed.
pub(crate) fn drop_features(module: &[u8], dropped: &[&str]) -> Result<Vec<u8>> {
    let mut rest = Reader(module.strip_prefix(HEADER).context("not a WebAssembly module of version 1")?);
    let mut out = HEADER.to_vec();
    while !rest.0.is_empty() {
        let id = rest.byte()?;
        let body = rest.vector()?;
        let mut reader = Reader(body);
        if id == CUSTOM && reader.vector()? == SECTION {
            let mut section = Vec::new();
            write_vector(&mut section, SECTION);
            section.extend(without(reader, dropped).context("malformed target_features section")?);
            out.push(CUSTOM);
            write_vector(&mut out, &section);
        } else {
            out.push(id);
            write_vector(&mut out, body);
        }
    }
    Ok(out)
}

/// The section's payload: a count, then for each feature a prefix (`+` used, `-` not used) and a name.
fn without(mut features: Reader<'_>, dropped: &[&str]) -> Result<Vec<u8>> {
    let count = features.length()?;
    let mut kept = Vec::new();
    for _ in 0..count {
        let prefix = features.byte()?;
        let name = features.vector()?;
        if !dropped.iter().any(|feature| feature.as_bytes() == name) {
            kept.push((prefix, name));
        }
    }
    if !features.0.is_empty() {
        bail!("bytes after the last feature");
    }
    let mut out = Vec::new();
    write_length(&mut out, kept.len());
    for (prefix, name) in kept {
        out.push(prefix);
        write_vector(&mut out, name);
    }
    Ok(out)
}

/// Reads a module from its start.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8> {
        let (first, rest) = self.0.split_first().context("the module ends early")?;
        self.0 = rest;
        Ok(*first)
    }

    /// Reads an unsigned LEB128 number of at most 32 bits.
    fn length(&mut self) -> Result<usize> {
        let mut value = 0_usize;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        bail!("a length has more than five bytes")
    }

    fn vector(&mut self) -> Result<&'a [u8]> {
        let length = self.length()?;
        let (taken, rest) = self.0.split_at_checked(length).context("the module ends early")?;
        self.0 = rest;
        Ok(taken)
    }
}

fn write_vector(out: &mut Vec<u8>, bytes: &[u8]) {
    write_length(out, bytes.len());
    out.extend_from_slice(bytes);
}

fn write_length(out: &mut Vec<u8>, length: usize) {
    let mut rest = length;
    loop {
        let low = (rest & 0x7f).to_le_bytes();
        rest >>= 7;
        let more = if rest == 0 { 0 } else { 0x80 };
        out.push(low.first().copied().unwrap_or_default() | more);
        if rest == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(features: &[&str]) -> Vec<u8> {
        let mut section = Vec::new();
        write_vector(&mut section, SECTION);
        write_length(&mut section, features.len());
        for feature in features {
            section.push(b'+');
            write_vector(&mut section, feature.as_bytes());
        }
        let mut out = HEADER.to_vec();
        out.extend([1, 4, 1, 0x60, 0, 0]);
        out.push(CUSTOM);
        write_vector(&mut out, &section);
        out
    }

    #[test]
    fn only_the_named_features_go() {
        let long = "x".repeat(200);
        let before = module(&["bulk-memory", "reference-types", &long, "multivalue"]);
        let after = drop_features(&before, &["reference-types", "multivalue"]).unwrap();
        assert_eq!(after, module(&["bulk-memory", &long]));
    }

    #[test]
    fn a_module_without_the_section_is_unchanged() {
        let mut before = HEADER.to_vec();
        before.extend([1, 4, 1, 0x60, 0, 0]);
        assert_eq!(drop_features(&before, &["multivalue"]).unwrap(), before);
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(drop_features(b"<html>", &[]).is_err());
        let mut cut = module(&["multivalue"]);
        cut.pop();
        assert!(drop_features(&cut, &[]).is_err());
    }
}
