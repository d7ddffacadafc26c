//! Code snippets with an app's own values, for adding sign-in to this app.

use askama::Template;
use url::Url;

use crate::accounts::redirect_uri::{Kind, RedirectUri};
use stagepass_server::base_url::BaseUrl;
use stagepass_store::AppRecord;

/// The snippets, each one file or one command.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Snippets {
    /// For web pages, if the app has a web redirect URI.
    pub(super) web: Option<WebSnippets>,
    /// The authorization address, for a client without the SDK.
    pub(super) authorize: String,
    /// A shell command that exchanges a code for tokens.
    pub(super) exchange: String,
    /// A shell command that refreshes tokens.
    pub(super) refresh: String,
}

/// Snippets for the first redirect URI that is a web address.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WebSnippets {
    /// The origin of that address.
    pub(super) origin: String,
    /// The path of that address, for the callback page.
    pub(super) path: String,
    /// Whether the path is the one of the page that `npx stagepass callback` writes.
    pub(super) has_usual_path: bool,
    /// A module for a bundler.
    pub(super) script: String,
    /// A module with a React component.
    pub(super) react: String,
    /// A whole page without a bundler.
    pub(super) page: String,
}

/// `package` is what the script imports. The other values are JavaScript string literals with their quotes.
#[derive(Template)]
#[template(path = "snippets/sign-in.js", escape = "none")]
struct Script<'a> {
    package: &'static str,
    base_url: &'a str,
    api_key: &'a str,
    redirect_uri: &'a str,
    is_bound: bool,
}

/// The same values.
#[derive(Template)]
#[template(path = "snippets/react.jsx", escape = "none")]
struct React<'a> {
    package: &'static str,
    base_url: &'a str,
    api_key: &'a str,
    redirect_uri: &'a str,
    is_bound: bool,
}

#[derive(Template)]
#[template(path = "snippets/page.html", escape = "none")]
struct Page<'a> {
    script: &'a str,
}

/// `token` and `redirect_uri` are shell words.
#[derive(Template)]
#[template(path = "snippets/exchange.sh", escape = "none")]
struct Exchange<'a> {
    token: &'a str,
    api_key: &'a str,
    redirect_uri: String,
}

#[derive(Template)]
#[template(path = "snippets/refresh.sh", escape = "none")]
struct Refresh<'a> {
    token: &'a str,
    api_key: &'a str,
}

impl Snippets {
    /// Returns the snippets of `app`, for the service with the URL `base_url`.
    pub(super) fn of(app: &AppRecord, base_url: &BaseUrl) -> askama::Result<Self> {
        let is_web = |uri: &&String| RedirectUri::parse(uri).is_ok_and(|uri| uri.kind() == Kind::Web);
        let web = app.redirect_uris.iter().find(is_web).map(|uri| WebSnippets::of(app, base_url, uri));
        let token = &shell_word(&format!("{}/oauth/token", base_url.as_str()));
        let first = app.redirect_uris.first().map_or("", String::as_str);
        Ok(Self {
            web: web.transpose()?,
            authorize: format!("{}/oauth/authorize", base_url.as_str()),
            exchange: Exchange {
                token,
                api_key: &app.api_key,
                redirect_uri: shell_word(&format!("redirect_uri={first}")),
            }
            .render()?,
            refresh: Refresh { token, api_key: &app.api_key }.render()?,
        })
    }
}

impl WebSnippets {
    fn of(app: &AppRecord, base_url: &BaseUrl, redirect_uri: &str) -> askama::Result<Self> {
        let package = "stagepass";
        let is_bound = app.bound_tokens_only;
        let [base_url, api_key, redirect_uri_text] =
            &[base_url.as_str(), &app.api_key, redirect_uri].map(script_string);
        let script = Script { package, base_url, api_key, redirect_uri: redirect_uri_text, is_bound };
        let react = React { package, base_url, api_key, redirect_uri: redirect_uri_text, is_bound }.render()?;
        // Without a bundler, the command for the callback page has written the package's scripts into this folder.
        let page_script = Script { package: "/stagepass/index.js", ..script }.render()?;
        let read = Url::parse(redirect_uri).ok();
        let (origin, path) =
            read.map(|url| (url.origin().ascii_serialization(), url.path().to_owned())).unwrap_or_default();
        Ok(Self {
            origin,
            has_usual_path: path == "/callback.html",
            path,
            script: script.render()?,
            react,
            page: Page { script: &page_script }.render()?,
        })
    }
}

