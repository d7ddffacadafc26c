//! The results of a run, as lines of JSON.

use std::collections::BTreeMap;

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

/// The figures of a client.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Figures {
    pub(super) client: String,
    /// By name: milliseconds or bytes. Null if the browser or the client has no such figure.
    pub(super) times: BTreeMap<String, Option<Times>>,
    /// The requests of one login, from the approval until the user is signed in. Null if no login has succeeded.
    pub(super) requests: Option<Vec<Exchange>>,
    pub(super) files: Vec<String>,
    pub(super) size: Option<Size>,
}

/// The median of several figures, and how far they spread.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Times {
    pub(super) median: f64,
    pub(super) least: f64,
    pub(super) greatest: f64,
    pub(super) count: usize,
}

/// A request, with the bytes that were sent and received.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Exchange {
    pub(super) request: String,
    pub(super) status: u16,
    pub(super) sent: u64,
    pub(super) received: u64,
}

/// Bytes.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Size {
    pub(super) raw: u64,
    pub(super) brotli: u64,
}

impl Results {
    pub(super) fn read(browser: Browser, printed: &str) -> Result<Self> {
        let mut results = Self { browser, user_agent: String::new(), judged: Vec::new(), figures: Vec::new() };
        for line in printed.lines() {
            let value: Value = serde_json::from_str(line).with_context(|| format!("this is no JSON: {line}"))?;
            if value.get("verdict").is_some() {
                results.judged.push(serde_json::from_value(value)?);
            } else if let Some(agent) = value.get("userAgent") {
                agent.as_str().unwrap_or_default().clone_into(&mut results.user_agent);
            } else {
                results.figures.push(serde_json::from_value(value).context("a client has no figures")?);
            }
        }
        Ok(results)
    }

    /// Failures of the bench: lines that could not be judged, those that Stagepass fails, and clients without a login.
    pub(super) fn problems(&self) -> Vec<(&str, &str, &str)> {
        let is_ours = |judged: &&LineResult| {
            judged.verdict == "not judged" || (judged.client == "stagepass" && judged.verdict == "fail")
        };
        let lines = self.judged.iter().filter(is_ours);
        let lines = lines.map(|judged| (judged.line.as_str(), judged.client.as_str(), judged.verdict.as_str()));
        let unmeasured = self.figures.iter().filter(|figures| figures.requests.is_none());
        lines.chain(unmeasured.map(|figures| ("figures", figures.client.as_str(), "no login has succeeded"))).collect()
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
