//! An error response as a page, for a user who followed a link.

use std::sync::{Arc, LazyLock};

use askama::Template;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use stagepass_rules::Denial;
use stagepass_server::serve::NOT_EMBEDDABLE;

use super::ways_in::WaysIn;

/// The style of the page, that of the service's pages. It is inline, so that the page needs no further requests.
const STYLE: &str = concat!(include_str!("../../../assets/brand.css"), include_str!("../../../assets/pages.css"));

/// The mark, an SVG element: the policy of the page allows no images.
const MARK: &str = include_str!("../../../assets/mark.svg");

/// No scripts, no loading, and only this style.
static POLICY: LazyLock<Option<HeaderValue>> = LazyLock::new(|| {
    let style = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{style}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    );
    HeaderValue::from_str(&policy).ok()
});

/// The content of the page. It is attached to a JSON response until the `Accept` header decides which one is sent.
#[derive(Clone)]
pub(crate) struct ErrorPage(Arc<Page>);

#[derive(Template)]
#[template(path = "refusal.html")]
struct Page {
    style: &'static str,
    mark: &'static str,
    heading: &'static str,
    sentence: String,
    /// Whether this is about a track, whose owner can be asked.
    is_about_track: bool,
    ways_in: WaysIn,
}

impl ErrorPage {
    /// For an error with this status.
    pub(crate) fn error(status: StatusCode, sentence: String) -> Self {
        let heading = if status == StatusCode::NOT_FOUND { "Not found" } else { "Something went wrong" };
        Self(Arc::new(Page {
            style: STYLE,
            mark: MARK,
            heading,
            sentence,
            is_about_track: false,
            ways_in: WaysIn::default(),
        }))
    }

    /// For a user who may not hear a track.
    pub(crate) fn refused(refused: &Denial) -> Self {
        Self(Arc::new(Page {
            style: STYLE,
            mark: MARK,
            heading: "You cannot hear this track",
            sentence: refused.sentence.clone(),
            is_about_track: true,
            ways_in: WaysIn::of(&refused.refusals),
        }))
    }
}

/// Renders a page for browsers that accept HTML.
pub(crate) async fn render_html(request: Request, next: Next) -> Response {
    let wants_a_page = wants_a_page(request.headers());
    let response = next.run(request).await;
    if wants_a_page { as_page(response) } else { response }
}

/// Returns the response to a request with these headers: as a page, if it was requested.
pub(crate) fn as_requested(headers: &HeaderMap, response: Response) -> Response {
    if wants_a_page(headers) { as_page(response) } else { response }
}

fn as_page(mut response: Response) -> Response {
    let Some(ErrorPage(page)) = response.extensions_mut().remove::<ErrorPage>() else { return response };
    let Some(policy) = POLICY.clone() else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    match page.render() {
        Ok(html) => {
            let (mut parts, _) = response.into_parts();
            parts.headers.remove(header::CONTENT_LENGTH);
            parts.headers.remove(header::CONTENT_TYPE);
            let headers = [(header::CONTENT_SECURITY_POLICY, policy), NOT_EMBEDDABLE];
            (parts.status, parts.headers, headers, Html(html)).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "a page could not be rendered");
            response
        }
    }
}

/// Returns whether a browser navigates to this address, rather than a script or a player: `Accept` lists `text/html`,
/// and not `application/json` before it.
fn wants_a_page(headers: &HeaderMap) -> bool {
    let goes_there = headers.get("sec-fetch-dest").is_none_or(|destination| destination == "document");
    let accepts = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let mut types = accepts.flat_map(|value| value.split(',')).filter_map(accepted);
    let first =
        types.find(|kind| ["text/html", "application/json"].iter().any(|known| kind.eq_ignore_ascii_case(known)));
    goes_there && first.is_some_and(|kind| kind.eq_ignore_ascii_case("text/html"))
}

/// Returns the media type of a range, unless its weight is zero (RFC 9110 §12.4.2).
fn accepted(range: &str) -> Option<&str> {
    let mut parts = range.split(';').map(str::trim);
    let kind = parts.next()?;
    let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
    let is_zero = weight.is_some_and(|weight| weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0));
    (!is_zero).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wants(given: &[(&'static str, &'static str)]) -> bool {
        let header = |&(name, value): &(&'static str, &'static str)| {
            (axum::http::HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        wants_a_page(&given.iter().map(header).collect())
    }

    #[test]
    fn a_browser_that_goes_there_wants_a_page() {
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        for given in [
            &[("accept", browser)][..],
            &[("accept", browser), ("sec-fetch-dest", "document")],
            &[("accept", "text/html, application/json")],
            &[("accept", "Text/HTML;level=1")],
            &[("accept", "application/json;q=0, text/html")],
            &[("accept", "image/png"), ("accept", "text/html")],
        ] {
            assert!(wants(given), "{given:?}");
        }
    }

    #[test]
    fn api_or_embedded_request_wants_no_page() {
        for given in [
            &[][..],
            &[("accept", "*/*")],
            &[("accept", "text/*")],
            &[("accept", "application/json")],
            &[("accept", "application/json, text/html")],
            &[("accept", "text/html;q=0")],
            &[("accept", "text/html;q=0.000, */*")],
            &[("accept", "text/html"), ("sec-fetch-dest", "audio")],
            &[("accept", "text/html"), ("sec-fetch-dest", "empty")],
            &[("accept", "text/html"), ("sec-fetch-dest", "iframe")],
        ] {
            assert!(!wants(given), "{given:?}");
        }
    }
}
