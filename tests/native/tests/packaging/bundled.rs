//! Pages that were built, and are then files on a server.

use stagepass_native_tests::e2e::pages::Pages;
use stagepass_native_tests::e2e::site::Setting;
use stagepass_native_tests::e2e::visit::visit;

use crate::built::built;
use crate::story::{Consumer, lives_with};

async fn who_uses_what_was_built_by(consumer: Consumer) {
    let setting = Setting {
        pages: Pages::Folder(built(consumer.name)),
        other_callback_path: consumer.own_callback,
        has_own_engines: true,
        ..Setting::default()
    };
    visit(setting, move |visitor| async move { lives_with(&visitor, consumer).await }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_built_by_vite_works() {
    who_uses_what_was_built_by(Consumer { own_callback: Some("/own-callback.html"), ..Consumer::strict("vite") }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_react_app_built_by_vite_works() {
    who_uses_what_was_built_by(Consumer::strict("react")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_built_by_webpack_works() {
    // Its loader sets the address of a `<script>`.
    let consumer = Consumer { trusted_types: Some("webpack"), ..Consumer::strict("webpack") };
    who_uses_what_was_built_by(consumer).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_built_by_esbuild_works() {
    let consumer = Consumer { page_scripts: "'nonce-radio' 'strict-dynamic'", ..Consumer::strict("esbuild") };
    who_uses_what_was_built_by(consumer).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_built_by_rollup_works() {
    who_uses_what_was_built_by(Consumer::strict("rollup")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_html_without_an_import_map_works() {
    who_uses_what_was_built_by(Consumer { shares_scripts: true, ..Consumer::strict("plain") }).await;
}
