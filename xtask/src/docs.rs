//! `cargo xtask docs`: the documentation site, with a reference of the TypeScript API and a playground of the package.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use stagepass_programs::browser::Browser;
use stagepass_programs::core_build::Build;
use stagepass_programs::{checkout, process, tools};

use crate::package;

/// The arguments of `cargo xtask docs`. Without any, it builds all of the site.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct DocsArgs {
    /// Build only the pages, without the package for the playground
    #[arg(long, conflicts_with = "tested")]
    pages: bool,
    /// Do not build: add the package that `cargo xtask test` built to the pages, and test the playground in Chromium
    #[arg(long)]
    tested: bool,
}

/// Builds `docs/.vitepress/dist`. Fails if a link leads to no page, or if an exported type is not documented.
pub(crate) fn docs(args: DocsArgs) -> Result<()> {
    let docs = checkout::root().join("docs");
    let site = docs.join(".vitepress/dist");
    if !args.tested {
        build_pages(&docs)?;
    }
    if args.tested {
        package::built()?;
        add_package(&site)?;
        test_playground(&docs)?;
    } else if !args.pages {
        package::package(Build::Stable)?;
        add_package(&site)?;
    }
    println!("{}", site.display());
    Ok(())
}

fn build_pages(docs: &Path) -> Result<()> {
    // The types of the package import those of React.
    for folder in [checkout::template().as_path(), docs] {
        tools::npm_packages(folder)?;
    }
    process::run(checkout::npm(docs).args(["run", "build"]))
}

/// Copies the scripts and the callback page of the package into the site, as an app would.
fn add_package(site: &Path) -> Result<()> {
    let playground = site.join("playground");
    if !playground.is_dir() {
        bail!("{} is missing: run `cargo xtask docs`", playground.display());
    }
    let app = playground.join("app");
    // The command does not overwrite a callback page.
    if app.exists() {
        fs::remove_dir_all(&app).with_context(|| format!("cannot remove {}", app.display()))?;
    }
    fs::create_dir(&app).with_context(|| format!("cannot make {}", app.display()))?;
    process::run(checkout::node(&checkout::package()).args(["bin/stagepass.mjs", "callback"]).arg(&app))
}

/// Turns on each switch of the playground.
fn test_playground(docs: &Path) -> Result<()> {
    let driver = tools::driver(Browser::Chromium)?;
    process::run(checkout::npm(docs).args(["test", "--silent"]).env(Browser::Chromium.driver_variable(), driver))
}
