//! Each kind of gate: a refused listener reads why, and what would help, and hears the track once a gate allows it.

use serde_json::{Value, json};
use stagepass_native_tests::e2e::provider::{Language, Provider};
use stagepass_native_tests::e2e::site::{GatedTrack, SWEDEN, Setting, UNITED_STATES};
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;
use stagepass_test_support::secrets::{Kind, note};

use crate::tracks::listening::PlayerSteps;

/// Noon of 30 November 2040, at Greenwich.
const THE_DAY_BEFORE: i64 = 2_237_889_600;
/// 20:00 of 1 December 2040, in Stockholm.
const OPENING: i64 = 2_238_001_200;
/// The first moment of 2041 in Stockholm.
const END: i64 = 2_240_607_600;

/// A connection that leaves most of the track unread during a test.
const SLOWLY: u32 = 200_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_track_for_one_country_is_heard_from_the_addresses_there() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        owner.set_rule(*track, &json!({ "geo": { "in": ["Sweden"] } })).await;
        visitor.site.listen_from(UNITED_STATES);
        visitor.open_demo().await;
        let words = visitor.is_refused(track).await;
        assert!(words.contains("United States"), "{words}");
        visitor.site.listen_from(SWEDEN);
        visitor.hears(track).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_lets_its_listener_into_the_group() {
    visit(Setting::gated(), async |visitor: Visitor| {
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
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_that_was_opened_too_early_waits_for_its_listener() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        make_group(&visitor, &format!("{}/", visitor.site.app())).await;
        owner.set_rule(*track, &json!({ "group": "friends" })).await;
        let invitation = owner.invite("friends").await;
        visitor.goto(&invitation).await;
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
async fn whoever_is_taken_out_of_a_group_hears_the_listen_to_its_end_and_no_other() {
    let setting = Setting { audio_pace: Some(SLOWLY), ..Setting::gated() };
    visit(setting, async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        make_group(&visitor, "https://band.example/join").await;
        owner.set_rule(*track, &json!({ "group": "friends" })).await;
        owner.put("/owner/groups/friends/members/@ada", &json!({})).await;
        visitor.sign_in().await;
        visitor.hears(track).await;
        let address: String = visitor.run("return document.querySelector('#player').src").await;

        owner.delete("/owner/groups/friends/members/@ada").await;
        visitor.seek_to(0.75).await;
        visitor.wait_until_heard_beyond(0.75).await;
        let now: String = visitor.run("return document.querySelector('#player').src").await;
        assert!(now == address, "it is still the address that was given before");
        assert_eq!(visitor.site.streams_answered(401), 0);

        visitor.press_play(track).await;
        let words = visitor.wait_for_refusal("#listen-error", "access_refused").await;
        assert!(words.contains("Friends of the band"), "{words}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_track_for_one_site_is_heard_on_its_pages() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        owner.set_rule(*track, &json!({ "site": { "from": ["https://radio.example"] } })).await;
        visitor.open_demo().await;
        let words = visitor.is_refused(track).await;
        assert!(words.contains("radio.example"), "{words}");
        owner.set_rule(*track, &json!({ "site": { "from": ["https://radio.example", visitor.site.app()] } })).await;
        visitor.hears(track).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_track_that_a_site_has_to_vouch_for_is_heard_where_its_own_server_does() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        let key = owner.post("/owner/sites", &json!({ "id": "radio", "name": "Night Radio" })).await;
        owner.set_rule(*track, &json!({ "site": { "signed": "radio" } })).await;
        visitor.open_demo().await;
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

#[tokio::test(flavor = "multi_thread")]
async fn whoever_pays_hears_the_track_until_the_money_is_given_back() {
    pays(Language::Ours).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_may_come_by_stripe() {
    pays(Language::Stripe).await;
}

async fn pays(language: Language) {
    visit(Setting::gated(), async move |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        let provider = open_shop(&visitor, language).await;
        owner.set_rule(*track, &json!({ "paid": "album" })).await;
        visitor.sign_in().await;
        let words = visitor.is_refused(track).await;
        assert!(words.contains("Night Trains"), "{words}");
        assert_eq!(visitor.way_in("buy").await, Some(provider.sells("album")));
        let listener = buy(&visitor).await;
        visitor.hears(track).await;

        provider.refund("album", listener).await;
        let words = visitor.is_refused(track).await;
        assert!(words.contains("paid back"), "{words}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_track_is_heard_from_its_first_moment_until_its_last() {
    visit(Setting::gated(), async |visitor: Visitor| {
        let GatedTrack { owner, track } = visitor.site.gated();
        let clock = visitor.site.gate_clock.clone();
        clock.go_to(THE_DAY_BEFORE);
        let schedule = json!({ "from": "2040-12-01T20:00", "until": "2041-01-01", "zone": "Europe/Stockholm" });
        owner.set_rule(*track, &json!({ "schedule": schedule })).await;
        visitor.open_demo().await;
        visitor.is_refused(track).await;
        assert_eq!(visitor.openings().await, ["2040-12-01T19:00:00Z"]);
        let told: bool = visitor
            .run(
                "const time = document.querySelector('#listen-error time');
                 const here = new Date('2040-12-01T20:00+01:00');
                 return time.textContent === here.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'short' })",
            )
            .await;
        assert!(told, "the page tells the moment in the listener's own time");
        clock.go_to(OPENING);
        visitor.hears(track).await;
        clock.go_to(END + 1);
        visitor.is_refused(track).await;
        assert!(visitor.openings().await.is_empty(), "it does not open again");
    })
    .await;
}

/// A group of the owner's, `friends`.
pub(crate) async fn make_group(visitor: &Visitor, join_url: &str) {
    let group = json!({ "name": "Friends of the band", "joinUrl": join_url });
    visitor.site.gated().owner.put("/owner/groups/friends", &group).await;
}

/// A shop that sells a product of the owner, `album`, and reports purchases to the access server.
pub(crate) async fn open_shop(visitor: &Visitor, language: Language) -> Provider {
    let owner = &visitor.site.gated().owner;
    let provider = Provider::start(language, visitor.site.gate_clock.clone()).await;
    let product = json!({ "name": "Night Trains", "buyUrl": provider.sells("album") });
    owner.put("/owner/products/album", &product).await;
    let ours = "whsec_bm90IGEgc2VjcmV0IG9mIFN0cmlwZSdzIG93bg";
    let asked = match language {
        Language::Ours => json!({ "kind": "stagepass" }),
        Language::Stripe => json!({ "kind": "stripe", "secret": ours }),
    };
    let made = owner.post("/owner/webhooks", &asked).await;
    let member = |name| made.get(name).and_then(Value::as_str);
    let secret = member("secret").unwrap_or(ours);
    note(Kind::ApiSecret, secret);
    provider.tells(member("url").unwrap_or_default(), secret);
    provider
}

/// Follows the link to where one can buy, pays there as who is signed in, and comes back. Gives the listener's number.
pub(crate) async fn buy(visitor: &Visitor) -> u64 {
    let number: u64 =
        visitor.run("return Number(document.querySelector('#user-id').textContent.match(/\\d+/)[0])").await;
    let app = visitor.window().await;
    visitor.click_and_turn_to_popup("#listen-error a.buy").await;
    visitor.fill_in("[name=listener]", &number.to_string()).await;
    visitor.click("#pay").await;
    visitor.wait_until("document.querySelector('#paid')").await;
    visitor.close_window_for(&app).await;
    number
}
