//! The error page for a request that cannot be answered at a redirect URI. The app does not receive the error, so the
//! page must explain to its developer which rule was broken and what to do.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use crate::oauth::authorization_request::{Refusal, RequestProblem};
use crate::oauth::recipient::RecipientProblem;
use crate::oauth::refusal_notice::RefusalNotice;
use crate::pages::page::respond;
use crate::texts::{current, filters};

/// The error, as texts for the user, by their keys, and in English for the developer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    status: StatusCode,
    heading: &'static str,
    listener: &'static str,
    /// The rule that was broken, and what the developer can do.
    developer: Option<Advice>,
    /// A page of this service on which the user can continue: the text of the link, and its address.
    onward: Option<(&'static str, String)>,
    /// The app that made the mistake, and the address at which it receives the error.
    back: Option<ReturnLink>,
    /// Ends the login of the window that opened the page.
    notice: Option<RefusalNotice>,
}

#[derive(Debug, PartialEq, Eq)]
struct ReturnLink {
    app: String,
    /// The host or the scheme of the address.
    target: String,
    address: String,
}

#[derive(Debug, PartialEq, Eq)]
struct Advice {
    rule: String,
    given: Option<String>,
    remedy: &'static str,
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    base: &'a str,
    problem: &'a Problem,
}

impl Problem {
    const fn plain(status: StatusCode, heading: &'static str, listener: &'static str) -> Self {
        Self { status, heading, listener, developer: None, onward: None, back: None, notice: None }
    }

    fn with_onward(self, label: &'static str, address: String) -> Self {
        Self { onward: Some((label, address)), ..self }
    }

    pub(crate) fn recipient(problem: &RecipientProblem) -> Self {
        Self::of_the_app(problem.to_string(), problem.given().map(str::to_owned), problem.remedy())
    }

    /// Adds a notice to the window that opened this page.
    pub(crate) fn with_notice(self, notice: Option<RefusalNotice>) -> Self {
        Self { notice, ..self }
    }

    pub(crate) fn request(problem: RequestProblem) -> Self {
        let remedy = match problem {
            RequestProblem::Silent(_) => {
                "Send the request without prompt=none after a click of the user. A registered app gets this error at its redirect URI if the user has allowed the app before."
            }
            _ => {
                "Correct the request. An app with an API key gets this error at its redirect URI if the user has allowed the app before."
            }
        };
        Self::of_the_app(format!("{} ({})", problem, problem.code().as_str()), None, remedy)
    }

    /// Adds a link that sends the error to the app. The user decides whether to follow it.
    pub(crate) fn with_return_link(self, app: &str, target: &str, address: &str) -> Self {
        let [app, target, address] = [app, target, address].map(str::to_owned);
        Self { back: Some(ReturnLink { app, target, address }), ..self }
    }

    /// A form that does not belong to this session and request: expired, or made by another user.
    pub(crate) fn stale_form(again: &str) -> Self {
        Self::plain(StatusCode::FORBIDDEN, "stale-form", "stale-form-text")
            .with_onward("stale-form-button", again.to_owned())
    }

    /// A request that is not one of the service's forms: 413 too large, 415 another type, 403 sent by another site.
    pub(crate) fn no_form(status: StatusCode) -> Self {
        Self::plain(status, "no-form", "no-form-text")
    }

    pub(crate) fn too_long() -> Self {
        let remedy = "Shorten the query, for example the state.";
        Self { status: StatusCode::URI_TOO_LONG, ..Self::of_the_app(Refusal::TooLong.to_string(), None, remedy) }
    }

    pub(crate) fn no_decision() -> Self {
        Self::plain(StatusCode::BAD_REQUEST, "no-decision", "no-decision-text")
    }

    /// The user, or the user's network, has exceeded a rate limit.
    /// With a link to the same address, if a page was requested. The link is empty: an address such as `//host/` would
    /// lead to another site.
    pub(crate) fn rate_limited(is_page: bool) -> Self {
        let problem = Self::plain(StatusCode::TOO_MANY_REQUESTS, "rate-limited", "rate-limited-text");
        if is_page { problem.with_onward("rate-limited-button", String::new()) } else { problem }
    }

    /// The user already has a running export, or there are too many of all users.
    pub(crate) fn export_running() -> Self {
        Self { listener: "export-running-text", ..Self::rate_limited(false) }
    }

    /// The user has the most sign-ins or connected apps that an account can have.
    pub(crate) fn too_many_sign_ins(base: &str) -> Self {
        Self::plain(StatusCode::CONFLICT, "too-many-apps", "too-many-apps-text")
            .with_onward("nav-connected-apps", format!("{base}/connected-apps"))
    }

    /// The disk of the database is almost full.
    pub(crate) fn no_space() -> Self {
        Self::plain(StatusCode::SERVICE_UNAVAILABLE, "no-space", "no-space-text")
    }

    pub(crate) fn sign_up_closed(base: &str) -> Self {
        Self::plain(StatusCode::NOT_FOUND, "sign-up-closed", "sign-up-closed-text")
            .with_onward("sign-in", format!("{base}/sign-in{}", current::query()))
    }

    pub(crate) fn internal() -> Self {
        Self::plain(StatusCode::INTERNAL_SERVER_ERROR, "internal", "internal-text")
    }

    pub(crate) fn not_found(base: &str, path: &str) -> Self {
        let advice = Advice {
            rule: "no page has this address".to_owned(),
            given: Some(path.to_owned()),
            remedy: "Check the base URL. It includes the version, for example https://host/v1.",
        };
        Self { developer: Some(advice), ..Self::plain(StatusCode::NOT_FOUND, "not-found", "not-found-text") }
            .with_onward("account-heading", format!("{base}/account"))
    }

    /// For a developer whose app does not exist, or belongs to another user.
    pub(crate) fn no_app(base: &str) -> Self {
        Self::plain(StatusCode::NOT_FOUND, "no-app", "no-app-text").with_onward("nav-apps", format!("{base}/apps"))
    }

    fn of_the_app(rule: String, given: Option<String>, remedy: &'static str) -> Self {
        let advice = Advice { rule, given, remedy };
        let problem = Self::plain(StatusCode::BAD_REQUEST, "broken-link", "broken-link-text");
        Self { developer: Some(advice), ..problem }
    }

    pub(crate) fn respond(&self, base: &str) -> Response {
        respond(self.status, &ErrorPage { base, problem: self }, None)
    }
}
