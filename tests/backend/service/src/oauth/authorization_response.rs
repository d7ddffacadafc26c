//! How an answer gets from this service to the app that asked (RFC 6749 §4.1.2): by a redirect, or by a page with a way back.
//!
//! Anybody can register an app and send out links to this service that it refuses. If each of them redirected, this service's address
//! would hide where a link leads (RFC 9700 §4.11.2). So an error redirects only after the user's click on a page of ours, or if the user
//! has allowed the app something before. Otherwise the answer is an error page with a link.
//!
//! A web address is then reached by a redirect. An app's own scheme is the system's to open, and browsers on Android open no app for a page
//! that nobody has touched: a redirect that no click has begun ends on an empty page there. So such an answer is a page, which goes on by itself
//! where it may, and has a button where it may not.
//!
//! It is never a code: those are made by a click on Allow alone, however often one was allowed before (RFC 8252 §8.6). A scheme is no proof of
//! who an app is, so whoever has the same scheme may have what is sent there; a code is worth nothing to them without the verifier (RFC 7636).

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use crate::accounts::redirect_uri::{Kind, RedirectUri};
use crate::pages::page;
use crate::pages::problem::Problem;

/// What has brought the browser to where an answer is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// The user has pressed a button of a page of ours.
    Click,
    /// A link was opened, and the user has a consent for this app on record.
    Consent,
    /// A link was opened, by any means and from anywhere.
    Opening,
}

/// An error on its way to an app.
#[derive(Debug)]
pub(crate) struct AuthorizationResponse<'a> {
    /// The name of the app that it is for.
    pub(crate) app: &'a str,
    /// Where that app is called.
    pub(crate) to: &'a RedirectUri,
    /// The same with the answer in it.
    pub(crate) address: &'a str,
    /// The page that is shown if it may not be sent.
    pub(crate) fallback: Problem,
}

impl AuthorizationResponse<'_> {
    /// Sends it; `base` is the path of the service.
    pub(crate) fn respond(self, base: &str, trigger: Trigger) -> Response {
        match (trigger, self.to.kind()) {
            (Trigger::Click, _) | (Trigger::Consent, Kind::Web) => page::see_other(self.address),
            (Trigger::Consent, Kind::Custom) => {
                page::respond(StatusCode::OK, &ResponsePage { base, response: self }, None)
            }
            (Trigger::Opening, _) => {
                self.fallback.with_return_link(self.app, &self.to.target(), self.address).respond(base)
            }
        }
    }
}

/// No script: the page's policy lets a refresh and a link lead to any address, so both have the one that was accepted and no other.
#[derive(Template)]
#[template(path = "authorization_response.html")]
struct ResponsePage<'a> {
    base: &'a str,
    response: AuthorizationResponse<'a>,
}

#[cfg(test)]
mod tests {
    use axum::http::header;
    use proptest::prelude::*;

    use super::*;
    use crate::oauth::return_address::{AuthorizationErrorCode, ResponseMode, ReturnAddress};

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
    fn an_error_redirects_after_a_click_or_with_a_consent_on_record() {
        let location = |response: &Response| response.headers().get(header::LOCATION).cloned();
        for (uri, trigger, status) in [
            ("https://app.example/cb", Trigger::Click, StatusCode::SEE_OTHER),
            ("https://app.example/cb", Trigger::Consent, StatusCode::SEE_OTHER),
            ("http://localhost/cb", Trigger::Consent, StatusCode::SEE_OTHER),
            ("https://app.example/cb", Trigger::Opening, StatusCode::INTERNAL_SERVER_ERROR),
            ("com.example.app:/cb", Trigger::Click, StatusCode::SEE_OTHER),
            ("com.example.app:/cb", Trigger::Consent, StatusCode::OK),
            ("COM.example.app://cb", Trigger::Consent, StatusCode::OK),
            ("com.example.app:/cb", Trigger::Opening, StatusCode::INTERNAL_SERVER_ERROR),
        ] {
            let address = format!("{uri}?error=server_error");
            let response =
                AuthorizationResponse { app: "App", to: &to(uri), address: &address, fallback: Problem::internal() };
            let response = response.respond("/v1", trigger);
            let is_sent = status == StatusCode::SEE_OTHER;
            let expected = is_sent.then(|| address.parse().unwrap());
            assert_eq!(location(&response), expected, "{uri} {trigger:?}");
            assert_eq!(response.status(), status, "{uri} {trigger:?}");
            assert_eq!(response.headers().contains_key(header::CONTENT_SECURITY_POLICY), !is_sent, "{uri} {trigger:?}");
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
                let response = AuthorizationResponse { app, to: &to.redirect_uri, address, fallback: Problem::internal() };
                ResponsePage { base: "/v1", response }.render().unwrap()
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
