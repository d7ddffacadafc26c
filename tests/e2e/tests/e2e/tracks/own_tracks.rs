//! Tracks of one's own: renamed, withdrawn, with a picture, counted, and more of them than fit on a page.

use std::fs;

use serde_json::json;
use stagepass_core_tests::service::{HANDLE, OTHER_HANDLE};
use stagepass_e2e_tests::owner::{Method, Owner};
use stagepass_e2e_tests::site::{GatedTrack, Setting};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use thirtyfour::Key;
use tokio::time::{Duration, Instant, sleep};

use crate::tracks::listening::PlayerSteps;
use crate::tracks::uploads::UploadSteps;

/// How soon a change counts at the node.
const COUNTS_WITHIN: Duration = Duration::from_secs(2);

/// How long a node may take to tell of a listen, and more.
const TOLD_WITHIN: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn a_track_is_renamed_where_it_stands() {
    visit(Setting::default(), async |visitor: Visitor| {
        let track = visitor.comes_with_a_track().await;
        visitor.edit(track).await;
        visitor.empty("[name=title]").await;
        visitor.fill_in("[name=title]", "Day Train").await;
        visitor.fill_in("[name=genre]", "Dub").await;
        visitor.click("[name=keep]").await;
        visitor.wait_until("document.querySelector('#tracks-status').textContent.includes('Day Train')").await;
        assert!(visitor.has_focus("[name=keep]").await, "the focus stays where it was");
        for _ in 0..2 {
            visitor.wait_until(&format!("{}?.textContent.includes('Day Train')", item(track))).await;
            let shown: String = visitor.run(&format!("return {}.textContent", item(track))).await;
            assert!(shown.contains("Dub") && !shown.contains("Track 1"), "{shown}");
            visitor.reload().await;
            visitor.wait_until_signed_in().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn blank_title_shows_error_and_keeps_old_title() {
    visit(Setting::default(), async |visitor: Visitor| {
        let track = visitor.comes_with_a_track().await;
        visitor.edit(track).await;
        visitor.empty("[name=title]").await;
        // The field takes it, and it is nothing.
        visitor.fill_in("[name=title]", " ").await;
        visitor.click("[name=keep]").await;
        let words = visitor.wait_for_refusal("#track-list form .error", "input_invalid").await;
        assert!(words.contains("title"), "{words}");
        visitor.wait_until(&format!("{}.textContent.includes('Track 1')", item(track))).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn delisted_track_is_unavailable_to_others_until_relisted() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let track = visitor.comes_with_a_track().await;
        let grace = visitor.site.owner(OTHER_HANDLE).await;
        let address = grace.stream_address(track).await.expect("it is found");
        assert_eq!(grace.hears_at(&address).await, 200);

        visitor.edit(track).await;
        visitor.click("[name=delist]").await;
        visitor.wait_until(&format!("{}?.textContent.includes('delisted')", item(track))).await;
        assert_eq!(grace.finds(track).await, 404);
        assert_eq!(grace.stream_address(track).await, None);
        hears_soon(&grace, &address, 403).await;
        visitor.reload().await;
        visitor.wait_until(&format!("{}?.textContent.includes('delisted')", item(track))).await;

        visitor.edit(track).await;
        visitor.click("[name=delist]").await;
        visitor.wait_until(&format!("!{}?.textContent.includes('delisted')", item(track))).await;
        assert_eq!(grace.finds(track).await, 200);
        hears_soon(&grace, &address, 200).await;
        visitor.hears(track).await;
    })
    .await;
}

/// Before the reload, Play shows that the track was not found.
#[tokio::test(flavor = "multi_thread")]
async fn delisted_track_disappears_from_listener_page_after_reload() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        visitor.sign_in().await;
        visitor.wait_until(&item(*track)).await;
        let withdrawn = json!({ "delisted": true });
        let (status, answer) = owner.asks_service(Method::PATCH, &format!("/tracks/{track}"), Some(&withdrawn)).await;
        assert_eq!(status, 200, "{answer}");
        visitor.press_play(track).await;
        visitor.wait_for_refusal("#listen-error", "not_found").await;
        visitor.reload().await;
        visitor.wait_until("document.querySelector('#track-list')?.textContent.includes('None yet')").await;
    })
    .await;
}

/// A file that is not an image is rejected.
#[tokio::test(flavor = "multi_thread")]
async fn artwork_is_shown_in_list_until_removed() {
    visit(Setting::default(), async |visitor: Visitor| {
        let track = visitor.comes_with_a_track().await;
        visitor.edit(track).await;
        // Drivers take no path with `..` in it.
        let picture = fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/demo.png")).unwrap();
        visitor.fill_in("[name=artwork]", &picture.display().to_string()).await;
        let image = format!("{}?.querySelector('img.artwork')", item(track));
        visitor.wait_until(&format!("{image}?.naturalWidth === 150 && {image}.checkVisibility()")).await;
        visitor.reload().await;
        visitor.wait_until(&format!("{image}?.naturalWidth === 150")).await;
        visitor.edit(track).await;
        visitor.click("[name=remove-artwork]").await;
        visitor.wait_until(&format!("{} && !{image}", item(track))).await;

        visitor.fill_in("[name=artwork]", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).await;
        visitor.wait_for_refusal("#track-list form .error", "upload_refused").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn playback_increments_listen_count_shown_to_owner() {
    visit(Setting::default(), async |visitor: Visitor| {
        let track = visitor.comes_with_a_track().await;
        visitor.edit(track).await;
        assert!(visitor.listens().await.contains("Nobody"));
        visitor.hears(track).await;
        let played = Instant::now();
        loop {
            // The form asks as it opens.
            visitor.click(&format!("#track-list [data-track-id='{track}'] button.edit")).await;
            visitor.edit(track).await;
            let words = visitor.listens().await;
            if words.contains("Listened to once") {
                break;
            }
            assert!(words.contains("Nobody") && played.elapsed() < TOLD_WITHIN, "{words}");
            sleep(Duration::from_millis(500)).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_tracks_come_when_they_are_asked_for() {
    visit(Setting::default(), async |visitor: Visitor| {
        let ada = visitor.site.owner(HANDLE).await;
        let tracks = ada.public_tracks(12).await;
        for track in &tracks {
            let path = format!("/users/{}/library/tracks/{track}", ada.user_id);
            assert_eq!(ada.asks_service(Method::PUT, &path, None).await.0, 204);
        }
        visitor.sign_in().await;
        for list in ["track-list", "library"] {
            let shown = format!("document.querySelectorAll('#{list} > [data-track-id]').length");
            visitor.wait_until(&format!("{shown} === 10")).await;
            visitor.run::<()>(&format!("document.querySelector('#{list}-more').focus()")).await;
            visitor.press_key(Key::Enter).await;
            visitor.wait_until(&format!("{shown} === 12")).await;
            visitor.wait_until(&format!("document.querySelector('#{list}-more').hidden")).await;
            assert!(visitor.has_focus(&format!("#{list} > :nth-child(11) button")).await, "it goes on with what came");
            let last: String =
                visitor.run(&format!("return document.querySelector('#{list} > :last-child').textContent")).await;
            assert!(last.contains("Track 1"), "{last}");
        }
    })
    .await;
}

/// Editing and cancelling work by keyboard. A status message reports the end of an upload.
#[tokio::test(flavor = "multi_thread")]
async fn uploads_and_own_tracks_are_accessible() {
    visit(Setting::default(), async |visitor: Visitor| {
        let track = visitor.comes_with_a_track().await;
        visitor.tab_to(&format!("#track-list [data-track-id='{track}'] button.edit")).await;
        visitor.press_key(Key::Enter).await;
        visitor.wait_until("document.querySelector('[name=title]')").await;
        visitor.tab_to("[name=title]").await;
        visitor.tab_to("[name=delist]").await;
        visitor.press_key(Key::Space).await;
        visitor.wait_until(&format!("{}?.textContent.includes('delisted')", item(track))).await;
        assert!(visitor.has_focus("[name=delist]").await);
        visitor.tab_to("#upload-file").await;

        let link = &visitor.site.service_proxy.upload_link;
        link.stall_after(500_000);
        visitor.drop_files(&[("Morning.wav", 60), ("Noon.wav", 65), ("Evening.wav", 70)]).await;
        link.wait_until_stalled().await;
        visitor.wait_for_uploads(2, "uploading").await;
        visitor.wait_for_uploads(1, "waiting").await;
        visitor.examine("under-way").await;
        visitor.tab_to("#uploads .cancel").await;
        visitor.press_key(Key::Enter).await;
        visitor.wait_for_uploads(1, "aborted").await;
        assert!(visitor.has_focus("#uploads .retry").await, "the focus goes to what can be done now");
        link.cut();
        visitor.wait_for_uploads(2, "done").await;
        let words: String = visitor.run("return document.querySelector('#upload-status').textContent").await;
        assert!(words.contains("is uploaded"), "{words}");
        visitor.examine("uploaded").await;
    })
    .await;
}

/// What an owner does on the demo's page.
trait OwnTrackSteps {
    /// Signs in as a user who has a track, `Track 1`, and returns its number.
    async fn comes_with_a_track(&self) -> u64;

    /// Opens the form that changes this track.
    async fn edit(&self, track: u64);

    /// The open form's text about listens.
    async fn listens(&self) -> String;
}

impl OwnTrackSteps for Visitor {
    async fn comes_with_a_track(&self) -> u64 {
        let track = self.site.owner(HANDLE).await.public_track().await;
        self.sign_in_to("write").await;
        self.wait_until(&item(track)).await;
        track
    }

    async fn edit(&self, track: u64) {
        let edit = format!("#track-list [data-track-id='{track}'] button.edit");
        self.wait_until(&format!("document.querySelector({edit:?})")).await;
        self.click(&edit).await;
        self.wait_until("document.querySelector('[name=title]')").await;
    }

    async fn listens(&self) -> String {
        self.wait_until("document.querySelector('.listens')?.textContent").await;
        self.run("return document.querySelector('.listens').textContent").await
    }
}

/// What another user's program finds.
trait TrackListSteps {
    async fn finds(&self, track: u64) -> u16;

    /// The address of the track's audio, as the service returns it.
    async fn stream_address(&self, track: u64) -> Option<String>;
}

impl TrackListSteps for Owner {
    async fn finds(&self, track: u64) -> u16 {
        self.asks_service(Method::GET, &format!("/tracks/{track}"), None).await.0
    }

    async fn stream_address(&self, track: u64) -> Option<String> {
        let path = format!("/tracks/{track}/stream?no_redirect=true");
        let (status, answer) = self.asks_service(Method::GET, &path, None).await;
        assert!([200, 404].contains(&status), "{status}: {answer}");
        answer.get("data").and_then(|address| address.as_str()).map(str::to_owned)
    }
}

/// The node answers so, in no more time than it may take to hear of a change.
async fn hears_soon(listener: &Owner, address: &str, status: u16) {
    let changed = Instant::now();
    loop {
        let answered = listener.hears_at(address).await;
        if answered == status {
            return;
        }
        assert!(changed.elapsed() < COUNTS_WITHIN, "the node still answers {answered}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// The track in the list.
fn item(track: u64) -> String {
    format!("document.querySelector('#track-list [data-track-id=\"{track}\"]')")
}
