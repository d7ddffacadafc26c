//! Gates that compose.

use serde_json::json;
use stagepass_native_tests::e2e::provider::Language;
use stagepass_native_tests::e2e::site::{BRITAIN, GatedTrack, SWEDEN, Setting, UNITED_STATES};
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

use crate::tracks::gates::{buy, make_group, open_shop};
use crate::tracks::listening::PlayerSteps;

/// Noon of 30 November 2040, at Greenwich.
const DAYS_BEFORE: i64 = 2_237_889_600;
/// The first moment of 4 December 2040 in Stockholm. At Greenwich it comes an hour later.
const RELEASE_IN_SWEDEN: i64 = 2_238_188_400;
const RELEASE_IN_BRITAIN: i64 = RELEASE_IN_SWEDEN + 3_600;
/// Noon of Tuesday, 4 December 2040, at Greenwich.
const TUESDAY: i64 = 2_238_235_200;
/// 23:00 of Friday, 7 December 2040, in Stockholm; two and a half hours later, and half an hour after that.
const FRIDAY_NIGHT: i64 = 2_238_530_400;
const LATER_THAT_NIGHT: i64 = FRIDAY_NIGHT + 9_000;
const AFTER_THE_PREMIERE: i64 = FRIDAY_NIGHT + 10_800;

#[tokio::test(flavor = "multi_thread")]
async fn before_release_day_in_their_own_country_nobody_listens_and_elsewhere_not_after_it_either() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        let clock = visitor.site.gate_clock.clone();
        clock.go_to(DAYS_BEFORE);
        let rule = json!({ "all": [
            { "geo": { "in": ["SE", "GB"] } },
            { "schedule": { "from": "2040-12-04", "zone": "listener" } },
        ] });
        owner.set_rule(*track, &rule).await;
        visitor.open_demo().await;
        visitor.is_refused(track).await;
        assert_eq!(visitor.openings().await, ["2040-12-03T23:00:00Z"]);
        visitor.site.listen_from(BRITAIN);
        visitor.is_refused(track).await;
        assert_eq!(visitor.openings().await, ["2040-12-04T00:00:00Z"]);

        clock.go_to(RELEASE_IN_SWEDEN);
        visitor.is_refused(track).await;
        visitor.site.listen_from(SWEDEN);
        visitor.hears(track).await;
        clock.go_to(RELEASE_IN_BRITAIN);
        visitor.site.listen_from(BRITAIN);
        visitor.hears(track).await;

        visitor.site.listen_from(UNITED_STATES);
        clock.go_to(FRIDAY_NIGHT);
        let words = visitor.is_refused(track).await;
        assert!(words.contains("United States"), "{words}");
        assert!(visitor.openings().await.is_empty(), "waiting would not help");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn members_and_those_who_have_paid_listen_but_not_in_the_united_states() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        make_group(&visitor, "https://band.example/join").await;
        let provider = open_shop(&visitor, Language::Ours).await;
        let rule = json!({ "all": [
            { "any": [{ "group": "friends" }, { "paid": "album" }] },
            { "geo": { "not_in": ["US"] } },
        ] });
        owner.set_rule(*track, &rule).await;
        visitor.sign_in().await;
        let words = visitor.is_refused(track).await;
        assert!(words.contains("One of these is needed") && words.contains(" Or: "), "{words}");
        let ways = [visitor.way_in("join").await, visitor.way_in("buy").await];
        assert_eq!(ways, [Some("https://band.example/join".to_owned()), Some(provider.sells("album"))]);

        let listener = buy(&visitor).await;
        visitor.hears(track).await;
        visitor.site.listen_from(UNITED_STATES);
        let words = visitor.is_refused(track).await;
        assert!(words.contains("United States") && !words.contains("Night Trains"), "{words}");
        assert_eq!(visitor.way_in("buy").await, None, "nothing is offered that would not help");

        visitor.site.listen_from(SWEDEN);
        provider.refund("album", listener).await;
        visitor.is_refused(track).await;
        owner.put("/owner/groups/friends/members/@ada", &json!({})).await;
        visitor.hears(track).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_premiere_is_for_verified_listeners_on_friday_nights_and_for_members_at_any_time() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        let clock = visitor.site.gate_clock.clone();
        clock.go_to(TUESDAY);
        make_group(&visitor, "https://band.example/join").await;
        let friday_nights = json!({ "days": ["fri"], "from": "20:00", "until": "02:00" });
        let rule = json!({ "any": [
            { "all": [
                { "signed_in": { "verified": true } },
                { "schedule": { "weekly": [friday_nights], "zone": "Europe/Stockholm" } },
            ] },
            { "group": "friends" },
        ] });
        owner.set_rule(*track, &rule).await;
        visitor.sign_in().await;
        let words = visitor.is_refused(track).await;
        assert!(words.contains("Friends of the band"), "{words}");
        assert_eq!(visitor.openings().await, ["2040-12-07T19:00:00Z"]);

        for moment in [FRIDAY_NIGHT, LATER_THAT_NIGHT] {
            clock.go_to(moment);
            visitor.hears(track).await;
        }
        clock.go_to(AFTER_THE_PREMIERE);
        visitor.is_refused(track).await;
        owner.put("/owner/groups/friends/members/@ada", &json!({})).await;
        visitor.hears(track).await;

        // On another Friday night, signed out.
        clock.go_to(FRIDAY_NIGHT + 7 * 86_400);
        visitor.sign_out().await;
        let words = visitor.is_refused(track).await;
        assert!(words.contains("Sign in"), "{words}");
    })
    .await;
}
