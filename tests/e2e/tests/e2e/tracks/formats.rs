//! Audio in each format that the service accepts, played by a browser.

use std::fs;
use std::path::Path;

use stagepass_core_tests::service::HANDLE;
use stagepass_e2e_tests::browser::Browser;
use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::sound::Tone;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

use crate::tracks::listening::{press_play, put_up_with_silence};

/// Short files with a tone, and whether WebKit may not play them: it may have no decoder of AAC, and plays no MP3 in so
/// small a WAV.
const FILES: [(&str, bool); 10] = [
    ("tone.mp3", false),
    ("tone.flac", false),
    ("tone.ogg", false),
    ("tone.opus", false),
    ("tone.webm", false),
    ("tone-mp3.wav", true),
    ("tone.m4a", true),
    ("tone-he.m4a", true),
    ("tone-surround.m4a", true),
    ("tone.aac", true),
];

#[tokio::test(flavor = "multi_thread")]
async fn each_accepted_format_plays_to_its_end() {
    visit(Setting::default(), async |visitor: Visitor| {
        let owner = visitor.site.owner(HANDLE).await;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../backend/tests/fixtures");
        let mut tracks = Vec::new();
        for (name, is_doubtful) in FILES {
            if !is_doubtful || Browser::from_environment() != Browser::WebKit {
                tracks.push((name, owner.track_of(name, fs::read(folder.join(name)).unwrap()).await));
            }
        }
        // A recorder that crashed after a second has written another size of the file.
        let mut wav = fs::read(Tone::of_seconds(1).path()).unwrap();
        wav[4..8].fill(0);
        tracks.push(("wav", owner.track_of("wav", wav).await));

        visitor.sign_in_to("write").await;
        put_up_with_silence(&visitor).await;
        // The first page of the list has ten.
        if tracks.len() > 10 {
            visitor.click("#track-list-more").await;
        }
        let player = "document.querySelector('#player')";
        for (name, track) in tracks {
            visitor
                .run::<()>(&format!(
                    "window.ended = null;
                     for (const type of ['ended', 'error']) {{
                       {player}.addEventListener(type, () => {{ window.ended = `${{type}} ${{{player}.currentTime > 0.9}}`; }}, {{ once: true }});
                     }}"
                ))
                .await;
            press_play(&visitor, track).await;
            visitor.wait_until("window.ended").await;
            assert_eq!(visitor.run::<String>("return window.ended").await, "ended true", "{name}");
        }
    })
    .await;
}
