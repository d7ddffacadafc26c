//! Pages that were built, and are then files on a server with a strict policy.

use stagepass_native_tests::e2e::pages::Pages;
use stagepass_native_tests::e2e::site::Setting;
use stagepass_native_tests::e2e::visit::visit;

use crate::built::built;
use crate::story::lives_with;

async fn who_uses_what_was_built_by(consumer: &'static str) {
    let pages = Pages::Folder(built(consumer));
    let setting = Setting { pages, has_own_engines: true, ..Setting::default() };
    visit(setting, move |visitor| async move { lives_with(&visitor, consumer).await }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_built_by_vite_works() {
    who_uses_what_was_built_by("vite").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_built_by_webpack_works() {
    who_uses_what_was_built_by("webpack").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_built_by_esbuild_works() {
    who_uses_what_was_built_by("esbuild").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_built_by_rollup_works() {
    who_uses_what_was_built_by("rollup").await;
}
