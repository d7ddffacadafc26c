//! The table of behaviours: a row for each story, a column for each browser and engine of the core that it was to be seen in.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use stagepass_programs::browser::{Browser, Engine};
use stagepass_programs::checkout;

use super::plan::{Plan, Suite};
use super::run::Outcome;
use super::stories::Seen;

/// Puts the table where the build puts everything, and gives its path.
pub(crate) fn write(table: &str) -> Result<PathBuf> {
    let path = checkout::target_dir()?.join("behaviours.md");
    fs::write(&path, table).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// The table in Markdown. `None` if no story was run.
pub(crate) fn table(outcomes: &[(Plan, Outcome)]) -> Option<String> {
    let in_browsers: Vec<_> =
        outcomes.iter().filter_map(|(plan, outcome)| Some((plan.suite, plan.place?, outcome))).collect();
    let rows = rows(&in_browsers);
    if rows.is_empty() {
        return None;
    }
    let columns = columns(&in_browsers);
    let mut notes = Notes::default();
    let names = columns.iter().map(|(browser, engine)| format!("{browser} {engine}"));
    let mut table = line(["suite".to_owned(), "behaviour".to_owned()].into_iter().chain(names));
    table += &line((0..columns.len() + 2).map(|_| "---".to_owned()));
    for (suite, story) in rows {
        let cells = columns.iter().map(|column| {
            let run = in_browsers.iter().find(|(its, place, _)| *its == suite && place == column);
            run.map(|(_, _, outcome)| cell(outcome, &story, &mut notes)).unwrap_or_default()
        });
        let cells: Vec<_> = cells.collect();
        table += &line([suite.name().to_owned(), in_words(&story)].into_iter().chain(cells));
    }
    Some(table + &notes.to_text())
}

type InBrowser<'a> = (Suite, (Browser, Engine), &'a Outcome);

/// Each story once, in the order of the first run that has it.
fn rows(runs: &[InBrowser]) -> Vec<(Suite, String)> {
    let mut rows: Vec<(Suite, String)> = Vec::new();
    for (suite, _, outcome) in runs {
        let Outcome::Ran(run) = outcome else { continue };
        for (story, _) in &run.stories {
            if !rows.iter().any(|(its, name)| its == suite && name == story) {
                rows.push((*suite, story.clone()));
            }
        }
    }
    rows
}

/// Each place once, browser by browser.
fn columns(runs: &[InBrowser]) -> Vec<(Browser, Engine)> {
    let mut columns: Vec<_> = runs.iter().map(|(_, place, _)| *place).collect();
    columns.sort_by_key(|(browser, engine)| (*browser as u8, *engine as u8));
    columns.dedup();
    columns
}

fn cell(outcome: &Outcome, story: &str, notes: &mut Notes) -> String {
    let seen = match outcome {
        Outcome::Ran(run) => run.stories.iter().find(|(name, _)| name == story).map(|(_, seen)| seen),
        Outcome::NotRun(_) => None,
    };
    match seen {
        Some(Seen::Passed) => "ok".to_owned(),
        Some(Seen::Failed) => "FAILED".to_owned(),
        Some(Seen::Excepted { reason, bug }) => format!("–{}", notes.mark(format!("{reason}: <{bug}>"))),
        Some(Seen::NotRun) | None => "not run".to_owned(),
    }
}

/// `full_page::who_allows_it` as `full page: who allows it`.
fn in_words(story: &str) -> String {
    story.replace("::", ": ").replace('_', " ")
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

/// What stands below the table, each once.
#[derive(Default)]
struct Notes(Vec<String>);

impl Notes {
    /// The raised number of this note.
    fn mark(&mut self, note: String) -> String {
        let at = self.0.iter().position(|known| *known == note).unwrap_or_else(|| {
            self.0.push(note);
            self.0.len() - 1
        });
        raised(at + 1)
    }

    fn to_text(&self) -> String {
        let notes = self.0.iter().enumerate().map(|(at, note)| format!("\n{} {note}\n", raised(at + 1)));
        notes.collect()
    }
}

fn raised(number: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = number.to_string();
    digits.bytes().filter_map(|digit| DIGITS.get(usize::from(digit - b'0'))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::run::Run;

    fn outcome(stories: &[(&str, Seen)]) -> Outcome {
        let stories = stories.iter().map(|(name, seen)| ((*name).to_owned(), seen.clone())).collect();
        Outcome::Ran(Run { stories, ..Run::default() })
    }

    fn e2e(browser: Browser, engine: Engine) -> Plan {
        Plan { suite: Suite::E2e, place: Some((browser, engine)) }
    }

    #[test]
    fn each_story_is_a_row_and_each_browser_with_an_engine_a_column() {
        let excepted = Seen::Excepted { reason: "it has no ears".to_owned(), bug: "https://bugs.example/1".to_owned() };
        let (popup, sound) = ("popup::who_allows_it_is_signed_in", "listening::a_track_plays");
        let page = Plan { suite: Suite::Browser, place: Some((Browser::Chromium, Engine::Wasm)) };
        let outcomes = [
            (Plan { suite: Suite::Native, place: None }, outcome(&[])),
            (page, outcome(&[("popup::it_opens", Seen::Passed)])),
            (e2e(Browser::Chromium, Engine::Wasm), outcome(&[(popup, Seen::Passed), (sound, excepted.clone())])),
            (e2e(Browser::Chromium, Engine::Js), outcome(&[(popup, Seen::Failed), (sound, excepted)])),
            (e2e(Browser::Firefox, Engine::Wasm), Outcome::NotRun("no Firefox".to_owned())),
        ];
        let expected = "\
| suite | behaviour | chromium wasm | chromium js | firefox wasm |
| --- | --- | --- | --- | --- |
| browser | popup: it opens | ok |  |  |
| e2e | popup: who allows it is signed in | ok | FAILED | not run |
| e2e | listening: a track plays | –¹ | –¹ | not run |

¹ it has no ears: <https://bugs.example/1>
";
        assert_eq!(table(&outcomes).unwrap(), expected);
    }

    #[test]
    fn without_stories_there_is_no_table() {
        assert_eq!(table(&[(e2e(Browser::Firefox, Engine::Js), Outcome::NotRun("no Firefox".to_owned()))]), None);
    }

    #[test]
    fn numbers_are_raised() {
        assert_eq!(raised(120), "¹²⁰");
    }
}
