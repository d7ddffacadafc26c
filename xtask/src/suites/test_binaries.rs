//! The programs that cargo makes of tests, to be run without cargo.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use stagepass_programs::checkout::Target;
use stagepass_programs::process;

/// A compiled test program, as cargo's JSON messages describe it.
#[derive(Debug, Deserialize)]
pub(super) struct TestBinary {
    target: Target,
    profile: Profile,
    executable: PathBuf,
    manifest_path: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Profile {
    test: bool,
}

impl TestBinary {
    /// The name of its target.
    pub(super) fn name(&self) -> &str {
        &self.target.name
    }

    /// Whether it is an integration test, and not made of the unit tests of a library or a program.
    pub(super) fn is_integration(&self) -> bool {
        self.target.is_test()
    }

    /// Runs it in the folder of its package, as cargo would.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.executable);
        command.current_dir(self.manifest_path.parent().unwrap_or(Path::new("/")));
        command
    }
}

/// Compiles the tests that `cargo` would run. Cargo prints its errors.
pub(super) fn compile(cargo: &mut Command) -> Result<Vec<TestBinary>> {
    cargo.args(["--no-run", "--message-format", "json-render-diagnostics"]);
    let mut messages = String::new();
    let (status, read) = process::read_output(cargo, |mut output| output.read_to_string(&mut messages))?;
    read.context("cannot read cargo's messages")?;
    if !status.success() {
        bail!("the tests do not compile");
    }
    Ok(parse(&messages))
}

fn parse(messages: &str) -> Vec<TestBinary> {
    let binaries = messages.lines().filter_map(|line| serde_json::from_str::<TestBinary>(line).ok());
    binaries.filter(|binary| binary.profile.test).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_compiled_tests_are_found() {
        let artifact = |kind: &str, is_test: bool, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","target":{{"kind":["{kind}"],"name":"flow"}},"profile":{{"test":{is_test}}},"executable":{executable}}}"#
            )
        };
        let lines = [
            artifact("test", true, r#""/t/flow-1""#),
            artifact("bin", false, r#""/t/a""#),
            artifact("lib", true, r#""/t/a-1""#),
            artifact("test", true, "null"),
        ];
        let output = lines.join("\n") + "\n{\"reason\":\"build-finished\",\"success\":true}\nnoise";
        let [flow, unit] = &parse(&output)[..] else { panic!("two are compiled tests") };
        assert_eq!((flow.name(), flow.command().get_program()), ("flow", "/t/flow-1".as_ref()));
        assert_eq!(flow.command().get_current_dir(), Some(Path::new("/a")));
        assert!(flow.is_integration() && !unit.is_integration());
    }
}
