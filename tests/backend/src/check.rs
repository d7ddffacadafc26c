//! `stagepass-backend check`: what is wrong with a deployment, and what to do.
//!
//! It reads the settings and the state of this machine, and sends requests to the public URLs as a client would. It
//! changes nothing.

mod finding;
mod machine;
mod outside;
mod settings;

use std::io::Write as _;

use clap::Args;
use serde_json::json;

use self::settings::Deployment;
use crate::cli::outcome::Outcome;
use crate::settings_file::SettingsFile;

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Print one JSON object: `{"ok", "findings": [{"code", "checked", "found", "remedy"}]}`.
    #[arg(long)]
    json: bool,
    /// Check only the settings and this machine, and send no requests. For use before the servers start.
    #[arg(long)]
    settings_only: bool,
    /// A server whose `Date` header is correct, to compare the clock of this machine with, such as
    /// `https://www.example.com`.
    #[arg(long, value_name = "URL")]
    time_source: Option<String>,
}

/// At least one finding, which is printed.
#[derive(Debug, thiserror::Error)]
#[error("{0} problem(s) found")]
struct Problems(usize);

impl CheckArgs {
    pub(crate) async fn run(self, file: Option<&SettingsFile>) -> Outcome {
        let file = file.ok_or("`check` needs a settings file: name it with --config")?;
        let mut findings = settings::secret_files(file);
        let deployment = Deployment::read(file, &mut findings);
        findings.extend(deployment.check());
        findings.extend(machine::check(&deployment).await);
        if !self.settings_only {
            findings.extend(outside::check(&deployment, self.time_source.as_deref()).await);
        }
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", json!({ "ok": findings.is_empty(), "findings": findings }))?;
        } else {
            findings.iter().try_for_each(|finding| writeln!(out, "{finding}"))?;
            if findings.is_empty() {
                writeln!(out, "No problem found.")?;
            }
        }
        out.flush()?;
        if findings.is_empty() { Ok(()) } else { Err(Problems(findings.len()).into()) }
    }
}
