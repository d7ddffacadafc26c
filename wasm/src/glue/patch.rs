//! Patches of wasm-bindgen's glue. They make it smaller, and make it work for the core as WebAssembly and as JavaScript
//! alike.

use anyhow::{Result, bail};

use crate::core_build::Rim;

/// A place of the glue, and what stands there instead.
struct Patch {
    name: &'static str,
    from: &'static str,
    to: &'static str,
}

/// Each of these places is there once, whatever the rim.
const PATCHES: [Patch; 6] = [
    // wasm-bindgen renews its views of the memory if their buffer is detached, as WebAssembly does when the memory
    // grows. wasm2js makes a new buffer and leaves the old one as it is: the glue would read and write there unnoticed.
    Patch {
        name: "the test of the view of bytes",
        from: r"cachedUint8ArrayMemory0.byteLength === 0",
        to: r"cachedUint8ArrayMemory0.buffer !== wasm.memory.buffer",
    },
    Patch {
        name: "the test of the view of numbers",
        from: r"cachedDataViewMemory0.buffer.detached === undefined && ",
        to: r"",
    },
    // The glue writes ASCII by itself, the rest by an encoder into memory that it enlarges twice. Our strings are short
    // and few.
    Patch {
        name: "writing a string",
        from: r"function passStringToWasm0(arg, malloc, realloc) {
    if (realloc === undefined) {
        const buf = cachedTextEncoder.encode(arg);
        const ptr = malloc(buf.length, 1) >>> 0;
        getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
        WASM_VECTOR_LEN = buf.length;
        return ptr;
    }

    let len = arg.length;
    let ptr = malloc(len, 1) >>> 0;

    const mem = getUint8ArrayMemory0();

    let offset = 0;

    for (; offset < len; offset++) {
        const code = arg.charCodeAt(offset);
        if (code > 0x7F) break;
        mem[ptr + offset] = code;
    }
    if (offset !== len) {
        if (offset !== 0) {
            arg = arg.slice(offset);
        }
        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
        const ret = cachedTextEncoder.encodeInto(arg, view);

        offset += ret.written;
        ptr = realloc(ptr, len, offset, 1) >>> 0;
    }

    WASM_VECTOR_LEN = offset;
    return ptr;
}
",
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
    Patch {
        name: "a text encoder",
        from: r"const cachedTextEncoder = new TextEncoder();

if (!('encodeInto' in cachedTextEncoder)) {
    cachedTextEncoder.encodeInto = function (arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
            read: arg.length,
            written: buf.length
        };
    };
}
",
        to: r"",
    },
    // Safari's decoders fail after 2 GiB, for which the glue counts; one that is used once cannot.
    Patch {
        name: "reading a string",
        from: r"return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));",
        to: r"return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(wasm.memory.buffer, ptr, len));",
    },
    Patch {
        name: "a text decoder",
        from: r"let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
const MAX_SAFARI_DECODE_BYTES = 2146435072;
let numBytesDecoded = 0;
function decodeText(bytes) {
    numBytesDecoded += bytes.length;
    if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
        cachedTextDecoder.decode();
        numBytesDecoded = bytes.length;
    }
    return cachedTextDecoder.decode(bytes);
}
",
        to: r"",
    },
];

/// Each of these stands wherever it does, at least once.
const EVERYWHERE: [Patch; 1] = [Patch {
    name: "giving back a string, if there is one",
    from: r"var ptr1 = isLikeNone(ret) ? 0 : passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    var len1 = WASM_VECTOR_LEN;
    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
",
    to: r"return returnString(arg0, ret);
",
}];

/// For a host alone. Each of these places is there once when the others are patched. `host_module/beside.js` has the
/// functions.
const TEXTS: [Patch; 2] = [
    Patch { name: "the text encoder in use", from: r"new TextEncoder().encode(", to: r"encodeUtf8(" },
    Patch {
        name: "the text decoder in use",
        from: r"new TextDecoder('utf-8', { ignoreBOM: true }).decode(",
        to: r"decodeUtf8(",
    },
];

/// Returns the glue of the core with this rim, with every patch applied.
///
/// # Errors
/// If the text that a patch replaces is missing, or is there twice instead of once. Then wasm-bindgen writes another
/// glue now, and the patch must be adapted.
pub(crate) fn patch(glue: &str, rim: Rim) -> Result<String> {
    let mut out = glue.to_owned();
    for Patch { name, from, to } in PATCHES.iter().chain(for_host(rim)) {
        let found = out.matches(from).count();
        if found != 1 {
            bail!("the glue has {name} {found} times, not once: correct the patch in glue/patch.rs");
        }
        out = out.replace(from, to);
    }
    for Patch { name, from, to } in &EVERYWHERE {
        if !out.contains(from) {
            bail!("the glue has no {name}: correct the patch in glue/patch.rs");
        }
        out = out.replace(from, to);
    }
    Ok(out)
}

fn for_host(rim: Rim) -> &'static [Patch] {
    match rim {
        Rim::Web => &[],
        Rim::Host => &TEXTS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIMS: [Rim; 2] = [Rim::Web, Rim::Host];

    /// All that is patched in wasm-bindgen's glue.
    fn places() -> Vec<&'static Patch> {
        PATCHES.iter().chain(&EVERYWHERE).collect()
    }

    fn glue<'a>(places: impl IntoIterator<Item = &'a &'static Patch>) -> String {
        places.into_iter().flat_map(|patch| ["before\n", patch.from, "\n"]).collect()
    }

    #[test]
    fn every_place_is_patched() {
        for rim in RIMS {
            let patched = patch(&glue(&places()), rim).unwrap();
            assert!(places().iter().all(|patch| !patched.contains(patch.from)), "{patched}");
            assert!(for_host(rim).iter().chain(&EVERYWHERE).all(|patch| patched.contains(patch.to)), "{patched}");
            assert_eq!(patched.contains("new TextEncoder()"), rim == Rim::Web, "{patched}");
            assert_eq!(patched.contains("new TextDecoder("), rim == Rim::Web, "{patched}");
        }
    }

    #[test]
    fn a_place_that_is_gone_or_there_twice_fails_the_build() {
        for rim in RIMS {
            let places = places();
            let is_everywhere = |name: &str| EVERYWHERE.iter().any(|patch| patch.name == name);
            for Patch { name, from, .. } in places.iter().copied() {
                let others = places.iter().filter(|other| other.name != *name);
                let twice = (!is_everywhere(name)).then(|| glue(&places) + from);
                for changed in twice.into_iter().chain([glue(others)]) {
                    let error = patch(&changed, rim).unwrap_err().to_string();
                    assert!(error.contains(name), "{error}");
                }
            }
        }
    }
}
