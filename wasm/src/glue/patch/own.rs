//! The patches of one rim's glue alone.

use crate::core_build::Rim;

/// A place of the glue, and what stands there instead.
pub(super) struct Patch {
    pub(super) name: &'static str,
    pub(super) from: &'static str,
    pub(super) to: &'static str,
}

/// Each of these places is there once. Only the host's core has closures and promises.
pub(super) fn own(rim: Rim) -> &'static [Patch] {
    match rim {
        Rim::Web => &[],
        Rim::Host => &HOST,
    }
}

/// Each of these places is there once when the others are patched.
pub(super) fn for_host(rim: Rim) -> &'static [Patch] {
    match rim {
        Rim::Web => &[],
        Rim::Host => &TEXTS,
    }
}

const HOST: [Patch; 5] = [
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
    // Browsers have had it since 2024, and React Native's engines lack it.
    Patch {
        name: "a new promise",
        from: r"Promise.withResolvers()",
        to: r"(resolve => ({ promise: new Promise(first => { resolve = first; }), resolve }))()",
    },
    // The core drops its closures itself. Those that it forgets, the browser will yet call.
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
];

/// In terms of what `host_module/beside.js` has.
const TEXTS: [Patch; 2] = [
    Patch { name: "the text encoder in use", from: r"new TextEncoder().encode(", to: r"encodeUtf8(" },
    Patch {
        name: "the text decoder in use",
        from: r"new TextDecoder('utf-8', { ignoreBOM: true }).decode(",
        to: r"decodeUtf8(",
    },
];
