//! The results of a run, as lines of JSON.

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stagepass_programs::browser::Browser;

/// All of it.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Results {
    pub(super) browser: Browser,
    /// The browser's `User-Agent`.
    pub(super) user_agent: String,
    pub(super) judged: Vec<LineResult>,
    pub(super) figures: Vec<Figures>,
}

/// The result of a client on a line.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct LineResult {
    pub(super) line: String,
    pub(super) client: String,
    /// `pass`, `fail`, `not offered`, `not judged`.
    pub(super) verdict: String,
    pub(super) note: String,
}

/// The times of a client's login, in milliseconds, and the bytes that it loaded.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Figures {
    pub(super) client: String,
    pub(super) to_popup: Times,
    pub(super) to_signed_in: Times,
    pub(super) files: Vec<String>,
    pub(super) size: Option<Size>,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Times {
    pub(super) median: f64,
    pub(super) least: f64,
    pub(super) greatest: f64,
}

/// Bytes.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Size {
    pub(super) raw: u64,
    pub(super) brotli: u64,
}

impl Results {
    /// # Errors
    /// If a run has printed something else.
    pub(super) fn read(browser: Browser, printed: &str) -> Result<Self> {
        let mut results = Self { browser, user_agent: String::new(), judged: Vec::new(), figures: Vec::new() };
        for line in printed.lines() {
            let value: Value = serde_json::from_str(line).with_context(|| format!("this is no JSON: {line}"))?;
            if value.get("verdict").is_some() {
                results.judged.push(serde_json::from_value(value)?);
            } else if let Some(agent) = value.get("userAgent").and_then(Value::as_str) {
                agent.clone_into(&mut results.user_agent);
            } else {
                results.figures.push(serde_json::from_value(value).context("a client has no figures")?);
            }
        }
        Ok(results)
    }

    /// Failures of the bench: lines that could not be judged, and those that Stagepass fails.
    pub(super) fn problems(&self) -> Vec<(&str, &str, &str)> {
        let is_ours = |judged: &&LineResult| {
            judged.verdict == "not judged" || (judged.client == "stagepass" && judged.verdict == "fail")
        };
        let problems = self.judged.iter().filter(is_ours);
        problems.map(|judged| (judged.line.as_str(), judged.client.as_str(), judged.verdict.as_str())).collect()
    }
}

/// A line of what is printed, for who watches.
pub(super) fn shown(line: &str) -> String {
    match serde_json::from_str::<LineResult>(line) {
        Ok(LineResult { line, client, verdict, note }) => {
            format!("{verdict:12} {client:15} {line}{}{note}", if note.is_empty() { "" } else { ": " })
        }
        Err(_) => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = r#"{"line":"popup","client":"stagepass","verdict":"fail","note":"still open"}
{"line":"popup","client":"oidc-client-ts","verdict":"fail","note":""}
{"line":"popup","client":"auth0-spa-js","verdict":"not judged","note":""}
{"userAgent":"A browser/1"}
{"client":"stagepass","toPopup":{"median":1.0,"least":1.0,"greatest":2.0,"times":5},"toSignedIn":{"median":1.0,"least":1.0,"greatest":2.0},"files":["app.js"]}"#;

    #[test]
    fn what_is_printed_is_read() {
        let results = Results::read(Browser::Firefox, PRINTED).unwrap();
        assert_eq!((results.judged.len(), results.figures.len(), &*results.user_agent), (3, 1, "A browser/1"));
        assert!(Results::read(Browser::Firefox, "error").is_err());
    }

    #[test]
    fn what_others_fail_is_not_ours_to_mend() {
        let results = Results::read(Browser::Firefox, PRINTED).unwrap();
        assert_eq!(results.problems(), [("popup", "stagepass", "fail"), ("popup", "auth0-spa-js", "not judged")]);
        assert_eq!(shown(PRINTED.lines().next().unwrap()), "fail         stagepass       popup: still open");
    }
}
