//! The arguments of `cargo xtask test`.

use stagepass_programs::browser::{Browser, Engine};

use super::suite::Suite;

/// The arguments of `cargo xtask test`. Without any, it runs what the product promises, each once, in Chromium.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct TestArgs {
    /// Run every test whose name contains this: a Rust path such as `oauth::token`, a file or a test of the TypeScript
    /// package, an end-to-end test
    #[arg(conflicts_with_all = ["only", "engine", "quick", "all", "changed"])]
    pub(super) name: Option<String>,
    /// Run only this suite, all of it
    #[arg(long)]
    pub(super) only: Option<Suite>,
    /// Run only the suites that need a browser, and only in this one. With NAME, what needs no browser runs too
    #[arg(long)]
    pub(super) browser: Option<Browser>,
    /// Run only the suites that use several engines of the core, and only with this one
    #[arg(long)]
    pub(super) engine: Option<Engine>,
    /// Run what you need while you edit: native tests on SQLite, the TypeScript package, a dozen end-to-end tests in
    /// Chromium
    #[arg(long, conflicts_with_all = ["only", "browser", "engine"])]
    pub(super) quick: bool,
    /// Run everything there is, in all browsers
    #[arg(long, conflicts_with_all = ["only", "browser", "engine", "quick"])]
    pub(super) all: bool,
    /// Run what CI adds: what differs between browsers, and the suites that the change since `CI_BASE` touches
    #[arg(long, conflicts_with_all = ["only", "browser", "engine", "quick", "all"])]
    pub(super) changed: bool,
}

impl TestArgs {
    pub(super) fn is_specific(&self) -> bool {
        self.only.is_some() || self.browser.is_some() || self.engine.is_some()
    }
}
