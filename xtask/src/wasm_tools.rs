//! wasm-bindgen's own programs under their own names, so that their version is the lock file's.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use tempfile::TempDir;

/// A folder with both programs under their own names, as wasm-pack looks for them. It would otherwise download or build them.
pub(crate) struct OnPath(TempDir);

impl OnPath {
    /// Makes it: both are `program`, told what to be.
    pub(crate) fn new(program: &Path) -> Result<Self> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        for (name, task) in [("wasm-bindgen", "wasm-bindgen"), ("wasm-bindgen-test-runner", "wasm-test-runner")] {
            let file = folder.path().join(name);
            let written = fs::write(&file, script(program, task)?)
                .and_then(|()| fs::set_permissions(&file, fs::Permissions::from_mode(0o755)));
            written.with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(Self(folder))
    }

    /// Has `command` find it before anything else.
    pub(crate) fn tell(&self, command: &mut Command) -> Result<()> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.0.path().to_owned()).chain(env::split_paths(&path));
        command.env("PATH", env::join_paths(folders).context("the temporary folder's name does not fit on a PATH")?);
        Ok(())
    }
}

fn script(program: &Path, task: &str) -> Result<String> {
    let program = program.to_str().context("the program's path is not Unicode")?.replace('\'', r"'\''");
    Ok(format!("#!/bin/sh\nexec '{program}' {task} \"$@\"\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_a_quote_stays_one_word() {
        assert_eq!(
            script(Path::new("/it's here/xtask"), "wasm-bindgen").unwrap(),
            "#!/bin/sh\nexec '/it'\\''s here/xtask' wasm-bindgen \"$@\"\n"
        );
    }

    #[test]
    fn both_programs_are_found_first() {
        let on_path = OnPath::new(Path::new("/program")).unwrap();
        let mut command = Command::new("true");
        on_path.tell(&mut command).unwrap();
        let path = command.get_envs().find(|(name, _)| *name == "PATH").and_then(|(_, value)| value).unwrap();
        let first = env::split_paths(path).next().unwrap();
        for name in ["wasm-bindgen", "wasm-bindgen-test-runner"] {
            let mode = fs::metadata(first.join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o755, "{name}");
        }
    }
}
