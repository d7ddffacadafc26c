//! The one story of all consumers.

use stagepass_native_tests::e2e::engine::Engine;
use stagepass_native_tests::e2e::visitor::Visitor;

use crate::loaded::LoadedFiles;

/// Signs in by popup, calls the API, returns with the other engine, signs out, and signs in with a full-page redirect.
/// No error may occur.
pub(crate) async fn lives_with(visitor: &Visitor, consumer: &str) {
    visitor.go("/").await;
    visitor.wait_for_status("signed-out").await;
    visitor.sign_in_by_popup().await;
    visitor.wait_until_signed_in().await;
    let loaded = LoadedFiles::by(visitor).await;
    loaded.assert_engine(Engine::Wasm);
    loaded.keep(consumer);

    // The package loads this part when it is first used.
    visitor.click("#count-tracks").await;
    visitor.wait_until("document.querySelector('#tracks').textContent === '0 tracks'").await;

    visitor.go("/?engine=js").await;
    visitor.wait_until_signed_in().await;
    LoadedFiles::by(visitor).await.assert_engine(Engine::Js);
    visitor.sign_out().await;
    visitor.click("#sign-in-page").await;
    visitor.approve().await;
    visitor.wait_for_address("/?engine=js").await;
    visitor.wait_until_signed_in().await;

    assert_eq!(visitor.site.token_requests(), 2);
    assert_eq!(visitor.console_errors().await, Vec::<String>::new());
}
