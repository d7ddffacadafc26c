//! Patches of wasm-bindgen's glue. They make it smaller, and make it work for the core as WebAssembly and as JavaScript
//! alike.

use anyhow::{Context as _, Result, bail};

use crate::rim::Rim;

/// A text of the glue, and what replaces it.
struct Patch {
    from: &'static str,
    to: &'static str,
}

/// wasm-bindgen renews its views of the memory if their buffer is detached, as WebAssembly does when the memory grows.
/// wasm2js makes a new buffer and leaves the old one as it is: the glue would read and write there unnoticed.
const VIEWS: [Patch; 2] = [
    Patch {
        from: "cachedUint8ArrayMemory0.byteLength === 0",
        to: "cachedUint8ArrayMemory0.buffer !== wasm.memory.buffer",
    },
    Patch { from: "cachedDataViewMemory0.buffer.detached === undefined && ", to: "" },
];

/// What reads and writes strings. Each is replaced from this text to the end of its function or block. wasm-bindgen
/// writes ASCII by itself and the rest by an encoder, into memory that it enlarges twice, and counts what a decoder has
/// read, because Safari's fail after 2 GiB. Our strings are short and few, and a decoder that is used once cannot fail.
const STRINGS: [Patch; 4] = [
    Patch {
        from: "function passStringToWasm0(",
        to: r"function passStringToWasm0(arg) {
    const bytes = new TextEncoder().encode(arg);
    const ptr = wasm.__wbindgen_malloc(WASM_VECTOR_LEN = bytes.length, 1);
    new Uint8Array(wasm.memory.buffer, ptr, WASM_VECTOR_LEN).set(bytes);
    return ptr;
}
function returnString(to, text) {
    const ptr = text == null ? 0 : passStringToWasm0(text);
    new Int32Array(wasm.memory.buffer, to).set([ptr, WASM_VECTOR_LEN]);
}
",
    },
    Patch { from: "const cachedTextEncoder = ", to: "" },
    Patch {
        from: "function getStringFromWasm0(",
        to: r"function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(wasm.memory.buffer, ptr, len));
}
",
    },
    Patch { from: "let cachedTextDecoder = ", to: "" },
];

/// Returns a string, if there is one. Wherever the glue does, which is at least once.
const RETURN: Patch = Patch {
    from: r"var ptr1 = isLikeNone(ret) ? 0 : passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    var len1 = WASM_VECTOR_LEN;
    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
",
    to: r"return returnString(arg0, ret);
",
};

/// For a host alone. `host_module/beside.js` has the functions.
const HOST: [Patch; 2] = [
    Patch { from: "new TextEncoder().encode(", to: "encodeUtf8(" },
    Patch { from: "new TextDecoder('utf-8', { ignoreBOM: true }).decode(", to: "decodeUtf8(" },
];

/// The end of a function or block of the glue.
const END: &str = "\n}\n";

/// Returns the glue of the core with this rim, with every patch applied.
///
/// # Errors
/// If a text that a patch replaces is missing, or is there twice instead of once. Then wasm-bindgen writes another glue
/// now, and the patch must be adapted.
pub(crate) fn patch(glue: &str, rim: Rim) -> Result<String> {
    let mut glue = glue.to_owned();
    for Patch { from, to } in VIEWS {
        let (before, after) = around(&glue, from)?;
        glue = [before, to, after].concat();
    }
    for Patch { from, to } in STRINGS {
        let (before, after) = around(&glue, from)?;
        let (_, after) = after.split_once(END).with_context(|| format!("the glue has no end of `{from}`"))?;
        glue = [before, to, after].concat();
    }
    if !glue.contains(RETURN.from) {
        bail!("the glue returns no string: correct the patch in glue/patch.rs");
    }
    glue = glue.replace(RETURN.from, RETURN.to);
    if rim == Rim::Host {
        for Patch { from, to } in HOST {
            glue = glue.replace(from, to);
        }
    }
    Ok(glue)
}

/// Returns what is before and after a text that is there once.
fn around<'a>(glue: &'a str, text: &str) -> Result<(&'a str, &'a str)> {
    let found = glue.matches(text).count();
    if found != 1 {
        bail!("the glue has `{text}` {found} times, not once: correct the patch in glue/patch.rs");
    }
    glue.split_once(text).context("it was found")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIMS: [Rim; 2] = [Rim::Web, Rim::Host];

    fn once() -> impl Iterator<Item = Patch> {
        VIEWS.into_iter().chain(STRINGS)
    }

    fn glue(parts: impl IntoIterator<Item = Patch>) -> String {
        parts.into_iter().flat_map(|patch| ["before\n", patch.from, "its body", END]).collect()
    }

    #[test]
    fn every_text_is_replaced() {
        for rim in RIMS {
            let patched = patch(&glue(once().chain([RETURN])), rim).unwrap();
            assert!(VIEWS.iter().chain([&RETURN]).all(|patch| !patched.contains(patch.from)), "{patched}");
            assert_eq!(patched.matches("its body").count(), VIEWS.len() + 1, "{patched}");
            assert_eq!(patched.contains("new TextEncoder()"), rim == Rim::Web, "{patched}");
            assert_eq!(patched.contains("new TextDecoder("), rim == Rim::Web, "{patched}");
        }
    }

    #[test]
    fn missing_or_doubled_text_fails_the_build() {
        for Patch { from, .. } in once() {
            let others = once().filter(|other| other.from != from).chain([RETURN]);
            for changed in [glue(others), glue(once().chain([RETURN])) + from] {
                let error = patch(&changed, Rim::Web).unwrap_err().to_string();
                assert!(error.contains(from), "{error}");
            }
        }
        assert!(patch(&glue(once()), Rim::Web).is_err(), "no string is returned");
    }
}
