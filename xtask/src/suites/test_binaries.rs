//! The programs that cargo makes of integration tests, to be run without cargo.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use serde::Deserialize;
use stagepass_programs::checkout::Target;
use stagepass_programs::process;

/// A compiled integration test, as cargo's JSON messages describe it.
#[derive(Debug, Deserialize)]
pub(super) struct TestBinary {
    target: Target,
    executable: PathBuf,
    manifest_path: PathBuf,
}

impl TestBinary {
    pub(super) fn name(&self) -> &str {
        &self.target.name
    }

    /// Runs it in the folder of its package, as cargo would.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.executable);
        command.current_dir(self.manifest_path.parent().unwrap_or(Path::new("/")));
        command
    }
}

/// Compiles the integration tests that `cargo` would run.
pub(super) fn compile(cargo: &mut Command) -> Result<Vec<TestBinary>> {
    Ok(parse(&process::output(cargo.args(["--no-run", "--message-format", "json"]))?))
}

fn parse(messages: &str) -> Vec<TestBinary> {
    let binaries = messages.lines().filter_map(|line| serde_json::from_str::<TestBinary>(line).ok());
    binaries.filter(|binary| binary.target.is_test()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_compiled_integration_tests_are_found() {
        let artifact = |kind: &str, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","target":{{"kind":["{kind}"],"name":"flow"}},"executable":{executable}}}"#
            )
        };
        let lines = [artifact("test", r#""/t/flow-1""#), artifact("lib", r#""/t/a-1""#), artifact("test", "null")];
        let output = lines.join("\n") + "\n{\"reason\":\"build-finished\",\"success\":true}\nnoise";
        let [flow] = &parse(&output)[..] else { panic!("one is an integration test") };
        assert_eq!((flow.name(), flow.command().get_program()), ("flow", "/t/flow-1".as_ref()));
        assert_eq!(flow.command().get_current_dir(), Some(Path::new("/a")));
    }
}
