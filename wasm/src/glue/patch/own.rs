//! The patches of one rim's glue alone.

use crate::core_build::Rim;

/// A place of the glue, and what stands there instead.
pub(super) struct Patch {
    pub(super) name: &'static str,
    pub(super) from: &'static str,
    pub(super) to: &'static str,
}

pub(super) struct Own {
    /// Each of these places is there once, at the latest when those of both rims are patched.
    pub(super) once: &'static [Patch],
    /// Each of these stands wherever it does, at least once.
    pub(super) everywhere: &'static [Patch],
}

pub(super) fn own(rim: Rim) -> Own {
    match rim {
        Rim::Web => Own { once: &WEB, everywhere: &WEB_EVERYWHERE },
        Rim::Host => Own { once: &HOST, everywhere: &[] },
    }
}

const WEB: [Patch; 2] = [
    Patch { name: "a new list", from: r"new Array()", to: r"[]" },
    Patch { name: "randomness", from: r"globalThis.crypto.", to: r"crypto." },
];

const WEB_EVERYWHERE: [Patch; 1] = [
    Patch {
        name: "giving back an object, if there is one",
        from: r"return isLikeNone(ret) ? 0 : addHeapObject(ret);",
        to: r"return addObjectIfAny(ret);",
    },
];

/// In terms of what `host_module/beside.js` has.
const HOST: [Patch; 2] = [
    Patch { name: "the text encoder in use", from: r"new TextEncoder().encode(", to: r"encodeUtf8(" },
    Patch {
        name: "the text decoder in use",
        from: r"new TextDecoder('utf-8', { ignoreBOM: true }).decode(",
        to: r"decodeUtf8(",
    },
];
