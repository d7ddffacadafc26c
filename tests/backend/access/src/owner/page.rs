//! `GET /owner`: the page on which an owner manages access to their tracks. It uses the same routes and tickets as any
//! other client. The page itself is the same for all users, and contains no secrets. `GET /` links to it.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;
use stagepass_gate::Address;
use stagepass_rules::Country;
use stagepass_server::serve::NOT_EMBEDDABLE;

use crate::state::AccessServer;

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// The files of the page. They are embedded, so that only the binary needs to be installed. Each has its own address,
/// because browsers load modules by name.
const PARTS: [(&str, &str, &str); 21] = [
    (
        "/owner/page.css",
        "text/css; charset=utf-8",
        concat!(
            include_str!("../../../assets/brand.css"),
            include_str!("../../../assets/pages.css"),
            include_str!("../../../assets/owner/page.css")
        ),
    ),
    ("/owner/mark.svg", "image/svg+xml", include_str!("../../../assets/mark.svg")),
    ("/owner/elements.js", JAVASCRIPT, include_str!("../../../assets/owner/elements.js")),
    ("/owner/groups.js", JAVASCRIPT, include_str!("../../../assets/owner/groups.js")),
    ("/owner/news.js", JAVASCRIPT, include_str!("../../../assets/owner/news.js")),
    ("/owner/own_tracks.js", JAVASCRIPT, include_str!("../../../assets/owner/own_tracks.js")),
    ("/owner/page.js", JAVASCRIPT, include_str!("../../../assets/owner/page.js")),
    ("/owner/proof.js", JAVASCRIPT, include_str!("../../../assets/owner/proof.js")),
    ("/owner/question.js", JAVASCRIPT, include_str!("../../../assets/owner/question.js")),
    ("/owner/rule_fields.js", JAVASCRIPT, include_str!("../../../assets/owner/rule_fields.js")),
    ("/owner/rule_form.js", JAVASCRIPT, include_str!("../../../assets/owner/rule_form.js")),
    ("/owner/rule_tree.js", JAVASCRIPT, include_str!("../../../assets/owner/rule_tree.js")),
    ("/owner/server.js", JAVASCRIPT, include_str!("../../../assets/owner/server.js")),
    ("/owner/shop.js", JAVASCRIPT, include_str!("../../../assets/owner/shop.js")),
    ("/owner/shown_once.js", JAVASCRIPT, include_str!("../../../assets/owner/shown_once.js")),
    ("/owner/sign_in.js", JAVASCRIPT, include_str!("../../../assets/owner/sign_in.js")),
    ("/owner/sites.js", JAVASCRIPT, include_str!("../../../assets/owner/sites.js")),
    ("/owner/things.js", JAVASCRIPT, include_str!("../../../assets/owner/things.js")),
    ("/owner/tracks.js", JAVASCRIPT, include_str!("../../../assets/owner/tracks.js")),
    ("/owner/try.js", JAVASCRIPT, include_str!("../../../assets/owner/try.js")),
    ("/owner/webhooks.js", JAVASCRIPT, include_str!("../../../assets/owner/webhooks.js")),
];

/// The views of the page, by their names in addresses and in words.
const PLACES: [(&str, &str); 5] = [
    ("tracks", "Tracks"),
    ("groups", "Groups"),
    ("products", "Products"),
    ("webhooks", "Webhooks"),
    ("sites", "Site keys"),
];

#[derive(Template)]
#[template(path = "owner.html")]
struct OwnerPage<'a> {
    service: &'a str,
    api_key: &'a str,
    origin: &'a str,
    /// The address that this server signs with.
    signer: Address,
    places: [(&'static str, &'static str); 5],
    countries: Vec<Country>,
}

/// `GET /`: what this server is, with links.
#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'a> {
    service: &'a str,
}

/// Returns the routes of the page and its files.
pub(crate) fn routes() -> Router<Arc<AccessServer>> {
    let page = Router::new().route("/", get(home)).route("/owner", get(show));
    PARTS.into_iter().fold(page, |routes, (path, content_type, content)| {
        routes.route(path, get(async move || part(content_type, content)))
    })
}

async fn show(State(server): State<Arc<AccessServer>>) -> Response {
    let service = server.service.base_url();
    let page = OwnerPage {
        service: service.as_str(),
        api_key: &server.api_key,
        origin: server.service.audience().as_str(),
        signer: server.signer.address(),
        places: PLACES,
        countries: Country::all().collect(),
    };
    respond(&page, service.origin())
}

async fn home(State(server): State<Arc<AccessServer>>) -> Response {
    let service = server.service.base_url();
    respond(&HomePage { service: service.as_str() }, service.origin())
}

fn respond(page: &impl Template, service: &str) -> Response {
    match page.render() {
        Ok(html) => ([(header::CONTENT_SECURITY_POLICY, policy(service))], isolation(), Html(html)).into_response(),
        Err(error) => {
            tracing::error!(%error, "a page could not be rendered");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

fn part(content_type: &'static str, content: &'static str) -> Response {
    // Revalidated with the page, because modules of different versions do not fit together.
    ([(header::CONTENT_TYPE, HeaderValue::from_static(content_type))], isolation(), content).into_response()
}

/// Other pages cannot embed this page, reach into its window, or run its files. Every response of this server can be
/// read from every origin. The page is not secret, but another page that opens it in a frame or window must not control
/// it.
fn isolation() -> [(HeaderName, HeaderValue); 2] {
    [NOT_EMBEDDABLE, (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"))]
}

/// `service` is the origin at which the page signs in and gets tickets, tracks and their artwork. The page submits no
/// forms. Only its scripts send requests.
fn policy(service: &str) -> HeaderValue {
    // A host may contain these characters, which separate parts of a policy.
    let service = if service.contains([';', ',', '\'']) { "" } else { service };
    let text = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: {service}; connect-src 'self' {service}; form-action 'none'; \
         frame-ancestors 'none'; base-uri 'none'"
    );
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without this test, a missing module would only be noticed in a browser.
    #[test]
    fn imported_modules_are_exactly_the_served_ones() {
        let modules: Vec<_> = PARTS.iter().filter(|(_, content_type, _)| *content_type == JAVASCRIPT).collect();
        let mut imported: Vec<String> = modules
            .iter()
            .flat_map(|(_, _, content)| content.split("from \"./").skip(1))
            .map(|rest| format!("/owner/{}", rest.split('"').next().unwrap_or_default()))
            .collect();
        imported.push("/owner/page.js".to_owned());
        imported.sort();
        imported.dedup();
        let served: Vec<String> = modules.iter().map(|(path, ..)| (*path).to_owned()).collect();
        assert_eq!(imported, served, "in the order of the alphabet");
    }

    #[test]
    fn csp_allows_only_own_and_service_origin() {
        let policy = policy("https://music.example:8443");
        let policy = policy.to_str().unwrap();
        assert!(policy.contains("connect-src 'self' https://music.example:8443;"), "{policy}");
        assert!(policy.contains("img-src 'self' data: https://music.example:8443;"), "artwork: {policy}");
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
    }

    #[test]
    fn invalid_service_origin_is_left_out_of_csp() {
        for service in ["https://a;script-src", "https://a,default-src", "https://a'unsafe-inline'"] {
            let policy = policy(service);
            assert!(policy.to_str().unwrap().contains("connect-src 'self' ; form-action"), "{policy:?}");
        }
    }
}
