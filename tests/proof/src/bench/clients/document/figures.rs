//! The figures: a table for each, with a column for each browser.

use super::super::results::{Figures, Results, Times};
use super::markdown::{named, table};

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

/// All figures.
pub(super) fn written(runs: &[Results]) -> String {
    let mut sections =
        vec!["## Figures\n\nMedian (least–greatest). The best median of a browser is bold.\n".to_owned()];
    for (title, name, unit) in FIGURES {
        sections.push(format!("### {title}, {unit}\n\n{}", times(runs, name, unit)));
    }
    // Browsers load the same files, and send nearly the same requests.
    if let Some(run) = runs.first() {
        sections.push(format!("### Bytes of the client's scripts\n\n{}", sizes(run)));
        sections.push(format!("### Requests from Allow to signed in\n\n{}", requests(run)));
    }
    sections.join("\n")
}

/// A client, as a row names it.
fn titled(client: &str) -> String {
    match client {
        "stagepass-web-message" => "stagepass, `responseMode: \"web_message\"`".to_owned(),
        "stagepass-dpop" => "stagepass, `dpop: true`".to_owned(),
        "stagepass-route" => "stagepass, the callback page is a route of the app".to_owned(),
        "oidc-client-ts-openid" => "oidc-client-ts, OpenID Connect".to_owned(),
        "auth0-spa-js-stored" => "auth0-spa-js, `cacheLocation: \"localstorage\"`".to_owned(),
        _ => client.to_owned(),
    }
}

/// One figure of all clients in all browsers.
fn times(runs: &[Results], name: &str, unit: &str) -> String {
    let of = |figures: &Figures| figures.times.get(name).copied().flatten();
    // A browser that does not report a figure has no column.
    let runs: Vec<&Results> =
        runs.iter().filter(|run| run.figures.iter().any(|figures| of(figures).is_some())).collect();
    let best = |run: &Results| run.figures.iter().filter_map(of).map(|times| times.median).min_by(f64::total_cmp);
    let head = [String::new()].into_iter().chain(runs.iter().copied().map(named)).collect();
    let clients = runs.first().map(|run| &*run.figures).unwrap_or_default();
    let rows = clients.iter().map(|Figures { client, .. }| {
        let cells = runs.iter().map(|run| {
            let times = run.figures.iter().find(|figures| figures.client == *client).and_then(of);
            times.map_or_else(|| "–".to_owned(), |times| shown(times, unit, best(run) == Some(times.median)))
        });
        [titled(client)].into_iter().chain(cells).collect()
    });
    table([head].into_iter().chain(rows))
}

fn shown(times: Times, unit: &str, is_best: bool) -> String {
    let scale = if unit == "KB" { 1000.0 } else { 1.0 };
    let [median, least, greatest] = [times.median, times.least, times.greatest].map(|figure| whole(figure / scale));
    let median = if is_best { format!("**{median}**") } else { median };
    format!("{median} ({least}–{greatest})")
}

/// Without decimals, and with commas.
fn whole(figure: f64) -> String {
    let digits = format!("{figure:.0}");
    digits.parse().map_or(digits, with_commas)
}

fn with_commas(number: u64) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", with_commas(number / 1000), number % 1000) }
}

fn sizes(run: &Results) -> String {
    let head = ["", "minified", "brotli 11"].map(str::to_owned).to_vec();
    let rows = run.figures.iter().map(|Figures { client, size, .. }| {
        let [raw, brotli] = size.map_or_else(Default::default, |size| [size.raw, size.brotli].map(with_commas));
        vec![titled(client), raw, brotli]
    });
    table([head].into_iter().chain(rows))
}

/// Sums, and each request.
fn requests(run: &Results) -> String {
    let head = ["", "requests", "of these, preflights", "bytes sent", "bytes received", "each: sent → received"];
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
        [titled(client)].into_iter().chain(numbers).chain([each]).collect()
    });
    table([head.map(str::to_owned).to_vec()].into_iter().chain(rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figure_has_spread_and_best_is_bold() {
        let times = Times { median: 71_276.4, least: 999.0, greatest: 100_000.0, count: 9 };
        assert_eq!(shown(times, "ms", true), "**71,276** (999–100,000)");
        assert_eq!(shown(times, "KB", false), "71 (1–100)");
    }

    #[test]
    fn a_variant_of_a_client_is_named() {
        assert_eq!(titled("oidc-client-ts-openid"), "oidc-client-ts, OpenID Connect");
        assert_eq!(titled("oidc-spa"), "oidc-spa");
    }
}
