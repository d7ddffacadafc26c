//! Sending an authorization response to the app (RFC 6749 §4.1.2): by a redirect, or on a page with a link.
//!
//! Any user can register an app and send links to this service that it refuses. If each of them redirected, this
//! service's address would hide where a link leads (RFC 9700 §4.11.2). An error therefore redirects only after a click
//! on a page of this service, or if the user has consented to the app before. Otherwise the response is an error page
//! with a link.
//!
//! A web address is reached by a redirect. A custom scheme is opened by the system. Browsers on Android open no app
//! without a click, so a redirect would end on an empty page. The response is therefore a page that continues by itself
//! if the browser allows it, and has a button if not.
//!
//! Such a response is never a code. Codes are only issued after a click on Allow, even if the user has consented before
//! (RFC 8252 §8.6), except for `prompt=none` (`silent`). A scheme does not prove an app's identity, so another app may
//! receive the response. It cannot use a code without the verifier (RFC 7636).

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use crate::accounts::redirect_uri::{Kind, RedirectUri};
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::texts::filters;

/// What triggered the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// The user clicked a button on a page of this service.
    Click,
    /// A link was opened, and the user has consented to this app before.
    Consent,
    /// A link was opened, from anywhere.
    Opening,
}

/// An error response to an app.
#[derive(Debug)]
pub(crate) struct AuthorizationResponse<'a> {
    /// The name of the app.
    pub(crate) app: &'a str,
    /// The redirect URI of the app.
    pub(crate) to: &'a RedirectUri,
    /// The redirect URI with the response.
    pub(crate) address: &'a str,
    /// The page to show if the response must not be sent.
    pub(crate) fallback: Problem,
}

impl AuthorizationResponse<'_> {
    /// Sends the response. `base` is the path of the service.
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

/// The page has no script. Its policy allows a refresh and a link to any address, so both only have the accepted one.
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

    /// Returns the values of all attributes with this name, parsed as browsers do.
    fn attributes(html: &str, name: &str) -> Vec<String> {
        let signs = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")];
        let read =
            |value: &str| signs.iter().fold(value.to_owned(), |text, (escaped, sign)| text.replace(escaped, sign));
        let start = format!(" {name}=\"");
        html.split(&start).skip(1).map(|rest| read(rest.split('"').next().unwrap())).collect()
    }

    /// Returns the number of elements.
    fn elements(html: &str) -> usize {
        html.matches('<').count()
    }

    #[test]
    fn error_redirects_only_after_click_or_consent() {
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
        /// For any custom-scheme address, state and app name. None of them changes the page's elements.
        #[test]
        fn response_page_leads_only_to_its_address(
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
