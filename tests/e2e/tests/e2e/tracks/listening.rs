//! A gated track: uploaded, created, and played only by users who may.

use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::sound::Tone;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// How long the track is. A second of it is 44 KB.
const SECONDS: u32 = 180;

/// A connection that leaves most of the track unread during a test. Firefox and WebKit read all that they receive.
const SLOWLY: u32 = 400_000;

/// How long a signed URL is valid. Long enough for a browser on a slow machine to request the whole track with it.
const SHORT: Duration = Duration::from_secs(5);

const PLAYER: &str = "document.querySelector('#player')";

/// What a listener does.
pub(crate) trait PlayerSteps {
    /// Chooses what to upload, which begins at once.
    async fn choose_file(&self, path: &Path);

    /// Waits until the file is uploaded, creates a track from it, and returns its number.
    async fn publish(&self) -> String;

    /// Uploads a tone as a new track for listeners in Sweden, and returns its number.
    async fn upload_for_sweden(&self) -> String;

    /// Mutes the player, but only after it has started, so that autoplay rules still apply. Without a sound card,
    /// Firefox reports unmuted audio as damaged.
    async fn put_up_with_silence(&self);

    /// From now on listens from there (`US`).
    async fn travel_to(&self, country: &str);

    async fn press_play(&self, track: impl Display);

    /// Waits until sound has come from beyond this part of the track (0 to 1).
    async fn wait_until_played_beyond(&self, part: f64);

    async fn seek_to(&self, part: f64);

    /// Waits until the page explains why the track does not play.
    async fn wait_for_refusal(&self, place: &str, code: &str) -> String;

    /// Presses play, and waits until the track sounds.
    async fn hears(&self, track: impl Display);

    /// Presses play, and waits until the page explains why this listener is refused.
    async fn is_refused(&self, track: impl Display) -> String;

    /// The address of a link that would help (`buy`, `join`), if there is one.
    async fn way_in(&self, link: &str) -> Option<String>;
}

impl PlayerSteps for Visitor {
    async fn choose_file(&self, path: &Path) {
        // The lists above push the form down as they come: a click could miss.
        for list in ["#track-list", "#library"] {
            self.wait_until(&format!("document.querySelector('{list}').childElementCount")).await;
        }
        self.fill_in("#upload-file", &path.display().to_string()).await;
        // Browsers tell the page when they like.
        self.wait_until("document.querySelector('#uploads').childElementCount").await;
    }

    async fn publish(&self) -> String {
        self.wait_until("document.querySelector('#uploads .create')").await;
        self.click("#uploads .create").await;
        self.wait_until("document.querySelector('#upload-status[data-track-id]')").await;
        self.run("return document.querySelector('#upload-status').dataset.trackId").await
    }

    async fn upload_for_sweden(&self) -> String {
        let tone = Tone::of_seconds(SECONDS);
        self.choose_file(&tone.path()).await;
        self.wait_until("document.querySelector('#uploads .create')").await;
        self.choose("audience", "countries").await;
        self.publish().await
    }

    async fn put_up_with_silence(&self) {
        self.run::<()>(&format!("{PLAYER}.addEventListener('play', () => {{ {PLAYER}.muted = true; }})")).await;
    }

    async fn travel_to(&self, country: &str) {
        self.run::<()>(&format!(
            "const place = document.querySelector('#place'); place.value = {country:?}; place.dispatchEvent(new Event('change'));"
        ))
        .await;
        self.wait_until("!document.querySelector('#place').ariaBusy").await;
    }

    async fn press_play(&self, track: impl Display) {
        self.wait_until(&format!("document.querySelector('#track-list [data-track-id=\"{track}\"]')")).await;
        self.click(&format!("#track-list [data-track-id='{track}'] button.play")).await;
    }

    async fn wait_until_played_beyond(&self, part: f64) {
        self.wait_until(&format!("!{PLAYER}.paused && {PLAYER}.currentTime > {PLAYER}.duration * {part} + 0.3")).await;
    }

    async fn seek_to(&self, part: f64) {
        self.run::<()>(&format!("{PLAYER}.currentTime = {PLAYER}.duration * {part}")).await;
    }

    async fn wait_for_refusal(&self, place: &str, code: &str) -> String {
        self.wait_until(&format!("document.querySelector('{place}[data-code={code}]')?.textContent")).await;
        self.run(&format!("return document.querySelector('{place}').textContent")).await
    }

    async fn hears(&self, track: impl Display) {
        self.put_up_with_silence().await;
        self.press_play(track).await;
        self.wait_until_played_beyond(0.0).await;
    }

    async fn is_refused(&self, track: impl Display) -> String {
        let before = self.site.streams_answered(206);
        self.press_play(track).await;
        let words = self.wait_for_refusal("#listen-error", "access_refused").await;
        assert!(self.run::<bool>(&format!("return {PLAYER}.paused")).await);
        assert_eq!(self.site.streams_answered(206), before, "no audio for who is refused");
        words
    }

    async fn way_in(&self, link: &str) -> Option<String> {
        self.run(&format!("return document.querySelector('#listen-error a.{link}')?.href ?? null")).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn track_for_sweden_plays_only_in_sweden() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in_to("write").await;
        let track = visitor.upload_for_sweden().await;
        visitor.put_up_with_silence().await;
        visitor.press_play(&track).await;
        visitor.wait_until_played_beyond(0.0).await;
        let length: f64 = visitor.run(&format!("return {PLAYER}.duration")).await;
        assert!((length - f64::from(SECONDS)).abs() < 1.0, "{length}");
        visitor.seek_to(0.75).await;
        visitor.wait_until_played_beyond(0.75).await;
        assert_eq!(visitor.site.streams_answered(401), 0);

        visitor.travel_to("US").await;
        let before = visitor.site.streams_answered(206);
        visitor.press_play(&track).await;
        let words = visitor.wait_for_refusal("#listen-error", "access_refused").await;
        assert!(words.contains("United States"), "{words}");
        assert!(visitor.run::<bool>(&format!("return {PLAYER}.paused")).await);
        assert_eq!(visitor.site.streams_answered(206), before, "no audio for who is refused");

        visitor.travel_to("SE").await;
        visitor.press_play(&track).await;
        visitor.wait_until_played_beyond(0.0).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn playback_resumes_if_signed_url_expires_during_pause() {
    let setting = Setting { longest_signature: Some(SHORT), audio_pace: Some(SLOWLY), ..Setting::default() };
    visit(setting, async |visitor: Visitor| {
        visitor.sign_in_to("write").await;
        let track = visitor.upload_for_sweden().await;
        visitor.put_up_with_silence().await;
        visitor.press_play(&track).await;
        visitor.wait_until_played_beyond(0.0).await;
        visitor.run::<()>(&format!("{PLAYER}.pause()")).await;
        // Real time, because browser and servers use the machine's clock, and nothing shows that the signature expired.
        tokio::time::sleep(SHORT + Duration::from_secs(2)).await;
        visitor.seek_to(0.75).await;
        visitor.run::<()>(&format!("{PLAYER}.play().catch(() => {{}})")).await;
        visitor.wait_until_played_beyond(0.75).await;
        assert!(visitor.site.streams_answered(401) > 0, "the old address was refused, and a new one asked for");
    })
    .await;
}
