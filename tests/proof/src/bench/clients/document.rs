//! docs/comparison.md.

use std::fmt::Write as _;

use serde_json::Value;

use super::results::{Figures, LineResult, Results, Times};

const CLIENTS: [&str; 3] = ["stagepass", "oidc-client-ts", "auth0-spa-js"];

const INTRODUCTION: &str = include_str!("introduction.md");

/// The document: what is compared and how, and what was seen in each browser.
pub(super) fn written(runs: &[Results], versions: &Value) -> String {
    let version = |client: &str| versions.get(client).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut text = INTRODUCTION.to_owned();
    for client in CLIENTS {
        text = text.replace(&format!("{{{client}}}"), &version(client));
    }
    for run in runs {
        // Nothing of this fails: it is written to a string.
        let _ = write!(text, "\n## {}\n\n{}\n{}\n{}", named(&run.user_agent), counts(run), table(run), figures(run));
    }
    text
}

/// The name and version in a `User-Agent`: `Chromium 156`.
fn named(user_agent: &str) -> String {
    let version = |mark: &str| {
        let (_, rest) = user_agent.split_once(mark)?;
        rest.split(['.', ' ']).next().filter(|version| !version.is_empty())
    };
    if let Some(version) = version("Chrome/") {
        format!("Chromium {version}")
    } else if let Some(version) = version("Firefox/") {
        format!("Firefox {version}")
    } else {
        "WebKitGTK".to_owned()
    }
}

fn counts(run: &Results) -> String {
    let count = |client: &str, verdict: &str| {
        run.judged.iter().filter(|judged| judged.client == client && judged.verdict == verdict).count()
    };
    let all = lines(run).len();
    let counted = CLIENTS.map(|client| {
        let (passed, offered) = (count(client, "pass"), all - count(client, "not offered"));
        format!("- {client}: {passed} of the {offered} that it offers\n")
    });
    format!("{all} lines. Passed:\n\n{}", counted.concat())
}

fn lines(run: &Results) -> Vec<&str> {
    let mut lines: Vec<&str> = run.judged.iter().map(|judged| &*judged.line).collect();
    lines.dedup();
    lines
}

fn table(run: &Results) -> String {
    let mut table = row(["behaviour"].into_iter().chain(CLIENTS).map(str::to_owned));
    table += &row((0..=CLIENTS.len()).map(|_| "---".to_owned()));
    for line in lines(run) {
        let of = |client: &str| run.judged.iter().find(|judged| judged.line == line && judged.client == client);
        let cells = CLIENTS.iter().map(|client| of(client).map(cell).unwrap_or_default());
        table += &row(std::iter::once(line.to_owned()).chain(cells));
    }
    table
}

fn cell(judged: &LineResult) -> String {
    let verdict = if judged.verdict == "pass" { "pass".to_owned() } else { format!("**{}**", judged.verdict) };
    if judged.note.is_empty() { verdict } else { format!("{verdict}: {}", judged.note.replace('|', "\\|")) }
}

fn figures(run: &Results) -> String {
    let mut table = row(["", "click → popup asks the service, ms", "answer → signed in, ms", "bytes", "brotli 11"]
        .into_iter()
        .map(str::to_owned));
    table += &row((0..5).map(|_| "---".to_owned()));
    for Figures { client, to_popup, to_signed_in, size, .. } in &run.figures {
        let [raw, brotli] = size.map_or_else(Default::default, |size| [size.raw, size.brotli].map(with_commas));
        table += &row([client.clone(), shown(to_popup), shown(to_signed_in), raw, brotli].into_iter());
    }
    table
}

fn shown(times: &Times) -> String {
    format!("{:.0} ({:.0}–{:.0})", times.median, times.least, times.greatest)
}

fn with_commas(number: u64) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", with_commas(number / 1000), number % 1000) }
}

fn row(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_called_by_its_name_and_version() {
        let chromium = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36";
        assert_eq!(named(chromium), "Chromium 156");
        assert_eq!(named("Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0"), "Firefox 153");
        assert_eq!(
            named("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 Version/60.5 Safari/605.1.15"),
            "WebKitGTK"
        );
    }

    #[test]
    fn a_cell_says_what_was_seen() {
        let judged = |verdict: &str, note: &str| {
            cell(&LineResult { line: String::new(), client: String::new(), verdict: verdict.into(), note: note.into() })
        };
        assert_eq!(judged("pass", ""), "pass");
        assert_eq!(judged("fail", "a | b"), "**fail**: a \\| b");
        assert_eq!(with_commas(71_276), "71,276");
        assert_eq!(with_commas(999), "999");
    }
}
