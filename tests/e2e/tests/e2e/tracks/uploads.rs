//! Files on their way: several at once, over a connection that fails, across a reload of the page.

use serde_json::json;
use stagepass_e2e_tests::fault_proxy::UploadLink;
use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::sound::Tone;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

use crate::tracks::listening::PlayerSteps;

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

/// What a user with files does.
pub(crate) trait UploadSteps {
    /// Drops files with these names and lengths in seconds on the page.
    async fn drop_files(&self, files: &[(&str, u32)]);

    /// Chooses a file. When this returns, the first half of it has arrived, and the connection stalls.
    async fn stands_in_the_midst_of(&self, tone: &Tone) -> &UploadLink;

    /// Waits until this many files have this status (`uploading`, `done`).
    async fn wait_for_uploads(&self, count: usize, status: &str);

    /// From now on looks at the list, however soon it changes again.
    async fn watch_uploads(&self);

    /// Waits until this has been said of a file since then. Gives all that was said, and how far the bar was.
    async fn has_seen(&self, words: &str) -> (String, f64);

    /// How many uploads the service has been asked to begin.
    fn uploads_begun(&self) -> usize;

    /// The place where the last request began, which has to be about where the connection stalled.
    fn resumed_at(&self) -> u64;
}

impl UploadSteps for Visitor {
    async fn drop_files(&self, files: &[(&str, u32)]) {
        self.run::<()>(&DROP.replace("FILES", &json!(files).to_string())).await;
    }

    async fn stands_in_the_midst_of(&self, tone: &Tone) -> &UploadLink {
        let link = &self.site.service_proxy.upload_link;
        link.stall_after(MIDST);
        self.choose_file(&tone.path()).await;
        link.wait_until_stalled().await;
        link
    }

    async fn wait_for_uploads(&self, count: usize, status: &str) {
        let rows = format!("document.querySelectorAll('#uploads > [data-status={status}]').length === {count}");
        self.wait_until(&rows).await;
    }

    async fn watch_uploads(&self) {
        self.run::<()>(
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

    async fn has_seen(&self, words: &str) -> (String, f64) {
        let seen = format!("seen.find(([facts]) => facts.includes({words:?}))");
        self.wait_until(&seen).await;
        self.run(&format!("return {seen}")).await
    }

    fn uploads_begun(&self) -> usize {
        self.site.service_proxy.requests.count("POST /v1/uploads")
    }

    fn resumed_at(&self) -> u64 {
        let offsets = self.site.service_proxy.requests.offsets();
        let last = offsets.last().copied().unwrap_or_default();
        assert!(last >= MIDST * 9 / 10, "what had arrived was sent again: {offsets:?}");
        last
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dropped_files_upload_in_parallel_and_become_playable() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in_to("write").await;
        visitor.wait_until("document.querySelector('#quota').textContent").await;
        let link = &visitor.site.service_proxy.upload_link;
        link.stall_after(600_000);
        visitor.drop_files(&[("Night Train.wav", 60), ("Morning.wav", 70)]).await;
        link.wait_until_stalled().await;
        visitor.wait_for_uploads(2, "uploading").await;
        assert_eq!(visitor.uploads_begun(), 2, "one does not wait for the other");
        visitor.wait_until("[...document.querySelectorAll('#uploads progress')].some(({ value }) => value > 0)").await;
        link.resume();
        visitor.wait_for_uploads(2, "done").await;

        let track = visitor.publish().await;
        let title = format!("document.querySelector('#track-list [data-track-id=\"{track}\"]')?.textContent");
        visitor.wait_until(&format!("{title}?.includes('Night Train')")).await;
        visitor.hears(&track).await;
        visitor.wait_for_uploads(1, "done").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn file_chosen_again_after_reload_resumes_its_upload() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in_to("write").await;
        let tone = Tone::of_seconds(SECONDS);
        let link = visitor.stands_in_the_midst_of(&tone).await;
        visitor.reload().await;
        link.cut();
        visitor.wait_until_signed_in().await;
        visitor.wait_until("document.querySelector('#unfinished-list')?.textContent.includes('Night Train.wav')").await;

        link.stall_after(0);
        visitor.watch_uploads().await;
        visitor.choose_file(&tone.path()).await;
        let (facts, bar) = visitor.has_seen("resumed at").await;
        visitor.wait_until("!document.querySelector('#unfinished-list').childElementCount").await;
        link.resume();
        visitor.wait_for_uploads(1, "done").await;
        assert_eq!(visitor.uploads_begun(), 1, "it is the same upload");
        let share = visitor.resumed_at() * 100 / tone.size();
        assert!(facts.contains(&format!("resumed at {share} %")), "{facts}, {share} %");
        assert!(0.4 < bar && bar < 1.0, "the bar shows what had arrived: {bar}");
        let track = visitor.publish().await;
        visitor.hears(&track).await;
    })
    .await;
}
