//! `tests/e2e/stories.json`: which end-to-end tests run in which extent. A test that is in no list runs in `--all`
//! and `--only e2e` alone.

use std::fs;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use stagepass_programs::browser::Browser;
use stagepass_programs::checkout;

use super::extent::Extent;

const FILE: &str = "tests/e2e/stories.json";

/// The module of the example apps' tests, which are a suite of their own.
pub(super) const EXAMPLE_APPS: &str = "example_apps";

/// Names of tests, and of modules with all of their own tests.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stories {
    /// A login works, and what follows it: `--quick`.
    smoke: Vec<String>,
    /// What the product promises, each once: `cargo xtask test`, in Chromium.
    test: Vec<String>,
    /// What CI adds in Chromium, if the change touches it.
    ci: Vec<String>,
    /// What differs between browsers: CI runs it in Firefox and WebKit.
    every_browser: Vec<String>,
}

impl Stories {
    /// Fails if an entry names none of `tests`.
    pub(super) fn read(tests: &[String]) -> Result<Self> {
        let text = fs::read_to_string(checkout::root().join(FILE)).with_context(|| format!("cannot read {FILE}"))?;
        Self::parse(&text, tests).with_context(|| format!("{FILE} is not valid"))
    }

    fn parse(text: &str, tests: &[String]) -> Result<Self> {
        let stories: Self = serde_json::from_str(text)?;
        let lists = [&stories.smoke, &stories.test, &stories.ci, &stories.every_browser];
        for entry in lists.into_iter().flatten() {
            if !tests.iter().any(|test| names(entry, test)) {
                bail!("`{entry}` is neither a test nor a module with tests");
            }
        }
        Ok(stories)
    }

    /// Whether the suite `e2e` runs this test in this browser.
    pub(super) fn select(&self, test: &str, extent: Extent, browser: Browser) -> bool {
        let is_in = |list: &[String]| list.iter().any(|entry| names(entry, test));
        match (extent, browser) {
            _ if module(test) == EXAMPLE_APPS => false,
            (Extent::Whole, _) => true,
            (Extent::Smoke, _) => is_in(&self.smoke),
            (Extent::Essential, _) => is_in(&self.test),
            (Extent::Rest, Browser::Chromium) => is_in(&self.ci) && !is_in(&self.test),
            (Extent::Rest, _) => is_in(&self.every_browser),
        }
    }
}

fn names(entry: &str, test: &str) -> bool {
    entry == test || entry == module(test)
}

fn module(test: &str) -> &str {
    test.rsplit_once("::").map_or("", |(module, _)| module)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str =
        r#"{ "smoke": [], "test": ["popup::opens"], "ci": ["popup"], "every_browser": ["popup::closes"] }"#;

    fn stories(tests: &[&str]) -> Result<Stories> {
        Stories::parse(FILE, &tests.iter().map(|test| (*test).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn rest_is_what_ci_adds() {
        let stories = stories(&["popup::opens", "popup::closes"]).unwrap();
        for (test, extent, browser, is_selected) in [
            ("popup::opens", Extent::Essential, Browser::Chromium, true),
            ("popup::closes", Extent::Essential, Browser::Chromium, false),
            ("popup::opens", Extent::Rest, Browser::Chromium, false),
            ("popup::closes", Extent::Rest, Browser::Chromium, true),
            ("popup::opens", Extent::Rest, Browser::Firefox, false),
            ("popup::closes", Extent::Rest, Browser::Webkit, true),
            ("other::test", Extent::Rest, Browser::Webkit, false),
            ("other::test", Extent::Whole, Browser::Webkit, true),
            ("example_apps::test", Extent::Whole, Browser::Chromium, false),
        ] {
            assert_eq!(stories.select(test, extent, browser), is_selected, "{test} {extent:?} {browser}");
        }
    }

    #[test]
    fn an_entry_without_a_test_is_refused() {
        let error = stories(&["popup::opens"]).unwrap_err().to_string();
        assert!(error.contains("`popup::closes`"), "{error}");
    }
}
