//! The apps in `examples` that use the crate `stagepass`.
//!
//! Their users build them with `trunk build` or `dx build`, which take minutes to install. Here cargo compiles them,
//! and the wasm-bindgen of the lock file makes the same of the module.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use clap::ValueEnum;

use crate::checkout::{self, WASM};
use crate::{core_build, process, tools};

/// An app, by its framework.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExampleApp {
    /// Yew. It compiles fastest
    Yew,
    /// Leptos
    Leptos,
    /// Dioxus
    Dioxus,
}

/// The values of `VARIABLES` in a built app. A server of tests replaces them by its own, which have the same length.
pub const PLACEHOLDERS: [&str; 3] =
    ["http://127.0.0.1:10001/v1", "0x5374616765706173735374616765706173735374", "http://127.0.0.1:10003"];

/// What an app reads from the environment when it is compiled: the service's base URL, the app's API key, and the
/// access server's origin. `cargo xtask dev -- trunk serve` sets them.
const VARIABLES: [&str; 3] = ["STAGEPASS_BASE_URL", "STAGEPASS_API_KEY", "STAGEPASS_ACCESS_URL"];

/// The module of a built app.
pub const MODULE: &str = "app_bg.wasm";

/// Starts the app. An inline script would need another policy.
const START: &str = "import init from \"/app.js\";\ninit({ module_or_path: \"/app_bg.wasm\" });\n";

/// What `dx` writes if an app has no page.
const DEFAULT_PAGE: &str = "<!doctype html><title>A Stagepass app</title><body><div id=\"main\"></div></body>\n";

impl ExampleApp {
    /// Its folder.
    pub fn folder(self) -> PathBuf {
        checkout::root().join("examples").join(self.to_string())
    }

    /// Builds it with [`PLACEHOLDERS`], and returns the folder of its pages.
    ///
    /// # Errors
    /// If it does not compile.
    pub fn build(self) -> Result<PathBuf> {
        tools::wasm_target()?;
        // They share what they have in common.
        let target_dir = checkout::target_dir()?.join("examples");
        let mut cargo = checkout::cargo();
        cargo.args(["build", "--target", WASM, "--target-dir"]).arg(&target_dir);
        cargo.arg("--manifest-path").arg(self.folder().join("Cargo.toml"));
        process::run(cargo.envs(VARIABLES.iter().zip(PLACEHOLDERS)))?;
        let module = target_dir.join(WASM).join(format!("debug/stagepass-example-{self}.wasm"));
        let pages = target_dir.join("pages").join(self.to_string());
        bind(&module, &pages)?;
        self.write_page(&pages).with_context(|| format!("cannot write the page of {self}"))?;
        Ok(pages)
    }

    fn write_page(self, pages: &Path) -> std::io::Result<()> {
        let own = self.folder().join("index.html");
        let page = if own.exists() { fs::read_to_string(own)? } else { DEFAULT_PAGE.to_owned() };
        let script = "<script type=\"module\" src=\"/start.js\"></script>";
        fs::write(pages.join("index.html"), page.replace("</body>", &format!("{script}</body>")))?;
        fs::write(pages.join("start.js"), START)
    }
}

impl fmt::Display for ExampleApp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Yew => "yew",
            Self::Leptos => "leptos",
            Self::Dioxus => "dioxus",
        })
    }
}

/// Runs wasm-bindgen, for a page without a bundler.
fn bind(module: &Path, pages: &Path) -> Result<()> {
    let mut command = Command::new(core_build::program()?);
    command.args(["wasm-bindgen", "--target", "web", "--no-typescript", "--out-name", "app", "--out-dir"]);
    process::run(command.arg(pages).arg(module))
}
