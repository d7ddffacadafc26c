//! Why an access server denies access to a track.

use core::fmt;

use serde::{Deserialize, Deserializer};

use super::json::{lenient, lenient_list, lenient_or_default};

/// An access decision that denies access, with its reasons.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[non_exhaustive]
pub struct Denied {
    /// The access server's message for the user. Show it as text, never as HTML.
    #[serde(rename = "error", default, deserialize_with = "lenient_or_default")]
    pub message: String,
    /// The stable name of the first reason, or another such as `no_rule`. A later version may add names.
    #[serde(default, deserialize_with = "lenient_or_default")]
    pub code: String,
    /// The denial reasons. Empty if the user can do nothing, for example for a track without a rule.
    #[serde(default, deserialize_with = "lenient_list")]
    pub refusals: Vec<Refusal>,
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Denied {}

/// A denial reason.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// The kind of condition, as in the JSON of a rule: `geo`, `group`, `site`, `paid`, `schedule` or `signed_in`. A
    /// later version may add kinds.
    pub rule: String,
    /// The stable name of the reason, such as `not_a_member` or `not_yet`. A later version may add names.
    pub code: String,
    /// The access server's message for the user. Show it as text, never as HTML.
    #[serde(rename = "error")]
    pub message: String,
    /// The user's country, as the access server determined it. `None` if it does not matter or cannot be determined.
    #[serde(rename = "yourCountry", default, deserialize_with = "lenient")]
    pub your_country: Option<String>,
    /// The countries in which the track can be heard, as ISO codes. Empty if they do not matter.
    #[serde(rename = "allowedCountries", default, deserialize_with = "lenient_list")]
    pub allowed_countries: Vec<String>,
    /// When this reason ends (RFC 3339, UTC).
    #[serde(rename = "opensAt", default, deserialize_with = "lenient")]
    pub opens_at: Option<String>,
    /// A web page on which the user can pay, chosen by the track's owner.
    #[serde(rename = "buyUrl", default, deserialize_with = "link")]
    pub buy_url: Option<String>,
    /// A web page on which the user can ask to join, chosen by the track's owner.
    #[serde(rename = "joinUrl", default, deserialize_with = "link")]
    pub join_url: Option<String>,
    /// Whether the user is not signed in, and signing in may help.
    #[serde(rename = "signIn", default, deserialize_with = "lenient_or_default")]
    pub sign_in: bool,
}

/// Returns whether `text` is an `http` or `https` URL. A page renders it, so `javascript:` must not get through.
pub(super) fn is_web_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else { return false };
    let is_web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    // A URL parser removes control characters and spaces, so what it reads could differ.
    let is_plain = !text.bytes().any(|byte| byte <= b' ' || byte == 0x7f);
    let has_host = rest.bytes().next().is_some_and(|byte| !b"/\\?#:".contains(&byte));
    is_web && is_plain && has_host
}

fn link<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(lenient::<String, D>(deserializer)?.filter(|url| is_web_url(url)))
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::sdk::music::json;

    fn read(body: &str) -> Denied {
        json::read(body).unwrap()
    }

    #[test]
    fn a_denial_has_its_reasons_and_what_helps() {
        let body = r#"{"allowed":false,"error":"E","code":"c","refusals":[
            {"rule":"paid","code":"not_paid","error":"Buy it.","buyUrl":"https://shop.example/a","signIn":true},
            {"rule":"geo","code":"country","error":"Not here.","yourCountry":null,"allowedCountries":["SE",7]},
            {"rule":"schedule","code":"not_yet","error":"Later.","opensAt":"2026-12-01T20:00:00Z"}
        ]}"#;
        let denied = read(body);
        assert_eq!((denied.message.as_str(), denied.code.as_str()), ("E", "c"));
        let [paid, geo, schedule] = denied.refusals.as_slice() else { panic!("{denied:?}") };
        assert_eq!((paid.buy_url.as_deref(), paid.sign_in), (Some("https://shop.example/a"), true));
        assert_eq!((geo.your_country.as_deref(), geo.allowed_countries.as_slice()), (None, &["SE".to_owned()][..]));
        assert_eq!(schedule.opens_at.as_deref(), Some("2026-12-01T20:00:00Z"));
    }

    #[test]
    fn malformed_reasons_and_links_are_left_out() {
        let body = r#"{"error":7,"refusals":[
            null, 7, {"rule":"paid"}, {"rule":1,"code":"c","error":"E"},
            {"rule":"paid","code":"c","error":"E","buyUrl":"javascript:alert(1)","joinUrl":7,"opensAt":7,"signIn":"yes"}
        ]}"#;
        let denied = read(body);
        assert_eq!((denied.message.as_str(), denied.code.as_str()), ("", ""));
        let [only] = denied.refusals.as_slice() else { panic!("{denied:?}") };
        assert_eq!((&only.buy_url, &only.join_url, &only.opens_at, only.sign_in), (&None, &None, &None, false));
        assert_eq!(read(r#"{"refusals":{}}"#), Denied::default());
    }

    #[test]
    fn only_web_addresses_are_links() {
        for good in ["https://a.example", "HTTP://a.example/x?y#z", "http://[::1]:8080/"] {
            assert!(is_web_url(good), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//a.example",
            "https:",
            "https://",
            "https:///x",
            "ftp://a",
            " https://a.example",
            "https://a\nb",
            "java\nscript://a",
            "https://\\a",
            "https://:80",
        ] {
            assert!(!is_web_url(bad), "{bad}");
        }
    }
}
