//! Access decisions with their denial reasons, as an access server returns them.

use core::fmt;

use serde::{Deserialize, Deserializer};

use crate::sdk::music::json::{lenient, lenient_list};

/// Whether the user may hear a track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// The user may hear it now.
    Allowed,
    /// The user may not hear it, for these reasons.
    Denied(Denied),
}

impl Access {
    /// Returns whether the user may hear the track.
    pub fn is_allowed(&self) -> bool {
        matches!(self, Self::Allowed)
    }
}

/// An access decision that denies access, with its reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Denied {
    /// The access server's message for the user. Show it as text, never as HTML.
    pub message: String,
    /// The stable name of the first reason, or another such as `no_rule`. A later version may add names.
    pub code: String,
    /// The denial reasons. Empty if the user can do nothing, for example for a track without a rule.
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
    #[serde(rename = "allowedCountries", default, deserialize_with = "texts")]
    pub allowed_countries: Vec<String>,
    /// When this reason ends (RFC 3339, UTC).
    #[serde(rename = "opensAt", default, deserialize_with = "time")]
    pub opens_at: Option<String>,
    /// A web page on which the user can pay, chosen by the track's owner.
    #[serde(rename = "buyUrl", default, deserialize_with = "link")]
    pub buy_url: Option<String>,
    /// A web page on which the user can ask to join, chosen by the track's owner.
    #[serde(rename = "joinUrl", default, deserialize_with = "link")]
    pub join_url: Option<String>,
    /// Whether the user is not signed in, and signing in may help.
    #[serde(rename = "signIn", default, deserialize_with = "flag")]
    pub sign_in: bool,
}

/// A group that the user has joined.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[non_exhaustive]
pub struct Joined {
    /// The group's ID.
    pub group: String,
    /// The name that the owner gave the group.
    pub name: String,
}

/// A decision in JSON. The member `allowed` says which members it has.
#[derive(Deserialize)]
pub(crate) struct RawDecision {
    allowed: bool,
    #[serde(default, deserialize_with = "lenient")]
    error: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    code: Option<String>,
    #[serde(default, deserialize_with = "lenient_list")]
    refusals: Option<Vec<Refusal>>,
}

impl RawDecision {
    /// Returns the decision. `None` for a denial without its message or name.
    pub(crate) fn read(self) -> Option<Access> {
        if self.allowed {
            return Some(Access::Allowed);
        }
        let refusals = self.refusals.unwrap_or_default();
        Some(Access::Denied(Denied { message: self.error?, code: self.code?, refusals }))
    }
}

/// Returns `text` if it is an `http` or `https` URL. A page renders it, so `javascript:` must not get through.
pub(crate) fn web_url(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once("://")?;
    let is_web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    // A URL parser removes control characters and spaces, so what it reads could differ.
    let is_plain = !text.bytes().any(|byte| byte <= b' ' || byte == 0x7f);
    let has_host = rest.bytes().next().is_some_and(|byte| !b"/\\?#:".contains(&byte));
    (is_web && is_plain && has_host).then_some(text)
}

fn link<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(lenient::<String, D>(deserializer)?.filter(|url| web_url(url).is_some()))
}

fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(lenient::<String, D>(deserializer)?.filter(|time| is_time(time)))
}

/// Returns whether `text` looks like `2026-12-01T20:00:00Z`.
fn is_time(text: &str) -> bool {
    let pattern = b"0000-00-00T00:00";
    let matches =
        |(byte, expected): (u8, &u8)| if *expected == b'0' { byte.is_ascii_digit() } else { byte == *expected };
    text.len() > pattern.len() && text.bytes().zip(pattern).all(matches) && text.is_ascii()
}

fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(lenient_list(deserializer)?.unwrap_or_default())
}

fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(lenient(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::sdk::music::json;

    fn read(body: &str) -> Option<Access> {
        json::parse::<RawDecision>(body.as_bytes())?.read()
    }

    #[test]
    fn a_decision_allows_or_denies() {
        assert_eq!(read(r#"{"allowed":true,"later":1}"#), Some(Access::Allowed));
        let denied = Denied { message: "No.".into(), code: "no_rule".into(), refusals: vec![] };
        assert_eq!(read(r#"{"allowed":false,"error":"No.","code":"no_rule"}"#), Some(Access::Denied(denied)));
    }

    #[test]
    fn anything_else_is_no_decision() {
        for body in ["{}", r#"{"allowed":"true"}"#, r#"{"allowed":1}"#, r#"{"allowed":false}"#, "[]", "null", "x"] {
            assert_eq!(read(body), None, "{body}");
        }
        assert_eq!(read(r#"{"allowed":false,"error":"No."}"#), None);
    }

    #[test]
    fn a_denial_has_its_reasons_and_what_helps() {
        let body = r#"{"allowed":false,"error":"E","code":"c","refusals":[
            {"rule":"paid","code":"not_paid","error":"Buy it.","buyUrl":"https://shop.example/a","signIn":true},
            {"rule":"geo","code":"country","error":"Not here.","yourCountry":null,"allowedCountries":["SE",7]},
            {"rule":"schedule","code":"not_yet","error":"Later.","opensAt":"2026-12-01T20:00:00Z"}
        ]}"#;
        let Some(Access::Denied(denied)) = read(body) else { panic!("not denied") };
        let [paid, geo, schedule] = denied.refusals.as_slice() else { panic!("{denied:?}") };
        assert_eq!((paid.buy_url.as_deref(), paid.sign_in), (Some("https://shop.example/a"), true));
        assert_eq!((geo.your_country.as_deref(), geo.allowed_countries.as_slice()), (None, &["SE".to_owned()][..]));
        assert_eq!(schedule.opens_at.as_deref(), Some("2026-12-01T20:00:00Z"));
    }

    #[test]
    fn malformed_reasons_and_links_are_left_out() {
        let body = r#"{"allowed":false,"error":"E","code":"c","refusals":[
            null, 7, {"rule":"paid"}, {"rule":1,"code":"c","error":"E"},
            {"rule":"paid","code":"c","error":"E","buyUrl":"javascript:alert(1)","joinUrl":7,"opensAt":"soon","signIn":"yes"}
        ]}"#;
        let Some(Access::Denied(denied)) = read(body) else { panic!("not denied") };
        let [only] = denied.refusals.as_slice() else { panic!("{denied:?}") };
        assert_eq!((&only.buy_url, &only.join_url, &only.opens_at, only.sign_in), (&None, &None, &None, false));
        let Some(Access::Denied(none)) = read(r#"{"allowed":false,"error":"E","code":"c","refusals":{}}"#) else {
            panic!("not denied")
        };
        assert!(none.refusals.is_empty());
    }

    #[test]
    fn only_web_addresses_are_links() {
        for good in ["https://a.example", "HTTP://a.example/x?y#z", "http://[::1]:8080/"] {
            assert_eq!(web_url(good), Some(good));
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
            assert_eq!(web_url(bad), None, "{bad}");
        }
    }
}
