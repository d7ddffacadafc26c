//! The lines: one table for all browsers.

use super::super::results::{LineResult, Results};
use super::markdown::{named, table, title};

/// The clients of the lines. The figures have one of them twice.
pub(super) const CLIENTS: [&str; 5] = ["stagepass", "oidc-client-ts", "auth0-spa-js", "okta-auth-js", "oidc-spa"];

/// The lines, and how many each client passes.
pub(super) fn written(runs: &[Results]) -> String {
    let browsers = runs.iter().map(named);
    let head = [String::new()].into_iter().chain(browsers).collect();
    let counts = CLIENTS.map(|client| {
        let counted = runs.iter().map(|run| count(run, client));
        [client.to_owned()].into_iter().chain(counted).collect()
    });
    let names = lines(runs);
    let head_of_lines = ["behaviour"].into_iter().chain(CLIENTS).map(str::to_owned).collect();
    let rows = names.iter().map(|line| {
        let cells = CLIENTS.map(|client| cell(runs, line, client));
        [(*line).to_owned()].into_iter().chain(cells).collect()
    });
    format!(
        "## Lines\n\n{} lines. Passed, of those that a client offers:\n\n{}\nA cell without the name of a browser is the \
         same in all of them.\n\n{}",
        names.len(),
        table([head].into_iter().chain(counts)),
        table([head_of_lines].into_iter().chain(rows)),
    )
}

/// `24 of 37`
fn count(run: &Results, client: &str) -> String {
    let own = || run.judged.iter().filter(|judged| judged.client == client);
    let [passed, not_offered] =
        ["pass", "not offered"].map(|verdict| own().filter(|one| one.verdict == verdict).count());
    format!("{passed} of {}", own().count() - not_offered)
}

/// All lines, in the order of the first run.
fn lines(runs: &[Results]) -> Vec<&str> {
    let mut lines: Vec<&str> = Vec::new();
    for judged in runs.iter().flat_map(|run| &run.judged) {
        if !lines.contains(&&*judged.line) {
            lines.push(&judged.line);
        }
    }
    lines
}

/// What was seen, browser by browser where they differ.
fn cell(runs: &[Results], line: &str, client: &str) -> String {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for run in runs {
        let judged = run.judged.iter().find(|judged| judged.line == line && judged.client == client);
        let (text, browser) = (judged.map(seen).unwrap_or_default(), title(run.browser).to_owned());
        match groups.iter_mut().find(|(other, _)| *other == text) {
            Some((_, browsers)) => browsers.push(browser),
            None => groups.push((text, vec![browser])),
        }
    }
    if let [(text, _)] = &*groups {
        return text.clone();
    }
    let named = groups.iter().map(|(text, browsers)| format!("{}: {text}", browsers.join(", ")));
    named.collect::<Vec<_>>().join("<br>")
}

fn seen(judged: &LineResult) -> String {
    let verdict = if judged.verdict == "pass" { "pass".to_owned() } else { format!("**{}**", judged.verdict) };
    if judged.note.is_empty() { verdict } else { format!("{verdict}: {}", judged.note.replace('|', "\\|")) }
}

#[cfg(test)]
mod tests {
    use stagepass_programs::browser::Browser;

    use super::*;

    fn run(browser: Browser, verdict: &str, note: &str) -> Results {
        let judged =
            LineResult { line: "popup".into(), client: "stagepass".into(), verdict: verdict.into(), note: note.into() };
        Results { browser, user_agent: String::new(), judged: vec![judged], figures: vec![] }
    }

    #[test]
    fn a_cell_names_browsers_only_if_they_differ() {
        let chromium = || run(Browser::Chromium, "pass", "");
        assert_eq!(cell(&[chromium(), run(Browser::Webkit, "pass", "")], "popup", "stagepass"), "pass");
        let runs = [chromium(), run(Browser::Firefox, "fail", "a | b"), run(Browser::Webkit, "pass", "")];
        assert_eq!(cell(&runs, "popup", "stagepass"), "Chromium, WebKitGTK: pass<br>Firefox: **fail**: a \\| b");
    }

    #[test]
    fn line_not_offered_is_not_counted() {
        assert_eq!(count(&run(Browser::Chromium, "not offered", ""), "stagepass"), "0 of 0");
        assert_eq!(count(&run(Browser::Chromium, "fail", ""), "stagepass"), "0 of 1");
    }
}
