//! docs/comparison.md: what is compared and how, and what was seen in each browser.

mod figures;
mod lines;
mod markdown;

use serde_json::Value;

use super::results::Results;

const INTRODUCTION: &str = include_str!("introduction.md");
const OFFERS: &str = include_str!("offers.md");
const METHOD: &str = include_str!("method.md");

/// The document.
pub(super) fn written(runs: &[Results], versions: &Value) -> String {
    let mut text = [INTRODUCTION, OFFERS, METHOD].join("\n");
    for client in lines::CLIENTS {
        let version = versions.get(client).and_then(Value::as_str).unwrap_or_default();
        text = text.replace(&format!("{{{client}}}"), version);
    }
    format!("{text}\n{}\n{}", lines::written(runs), figures::written(runs))
}
