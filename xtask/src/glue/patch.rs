//! What wasm-bindgen's glue has to do otherwise, so that it serves the core as WebAssembly and as JavaScript.

use anyhow::{Result, bail};

struct Patch {
    name: &'static str,
    from: &'static str,
    to: &'static str,
}

const PATCHES: [Patch; 4] = [
    // WebAssembly detaches a memory's buffer when the memory grows, which is what the glue looks for. wasm2js makes a new one and leaves the old as it is:
    // the glue would go on reading and writing there, and nobody would notice.
    Patch {
        name: "the view of the memory's bytes",
        from: "cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0",
        to: "cachedUint8ArrayMemory0?.buffer !== wasm.memory.buffer",
    },
    Patch {
        name: "the view of the memory's numbers",
        from: "cachedDataViewMemory0 === null || cachedDataViewMemory0.buffer.detached === true || (cachedDataViewMemory0.buffer.detached === undefined && cachedDataViewMemory0.buffer !== wasm.memory.buffer)",
        to: "cachedDataViewMemory0?.buffer !== wasm.memory.buffer",
    },
    // Every browser that has what the core needs has this, too.
    Patch {
        name: "a stand-in for TextEncoder.encodeInto",
        from: "\
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
        to: "",
    },
    // The core exports it.
    Patch {
        name: "a way without realloc",
        from: "    \
    if (realloc === undefined) {
        const buf = cachedTextEncoder.encode(arg);
        const ptr = malloc(buf.length, 1) >>> 0;
        getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
        WASM_VECTOR_LEN = buf.length;
        return ptr;
    }
",
        to: "",
    },
];

/// The glue with every patch applied.
///
/// # Errors
/// When the place of one is not there exactly once: wasm-bindgen writes another glue now, and the patch has to follow.
pub(crate) fn patch(glue: &str) -> Result<String> {
    let mut out = glue.to_owned();
    for Patch { name, from, to } in PATCHES {
        let found = out.matches(from).count();
        if found != 1 {
            bail!("the glue has {name} {found} times, not once: correct the patch in glue/patch.rs");
        }
        out = out.replace(from, to);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glue() -> String {
        PATCHES.iter().flat_map(|patch| ["before\n", patch.from, "\n"]).collect()
    }

    #[test]
    fn every_place_is_patched() {
        let patched = patch(&glue()).unwrap();
        assert!(PATCHES.iter().all(|patch| !patched.contains(patch.from) && patched.contains(patch.to)));
    }

    #[test]
    fn a_place_that_is_gone_or_there_twice_fails_the_build() {
        for Patch { name, from, .. } in PATCHES {
            for changed in [glue().replace(from, ""), glue() + from] {
                let error = patch(&changed).unwrap_err().to_string();
                assert!(error.contains(name), "{error}");
            }
        }
    }
}