/// Returns a string literal that is also valid inside a `script` element: `<` is escaped.
fn script_string(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('<', "\\u003c")
}

/// Returns a quoted shell word.
fn shell_word(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snippets(redirect_uris: &[&str]) -> Snippets {
        of_app(redirect_uris, false)
    }

    fn of_app(redirect_uris: &[&str], bound_tokens_only: bool) -> Snippets {
        let app = AppRecord {
            api_key: format!("0x{}", "ab".repeat(20)),
            name: "Radio".to_owned(),
            description: None,
            redirect_uris: redirect_uris.iter().map(|&uri| uri.to_owned()).collect(),
            sessions: stagepass_store::SessionLimits::default(),
            bound_tokens_only,
        };
        Snippets::of(&app, &BaseUrl::parse("https://music.example/v1").unwrap()).unwrap()
    }

    #[test]
    fn they_have_the_apps_own_values() {
        let snippets =
            snippets(&["com.example.radio:/cb", "https://radio.example:8443/a/cb?x=1", "https://b.example/"]);
        let web = snippets.web.unwrap();
        assert_eq!((&*web.origin, &*web.path), ("https://radio.example:8443", "/a/cb"));
        for line in [
            r#"  baseUrl: "https://music.example/v1","#,
            r#"  apiKey: "0xabababababababababababababababababababab","#,
            r#"  redirectUri: "https://radio.example:8443/a/cb?x=1","#,
        ] {
            assert!(web.script.lines().any(|own| own == line), "{}", web.script);
            assert!(web.react.lines().any(|own| own == line), "{}", web.react);
            assert!(web.page.lines().any(|own| own.trim() == line.trim()), "{}", web.page);
        }
        assert!(web.script.contains(r#"from "stagepass";"#));
        assert!(web.page.contains(r#"from "/stagepass/index.js";"#) && !web.page.contains("importmap"));
        assert!(snippets.exchange.contains("'redirect_uri=com.example.radio:/cb'"), "the first: {}", snippets.exchange);
    }

    #[test]
    fn app_with_bound_tokens_only_asks_for_them() {
        for (bound, count) in [(false, 0), (true, 1)] {
            let web = of_app(&["https://radio.example/cb"], bound).web.unwrap();
            for code in [web.script, web.react] {
                assert_eq!(code.matches("cb\",\n  dpop: true,\n});").count(), count, "{code}");
            }
        }
    }

    #[test]
    fn snippets_have_no_stray_blanks_or_missing_lines() {
        let web = snippets(&["https://radio.example/cb"]).web.unwrap();
        for text in [&web.script, &web.react, &web.page] {
            assert!(text.lines().all(|line| line == line.trim_end()) && !text.ends_with('\n'), "{text}");
            assert!(!text.contains("\n\n\n") && !text.contains("{{"), "{text}");
        }
        let in_page = web.page.lines().filter(|line| line.starts_with("      ")).map(str::trim).collect::<Vec<_>>();
        let script = web.script.lines().map(str::trim).filter(|line| !line.is_empty());
        let is_in_page = |line: &str| in_page.contains(&line) || line.starts_with("import ");
        assert!(script.clone().all(is_in_page), "{}", web.page);
    }

    #[test]
    fn callback_page_of_another_path_is_known() {
        let has_usual_path = |uri| snippets(&[uri]).web.unwrap().has_usual_path;
        assert!(has_usual_path("https://radio.example/callback.html"));
        assert!(
            !has_usual_path("https://radio.example/cb") && !has_usual_path("https://radio.example/a/callback.html")
        );
    }

    #[test]
    fn app_without_web_uri_has_no_web_snippets() {
        assert_eq!(snippets(&["com.example.radio:/cb"]).web, None);
    }

    #[test]
    fn nothing_breaks_out_of_its_quotes() {
        assert_eq!(script_string("a\"b\\</script>"), r#""a\"b\\\u003c/script>""#);
        assert_eq!(shell_word("https://a.example/';rm $HOME"), r"'https://a.example/'\'';rm $HOME'");
        let quoted = snippets(&["https://radio.example/cb?a='$(x)"]).exchange;
        assert!(quoted.contains(r"'redirect_uri=https://radio.example/cb?a='\''$(x)'"), "{quoted}");
    }
}
