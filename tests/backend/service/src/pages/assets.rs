//! The styles, scripts and images of the pages. They are embedded, so that only the binary needs to be installed.

use axum::http::{HeaderName, HeaderValue, header};

type Asset = ([(HeaderName, HeaderValue); 2], &'static str);

pub(crate) async fn css() -> Asset {
    asset(
        "text/css; charset=utf-8",
        concat!(include_str!("../../../assets/brand.css"), include_str!("../../../assets/pages.css")),
    )
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

pub(crate) async fn copy_js() -> Asset {
    asset("text/javascript; charset=utf-8", include_str!("../../../assets/copy.js"))
}

pub(crate) async fn shown_once_js() -> Asset {
    asset("text/javascript; charset=utf-8", include_str!("../../../assets/shown_once.js"))
}

pub(crate) async fn mark() -> Asset {
    asset("image/svg+xml", include_str!("../../../assets/mark.svg"))
}

fn asset(content_type: &'static str, content: &'static str) -> Asset {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=600")),
    ];
    (headers, content)
}
