//! Fuzz targets: parsers of untrusted input, each with a property that must hold for every input.
//!
//! | where | what |
//! |---|---|
//! | [`TARGETS`] | every target, with its limits |
//! | `seeds/TARGET`, `seeds/TARGET.txt` | inputs to start from, and inputs that once broke a property: a file each, or an escaped line each. `cargo test` runs all |
//! | `main.rs` | the program that `cargo xtask fuzz` builds with libFuzzer |
//! | `callback`, `gate`, `openid`, `record`, `redirect_uri`, `rule` | targets of public code. `fuzzing` in media and service, and `fuzz_webhook` of the access server, have those of private code |
//!
//! A target accepts or refuses an input, and panics if a property is broken.

#![expect(clippy::panic, reason = "a target reports a broken property")]

mod callback;
mod gate;
mod openid;
mod record;
mod redirect_uri;
mod rule;

use stagepass_media::fuzzing as media;
use stagepass_service::fuzzing as service;

/// A fuzz target.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name on the command line and in `seeds`.
    pub name: &'static str,
    /// Runs one input.
    ///
    /// # Panics
    /// If a property is broken.
    pub run: fn(&[u8]),
    /// The memory that one input may use, in bytes. To use more is a finding.
    pub memory: u64,
}

const MIB: u64 = 1 << 20;

/// A target that reads text, which is short, as is the result.
const fn text(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run, memory: 64 * MIB }
}

/// Every target.
pub const TARGETS: [Target; 17] = [
    // The memory limit of the service's decoder process. `cargo xtask fuzz` does not count more memory, or 60 s, as a
    // finding, because only that process stops.
    Target { name: "audio", run: media::audio, memory: 256 * MIB },
    text("authorize_query", service::authorize_query),
    text("callback", callback::callback),
    text("canonical_json", gate::canonical_json),
    text("cookies", service::cookies),
    text("cursor", service::cursor),
    text("dpop_proof", service::dpop_proof),
    text("id_token", openid::id_token),
    text("languages", service::languages),
    // The pixels, a rotated copy, and a copy without alpha channel.
    Target { name: "picture", run: media::picture, memory: 300 * MIB },
    text("provider_metadata", openid::provider_metadata),
    text("redirect_uri", redirect_uri::redirect_uri),
    text("rule", rule::rule),
    text("signature", gate::signature),
    text("stored_record", record::stored_record),
    text("tus_headers", service::tus_headers),
    text("webhook", stagepass_access::fuzz_webhook),
];

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
