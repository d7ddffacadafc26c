//! `cargo xtask docs`: the documentation site, with a reference of the TypeScript API.

use anyhow::Result;
use stagepass_programs::{checkout, process, tools};

/// Builds `docs/.vitepress/dist`. Fails if a link leads to no page, or if an exported type is not documented.
pub(crate) fn docs() -> Result<()> {
    let docs = checkout::root().join("docs");
    // The types of the package import those of React.
    for folder in [&checkout::template(), &docs] {
        tools::npm_packages(folder)?;
    }
    process::run(checkout::npm(&docs).args(["run", "build"]))?;
    println!("{}", docs.join(".vitepress/dist").display());
    Ok(())
}
