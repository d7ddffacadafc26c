//! Gates: a user who is denied reads why, and what would help, and hears the track once a gate allows it. The access
//! server's tests have every decision, and those of the rules every sentence.

use serde_json::{Value, json};
use stagepass_e2e_tests::provider::Provider;
use stagepass_e2e_tests::site::{BRITAIN, GatedTrack, SWEDEN, Setting, UNITED_STATES};
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use stagepass_test_support::secrets::{Kind, note};

use crate::tracks::listening::PlayerSteps;

/// Noon of 30 November 2040, at Greenwich.
const DAYS_BEFORE: i64 = 2_237_889_600;
/// The first moment of 4 December 2040 in Stockholm. At Greenwich it comes an hour later.
const RELEASE_IN_SWEDEN: i64 = 2_238_188_400;
const RELEASE_IN_BRITAIN: i64 = RELEASE_IN_SWEDEN + 3_600;
/// The first moment of 2041 in Stockholm.
const END_IN_SWEDEN: i64 = 2_240_607_600;

/// Bytes per second that leave most of the track unread during a test.
const SLOWLY: u32 = 200_000;

#[tokio::test(flavor = "multi_thread")]
async fn member_hears_the_track_until_removed() {
    let setting = Setting { audio_pace: Some(SLOWLY), ..Setting::gated() };
    visit(setting, async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        let join_url = format!("{}/", visitor.site.app());
        make_group(&visitor, &join_url).await;
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
        visitor.wait_until_heard_beyond(0.75).await;
        let now: String = visitor.run("return document.querySelector('#player').src").await;
        assert!(now == address, "it is still the signed URL of before");
        assert_eq!(visitor.site.streams_answered(401), 0);
        visitor.press_play(track).await;
        let words = visitor.wait_for_refusal("#listen-error", "access_refused").await;
        assert!(words.contains("Friends of the band"), "{words}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invitation_opened_while_signed_out_waits() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        make_group(&visitor, &format!("{}/", visitor.site.app())).await;
        owner.set_rule(*track, &json!({ "group": "friends" })).await;
        visitor.goto(&owner.invite("friends").await).await;
        visitor.wait_for_status("signed-out").await;
        visitor.wait_until("document.querySelector('#invitation').textContent.includes('Sign in')").await;
        visitor.sign_in_by_popup().await;
        visitor.wait_until_signed_in().await;
        visitor.wait_until("document.querySelector('#invitation').textContent.includes('Friends of the band')").await;
        visitor.hears(track).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buyer_hears_the_track_until_refunded() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        make_group(&visitor, "https://band.example/join").await;
        let provider = open_shop(&visitor).await;
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

        let user = buy(&visitor).await;
        visitor.hears(track).await;
        visitor.site.listen_from(UNITED_STATES);
        let words = visitor.is_refused(track).await;
        assert!(words.contains("United States") && !words.contains("Night Trains"), "{words}");
        assert_eq!(visitor.way_in("buy").await, None, "nothing is offered that would not help");

        visitor.site.listen_from(SWEDEN);
        provider.refund("album", user).await;
        visitor.is_refused(track).await;
        owner.put("/owner/groups/friends/members/@ada", &json!({})).await;
        visitor.hears(track).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn track_opens_on_release_day_of_each_country() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        let clock = visitor.site.gate_clock.clone();
        clock.go_to(DAYS_BEFORE);
        let rule = json!({ "all": [
            { "geo": { "in": ["SE", "GB"] } },
            { "schedule": { "from": "2040-12-04", "until": "2041-01-01", "zone": "listener" } },
        ] });
        owner.set_rule(*track, &rule).await;
        visitor.open_demo().await;
        visitor.is_refused(track).await;
        assert_eq!(visitor.openings().await, ["2040-12-03T23:00:00Z"]);
        let is_local: bool = visitor
            .run(
                "const time = document.querySelector('#listen-error time');
                 const here = new Date('2040-12-04T00:00+01:00');
                 return time.textContent === here.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })",
            )
            .await;
        assert!(is_local, "the page shows the moment in the user's own time");
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

        // The day has begun there, too.
        clock.go_to(RELEASE_IN_BRITAIN + 86_400);
        visitor.site.listen_from(UNITED_STATES);
        let words = visitor.is_refused(track).await;
        assert!(words.contains("United States"), "{words}");
        assert!(visitor.openings().await.is_empty(), "waiting would not help");
        visitor.site.listen_from(SWEDEN);
        clock.go_to(END_IN_SWEDEN + 1);
        visitor.is_refused(track).await;
        assert!(visitor.openings().await.is_empty(), "it does not open again");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn track_of_a_site_is_heard_there() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        owner.set_rule(*track, &json!({ "site": { "from": ["https://radio.example"] } })).await;
        visitor.open_demo().await;
        let words = visitor.is_refused(track).await;
        assert!(words.contains("radio.example"), "{words}");
        owner.set_rule(*track, &json!({ "site": { "from": ["https://radio.example", visitor.site.app()] } })).await;
        visitor.hears(track).await;

        // The site's own server has to sign a token.
        let key = owner.post("/owner/sites", &json!({ "id": "radio", "name": "Night Radio" })).await;
        owner.set_rule(*track, &json!({ "site": { "signed": "radio" } })).await;
        let words = visitor.is_refused(track).await;
        assert!(words.contains("radio"), "{words}");
        let secret = key.get("secret").and_then(Value::as_str).expect("a secret");
        note(Kind::ApiSecret, secret);
        visitor.site.site_tokens.set_secret(secret);
        visitor.hears(track).await;
        let addresses = visitor.site.access_proxy.requests.all();
        assert!(
            addresses.iter().all(|(request, _)| !request.contains("st1.")),
            "no token in an address: {addresses:?}"
        );
    })
    .await;
}

/// Creates a group of the owner's, `friends`.
async fn make_group(visitor: &Visitor, join_url: &str) {
    let group = json!({ "name": "Friends of the band", "joinUrl": join_url });
    visitor.site.gated().owner.put("/owner/groups/friends", &group).await;
}

/// Opens a shop that sells a product of the owner, `album`, and reports purchases to the access server.
async fn open_shop(visitor: &Visitor) -> Provider {
    let owner = &visitor.site.gated().owner;
    let provider = Provider::start(visitor.site.gate_clock.clone()).await;
    let product = json!({ "name": "Night Trains", "buyUrl": provider.sells("album") });
    owner.put("/owner/products/album", &product).await;
    let webhook = owner.post("/owner/webhooks", &json!({ "kind": "stagepass" })).await;
    let member = |name| webhook.get(name).and_then(Value::as_str).expect("the access server names it");
    note(Kind::ApiSecret, member("secret"));
    provider.tells(member("url"), member("secret"));
    provider
}

/// Follows the link to the shop, pays there as the signed-in user, and comes back. Returns the user ID.
async fn buy(visitor: &Visitor) -> u64 {
    let user: u64 = visitor.run("return Number(document.querySelector('#user-id').textContent.match(/\\d+/)[0])").await;
    let app = visitor.window().await;
    visitor.click_and_turn_to_popup("#listen-error a.buy").await;
    visitor.fill_in("[name=listener]", &user.to_string()).await;
    visitor.click("#pay").await;
    visitor.wait_until("document.querySelector('#paid')").await;
    visitor.close_window_for(&app).await;
    user
}
