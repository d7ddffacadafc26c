//! The program's `--help`. `cargo xtask test` runs the program that is built for this test.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::process::Command;

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_stagepass-proof")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn help_shows_the_commands_as_they_are_typed() {
    for (command, part) in [("bench", "streams"), ("proof", "uploads"), ("fuzz", "--seed")] {
        let help = printed(&[command, "--help"]);
        assert!(help.contains(&format!("Usage: cargo xtask {command} ")) && help.contains(part), "{help}");
    }
}

#[test]
fn internal_command_is_not_in_help() {
    let help = printed(&["--help"]);
    assert!(help.contains("  bench ") && !help.contains("  suite "), "{help}");
}
