//! `stagepass-backend access` as a process.

use std::process::{Command, Stdio};

use stagepass_test_support::process::program;

use super::{API_KEY, CREDENTIAL};

/// The signer's private key.
pub(crate) const KEY: &str = "0101010101010101010101010101010101010101010101010101010101010101";
const DATABASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/GeoIP2-City-Test.mmdb");

/// With everything that is needed, and a file that says where addresses are.
pub(crate) fn command(service: &str) -> Command {
    let mut command = command_without_geo(service);
    command.args(["--geo-database", DATABASE]);
    command
}

pub(crate) fn command_without_geo(service: &str) -> Command {
    let mut command = Command::new(program());
    command.args(["--log", "trace", "access", "--database", "sqlite::memory:"]);
    command.args(["--trusted-proxy", "127.0.0.0/8", "--trusted-proxy", "::1/128"]).env_clear();
    command.env("STAGEPASS_DRAIN", "0");
    command.env("PORT", "0").env("STAGEPASS_BASE_URL", service).env("API_KEY", API_KEY);
    command.env("BEARER_TOKEN", CREDENTIAL).env("SIGNER_PRIVATE_KEY", KEY).env("ALLOWED_COUNTRIES", "Australia, JP");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
