//! `tests/native/exceptions.json`: the stories that a browser cannot live through, by a bug or a limit of its own.

use std::fs;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::checkout;

/// A story that is not run in a browser, and why.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exception {
    /// The test's name: `module::name`.
    pub(crate) story: String,
    browser: Browser,
    /// Both, if none is named.
    engine: Option<Engine>,
    pub(crate) reason: String,
    /// Where the browser's makers know of it.
    pub(crate) bug: String,
}

/// All of them.
///
/// # Errors
/// When the file cannot be read, and when an entry gives no reason or no bug, or names none of `stories`.
pub(crate) fn exceptions(stories: &[String]) -> Result<Vec<Exception>> {
    let file = checkout::root().join("tests/native/exceptions.json");
    let json = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    parse(&json, stories).with_context(|| format!("{} is wrong", file.display()))
}

fn parse(json: &str, stories: &[String]) -> Result<Vec<Exception>> {
    let exceptions: Vec<Exception> = serde_json::from_str(json)?;
    for Exception { story, reason, bug, .. } in &exceptions {
        if !stories.contains(story) {
            bail!("there is no story `{story}`");
        }
        if reason.trim().is_empty() || !bug.starts_with("https://") {
            bail!("`{story}` needs a reason, and the address of the browser's own bug");
        }
    }
    Ok(exceptions)
}

/// Those for a run with this browser and engine.
pub(crate) fn of(mut exceptions: Vec<Exception>, browser: Browser, engine: Engine) -> Vec<Exception> {
    exceptions.retain(|its| its.browser == browser && its.engine.is_none_or(|excepted| excepted == engine));
    exceptions
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: &str = r#"{ "story": "popup::opens", "browser": "webkit", "engine": null, "reason": "it has none", "bug": "https://bugs.example/1" }"#;

    fn parsed(entry: &str) -> Result<Vec<Exception>> {
        parse(&format!("[{entry}]"), &["popup::opens".to_owned()])
    }

    #[test]
    fn an_exception_is_of_its_browser_and_of_both_engines_or_one() {
        let both = parsed(ENTRY).unwrap();
        assert_eq!(of(both.clone(), Browser::Webkit, Engine::Wasm).len(), 1);
        assert_eq!(of(both.clone(), Browser::Webkit, Engine::Js).len(), 1);
        assert_eq!(of(both.clone(), Browser::Firefox, Engine::Js).len(), 0);
        let one = parsed(&ENTRY.replace("null", r#""js""#)).unwrap();
        assert_eq!(of(one.clone(), Browser::Webkit, Engine::Wasm).len(), 0);
        assert_eq!(of(one.clone(), Browser::Webkit, Engine::Js).len(), 1);
    }

    #[test]
    fn an_entry_that_excepts_nothing_or_explains_nothing_is_refused() {
        for (from, to, problem) in [
            ("popup::opens", "popup::closes", "there is no story `popup::closes`"),
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
