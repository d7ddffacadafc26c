//! What `init` prints: what there is now, and what to do next.

use std::io::Write as _;
use std::path::PathBuf;

use stagepass_gate::Address;
use stagepass_service::accounts::RegisteredApp;

use super::answers::Answers;
use super::files::{ACCESS_DATABASE, KEYS, MEDIA, SERVICE_DATABASE, SETTINGS};
use crate::cli::outcome::Outcome;

/// What was created, for the user to read.
pub(super) struct Created {
    pub(super) folder: PathBuf,
    pub(super) answers: Answers,
    pub(super) app: RegisteredApp,
    pub(super) authority: Address,
    /// A password that was generated.
    pub(super) password: Option<String>,
}

impl Created {
    pub(super) fn print(&self) -> Outcome {
        let (folder, answers) = (self.folder.display(), &self.answers);
        // Not `println!`, which panics if the reader of the output has closed the pipe.
        let mut out = std::io::stdout().lock();
        writeln!(out, "Created in {folder}:")?;
        writeln!(out, "  {SETTINGS}   the settings of all three servers")?;
        writeln!(out, "  {KEYS}/            secrets; keep a copy apart from the databases")?;
        writeln!(out, "  {SERVICE_DATABASE}, {ACCESS_DATABASE}, {MEDIA}/")?;
        writeln!(out, "\nUser:       {}", answers.handle)?;
        if let Some(password) = &self.password {
            writeln!(out, "Password:   {password}   (shown only once)")?;
        }
        writeln!(out, "API key:    {}", self.app.api_key)?;
        writeln!(out, "API secret: {}   (shown only once)", self.app.api_secret)?;
        writeln!(out, "Authority:  {}   (of gated tracks)", self.authority)?;
        writeln!(out, "\n1. Start the servers:\n\n   stagepass-backend all --config {folder}/{SETTINGS}")?;
        if answers.base_url.is_https() {
            writeln!(out, "\n2. Send requests to them. For Caddy, in /etc/caddy/Caddyfile:\n")?;
            for (offset, url) in
                [answers.base_url.origin(), &answers.node_url, &answers.access_url].into_iter().enumerate()
            {
                let port = usize::from(answers.port) + offset;
                writeln!(out, "   {url} {{")?;
                writeln!(
                    out,
                    "     reverse_proxy 127.0.0.1:{port} {{\n       header_up X-Request-Id {{http.request.uuid}}\n     }}\n   }}"
                )?;
            }
            writeln!(out, "\n3. In your app:\n")?;
        } else {
            writeln!(out, "\n2. In your app:\n")?;
        }
        writeln!(out, "   const sp = stagepass({{")?;
        writeln!(out, "     baseUrl: \"{}\",", answers.base_url.as_str())?;
        writeln!(out, "     apiKey: \"{}\",", self.app.api_key)?;
        writeln!(out, "     redirectUri: \"{}\",", answers.redirect_uris.first().map_or("", String::as_str))?;
        writeln!(out, "     accessServer: \"{}\",\n   }});", answers.access_url)?;
        let number = if answers.base_url.is_https() { 4 } else { 3 };
        writeln!(out, "\n{number}. Find mistakes:\n\n   stagepass-backend check --config {folder}/{SETTINGS}")?;
        writeln!(out, "\nRules of tracks: {}/owner", answers.access_url)?;
        Ok(out.flush()?)
    }
}
