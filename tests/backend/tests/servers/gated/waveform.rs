//! The waveform of real files: computed at a real upload, and served under the rule of the track.

use serde_json::Value;
use stagepass_test_support::api_client::{fixture, sent};
use stagepass_test_support::{Reply, wav};

use super::{IN_AUSTRALIA, IN_THE_US, Stage, location};

impl Stage {
    /// Requests the waveform of the audio at a URL, as a client without credentials.
    async fn waveform(&self, url: &str) -> Reply {
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        sent(self.scene.world.http.get(format!("{path}/waveform?{query}"))).await
    }

    /// Creates a public track of an upload, and requests its waveform.
    async fn public_waveform(&self, upload: &Value) -> Reply {
        let track_id = self.scene.track("Tape 2", upload["track_cid"].as_str().unwrap()).await;
        let stream = self.scene.get(&format!("/tracks/{track_id}/stream?no_redirect=true"), "").await.json();
        self.waveform(stream["data"].as_str().unwrap()).await
    }
}

fn peaks(reply: &Reply) -> Vec<u64> {
    assert_eq!(reply.status, 200, "{}", reply.body);
    let body = reply.json();
    body["peaks"].as_array().unwrap().iter().map(|peak| peak.as_u64().unwrap()).collect()
}

/// The fixtures are tones of an eighth of full scale. Encoders change the beginning and the end of a tone.
#[tokio::test]
async fn upload_has_waveform_if_its_format_is_decoded() {
    let stage = Stage::new().await;
    for (name, is_decoded) in [
        ("tone.mp3", true),
        ("tone.flac", true),
        ("tone.ogg", true),
        ("tone.m4a", true),
        ("tone.aac", true),
        ("tone-mp3.wav", true),
        ("tone.opus", false),
        ("tone.webm", false),
        ("tone-surround.m4a", false),
    ] {
        let data = stage.scene.uploaded(&fixture(name)).await;
        let reply = stage.public_waveform(&data).await;
        assert_eq!(reply.header("cache-control"), "public, max-age=86400, immutable");
        let peaks = peaks(&reply);
        assert_eq!(peaks.len(), if is_decoded { 128 } else { 0 }, "{name}");
        assert!(peaks.iter().skip(20).take(80).all(|peak| (28..38).contains(peak)), "{name}: {peaks:?}");
    }
}

/// It would take the time of other uploads.
#[tokio::test]
async fn audio_over_an_hour_has_no_waveform() {
    let stage = Stage::new().await;
    for (seconds, count) in [(3_600, 128), (3_601, 0)] {
        let data = stage.scene.uploaded(&wav::file(3_000, 8, &vec![255; seconds * 3_000])).await;
        assert_eq!(peaks(&stage.public_waveform(&data).await), vec![253; count], "{seconds} s");
    }
}

#[tokio::test]
async fn gated_waveform_needs_signed_url_of_audio() {
    let stage = Stage::new().await;
    let (track_id, cid) = stage.gated().await;
    let unsigned = format!("{}/tracks/cidstream/{cid}", stage.node.origin());
    for url in [unsigned.clone(), format!("{unsigned}?track_id={track_id}"), format!("{unsigned}?signature=x")] {
        let refused = stage.waveform(&url).await;
        assert_eq!((refused.status, refused.header("cache-control")), (401, "no-store"), "{url}");
        let audio = sent(stage.scene.world.http.get(&url)).await;
        assert_eq!((audio.status, audio.json()), (401, refused.json()), "{url}");
    }
    assert_eq!(stage.stream(IN_THE_US, track_id, "").await.status, 403);
    let signed = stage.stream(IN_AUSTRALIA, track_id, "").await;
    let reply = stage.waveform(location(&signed)).await;
    let cached = reply.header("cache-control");
    assert!(cached.starts_with("private, max-age="), "{cached}");
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    assert_eq!(peaks(&reply).len(), 128);
}
