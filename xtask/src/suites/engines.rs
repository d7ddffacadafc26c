//! The core as WebAssembly and as JavaScript, held against each other, and the core for hosts that are no browser: the suite `engines`, and
//! `cargo xtask proof engines`, which tries more.

use std::process::Command;

use anyhow::Result;
use stagepass_programs::core_build::{self, Build};
use stagepass_programs::{checkout, tools};

use super::run::{Run, counted};

/// As many inputs as CI has the time for, the same in every run; and the client around the core, held to what the fake one of
/// `stagepass/testing` is held to.
///
/// # Errors
/// When the core cannot be built.
pub(crate) fn suite(core_is_built: bool) -> Result<Run> {
    if !core_is_built {
        let template = checkout::template();
        tools::npm_packages(&template)?;
        core_build::write(Build::Stable, &template.join("core"))?;
    }
    let mut client = checkout::npm(&checkout::template());
    client.args(["run", "--silent", "test:core"]);
    Ok(counted(&mut tests())?.and(counted(&mut client)?))
}

fn tests() -> Command {
    let mut tests = checkout::npm(&checkout::root().join("tests/engines"));
    tests.args(["test", "--silent"]);
    tests
}
