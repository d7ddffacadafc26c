//! Tables and names of browsers.

use stagepass_programs::browser::Browser;

use super::super::results::Results;

/// The browser's name.
pub(super) const fn title(browser: Browser) -> &'static str {
    match browser {
        Browser::Chromium => "Chromium",
        Browser::Firefox => "Firefox",
        Browser::Webkit => "WebKitGTK",
    }
}

/// The browser's name, with its version if its `User-Agent` has that: `Chromium 156`.
pub(super) fn named(run: &Results) -> String {
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

/// A table. The first row is its head.
pub(super) fn table(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut rows = rows.into_iter();
    let head = rows.next().unwrap_or_default();
    let rule = vec!["---".to_owned(); head.len()];
    let lines = [head, rule].into_iter().chain(rows).map(|cells| format!("| {} |\n", cells.join(" | ")));
    lines.collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browser_name_includes_version_from_user_agent() {
        let of = |browser, user_agent: &str| {
            named(&Results { browser, user_agent: user_agent.to_owned(), judged: vec![], figures: vec![] })
        };
        let chromium = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36";
        assert_eq!(of(Browser::Chromium, chromium), "Chromium 156");
        assert_eq!(
            of(Browser::Firefox, "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0"),
            "Firefox 153"
        );
        assert_eq!(of(Browser::Firefox, ""), "Firefox");
        assert_eq!(of(Browser::Webkit, "Mozilla/5.0 Version/60.5 Safari/605.1.15"), "WebKitGTK");
    }
}
