//! wasm-bindgen's own programs in the version of the lock file.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use tempfile::TempDir;

/// A folder with both programs, by the names that wasm-pack looks for. Otherwise it would download or build them.
pub(crate) struct WasmTools(TempDir);

impl WasmTools {
    /// Makes the folder. Both names run `program`, with a subcommand.
    pub(crate) fn new(program: &Path) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        for (name, subcommand) in [("wasm-bindgen", "wasm-bindgen"), ("wasm-bindgen-test-runner", "wasm-test-runner")] {
            let file = folder.path().join(name);
            let written = fs::write(&file, script(program, subcommand)?)
                .and_then(|()| fs::set_permissions(&file, fs::Permissions::from_mode(0o755)));
            written.with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(Self(folder))
    }

    /// Puts the folder first on the `PATH` of `command`.
    pub(crate) fn add_to_path(&self, command: &mut Command) -> Result<()> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.0.path().to_owned()).chain(env::split_paths(&path));
        command.env("PATH", env::join_paths(folders).context("the temporary folder's name does not fit on a PATH")?);
        Ok(())
    }
}

fn script(program: &Path, subcommand: &str) -> Result<String> {
    let program = program.to_str().context("the program's path is not Unicode")?.replace('\'', r"'\''");
    Ok(format!("#!/bin/sh\nexec '{program}' {subcommand} \"$@\"\n"))
}
