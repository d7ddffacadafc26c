//! Blanks the last words of what cannot happen.
//!
//! wasm-bindgen and gloo-storage carry sentences for panics that the core has no way to: no `&mut self` crosses the border, no closure is called after it
//! was dropped, and there is a window where there is a page. They weigh 0.1 KB of every login; blank, they weigh nothing, and a trap is `internal` whatever
//! its words are.

use anyhow::{Result, bail};

const TEXTS: [&str; 8] = [
    "FnOnce called more than once",
    "called `Option::unwrap_throw()` on a `None` value",
    "called `Result::unwrap_throw()` on an `Err` value",
    "failed to get local_storage",
    "no local storage",
    "no window",
    "closure invoked recursively or after being dropped",
    "recursive use of an object detected which would lead to unsafe aliasing in rust",
];

/// Returns `module` with each of the sentences as zeros. Nothing moves.
///
/// # Errors
/// When one of them is not there exactly once: a dependency has changed its words, and the list has to follow.
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
