//! docs/comparison.md: what is compared and how, and what was seen in each browser.

use serde_json::Value;
use stagepass_programs::browser::Browser;

use super::results::{Figures, LineResult, Results, Times};

const INTRODUCTION: &str = include_str!("introduction.md");
const OFFERS: &str = include_str!("offers.md");
const METHOD: &str = include_str!("method.md");

/// The clients of the lines. The figures have some of them with other settings, too.
const CLIENTS: [&str; 6] = ["stagepass", "oidc-client-ts", "auth0-spa-js", "okta-auth-js", "oidc-spa", "msal-browser"];
/// How a row names a client with other settings.
const VARIANTS: [(&str, &str); 8] = [
    ("stagepass-web-message", "stagepass, `responseMode: \"web_message\"`"),
    ("stagepass-dpop", "stagepass, `dpop: true`"),
    ("stagepass-route", "stagepass, the callback page is a route of the app"),
    ("stagepass-oauth", "stagepass/oauth, at oidc-provider"),
    ("oidc-client-ts-openid", "oidc-client-ts, OpenID Connect"),
    ("oidc-client-ts-provider", "oidc-client-ts, at oidc-provider"),
    ("auth0-spa-js-stored", "auth0-spa-js, `cacheLocation: \"localstorage\"`"),
    ("oidc-spa-provider", "oidc-spa, at oidc-provider"),
];
/// The figures of time and of the page's cost: title, name, unit.
const FIGURES: [(&str, &str, &str); 12] = [
    ("Popup: click → authorization request at the service", "toPopup", "ms"),
    ("Popup: Allow → signed in", "popup", "ms"),
    ("Popup: the service's response → signed in", "popupFromAnswer", "ms"),
    ("Full page: Allow → the app shows the user's name", "page", "ms"),
    ("Reload → the app shows the user's name", "reload", "ms"),
    ("Slow network, popup: Allow → signed in", "slowPopup", "ms"),
    ("Slow network, full page: Allow → the app shows the user's name", "slowPage", "ms"),
    ("Slow network, reload → the app shows the user's name", "slowReload", "ms"),
    ("First page: main thread until the state is known", "mainThread", "ms"),
    ("First page: memory once the state is known", "heap", "KB"),
    ("First page: bytes on the wire until the state is known", "bytesUntilKnown", "bytes"),
    ("Reload: bytes on the wire until the app shows the user's name", "reloadBytes", "bytes"),
];

/// The document.
pub(super) fn written(runs: &[Results], versions: &Value) -> String {
    let mut text = [INTRODUCTION, OFFERS, METHOD].join("\n");
    for client in CLIENTS {
        let version = versions.get(client).and_then(Value::as_str).unwrap_or_default();
        text = text.replace(&format!("{{{client}}}"), version);
    }
    let mut sections =
        vec![lines(runs), "## Figures\n\nMedian (least–greatest). The best median of a browser is bold.\n".to_owned()];
    for (title, name, unit) in FIGURES {
        sections.push(format!("### {title}, {unit}\n\n{}", times(runs, name, unit)));
    }
    // Browsers load the same files, and send nearly the same requests.
    if let Some(run) = runs.first() {
        sections.push(format!("### Bytes of the client's scripts\n\n{}", sizes(run)));
        sections.push(format!("### Requests from Allow to signed in\n\n{}", requests(run)));
    }
    format!("{text}\n{}", sections.join("\n"))
}

/// The browser's name.
const fn title(browser: Browser) -> &'static str {
    match browser {
        Browser::Chromium => "Chromium",
        Browser::Firefox => "Firefox",
        Browser::Webkit => "WebKitGTK",
    }
}

/// The browser's name, with its version if its `User-Agent` has that: `Chromium 156`.
fn named(run: &Results) -> String {
    let mark = match run.browser {
        Browser::Chromium => "Chrome/",
        Browser::Firefox => "Firefox/",
        // It claims to be Safari.
        Browser::Webkit => return title(run.browser).to_owned(),
    };
    let rest = run.user_agent.split_once(mark).map_or("", |(_, rest)| rest);
    let version = rest.split(['.', ' ']).next().unwrap_or_default();
    format!("{} {version}", title(run.browser)).trim_end().to_owned()
}

/// A table.
fn table(head: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let rule = vec!["---".to_owned(); head.len()];
    let lines = [head, rule].into_iter().chain(rows).map(|cells| format!("| {} |\n", cells.join(" | ")));
    lines.collect::<Vec<_>>().concat()
}

/// A row, or the head.
fn row(first: &str, rest: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    [first.to_owned()].into_iter().chain(rest.into_iter().map(Into::into)).collect()
}

