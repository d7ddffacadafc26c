//! The browser: storage, frames, the clock.

use stagepass_e2e_tests::engine::WebAssembly;
use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::{Setting, Storage};

use super::row::Change::{Before, Config, ForeignFrame, Options, Sandbox, Script};
use super::row::Sees::{Rejects, SignsIn};
use super::row::Setup;

const FILL: &str = "for (let length = 1 << 22; length; ) {
    try { localStorage.setItem('filler', (localStorage.filler ?? '') + 'x'.repeat(length)); }
    catch { length >>= 1; }
}";

pub(super) const ORDINARY: &[Setup] = &[
    Setup::new("The storage is full", &[Before(FILL)], SignsIn, &["storage_full"]),
    Setup::new(
        "The app's own store throws",
        &[Config("{ storage: new Proxy({ length: 0 }, { get() { return () => { throw new Error('no'); }; } }) }")],
        SignsIn,
        &["storage_denied"],
    ),
    Setup::new(
        "The app is in a sandboxed frame without `allow-popups`",
        &[Sandbox("allow-scripts allow-same-origin")],
        Rejects("popup_blocked"),
        &["popups_sandboxed"],
    )
    .everywhere(),
];

pub(super) const CLOCK: &[Setup] = &[
    Setup::new(
        "The computer's clock is an hour fast",
        &[Script("localStorage.clock = 3_600_000;")],
        SignsIn,
        &["clock_off"],
    ),
    Setup::new(
        "The computer's clock is an hour slow",
        &[Script("localStorage.clock = -3_600_000;")],
        SignsIn,
        &["clock_off"],
    ),
];

pub(super) const DENIED: &[Setup] = &[
    Setup::new("The browser stores nothing for the site", &[], SignsIn, &["storage_denied"]).everywhere(),
    Setup::new(
        "The same, with a full-page redirect",
        &[Options("{ display: 'redirect' }")],
        Rejects("storage_unavailable"),
        &["storage_denied"],
    )
    .undetected("signing in works with a popup"),
];

pub(super) const FRAMED: &[Setup] =
    &[Setup::new("The app is in a frame of another site", &[ForeignFrame], SignsIn, &["storage_partitioned"])
        .everywhere()];

pub(super) const WITHOUT_LOCKS: &[Setup] =
    &[Setup::new("The browser has no Web Locks", &[], SignsIn, &["no_web_locks"])];

pub(super) const THROWING: &[Setup] =
    &[Setup::new("Every use of the browser's storage throws", &[], SignsIn, &["storage_denied"])];

pub(super) const WITHOUT_WASM: &[Setup] =
    &[Setup::new("The browser has no WebAssembly", &[], SignsIn, &["webassembly_refused"]).everywhere()];

#[tokio::test(flavor = "multi_thread")]
async fn wrong_browser_is_never_silent() {
    super::check(super::approving(&[PagePatch::Development]), ORDINARY).await;
    super::check(super::approving(&[PagePatch::Clock, PagePatch::Development]), CLOCK).await;
    super::check(super::approving(&[PagePatch::NoLocks, PagePatch::Development]), WITHOUT_LOCKS).await;
    super::check(super::approving(&[PagePatch::ThrowingStorage, PagePatch::Development]), THROWING).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn browser_without_storage_is_never_silent() {
    let denied = Setting { storage: Storage::Denied, ..super::approving(&[PagePatch::Development]) };
    super::check(denied, DENIED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn app_in_a_foreign_frame_is_never_silent() {
    let framed = Setting { storage: Storage::Partitioned, ..super::approving(&[PagePatch::Development]) };
    super::check(framed, FRAMED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn browser_without_webassembly_is_never_silent() {
    let missing = Setting { webassembly: WebAssembly::Missing, ..super::approving(&[PagePatch::Development]) };
    super::check(missing, WITHOUT_WASM).await;
}
