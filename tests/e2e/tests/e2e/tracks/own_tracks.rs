//! The user's own tracks and uploads in the demo.

use stagepass_core_tests::service::HANDLE;
use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use thirtyfour::Key;

use crate::tracks::uploads::{drop_files, wait_for_uploads};

/// Also the pages for signed-out users. Editing and cancelling work by keyboard. A status message reports the end of an
/// upload.
#[tokio::test(flavor = "multi_thread")]
async fn uploads_and_own_tracks_are_accessible() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.examine("demo").await;
        visitor.go("/diagnose.html").await;
        visitor.wait_until("document.querySelector('#diagnose')").await;
        visitor.examine("diagnose").await;

        let track = visitor.site.owner(HANDLE).await.public_track().await;
        let item = format!("document.querySelector('#track-list [data-track-id=\"{track}\"]')");
        visitor.sign_in_to("write").await;
        visitor.wait_until(&item).await;
        visitor.tab_to(&format!("#track-list [data-track-id='{track}'] button.edit")).await;
        visitor.press_key(Key::Enter).await;
        visitor.wait_until("document.querySelector('[name=title]')").await;
        visitor.tab_to("[name=title]").await;
        visitor.tab_to("[name=delist]").await;
        visitor.press_key(Key::Space).await;
        visitor.wait_until(&format!("{item}?.textContent.includes('delisted')")).await;
        assert!(visitor.has_focus("[name=delist]").await);
        visitor.tab_to("#upload-file").await;

        let link = &visitor.site.service_proxy.upload_link;
        link.stall_after(500_000);
        drop_files(&visitor, &[("Morning.wav", 60), ("Noon.wav", 65), ("Evening.wav", 70)]).await;
        link.wait_until_stalled().await;
        wait_for_uploads(&visitor, 2, "uploading").await;
        wait_for_uploads(&visitor, 1, "waiting").await;
        visitor.examine("under-way").await;
        visitor.tab_to("#uploads .cancel").await;
        visitor.press_key(Key::Enter).await;
        wait_for_uploads(&visitor, 1, "aborted").await;
        assert!(visitor.has_focus("#uploads .retry").await, "the focus goes to what can be done now");
        link.cut();
        wait_for_uploads(&visitor, 2, "done").await;
        let words: String = visitor.run("return document.querySelector('#upload-status').textContent").await;
        assert!(words.contains("is uploaded"), "{words}");
        visitor.examine("uploaded").await;
    })
    .await;
}
