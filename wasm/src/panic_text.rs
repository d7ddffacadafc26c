//! Blanks the messages of panics that cannot happen.
//!
//! wasm-bindgen contains messages for panics that the core cannot reach: it calls no closure after its drop, and none
//! recursively. Blank, they compress to nothing. A trap is `internal` whatever its message.

use anyhow::{Result, bail};

const TEXTS: [&str; 1] = ["closure invoked recursively or after being dropped"];

/// Returns `module` with each of the messages as zeros. No other byte changes.
///
/// # Errors
/// If one of them does not occur exactly once: a dependency has changed its messages, and the list must be adapted.
pub(crate) fn blank(module: &[u8]) -> Result<Vec<u8>> {
    let mut out = module.to_vec();
    for text in TEXTS {
        let found: Vec<_> =
            module.windows(text.len()).enumerate().filter(|(_, window)| *window == text.as_bytes()).collect();
        let [(at, _)] = found.as_slice() else {
            bail!("the module has {text:?} {} times, not once: correct the list in panic_text.rs", found.len());
        };
        out.iter_mut().skip(*at).take(text.len()).for_each(|byte| *byte = 0);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentences_go_and_nothing_moves() {
        let module = ["\0asm", &TEXTS.concat(), "kept"].concat();
        let blanked = blank(module.as_bytes()).unwrap();
        assert_eq!(blanked.len(), module.len());
        assert!(blanked.starts_with(b"\0asm\0") && blanked.ends_with(b"\0kept"));
        assert!(blanked.iter().filter(|byte| **byte != 0).eq(b"asmkept"));
    }

    #[test]
    fn a_sentence_that_is_gone_or_there_twice_is_told() {
        assert!(blank(b"\0asm").is_err());
        assert!(blank([TEXTS.concat(), TEXTS.concat()].concat().as_bytes()).is_err());
    }
}
