//! Uploads that came to nothing yet: cancelled, left, refused.

use stagepass_core_tests::service::HANDLE;
use stagepass_e2e_tests::owner::Method;
use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::sound::Tone;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

use crate::tracks::listening::PlayerSteps;
use crate::tracks::uploads::{SECONDS, UploadSteps};

/// Signs in, and cancels an upload in the middle. Returns the file.
async fn cancel_an_upload(visitor: &Visitor) -> Tone {
    visitor.sign_in_to("write").await;
    let tone = Tone::of_seconds(SECONDS);
    let link = visitor.stands_in_the_midst_of(&tone).await;
    visitor.click("#uploads .cancel").await;
    link.cut();
    visitor.wait_for_uploads(1, "aborted").await;
    tone
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelled_upload_resumes_at_its_offset_on_retry() {
    visit(Setting::default(), async |visitor: Visitor| {
        let _tone = cancel_an_upload(&visitor).await;
        assert!(visitor.facts().await.contains("resume it"), "{}", visitor.facts().await);
        visitor.click("#uploads .retry").await;
        visitor.wait_for_uploads(1, "done").await;
        assert_eq!(visitor.uploads_begun(), 1);
        visitor.went_on_at();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn discarded_upload_frees_its_quota() {
    visit(Setting::default(), async |visitor: Visitor| {
        let _tone = cancel_an_upload(&visitor).await;
        visitor.click("#uploads .remove").await;
        let quota = "document.querySelector('#quota').textContent";
        visitor.wait_until(&format!("{quota}.includes('7.9 MB')")).await;

        visitor.click("#unfinished-list .discard").await;
        visitor.wait_until("document.querySelector('#unfinished').hidden").await;
        visitor.wait_until(&format!("{quota}.includes('take 0 byte')")).await;
        assert_eq!(visitor.site.service_proxy.requests.answered("DELETE /v1/uploads/", 204), 1);
        let ada = visitor.site.owner(HANDLE).await;
        let (status, uploads) = ada.asks_service(Method::GET, "/uploads", None).await;
        assert_eq!((status, uploads["data"].as_array().map(Vec::len)), (200, Some(0)), "{uploads}");
    })
    .await;
}

/// A smaller file that was dropped with it is uploaded.
#[tokio::test(flavor = "multi_thread")]
async fn upload_over_quota_fails_with_message_of_service() {
    let setting = Setting { upload_quota: Some(1_000_000), ..Setting::default() };
    visit(setting, async |visitor: Visitor| {
        visitor.sign_in_to("write").await;
        visitor.wait_until("document.querySelector('#quota').textContent.includes('1 MB')").await;
        visitor.drop_files(&[("Night Train.wav", 30), ("Morning.wav", 10)]).await;
        let words = visitor.wait_for_refusal("#uploads .error", "quota_exceeded").await;
        assert!(words.contains("The service says"), "{words}");
        visitor.wait_for_uploads(1, "failed").await;
        visitor.wait_for_uploads(1, "done").await;
    })
    .await;
}
