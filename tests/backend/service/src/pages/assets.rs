//! The styles, scripts and images of the pages. They are embedded, so that only the binary needs to be installed.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};

use crate::look::AccentColour;
use crate::state::Backend;

type Headers = [(HeaderName, HeaderValue); 2];
type Asset = (Headers, &'static str);

/// The colour of the operator replaces that of `brand.css`.
pub(crate) async fn css(State(backend): State<Arc<Backend>>) -> Response {
    let css = concat!(include_str!("../../../assets/brand.css"), include_str!("../../../assets/pages.css"));
    let accent = backend.look.accent.map(AccentColour::css).unwrap_or_default();
    (headers("text/css; charset=utf-8"), format!("{css}{accent}")).into_response()
}

pub(crate) async fn guard_js() -> Asset {
    asset("text/javascript; charset=utf-8", include_str!("../../../assets/guard.js"))
}

pub(crate) async fn refused_js() -> Asset {
    asset("text/javascript; charset=utf-8", include_str!("../../../assets/refused.js"))
}

pub(crate) async fn web_message_js() -> Asset {
    asset("text/javascript; charset=utf-8", include_str!("../../../assets/web_message.js"))
}

pub(crate) async fn apps_js() -> Asset {
    asset("text/javascript; charset=utf-8", include_str!("../../../assets/apps.js"))
}

pub(crate) async fn reset_password_js() -> Asset {
    asset("text/javascript; charset=utf-8", include_str!("../../../assets/reset_password.js"))
}

pub(crate) async fn show_password_js() -> Asset {
    asset("text/javascript; charset=utf-8", include_str!("../../../assets/show_password.js"))
}

pub(crate) async fn player_js() -> Asset {
    asset("text/javascript; charset=utf-8", include_str!("../../../assets/player.js"))
}

pub(crate) async fn copy_js() -> Asset {
    asset("text/javascript; charset=utf-8", include_str!("../../../assets/copy.js"))
}

pub(crate) async fn shown_once_js() -> Asset {
    asset("text/javascript; charset=utf-8", include_str!("../../../assets/shown_once.js"))
}

/// The mark of the operator, which may be a PNG image. An SVG image that is opened as a page runs no script.
pub(crate) async fn mark(State(backend): State<Arc<Backend>>) -> Response {
    let mark = &backend.look.mark;
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");
    let policy = [(header::CONTENT_SECURITY_POLICY, policy)];
    (headers(mark.content_type()), policy, mark.content().to_vec()).into_response()
}

fn asset(content_type: &'static str, content: &'static str) -> Asset {
    (headers(content_type), content)
}

fn headers(content_type: &'static str) -> Headers {
    [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=600")),
    ]
}
