//! Fuzz targets: what reads input from outside, and a property that must hold for every input.
//!
//! | where | what |
//! |---|---|
//! | [`TARGETS`] | every target by name, with its limits |
//! | `seeds/<target>` | inputs to start from, and inputs that once broke a property; all are run by `cargo test` |
//! | `main.rs` | libFuzzer's program, built by `cargo xtask fuzz` |
//! | `callback`, `gate`, `record`, `redirect_uri`, `rule` | the targets whose code is public; those of the backend's crates are in `fuzzing` of media and service, and the access server's is `fuzz_webhook` |
//!
//! A target returns for an input that is accepted or refused, and panics if a property is broken.

#![expect(clippy::panic, reason = "a target says so that a property is broken")]

mod callback;
mod gate;
mod record;
mod redirect_uri;
mod rule;

use stagepass_media::fuzzing as media;
use stagepass_service::fuzzing as service;

/// A fuzz target.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name on the command line, and that of its folder in `seeds`.
    pub name: &'static str,
    /// Runs one input.
    ///
    /// # Panics
    /// If a property is broken.
    pub run: fn(&[u8]),
    /// How much memory one input may take, in bytes. More is a finding.
    pub memory: u64,
}

const MIB: u64 = 1 << 20;

/// What reads text: it is short, and so is what comes of it.
const fn text(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run, memory: 64 * MIB }
}

/// Every target.
pub const TARGETS: [Target; 13] = [
    // As much as the service's process for it has. `cargo xtask fuzz` does not count more, or 60 s, as a finding: such a process ends, and the service stays.
    Target { name: "audio", run: media::audio, memory: 256 * MIB },
    text("authorize_query", service::authorize_query),
    text("callback", callback::callback),
    text("canonical_json", gate::canonical_json),
    text("cookies", service::cookies),
    text("cursor", service::cursor),
    // The pixels, once more turned, and once more without an alpha channel.
    Target { name: "picture", run: media::picture, memory: 300 * MIB },
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
