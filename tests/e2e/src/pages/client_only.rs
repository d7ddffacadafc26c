//! Pages with only a client (`tests/e2e/pages`), and the packed package.

use std::fs;
use std::path::Path;

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{Html, IntoResponse as _};
use axum::routing::get;
use serde_json::Value;
use stagepass_demo::Policy;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

pub(super) const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/dist");

/// What `tests/e2e/pages/build.mjs` writes.
const STRICT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/pages/built/strict.js");

/// A script that changes the page before the app's scripts run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PagePatch {
    /// The page's clock can be set: [`Visitor::set_clock`](crate::visitor::Visitor::set_clock).
    Clock,
    /// There are no Web Locks.
    NoLocks,
    /// Every use of storage throws.
    ThrowingStorage,
    /// The browser is a developer's, not a test's: `tests/e2e/pages/patches/development.js`.
    Development,
    /// `countResources()` counts listeners, channels, timers and memory.
    ResourceCounter,
    /// Timers take 20 times as long, so that a busy computer is fast enough.
    SlowTimers,
}

impl PagePatch {
    const ALL: [Self; 6] =
        [Self::Clock, Self::NoLocks, Self::ThrowingStorage, Self::Development, Self::ResourceCounter, Self::SlowTimers];

    fn path(self) -> &'static str {
        match self {
            Self::Clock => "/patches/clock.js",
            Self::NoLocks => "/patches/no-locks.js",
            Self::ThrowingStorage => "/patches/throwing-storage.js",
            Self::Development => "/patches/development.js",
            Self::ResourceCounter => "/patches/resource-counter.js",
            Self::SlowTimers => "/patches/slow-timers.js",
        }
    }

    fn script(self) -> &'static str {
        match self {
            Self::Clock => include_str!("../../pages/patches/clock.js"),
            Self::NoLocks => include_str!("../../pages/patches/no-locks.js"),
            Self::ThrowingStorage => include_str!("../../pages/patches/throwing-storage.js"),
            Self::Development => include_str!("../../pages/patches/development.js"),
            Self::ResourceCounter => include_str!("../../pages/patches/resource-counter.js"),
            Self::SlowTimers => include_str!("../../pages/patches/slow-timers.js"),
        }
    }
}

/// Serves the pages with these patches.
pub(super) fn router(patches: &[PagePatch], config: &Value, policy: &Policy) -> Router {
    let router = Router::new()
        .route("/", page(include_str!("../../pages/index.html"), patches))
        .route("/callback.html", page(include_str!("../../pages/callback.html"), patches))
        .route("/main.js", file("text/javascript", include_str!("../../pages/main.js").to_owned()));
    around(with_patches(router), config, policy)
}

/// Adds the scripts of all patches.
pub(super) fn with_patches(router: Router) -> Router {
    let add = |router: Router, patch: PagePatch| {
        router.route(patch.path(), file("text/javascript", patch.script().to_owned()))
    };
    PagePatch::ALL.into_iter().fold(router, add)
}

/// Serves the React app: one page is both the app and the callback page.
pub(super) fn strict(config: &Value, policy: &Policy) -> Router {
    let html = include_str!("../../pages/strict.html");
    let script = fs::read_to_string(STRICT).unwrap_or_else(|error| panic!("{STRICT} is not built: {error}"));
    let router = Router::new()
        .route("/", page(html, &[]))
        .route("/callback.html", page(html, &[]))
        .route("/strict.js", file("text/javascript", script));
    around(router, config, policy)
}

/// Adds the package and its configuration. The policy allows every origin: it must not be what keeps tokens from other
/// sites.
fn around(pages: Router, config: &Value, policy: &Policy) -> Router {
    assert!(Path::new(PACKAGE).join("index.js").is_file(), "there is no package in {PACKAGE}");
    let wasm = if policy.refuses_wasm { "" } else { " 'wasm-unsafe-eval'" };
    let policy = HeaderValue::try_from(format!("script-src 'self'{wasm}")).expect("it fits into a header");
    pages
        .route("/config.json", file("application/json", config.to_string()))
        .nest_service("/stagepass", ServeDir::new(PACKAGE))
        .layer(SetResponseHeaderLayer::overriding(CONTENT_SECURITY_POLICY, policy))
        .layer(SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-cache")))
}

/// Serves a page with these patches, in place of its comment `patches`.
pub(super) fn page(html: &str, patches: &[PagePatch]) -> axum::routing::MethodRouter {
    let tag = |tags: String, patch: &PagePatch| tags + "<script src=\"" + patch.path() + "\"></script>";
    let scripts = patches.iter().fold(String::new(), tag);
    let html = html.replace("<!-- patches -->", &scripts);
    get(async || Html(html))
}

fn file(content_type: &'static str, text: String) -> axum::routing::MethodRouter {
    get(async move || ([(CONTENT_TYPE, HeaderValue::from_static(content_type))], text).into_response())
}