/// The lines: one table for all browsers, and how many lines each client passes.
fn lines(runs: &[Results]) -> String {
    let counts = CLIENTS.iter().map(|client| row(client, runs.iter().map(|run| count(run, client))));
    let mut names: Vec<&str> = Vec::new();
    for judged in runs.iter().flat_map(|run| &run.judged) {
        if !names.contains(&&*judged.line) {
            names.push(&judged.line);
        }
    }
    let rows = names.iter().map(|line| row(line, CLIENTS.map(|client| cell(runs, line, client))));
    format!(
        "## Lines\n\n{} lines. Passed, of those that a client offers:\n\n{}\nA cell without the name of a browser is the \
         same in all of them.\n\n{}",
        names.len(),
        table(row("", runs.iter().map(named)), counts),
        table(row("behaviour", CLIENTS), rows),
    )
}

/// `24 of 37`
fn count(run: &Results, client: &str) -> String {
    let own = || run.judged.iter().filter(|judged| judged.client == client);
    let [passed, not_offered] =
        ["pass", "not offered"].map(|verdict| own().filter(|one| one.verdict == verdict).count());
    format!("{passed} of {}", own().count() - not_offered)
}

/// What was seen, browser by browser if they differ.
fn cell(runs: &[Results], line: &str, client: &str) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for run in runs {
        let judged = run.judged.iter().find(|judged| judged.line == line && judged.client == client);
        let (text, browser) = (judged.map(seen).unwrap_or_default(), title(run.browser));
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

/// A client, as a row names it.
fn titled(client: &str) -> &str {
    VARIANTS.iter().find(|(variant, _)| *variant == client).map_or(client, |(_, title)| *title)
}

/// One figure of all clients in all browsers.
fn times(runs: &[Results], name: &str, unit: &str) -> String {
    let of = |figures: &Figures| figures.times.get(name).copied().flatten();
    // A browser that does not report a figure has no column.
    let runs: Vec<&Results> =
        runs.iter().filter(|run| run.figures.iter().any(|figures| of(figures).is_some())).collect();
    let best = |run: &Results| run.figures.iter().filter_map(of).map(|times| times.median).min_by(f64::total_cmp);
    let clients = runs.first().map(|run| &*run.figures).unwrap_or_default();
    let rows = clients.iter().map(|Figures { client, .. }| {
        let cells = runs.iter().map(|run| {
            let times = run.figures.iter().find(|figures| figures.client == *client).and_then(of);
            times.map_or_else(|| "–".to_owned(), |times| shown(times, unit, best(run) == Some(times.median)))
        });
        row(titled(client), cells)
    });
    table(row("", runs.iter().copied().map(named)), rows)
}

fn shown(times: Times, unit: &str, is_best: bool) -> String {
    let scale = if unit == "KB" { 1000.0 } else { 1.0 };
    let [median, least, greatest] = [times.median, times.least, times.greatest].map(|figure| {
        let digits = format!("{:.0}", figure / scale);
        digits.parse().map_or(digits, with_commas)
    });
    let median = if is_best { format!("**{median}**") } else { median };
    format!("{median} ({least}–{greatest})")
}

fn with_commas(number: u64) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", with_commas(number / 1000), number % 1000) }
}

fn sizes(run: &Results) -> String {
    let rows = run.figures.iter().map(|Figures { client, size, .. }| {
        let cells = size.map_or_else(Default::default, |size| [size.raw, size.brotli].map(with_commas));
        row(titled(client), cells)
    });
    table(row("", ["minified", "brotli 11"]), rows)
}

/// Sums, and each request.
fn requests(run: &Results) -> String {
    let head = ["requests", "of these, preflights", "bytes sent", "bytes received", "each: sent → received"];
    let rows = run.figures.iter().map(|Figures { client, requests, .. }| {
        let requests = requests.as_deref().unwrap_or_default();
        let preflights = requests.iter().filter(|one| one.request.starts_with("OPTIONS ")).count();
        let [sent, received] =
            [requests.iter().map(|one| one.sent).sum::<u64>(), requests.iter().map(|one| one.received).sum()];
        let each = requests.iter().map(|one| {
            format!("`{}` {} → {} ({})", one.request, with_commas(one.sent), with_commas(one.received), one.status)
        });
        let each = each.collect::<Vec<_>>().join("<br>");
        let numbers = [requests.len().to_string(), preflights.to_string(), with_commas(sent), with_commas(received)];
        row(titled(client), numbers.into_iter().chain([each]))
    });
    table(row("", head), rows)
}
