//! The table of behaviours: a row for each test in a browser, a column for each browser and engine of the core.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use stagepass_programs::checkout;

use super::plan::Plan;
use super::run::Outcome;
use super::suite::Suite;
use super::test_results::TestResult;

/// Writes the table into the target folder, and returns its path.
pub(crate) fn write(table: &str) -> Result<PathBuf> {
    let path = checkout::target_dir()?.join("behaviours.md");
    fs::write(&path, table).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// The table in Markdown. `None` if no test ran in a browser.
pub(crate) fn table(outcomes: &[(Plan, Outcome)]) -> Option<String> {
    let rows = rows(outcomes);
    if rows.is_empty() {
        return None;
    }
    let columns: BTreeSet<_> = outcomes.iter().filter_map(|(plan, _)| plan.browser).collect();
    let mut notes = Notes::default();
    let names = columns.iter().map(|(browser, engine)| format!("{browser} {engine}"));
    let mut table = line(["suite".to_owned(), "behaviour".to_owned()].into_iter().chain(names));
    table += &line((0..columns.len() + 2).map(|_| "---".to_owned()));
    for (suite, test) in rows {
        let cells = columns.iter().map(|column| {
            let outcome = outcomes.iter().find(|(plan, _)| plan.suite == suite && plan.browser == Some(*column));
            outcome.map(|(_, outcome)| cell(outcome, &test, &mut notes)).unwrap_or_default()
        });
        // `full_page::consent_is_shown` as `full page: consent is shown`.
        let behaviour = test.replace("::", ": ").replace('_', " ");
        table += &line([suite.name(), behaviour].into_iter().chain(cells));
    }
    Some(table + &notes.to_text())
}

/// Each test once, with its suite, in the order of the first run that has it.
fn rows(outcomes: &[(Plan, Outcome)]) -> Vec<(Suite, String)> {
    let mut rows = Vec::new();
    for (plan, outcome) in outcomes {
        let Outcome::Ran(run) = outcome else { continue };
        if plan.browser.is_none() {
            continue;
        }
        for (test, _) in &run.results {
            let row = (plan.suite, test.clone());
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    rows
}

fn cell(outcome: &Outcome, test: &str, notes: &mut Notes) -> String {
    let result = match outcome {
        Outcome::Ran(run) => run.results.iter().find(|(name, _)| name == test).map(|(_, result)| result),
        Outcome::NotRun(_) => None,
    };
    match result {
        Some(TestResult::Passed) => "ok".to_owned(),
        Some(TestResult::Unstable { .. }) => "unstable".to_owned(),
        Some(TestResult::Failed) => "FAILED".to_owned(),
        Some(TestResult::Excepted { reason, bug }) => format!("–{}", notes.mark(format!("{reason}: <{bug}>"))),
        Some(TestResult::NotRun) | None => "not run".to_owned(),
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

/// The notes below the table, each once.
#[derive(Default)]
struct Notes(Vec<String>);

impl Notes {
    /// The mark of this note, as Markdown's footnotes have it.
    fn mark(&mut self, note: String) -> String {
        let index = self.0.iter().position(|known| *known == note).unwrap_or_else(|| {
            self.0.push(note);
            self.0.len() - 1
        });
        format!("[^{}]", index + 1)
    }

    fn to_text(&self) -> String {
        let notes = self.0.iter().zip(1..).map(|(note, number)| format!("\n[^{number}]: {note}\n"));
        notes.collect()
    }
}

#[cfg(test)]
mod tests {
    use stagepass_programs::browser::{Browser, Engine};

    use super::*;
    use crate::suites::extent::Extent;
    use crate::suites::run::Run;

    fn outcome(results: &[(&str, TestResult)]) -> Outcome {
        let results = results.iter().map(|(name, result)| ((*name).to_owned(), result.clone())).collect();
        Outcome::Ran(Run { results, ..Run::default() })
    }

    fn e2e(browser: Browser, engine: Engine) -> Plan {
        Plan { suite: Suite::E2e, browser: Some((browser, engine)), extent: Extent::Whole }
    }

    #[test]
    fn table_has_test_rows_and_browser_engine_columns() {
        let excepted =
            TestResult::Excepted { reason: "it has no ears".to_owned(), bug: "https://bugs.example/1".to_owned() };
        let (popup, sound) = ("popup::approval_in_popup_signs_in", "listening::a_track_plays");
        let page = Plan { suite: Suite::Browser, ..e2e(Browser::Chromium, Engine::Wasm) };
        let native = Plan { suite: Suite::Native, browser: None, extent: Extent::Whole };
        let outcomes = [
            (native, outcome(&[("core::starts", TestResult::Passed)])),
            (page, outcome(&[("popup::it_opens", TestResult::Passed)])),
            (e2e(Browser::Chromium, Engine::Wasm), outcome(&[(popup, TestResult::Passed), (sound, excepted.clone())])),
            (e2e(Browser::Chromium, Engine::Js), outcome(&[(popup, TestResult::Failed), (sound, excepted)])),
            (e2e(Browser::Firefox, Engine::Wasm), Outcome::NotRun("no Firefox".to_owned())),
        ];
        let expected = "\
| suite | behaviour | chromium wasm | chromium js | firefox wasm |
| --- | --- | --- | --- | --- |
| browser | popup: it opens | ok |  |  |
| e2e | popup: approval in popup signs in | ok | FAILED | not run |
| e2e | listening: a track plays | –[^1] | –[^1] | not run |

[^1]: it has no ears: <https://bugs.example/1>
";
        assert_eq!(table(&outcomes).unwrap(), expected);
    }

    #[test]
    fn without_tests_there_is_no_table() {
        assert_eq!(table(&[(e2e(Browser::Firefox, Engine::Js), Outcome::NotRun("no Firefox".to_owned()))]), None);
    }
}
