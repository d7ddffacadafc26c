//! Files on their way: several at once, over a connection that fails, across a reload of the page.

use serde_json::json;
use stagepass_e2e_tests::fault_proxy::UploadLink;
use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::sound::Tone;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

use crate::tracks::listening::{choose_file, hears, publish};

/// How long a file is that does not come through at once: 7.9 MB, one request of the SDK's.
const SECONDS: u32 = 180;

/// A place in the midst of it.
const MIDST: u64 = 4_000_000;

/// Creates sound files in the page, with these names and seconds, and drops them on the upload area.
const DROP: &str = "
    const taken = new DataTransfer();
    for (const [name, seconds] of FILES) {
      const rate = 22050, samples = new Int16Array(22 + rate * seconds), bytes = new DataView(samples.buffer);
      const put = (at, text) => [...text].forEach((letter, index) => bytes.setUint8(at + index, letter.charCodeAt(0)));
      put(0, 'RIFF'); bytes.setUint32(4, bytes.byteLength - 8, true); put(8, 'WAVEfmt '); bytes.setUint32(16, 16, true);
      bytes.setUint16(20, 1, true); bytes.setUint16(22, 1, true); bytes.setUint32(24, rate, true);
      bytes.setUint32(28, rate * 2, true); bytes.setUint16(32, 2, true); bytes.setUint16(34, 16, true);
      put(36, 'data'); bytes.setUint32(40, bytes.byteLength - 44, true);
      for (let at = 22; at < samples.length; at += 1) samples[at] = (at % 100) * 80 - 4000;
      taken.items.add(new File([samples], name, { type: 'audio/wav', lastModified: 1 }));
    }
    const zone = document.querySelector('#drop-zone');
    for (const type of ['dragenter', 'dragover', 'drop']) {
      zone.dispatchEvent(new DragEvent(type, { dataTransfer: taken, bubbles: true, cancelable: true }));
    }";

/// Drops files with these names and lengths in seconds on the page.
pub(crate) async fn drop_files(visitor: &Visitor, files: &[(&str, u32)]) {
    visitor.run::<()>(&DROP.replace("FILES", &json!(files).to_string())).await;
}

/// Chooses a file. When this returns, the first half of it has arrived, and the connection stalls.
async fn stands_in_the_midst_of<'a>(visitor: &'a Visitor, tone: &Tone) -> &'a UploadLink {
    let link = &visitor.site.service_proxy.upload_link;
    link.stall_after(MIDST);
    choose_file(visitor, &tone.path()).await;
    link.wait_until_stalled().await;
    link
}

/// Waits until this many files have this status (`uploading`, `done`).
pub(crate) async fn wait_for_uploads(visitor: &Visitor, count: usize, status: &str) {
    let rows = format!("document.querySelectorAll('#uploads > [data-status={status}]').length === {count}");
    visitor.wait_until(&rows).await;
}

/// From now on looks at the list, however soon it changes again.
async fn watch_uploads(visitor: &Visitor) {
    visitor
        .run::<()>(
            "window.seen = []; const list = document.querySelector('#uploads');
         new MutationObserver(() => {
           for (const row of list.children) {
             const { value, max } = row.querySelector('progress');
             seen.push([row.querySelector('.facts').textContent, value / max]);
           }
         }).observe(list, { attributes: true, childList: true, characterData: true, subtree: true });",
        )
        .await;
}

/// Waits until this has been said of a file since then. Gives all that was said, and how far the bar was.
async fn has_seen(visitor: &Visitor, words: &str) -> (String, f64) {
    let seen = format!("seen.find(([facts]) => facts.includes({words:?}))");
    visitor.wait_until(&seen).await;
    visitor.run(&format!("return {seen}")).await
}

/// How many uploads the service has been asked to begin.
fn uploads_begun(visitor: &Visitor) -> usize {
    visitor.site.service_proxy.requests.count("POST /v1/uploads")
}

/// The place where the last request began, which has to be about where the connection stalled.
fn resumed_at(visitor: &Visitor) -> u64 {
    let offsets = visitor.site.service_proxy.requests.offsets();
    let last = offsets.last().copied().unwrap_or_default();
    assert!(last >= MIDST * 9 / 10, "what had arrived was sent again: {offsets:?}");
    last
}

#[tokio::test(flavor = "multi_thread")]
async fn dropped_files_upload_in_parallel_and_become_playable() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in_to("write").await;
        visitor.wait_until("document.querySelector('#quota').textContent").await;
        let link = &visitor.site.service_proxy.upload_link;
        link.stall_after(600_000);
        drop_files(&visitor, &[("Night Train.wav", 60), ("Morning.wav", 70)]).await;
        link.wait_until_stalled().await;
        wait_for_uploads(&visitor, 2, "uploading").await;
        assert_eq!(uploads_begun(&visitor), 2, "one does not wait for the other");
        visitor.wait_until("[...document.querySelectorAll('#uploads progress')].some(({ value }) => value > 0)").await;
        link.resume();
        wait_for_uploads(&visitor, 2, "done").await;

        let track = publish(&visitor).await;
        let title = format!("document.querySelector('#track-list [data-track-id=\"{track}\"]')?.textContent");
        visitor.wait_until(&format!("{title}?.includes('Night Train')")).await;
        hears(&visitor, &track).await;
        wait_for_uploads(&visitor, 1, "done").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn file_chosen_again_after_reload_resumes_its_upload() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in_to("write").await;
        let tone = Tone::of_seconds(SECONDS);
        let link = stands_in_the_midst_of(&visitor, &tone).await;
        visitor.reload().await;
        link.cut();
        visitor.wait_until_signed_in().await;
        visitor.wait_until("document.querySelector('#unfinished-list')?.textContent.includes('Night Train.wav')").await;

        link.stall_after(0);
        watch_uploads(&visitor).await;
        choose_file(&visitor, &tone.path()).await;
        let (facts, bar) = has_seen(&visitor, "resumed at").await;
        visitor.wait_until("!document.querySelector('#unfinished-list').childElementCount").await;
        link.resume();
        wait_for_uploads(&visitor, 1, "done").await;
        assert_eq!(uploads_begun(&visitor), 1, "it is the same upload");
        let share = resumed_at(&visitor) * 100 / tone.size();
        assert!(facts.contains(&format!("resumed at {share} %")), "{facts}, {share} %");
        assert!(0.4 < bar && bar < 1.0, "the bar shows what had arrived: {bar}");
        let track = publish(&visitor).await;
        hears(&visitor, &track).await;
    })
    .await;
}
