//! Gates: a user who is denied reads why, and what would help, and hears the track once a gate allows it. The access
//! server's tests have every decision, and those of the rules every sentence.

use serde_json::json;
use stagepass_e2e_tests::site::{GatedTrack, Setting};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

use crate::tracks::listening::PlayerSteps;

/// Bytes per second that leave most of the track unread during a test.
const SLOWLY: u32 = 200_000;

#[tokio::test(flavor = "multi_thread")]
async fn member_hears_the_track_until_removed() {
    let setting = Setting { audio_pace: Some(SLOWLY), ..Setting::gated() };
    visit(setting, async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        let join_url = format!("{}/", visitor.site.app());
        let group = json!({ "name": "Friends of the band", "joinUrl": join_url });
        owner.put("/owner/groups/friends", &group).await;
        owner.set_rule(*track, &json!({ "group": "friends" })).await;
        visitor.open_demo().await;
        let words = visitor.is_refused(track).await;
        assert!(words.contains("Sign in") && words.contains("Friends of the band"), "{words}");

        visitor.click_and_turn_to_popup("#listen-error button.sign-in").await;
        visitor.sign_in_at_service().await;
        visitor.finish_popup_login().await;
        let words = visitor.is_refused(track).await;
        assert!(words.contains("Friends of the band"), "{words}");
        assert_eq!(visitor.way_in("join").await.as_ref(), Some(&join_url));

        let invitation = owner.invite("friends").await;
        assert!(invitation.starts_with(&format!("{join_url}#invitation=")), "the link leads to the app");
        visitor.goto(&invitation).await;
        visitor.wait_until("document.querySelector('#invitation').textContent.includes('Friends of the band')").await;
        assert_eq!(visitor.address().await, join_url, "no invitation is left in the address");
        visitor.hears(track).await;
        let address: String = visitor.run("return document.querySelector('#player').src").await;

        owner.delete("/owner/groups/friends/members/@ada").await;
        visitor.seek_to(0.75).await;
        visitor.wait_until_played_beyond(0.75).await;
        let now: String = visitor.run("return document.querySelector('#player').src").await;
        assert!(now == address, "it is still the signed URL of before");
        assert_eq!(visitor.site.streams_answered(401), 0);
        visitor.press_play(track).await;
        let words = visitor.wait_for_refusal("#listen-error", "access_refused").await;
        assert!(words.contains("Friends of the band"), "{words}");
    })
    .await;
}
