//! The files of the package, as a bundler or a server may lose them.

use stagepass_e2e_tests::engine::Engine;
use stagepass_e2e_tests::fault_proxy::Fault;

use super::row::Change::App;
use super::row::Sees::{Rejects, SignsIn};
use super::row::Setup;

const WASM: &str = "GET /stagepass/core.wasm";

/// An empty module, which browsers can instantiate.
const OTHER_MODULE: Fault = Fault::Answer { status: 200, content_type: "application/wasm", body: "\0asm\x01\0\0\0" };

pub(super) const SETUPS: &[Setup] = &[
    Setup::new(
        "`core.wasm` is missing: status 404",
        &[App(WASM, Fault::status(404))],
        Rejects("load_failed"),
        &["core_not_loaded", "callback_silent"],
    )
    .everywhere(),
    Setup::new(
        "`core.wasm` is an HTML page (a single-page app's fallback)",
        &[App(WASM, Fault::HTML)],
        Rejects("load_failed"),
        &["core_not_loaded", "callback_silent"],
    ),
    Setup::new(
        "`core.wasm` was changed, or is of another version",
        &[App(WASM, OTHER_MODULE)],
        Rejects("load_failed"),
        &["core_not_loaded", "callback_silent"],
    )
    .everywhere(),
    Setup::new("`core.wasm` has another media type", &[App(WASM, Fault::Type("text/plain"))], SignsIn, &[]),
    Setup::new(
        "`api.js` is missing, as after a deployment that deletes old files",
        &[App("GET /stagepass/api.js", Fault::status(404))],
        SignsIn,
        &["rejects load_failed"],
    ),
    Setup::new(
        "`diagnose.js` is missing",
        &[App("GET /stagepass/diagnose.js", Fault::status(404))],
        SignsIn,
        &["rejects load_failed"],
    ),
];

pub(super) const OTHER_ENGINE: &[Setup] = &[Setup::new(
    "`core.js` is missing, with `engine: \"js\"`",
    &[App("GET /stagepass/core.js", Fault::status(404))],
    Rejects("load_failed"),
    &["core_not_loaded", "callback_silent"],
)];

#[tokio::test(flavor = "multi_thread")]
async fn missing_file_is_never_silent() {
    let setting = super::approving(&[super::PagePatch::Development]);
    match Engine::from_environment() {
        Engine::Wasm => super::check(setting, SETUPS).await,
        Engine::Js => super::check_here(setting, OTHER_ENGINE).await,
    }
}
