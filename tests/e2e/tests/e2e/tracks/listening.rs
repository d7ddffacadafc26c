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

/// Chooses what to upload, which begins at once.
pub(crate) async fn choose_file(visitor: &Visitor, path: &Path) {
    // The lists above push the form down as they come: a click could miss.
    for list in ["#track-list", "#library"] {
        visitor.wait_until(&format!("document.querySelector('{list}').childElementCount")).await;
    }
    visitor.fill_in("#upload-file", &path.display().to_string()).await;
    // Browsers tell the page when they like.
    visitor.wait_until("document.querySelector('#uploads').childElementCount").await;
}

/// Waits until the file is uploaded, creates a track from it, and returns its number.
pub(crate) async fn publish(visitor: &Visitor) -> String {
    visitor.wait_until("document.querySelector('#uploads .create')").await;
    visitor.click("#uploads .create").await;
    visitor.wait_until("document.querySelector('#upload-status[data-track-id]')").await;
    visitor.run("return document.querySelector('#upload-status').dataset.trackId").await
}

/// Uploads a tone as a new track for listeners in Sweden, and returns its number.
async fn upload_for_sweden(visitor: &Visitor) -> String {
    let tone = Tone::of_seconds(SECONDS);
    choose_file(visitor, &tone.path()).await;
    visitor.wait_until("document.querySelector('#uploads .create')").await;
    visitor.choose("audience", "countries").await;
    publish(visitor).await
}

/// Mutes the player, but only after it has started, so that autoplay rules still apply. Without a sound card,
/// Firefox reports unmuted audio as damaged.
pub(crate) async fn put_up_with_silence(visitor: &Visitor) {
    visitor.run::<()>(&format!("{PLAYER}.addEventListener('play', () => {{ {PLAYER}.muted = true; }})")).await;
}

/// From now on listens from there (`US`).
async fn travel_to(visitor: &Visitor, country: &str) {
    visitor.run::<()>(&format!(
        "const place = document.querySelector('#place'); place.value = {country:?}; place.dispatchEvent(new Event('change'));"
    ))
    .await;
    visitor.wait_until("!document.querySelector('#place').ariaBusy").await;
}

pub(crate) async fn press_play(visitor: &Visitor, track: impl Display) {
    visitor.wait_until(&format!("document.querySelector('#track-list [data-track-id=\"{track}\"]')")).await;
    visitor.click(&format!("#track-list [data-track-id='{track}'] button.play")).await;
}

/// Waits until sound has come from beyond this part of the track (0 to 1).
async fn wait_until_played_beyond(visitor: &Visitor, part: f64) {
    visitor.wait_until(&format!("!{PLAYER}.paused && {PLAYER}.currentTime > {PLAYER}.duration * {part} + 0.3")).await;
}

async fn seek_to(visitor: &Visitor, part: f64) {
    visitor.run::<()>(&format!("{PLAYER}.currentTime = {PLAYER}.duration * {part}")).await;
}

/// Waits until the page explains why the track does not play.
async fn wait_for_refusal(visitor: &Visitor, place: &str, code: &str) -> String {
    visitor.wait_until(&format!("document.querySelector('{place}[data-code={code}]')?.textContent")).await;
    visitor.run(&format!("return document.querySelector('{place}').textContent")).await
}

/// Presses play, and waits until the track sounds.
pub(crate) async fn hears(visitor: &Visitor, track: impl Display) {
    put_up_with_silence(visitor).await;
    press_play(visitor, track).await;
    wait_until_played_beyond(visitor, 0.0).await;
}

/// Presses play, and waits until the page explains why this listener is refused.
pub(crate) async fn is_refused(visitor: &Visitor, track: impl Display) -> String {
    let before = visitor.site.streams_answered(206);
    press_play(visitor, track).await;
    let words = wait_for_refusal(visitor, "#listen-error", "access_refused").await;
    assert!(visitor.run::<bool>(&format!("return {PLAYER}.paused")).await);
    assert_eq!(visitor.site.streams_answered(206), before, "no audio for who is refused");
    words
}

#[tokio::test(flavor = "multi_thread")]
async fn track_for_sweden_plays_only_in_sweden() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.sign_in_to("write").await;
        let track = upload_for_sweden(&visitor).await;
        put_up_with_silence(&visitor).await;
        press_play(&visitor, &track).await;
        wait_until_played_beyond(&visitor, 0.0).await;
        let length: f64 = visitor.run(&format!("return {PLAYER}.duration")).await;
        assert!((length - f64::from(SECONDS)).abs() < 1.0, "{length}");
        seek_to(&visitor, 0.75).await;
        wait_until_played_beyond(&visitor, 0.75).await;
        assert_eq!(visitor.site.streams_answered(401), 0);

        travel_to(&visitor, "US").await;
        let before = visitor.site.streams_answered(206);
        press_play(&visitor, &track).await;
        let words = wait_for_refusal(&visitor, "#listen-error", "access_refused").await;
        assert!(words.contains("United States"), "{words}");
        assert!(visitor.run::<bool>(&format!("return {PLAYER}.paused")).await);
        assert_eq!(visitor.site.streams_answered(206), before, "no audio for who is refused");

        travel_to(&visitor, "SE").await;
        press_play(&visitor, &track).await;
        wait_until_played_beyond(&visitor, 0.0).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn playback_resumes_if_signed_url_expires_during_pause() {
    let setting = Setting { longest_signature: Some(SHORT), audio_pace: Some(SLOWLY), ..Setting::default() };
    visit(setting, async |visitor: Visitor| {
        visitor.sign_in_to("write").await;
        let track = upload_for_sweden(&visitor).await;
        put_up_with_silence(&visitor).await;
        press_play(&visitor, &track).await;
        wait_until_played_beyond(&visitor, 0.0).await;
        visitor.run::<()>(&format!("{PLAYER}.pause()")).await;
        // Real time, because browser and servers use the machine's clock, and nothing shows that the signature expired.
        tokio::time::sleep(SHORT + Duration::from_secs(2)).await;
        seek_to(&visitor, 0.75).await;
        visitor.run::<()>(&format!("{PLAYER}.play().catch(() => {{}})")).await;
        wait_until_played_beyond(&visitor, 0.75).await;
        assert!(visitor.site.streams_answered(401) > 0, "the old address was refused, and a new one asked for");
    })
    .await;
}
