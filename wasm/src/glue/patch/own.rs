//! The patches of one rim's glue alone.

use crate::core_build::Rim;

/// A place of the glue, and what stands there instead.
pub(super) struct Patch {
    pub(super) name: &'static str,
    pub(super) from: &'static str,
    pub(super) to: &'static str,
}

/// Each of these places is there once, at the latest when those of both rims are patched.
pub(super) fn own(rim: Rim) -> &'static [Patch] {
    match rim {
        Rim::Web => &WEB,
        Rim::Host => &HOST,
    }
}

const WEB: [Patch; 2] = [
    Patch { name: "a new list", from: r"new Array()", to: r"[]" },
    Patch { name: "randomness", from: r"globalThis.crypto.", to: r"crypto." },
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
