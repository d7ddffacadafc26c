//! Patches of wasm-bindgen's glue. They make it smaller, and serve the core as WebAssembly and as JavaScript alike.

mod own;

use anyhow::{Result, bail};

use self::own::{Own, Patch, own};
use crate::core_build::Rim;

/// Patches with exactly one place, whatever the rim.
const PATCHES: [Patch; 21] = [
    // The glue keeps its views of the memory. When a memory grows, WebAssembly detaches its buffer, which the glue
    // checks. wasm2js makes a new buffer and does not change the old one, so the glue would continue to use the old one
    // unnoticed. A new view each time is cheap.
    Patch {
        name: "the view of the memory's bytes",
        from: r"let cachedUint8ArrayMemory0 = null;
function getUint8ArrayMemory0() {
    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
    }
    return cachedUint8ArrayMemory0;
}
",
        to: "",
    },
    Patch {
        name: "a piece of the memory",
        from: r"function getArrayU8FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getUint8ArrayMemory0().subarray(ptr / 1, ptr / 1 + len);
}
",
        to: r"function getArrayU8FromWasm0(ptr, len) { return new Uint8Array(wasm.memory.buffer, ptr, len); }
",
    },
    Patch {
        name: "the view of the memory's numbers",
        from: r"let cachedDataViewMemory0 = null;
function getDataViewMemory0() {
    if (cachedDataViewMemory0 === null || cachedDataViewMemory0.buffer.detached === true || (cachedDataViewMemory0.buffer.detached === undefined && cachedDataViewMemory0.buffer !== wasm.memory.buffer)) {
        cachedDataViewMemory0 = new DataView(wasm.memory.buffer);
    }
    return cachedDataViewMemory0;
}
",
        to: "",
    },
    Patch {
        name: "giving back a number, if there is one",
        from: r"    getDataViewMemory0().setFloat64((arg0 >>> 0) + 8 * 1, isLikeNone(ret) ? 0 : ret, true);
    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, !isLikeNone(ret), true);
",
        to: r"    new Float64Array(wasm.memory.buffer, arg0 + 8).set([ret]);
    new Int32Array(wasm.memory.buffer, arg0).set([!isLikeNone(ret)]);
",
    },
    Patch {
        name: "giving back a boolean, if there is one",
        from: r"const ret = typeof(v) === 'boolean' ? v : undefined;
    return isLikeNone(ret) ? 0xFFFFFF : ret ? 1 : 0;
",
        to: r"return typeof(v) === 'boolean' ? v : 0xFFFFFF;
",
    },
    Patch { name: "a test for nothing", from: r"return x === undefined || x === null;", to: r"return x == null;" },
    Patch { name: "a new object", from: r"new Object()", to: r"{}" },
    // A list of the free places needs less code than a chain through them.
    Patch {
        name: "keeping an object",
        from: r"    if (heap_next === heap.length) heap.push(heap.length + 1);
    const idx = heap_next;
    heap_next = heap[idx];

    heap[idx] = obj;
",
        to: r"    const idx = free.pop() ?? heap.length;
    heap[idx] = obj;
",
    },
    Patch {
        name: "letting go of an object",
        from: r"    heap[idx] = heap_next;
    heap_next = idx;
",
        to: r"    heap[idx] = undefined;
    free.push(idx);
",
    },
    Patch { name: "where the next object goes", from: r"let heap_next = heap.length;", to: r"const free = [];" },
    Patch { name: "places that nobody reads", from: r"new Array(1024).fill(undefined)", to: r"new Array(1024)" },
    // `Promise` calls it once, before it returns, so no call comes after it is gone.
    Patch {
        name: "what a promise calls",
        from: r"    try {
        var state0 = {a: arg0, b: arg1};
        var cb0 = (arg0, arg1) => {
            const a = state0.a;
            state0.a = 0;
            try {
                return wasm_bindgen",
        to: r"    const ret = new Promise((resolve, reject) => wasm_bindgen",
    },
    Patch {
        name: "the end of what a promise calls",
        from: r"(a, state0.b, arg0, arg1);
            } finally {
                state0.a = a;
            }
        };
        const ret = new Promise(cb0);
        return addHeapObject(ret);
    } finally {
        state0.a = 0;
    }
",
        to: r"(arg0, arg1, resolve, reject));
    return addHeapObject(ret);
