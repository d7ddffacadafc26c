//! What `init` prints: what there is now, and what to do next.

use std::io::Write as _;
use std::path::PathBuf;

use stagepass_gate::Address;
use stagepass_service::accounts::RegisteredApp;

use super::answers::Answers;
use super::files::{ACCESS_DATABASE, KEYS, MEDIA, SERVICE_DATABASE, SETTINGS};
use crate::cli::outcome::Outcome;

/// The first block of a Caddyfile: Caddy logs failed requests, and their queries and headers have codes, tokens and
/// signatures.
const CADDY_LOG: &str = r#"   {
     log {
       format filter {
         wrap json
         fields {
           request>uri regexp \?.* ""
           request>headers delete
           resp_headers delete
         }
       }
     }
   }"#;

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
        writeln!(out, "Bearer token: {}   (of the app's own server; shown only once)", self.app.bearer_token)?;
        writeln!(out, "Authority:  {}   (of gated tracks)", self.authority)?;
        writeln!(out, "\n1. Start the servers:\n\n   stagepass-backend all --config {folder}/{SETTINGS}")?;
        if answers.base_url.is_https() {
            writeln!(out, "\n2. Send requests to them. For Caddy, at the beginning of /etc/caddy/Caddyfile:\n")?;
            writeln!(out, "{CADDY_LOG}")?;
            for (offset, url) in
                [answers.base_url.origin(), &answers.node_url, &answers.access_url].into_iter().enumerate()
            {
                let port = usize::from(answers.port) + offset;
                writeln!(out, "   {url} {{\n     header Strict-Transport-Security \"max-age=31536000\"")?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of a block without indentation and comments.
    fn lines(text: &str) -> Vec<&str> {
        text.lines().map(str::trim).filter(|line| !line.starts_with('#')).collect()
    }

    #[test]
    fn each_caddyfile_begins_with_the_log_filter() {
        let expected = lines(CADDY_LOG);
        for text in [include_str!("../../deploy/Caddyfile"), include_str!("../../deploy/compose/Caddyfile")] {
            let lines: Vec<_> = lines(text).into_iter().skip_while(|line| line.is_empty()).collect();
            assert_eq!(lines.get(..expected.len()), Some(&expected[..]));
        }
    }
}
