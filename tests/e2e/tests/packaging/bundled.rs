//! Pages that were built, and are then files on a server. Each test is named after a consumer of `build.mjs`.

use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::visit::visit;

use crate::built::built;
use crate::story::{Consumer, run_story};

async fn signs_in_with(consumer: Consumer) {
    let setting = Setting {
        pages: Pages::Folder(built(consumer.name)),
        other_callback_path: consumer.own_callback,
        has_own_engines: true,
        ..Setting::default()
    };
    visit(setting, move |visitor| async move { run_story(&visitor, consumer).await }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn vite_build_signs_in() {
    signs_in_with(Consumer { own_callback: Some("/own-callback.html"), ..Consumer::strict("vite") }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn react_build_signs_in() {
    signs_in_with(Consumer::strict("react")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn webpack_build_signs_in() {
    // Its loader sets the address of a `<script>`.
    let consumer = Consumer { trusted_types: Some("webpack"), ..Consumer::strict("webpack") };
    signs_in_with(consumer).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn esbuild_build_signs_in() {
    let consumer = Consumer { page_scripts: "'nonce-radio' 'strict-dynamic'", ..Consumer::strict("esbuild") };
    signs_in_with(consumer).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rollup_build_signs_in() {
    signs_in_with(Consumer::strict("rollup")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_page_signs_in() {
    signs_in_with(Consumer { shares_scripts: true, ..Consumer::strict("plain") }).await;
}