",
    },
    // The glue writes ASCII itself, and the rest by an encoder into memory that it enlarges twice. Our strings are
    // short and few.
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
    getArrayU8FromWasm0(ptr, WASM_VECTOR_LEN).set(bytes);
    return ptr;
}
function addObjectIfAny(obj) { return isLikeNone(obj) ? 0 : addHeapObject(obj); }
function returnString(to, text) {
    const ptr = isLikeNone(text) ? 0 : passStringToWasm0(text);
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
    // Safari's decoders fail after 2 GiB, which the glue counts. A decoder that is used once cannot.
    Patch {
        name: "reading a string",
        from: r"return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));",
        to: r"return new TextDecoder('utf-8', { ignoreBOM: true }).decode(getArrayU8FromWasm0(ptr, len));",
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
    // The core drops its closures itself. The browser still calls those that it forgets.
    Patch {
        name: "a registry of closures",
        from: r"const CLOSURE_DTORS = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(state => wasm.__wbindgen_destroy_closure(state.a, state.b));
",
        to: r"",
    },
    Patch {
        name: "entering a closure in the registry",
        from: r"    CLOSURE_DTORS.register(real, state, state);
",
        to: r"",
    },
    Patch {
        name: "taking a closure out of the registry",
        from: r"            CLOSURE_DTORS.unregister(state);
",
        to: r"",
    },
    // `rewrite` builds the functions that need this.
    Patch {
        name: "catching what an import throws",
        from: r"function handleError(f, args) {
    try {
        return f.apply(this, args);
    } catch (e) {
        wasm.__wbindgen_exn_store(addHeapObject(e));
    }
}
",
        to: r"function caught(functions) {
    for (const [name, f] of Object.entries(functions)) {
        functions[name] = (...args) => {
            try {
                return f(...args);
            } catch (e) {
                wasm.__wbindgen_exn_store(addHeapObject(e));
            }
        };
    }
    return functions;
}
",
    },
];

/// Patches with at least one place.
const EVERYWHERE: [Patch; 3] = [
    Patch {
        name: "giving back a string, if there is one",
        from: r"var ptr1 = isLikeNone(ret) ? 0 : passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
    var len1 = WASM_VECTOR_LEN;
    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
    getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
",
        to: r"return returnString(arg0, ret);
",
    },
    // A value that the core does not expect is dropped. As an expression it is shorter, and like the others.
    Patch {
        name: "calling a method for nothing",
        from: r"
    getObject(arg0).",
        to: r"
    return getObject(arg0).",
    },
    // No address, length or duration of the core comes near 2^31.
    Patch { name: "an address in the upper half of the memory", from: r" >>> 0", to: r"" },
];

/// Returns the glue of the core with this rim, with every patch applied.
///
/// # Errors
/// If a place is missing, or occurs twice where it should occur once. wasm-bindgen's glue has then changed, and the
/// patch must be adapted.
pub(crate) fn patch(glue: &str, rim: Rim) -> Result<String> {
    let Own { once, everywhere } = own(rim);
    let mut out = glue.to_owned();
    for Patch { name, from, to } in PATCHES.iter().chain(once) {
        let found = out.matches(from).count();
        if found != 1 {
            bail!("the glue has {name} {found} times, not once: correct the patch in glue/patch.rs");
        }
        out = out.replace(from, to);
    }
    for Patch { name, from, to } in everywhere.iter().chain(&EVERYWHERE) {
        if !out.contains(from) {
            bail!("the glue has no {name}: correct the patch in glue/patch.rs");
        }
        out = out.replace(from, to);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIMS: [Rim; 2] = [Rim::Web, Rim::Host];

    /// Returns all patched places of wasm-bindgen's glue. The places of the host's own patches come from other patches.
    fn places(rim: Rim) -> Vec<&'static Patch> {
        let Own { once, everywhere } = own(rim);
        let once = if rim == Rim::Web { once } else { &[] };
        PATCHES.iter().chain(once).chain(everywhere).chain(&EVERYWHERE).collect()
    }

    fn glue<'a>(places: impl IntoIterator<Item = &'a &'static Patch>) -> String {
        places.into_iter().flat_map(|patch| ["before\n", patch.from, "\n"]).collect()
    }

    #[test]
    fn every_place_is_patched() {
        for rim in RIMS {
            let patched = patch(&glue(&places(rim)), rim).unwrap();
            assert!(places(rim).iter().all(|patch| !patched.contains(patch.from)), "{patched}");
            assert!(own(rim).once.iter().chain(&EVERYWHERE).all(|patch| patched.contains(patch.to)), "{patched}");
            assert_eq!(patched.contains("new TextEncoder()"), rim == Rim::Web, "{patched}");
            assert_eq!(patched.contains("new TextDecoder("), rim == Rim::Web, "{patched}");
        }
    }

    #[test]
    fn a_place_that_is_gone_or_there_twice_fails_the_build() {
        for rim in RIMS {
            let places = places(rim);
            let is_everywhere =
                |name: &str| own(rim).everywhere.iter().chain(&EVERYWHERE).any(|patch| patch.name == name);
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
