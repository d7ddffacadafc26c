//! `tests/e2e/exceptions.json`: end-to-end tests that cannot pass in a browser, by a bug or a limit of its own.

use std::fs;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::checkout;

/// A test that is not run in a browser.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exception {
    /// Its name: `module::name`.
    #[serde(rename = "story")]
    pub(crate) test: String,
    browser: Browser,
    /// `None`: both.
    engine: Option<Engine>,
    pub(crate) reason: String,
    /// The address of the bug, in the browser's own tracker.
    pub(crate) bug: String,
}

impl Exception {
    pub(crate) fn applies_to(&self, browser: Browser, engine: Engine) -> bool {
        self.browser == browser && self.engine.is_none_or(|its| its == engine)
    }
}

/// All of them. Fails if an entry has no reason or no bug, or if its test is not among `tests`.
pub(crate) fn exceptions(tests: &[String]) -> Result<Vec<Exception>> {
    let file = checkout::root().join("tests/e2e/exceptions.json");
    let json = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    parse(&json, tests).with_context(|| format!("{} is not valid", file.display()))
}

fn parse(json: &str, tests: &[String]) -> Result<Vec<Exception>> {
    let exceptions: Vec<Exception> = serde_json::from_str(json)?;
    for Exception { test, reason, bug, .. } in &exceptions {
        if !tests.contains(test) {
            bail!("there is no test `{test}`");
        }
        if reason.trim().is_empty() || !bug.starts_with("https://") {
            bail!("`{test}` needs a reason, and the address of the browser's own bug");
        }
    }
    Ok(exceptions)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: &str = r#"{ "story": "popup::opens", "browser": "webkit", "engine": null, "reason": "it has none", "bug": "https://bugs.example/1" }"#;

    fn parsed(entry: &str) -> Result<Vec<Exception>> {
        parse(&format!("[{entry}]"), &["popup::opens".to_owned()])
    }

    /// An entry without an engine applies to both.
    #[test]
    fn exception_applies_only_to_its_browser_and_engine() {
        let applies = |entry: &str, browser, engine| parsed(entry).unwrap()[0].applies_to(browser, engine);
        assert!(applies(ENTRY, Browser::Webkit, Engine::Wasm));
        assert!(applies(ENTRY, Browser::Webkit, Engine::Js));
        assert!(!applies(ENTRY, Browser::Firefox, Engine::Js));
        let one = ENTRY.replace("null", r#""js""#);
        assert!(!applies(&one, Browser::Webkit, Engine::Wasm));
        assert!(applies(&one, Browser::Webkit, Engine::Js));
    }

    #[test]
    fn entry_without_test_reason_or_bug_is_rejected() {
        for (from, to, problem) in [
            ("popup::opens", "popup::closes", "there is no test `popup::closes`"),
            ("it has none", " ", "needs a reason"),
            ("https://bugs.example/1", "", "needs a reason"),
            ("webkit", "opera", "opera"),
            ("reason", "why", "why"),
        ] {
            let error = parsed(&ENTRY.replace(from, to)).unwrap_err();
            assert!(format!("{error:#}").contains(problem), "{error:#}");
        }
    }
}
