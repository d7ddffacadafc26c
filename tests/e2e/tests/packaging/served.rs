//! Pages that have a server of their own.

use std::fs;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as STANDARD;
use ring::digest::{SHA256, digest};
use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::site::{Setting, Site};
use stagepass_e2e_tests::visit::visit;
use stagepass_programs::tools::free_port;

use crate::built::{assert_is_current, built};
use crate::server::{NodeServer, node, serve_files};
use crate::story::{Consumer, run_story};

#[tokio::test(flavor = "multi_thread")]
async fn import_map_page_signs_in() {
    let pages = Pages::Server(serve_files(&built("import-map")).await);
    let setting = Setting { pages, has_own_engines: true, ..Setting::default() };
    // An import map is an inline script: its policy needs its hash.
    let page_scripts = format!("'self' 'sha256-{}'", import_map_hash()).leak();
    let consumer = Consumer { page_scripts, ..Consumer::strict("import-map") };
    visit(setting, move |visitor| async move { run_story(&visitor, consumer).await }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn vite_development_server_app_signs_in() {
    assert_is_current("vite");
    let port = free_port().unwrap();
    let origin = format!("http://127.0.0.1:{port}");
    let setting = Setting { pages: Pages::Server(origin.clone()), has_own_engines: true, ..Setting::default() };
    visit(setting, move |visitor| async move {
        let mut vite = node("vite/bin/vite.js");
        vite.args(["--host", "127.0.0.1", "--strictPort", "--port"]).arg(port.to_string());
        vite.env("SOCKET_PORT", port.to_string());
        let _vite = NodeServer::start("vite-dev", &origin, &mut vite).await;
        run_story(&visitor, Consumer::strict("vite-dev")).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn next_app_is_prerendered_and_signs_in() {
    assert_is_current("next");
    let port = free_port().unwrap();
    let origin = format!("http://127.0.0.1:{port}");
    let pages = Pages::Server(origin.clone());
    // Next's own scripts are inline, and its loader sets the address of a `<script>`.
    let consumer = Consumer {
        page_scripts: "'self' 'unsafe-inline'",
        trusted_types: None,
        own_callback: Some("/callback"),
        ..Consumer::strict("next")
    };
    let setting =
        Setting { pages, other_callback_path: consumer.own_callback, has_own_engines: true, ..Setting::default() };
    visit(setting, move |visitor| async move {
        let mut next = node("next/dist/bin/next");
        next.args(["start", "next", "--hostname", "127.0.0.1", "--port"]).arg(port.to_string());
        next.env("NEXT_TELEMETRY_DISABLED", "1").env("STAGEPASS_CONFIG", configuration(&visitor.site).await);
        let _next = NodeServer::start("next", &origin, &mut next).await;
        let page = reqwest::get(visitor.site.app()).await.unwrap().text().await.unwrap();
        assert!(page.contains("<h1>A Stagepass app</h1>") && page.contains("Sign in</button>"), "{page}");
        run_story(&visitor, consumer).await;
    })
    .await;
}

/// The hash of the import map, as a policy names it.
fn import_map_hash() -> String {
    let page = fs::read_to_string(built("import-map").join("index.html")).unwrap();
    let (_, rest) = page.split_once("<script type=\"importmap\">").unwrap();
    let (map, _) = rest.split_once("</script>").unwrap();
    STANDARD.encode(digest(&SHA256, map.as_bytes()))
}

/// The argument of `stagepass()`, as JSON.
async fn configuration(site: &Site) -> String {
    reqwest::get(format!("{}/config.json", site.app())).await.unwrap().text().await.unwrap()
}
