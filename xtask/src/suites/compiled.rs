//! The programs that cargo makes of integration tests, to be run without it.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// An integration test, compiled.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CompiledTest {
    /// The name of its target.
    pub(super) target: String,
    file: PathBuf,
    /// The top folder of its package, in which cargo would run it.
    folder: PathBuf,
}

impl CompiledTest {
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.file);
        command.current_dir(&self.folder);
        command
    }
}

/// Those that `cargo test --no-run --message-format json` tells of.
pub(super) fn listed(output: &str) -> Vec<CompiledTest> {
    output.lines().filter_map(|line| program(&serde_json::from_str(line).ok()?)).collect()
}

fn program(message: &Value) -> Option<CompiledTest> {
    let target = message.get("target")?;
    let is_test = target.get("kind")?.as_array()?.iter().any(|kind| kind == "test");
    let text = |value: &Value, name| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let manifest = PathBuf::from(text(message, "manifest_path")?);
    Some(CompiledTest {
        target: text(target, "name").filter(|_| is_test)?,
        file: text(message, "executable")?.into(),
        folder: manifest.parent()?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_made_of_an_integration_test_is_listed() {
        let artifact = |kind: &str, executable: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","target":{{"kind":["{kind}"],"name":"flow"}},"executable":{executable}}}"#
            )
        };
        let lines = [artifact("test", r#""/t/flow-1""#), artifact("lib", r#""/t/a-1""#), artifact("test", "null")];
        let output = lines.join("\n") + "\n{\"reason\":\"build-finished\",\"success\":true}\nnoise";
        let [flow] = &listed(&output)[..] else { panic!("one is an integration test") };
        assert_eq!((flow.target.as_str(), flow.command().get_program()), ("flow", "/t/flow-1".as_ref()));
        assert_eq!(flow.folder, PathBuf::from("/a"));
    }
}
