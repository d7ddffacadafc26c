//! The app's pages.

mod client_only;
mod custom;
mod example_app;

use std::env;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::Html;
use axum::routing::get;
use serde_json::Value;
use stagepass_demo::{Origins, Policy};

use super::engine::Engine;
use super::fault_proxy;
pub use client_only::PagePatch;
pub use custom::{CustomPages, callback_page};

/// The app's pages. `/config.json` always has the configuration for `stagepass()`, and `/config.js` of another server's
/// pages is a module with the same.
#[derive(Clone, Debug, Default)]
pub enum Pages {
    /// The built demo.
    #[default]
    Demo,
    /// Pages with only a client ([`Visitor::open_client`](super::visitor::Visitor::open_client)), after these patches.
    ClientOnly(&'static [PagePatch]),
    /// A React app in `StrictMode`, built by `tests/e2e/pages/build.mjs`.
    Strict,
    /// The files of this folder, served like the demo's: with its headers and `/geo`.
    Folder(PathBuf),
    /// The built app of this folder, which uses the crate `stagepass`.
    ExampleApp(PathBuf),
    /// Pages that the test writes. The package is at `/stagepass`.
    Custom(CustomPages),
    /// Another server's pages, at this origin, with its own headers.
    Server(String),
}

impl Pages {
    pub(super) fn router(&self, config: &Value, origins: Origins<'_>, policy: &Policy) -> Router {
        match self {
            Self::Demo => folder(&dist(), config, origins, policy),
            Self::ClientOnly(first) => client_only::router(first, config, policy),
            Self::Strict => client_only::strict(config, policy),
            Self::Custom(pages) => pages.router(policy),
            Self::ExampleApp(pages) => example_app::router(pages, config),
            Self::Folder(pages) => folder(pages, config, origins, policy),
            Self::Server(origin) => {
                let json = config.to_string();
                let module = format!("export default {json};");
                let json = || async { ([(CONTENT_TYPE, "application/json")], json) };
                let module =
                    || async { ([(CONTENT_TYPE, "text/javascript"), (CACHE_CONTROL, "max-age=3600")], module) };
                let pages = fault_proxy::forward_to(origin.clone());
                pages.route("/config.json", get(json)).route("/config.js", get(module))
            }
        }
    }
}

/// The path of an empty page of the app's origin, which loads nothing.
pub const EMPTY_PAGE: &str = "/empty-page";

/// Serves [`EMPTY_PAGE`].
pub(super) fn empty_page() -> Router {
    Router::new().route(EMPTY_PAGE, get(async || Html("<!doctype html><title>Empty</title>")))
}

/// A page of another site that shows the app in a frame.
pub(super) fn frame(app: &str) -> Router {
    let page = format!(
        "<!doctype html><title>Another site</title><iframe src=\"{app}/\" width=\"1000\" height=\"800\"></iframe>"
    );
    Router::new().route("/", get(async || Html(page)))
}

fn folder(pages: &Path, config: &Value, origins: Origins<'_>, policy: &Policy) -> Router {
    assert!(pages.join("index.html").is_file(), "there are no built pages in {}", pages.display());
    stagepass_demo::router(pages, config, origins, policy).expect("origins fit into a header")
}

/// Returns the path of this engine's file in the built demo.
pub fn core_of_demo(engine: Engine) -> String {
    let files = std::fs::read_dir(dist().join("assets")).expect("the demo is built");
    let paths = files.map(|file| format!("/assets/{}", file.unwrap().file_name().display()));
    let [path] = <[String; 1]>::try_from(paths.filter(|path| Engine::of(path) == Some(engine)).collect::<Vec<_>>())
        .expect("an engine has one file");
    path
}

fn dist() -> PathBuf {
    env::var_os("STAGEPASS_WWW_DIST")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/dist")), PathBuf::from)
}
