//! How an answer gets from this service to the app that asked (RFC 6749 §4.1.2): by a redirect, or by a page with a way back.
//!
//! A web address is reached by a redirect, always. An app's own scheme is the system's to open, and browsers on Android open no app for a page
//! that nobody has touched: a redirect that no click has begun ends on an empty page there. So such an answer is a page, which goes on by itself
//! where it may, and has a button where it may not.
//!
//! It is never a code: those are made by a click on Allow alone, however often one was allowed before (RFC 8252 §8.6). A scheme is no proof of
//! who an app is, so whoever has the same scheme may have what is sent there; a code is worth nothing to them without the verifier (RFC 7636).

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use crate::redirect_uri::{Kind, RedirectUri};
use crate::service::pages;

/// What has brought the browser to where an answer is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    /// The listener has pressed a button of a page of ours.
    Click,
    /// An address was opened, by whatever means.
    Opening,
}

/// An answer on its way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer<'a> {
    /// The name of the app that it is for.
    pub(crate) app: &'a str,
    /// Where that app is called.
    pub(crate) to: &'a RedirectUri,
    /// The same with the answer in it.
    pub(crate) address: &'a str,
}

impl Answer<'_> {
    /// Sends it; `base` is the path of the service.
    pub(crate) fn respond(self, base: &str, after: After) -> Response {
        match (after, self.to.kind()) {
            (After::Click, _) | (After::Opening, Kind::Web) => pages::see_other(self.address),
            (After::Opening, Kind::Custom) => pages::page(StatusCode::OK, &AnswerPage { base, answer: self }, None),
        }
    }
}

/// No script: the page's policy lets a refresh and a link lead to any address, so both have the one that was accepted and no other.
#[derive(Template)]
#[template(path = "answer.html")]
struct AnswerPage<'a> {
    base: &'a str,
    answer: Answer<'a>,
}

#[cfg(test)]
mod tests {
    use axum::http::header;
    use proptest::prelude::*;

    use super::*;
    use crate::service::return_address::{AuthorizationErrorCode, ResponseMode, ReturnAddress};

    fn to(uri: &str) -> RedirectUri {
        RedirectUri::parse(uri).unwrap()
    }

    /// The values of all attributes of this name, as browsers read them.
    fn attributes(html: &str, name: &str) -> Vec<String> {
        let signs = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")];
        let read =
            |value: &str| signs.iter().fold(value.to_owned(), |text, (escaped, sign)| text.replace(escaped, sign));
        let start = format!(" {name}=\"");
        html.split(&start).skip(1).map(|rest| read(rest.split('"').next().unwrap())).collect()
    }

    /// How many elements there are.
    fn elements(html: &str) -> usize {
        html.matches('<').count()
    }

    #[test]
    fn only_an_apps_own_scheme_that_no_click_has_led_to_is_answered_by_a_page() {
        let location = |response: &Response| response.headers().get(header::LOCATION).cloned();
        for (uri, after, is_sent) in [
            ("https://app.example/cb", After::Click, true),
            ("https://app.example/cb", After::Opening, true),
            ("http://localhost/cb", After::Opening, true),
            ("com.example.app:/cb", After::Click, true),
            ("com.example.app:/cb", After::Opening, false),
            ("COM.example.app://cb", After::Opening, false),
        ] {
            let address = format!("{uri}?error=server_error");
            let response = Answer { app: "App", to: &to(uri), address: &address }.respond("/v1", after);
            let expected = is_sent.then(|| address.parse().unwrap());
            assert_eq!(location(&response), expected, "{uri} {after:?}");
            let status = if is_sent { StatusCode::SEE_OTHER } else { StatusCode::OK };
            assert_eq!(response.status(), status, "{uri} {after:?}");
            assert_eq!(response.headers().contains_key(header::CONTENT_SECURITY_POLICY), !is_sent, "{uri} {after:?}");
        }
    }

    proptest! {
        #[test]
        fn whatever_the_address_the_state_and_the_name_the_page_leads_there_and_nowhere_else(
            uri in "com\\.example\\.app:[!-~]{1,80}",
            state in any::<String>(),
            name in "[ -~]{1,50}",
            is_query: bool,
        ) {
            let Ok(redirect_uri) = RedirectUri::parse(&uri) else { return Ok(()) };
            let response_mode = if is_query { ResponseMode::Query } else { ResponseMode::Fragment };
            let to = ReturnAddress { redirect_uri, response_mode, state: Some(state) };
            let address = to.with_error(AuthorizationErrorCode::InvalidScope, "no", "https://m.example/v1");
            let page = |app, address| {
                AnswerPage { base: "/v1", answer: Answer { app, to: &to.redirect_uri, address } }.render().unwrap()
            };
            let html = page(&name, &address);
            let contents = attributes(&html, "content");
            let leads: Vec<_> = contents.iter().filter_map(|content| content.strip_prefix("0;url=")).collect();
            prop_assert_eq!(leads, [address.as_str()]);
            let links = attributes(&html, "href");
            let away: Vec<_> = links.iter().filter(|link| !link.starts_with("/v1/assets/")).collect();
            prop_assert_eq!(away, [&address]);
            prop_assert_eq!(elements(&html), elements(&page("App", "com.example.app:/")));
        }
    }
}
