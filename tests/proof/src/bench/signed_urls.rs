//! Signed URLs of gated streams, made by the backend's own program.

use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::json;
use stagepass_programs::process;

/// What `gate sign` prints for each line.
#[derive(Deserialize)]
struct Signature {
    parameter: String,
}

/// A path with a signature for each of these: CID, track and user.
pub(crate) fn sign(program: &Path, private_key: &str, streams: &[(&str, u64, u64)]) -> Result<Vec<String>> {
    #[expect(clippy::disallowed_methods, reason = "the node asks the system's clock, too")]
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).context("the clock is before 1970")?.as_millis();
    let lines = streams.iter().map(|(cid, track, user)| {
        let data = format!(r#"{{"cid":"{cid}","timestamp":{now},"trackId":{track},"userId":{user}}}"#);
        format!("{}\n", json!({ "data": data }))
    });
    let mut command = Command::new(program);
    command.args(["gate", "sign", "--lines"]).env("STAGEPASS_SIGNER_PRIVATE_KEY", private_key);
    let signatures = process::output_for(&mut command, &lines.collect::<Vec<_>>().concat())?;
    let paths = signatures.lines().zip(streams).map(|(line, (cid, ..))| {
        let Signature { parameter } = serde_json::from_str(line).context("`gate sign` printed another line")?;
        Ok(format!("/tracks/cidstream/{cid}?signature={parameter}"))
    });
    paths.collect()
}
