//! The program's `--help`. `cargo xtask test` runs the program that is built for this test.

use std::process::Command;

#[test]
fn help_lists_the_commands() {
    let output = Command::new(env!("CARGO_BIN_EXE_stagepass-wasm")).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", output.status);
    for command in ["  core ", "  wasm-bindgen ", "  wasm-test-runner "] {
        assert!(help.contains(command), "{help}");
    }
}
