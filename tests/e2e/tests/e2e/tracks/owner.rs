//! The access server's page for track owners: rules, groups, and how the page shows them.

mod sign_in;
mod track_list;

use serde_json::Value;
use stagepass_core_tests::service::{HANDLE, OTHER_HANDLE};
use stagepass_e2e_tests::fault_proxy::Fault;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use stagepass_test_support::secrets::note;
use thirtyfour::Key;

use crate::service::developer::{note_secrets, text, type_password};

/// The errors beside the fields of a rule's form.
const PROBLEMS: &str =
    "[...document.querySelectorAll('.tree .problem')].map(({ textContent }) => textContent).join('')";
const COUNTRIES: &str = ".tree input[list^=countries]";
/// The kind of the rule's second condition, and its content.
const SECOND: &str = "[aria-label='Condition 2 asks for']";
const SECOND_GROUP: &str = ".condition .condition:nth-child(2) .body select";

/// Converts thousands of rules to the form's state and back. The form refuses other JSON, because it would lose parts.
const ROUND_TRIPS: &str = include_str!("owner/round_trips.js");

/// Ada has a browser and owns the tracks of the test. Grace owns a track that Ada may not change.
fn setting() -> Setting {
    Setting { has_own_engines: true, gated: true, ..Setting::client(&[]) }
}

/// The same, with the service's pages, for tests of the login.
fn asking() -> Setting {
    Setting { auto_consent: false, ..setting() }
}

/// Creates a track of Ada's without a rule, and opens the page, signed in as Ada.
async fn own_a_track(visitor: &Visitor) -> u64 {
    let track = visitor.site.owner(HANDLE).await.gated_track("Tape 1", &Value::Null).await;
    open_page(visitor).await;
    come_in(visitor).await;
    track
}

/// Opens the page, signed out.
async fn open_page(visitor: &Visitor) {
    visitor.goto(&format!("{}/owner", visitor.site.access())).await;
    visitor.wait_until("document.body?.dataset.ready").await;
}

/// Signs in there, from the click on.
async fn come_in(visitor: &Visitor) {
    visitor.click_and_leave("#sign-in").await;
    visitor.wait_until_loaded("document.querySelector('#place-tracks .content')?.childElementCount").await;
}

/// Waits until the page shows that the user is signed out.
async fn wait_until_signed_out(visitor: &Visitor) {
    let is_out = "document.body?.dataset.ready && !document.querySelector('#signed-out').hidden";
    visitor.wait_until_loaded(is_out).await;
}

/// Goes to one of the page's places.
async fn go_to(visitor: &Visitor, place: &str) {
    visitor.click(&format!(".places [href='#{place}']")).await;
    visitor.wait_until(&format!("document.activeElement.id === 'heading-{place}'")).await;
}

/// Makes a group of this name with this member in it.
async fn make_group(visitor: &Visitor, name: &str, member: &str) {
    go_to(visitor, "groups").await;
    visitor.fill_in("#place-groups .making input", name).await;
    visitor.click("#place-groups .making [type=submit]").await;
    visitor.wait_until("document.querySelector('#place-groups [data-id]')").await;
    visitor.wait_until("document.body.ariaBusy === 'false'").await;
    visitor.click("#place-groups summary").await;
    visitor.wait_until("document.querySelector('#place-groups details form')").await;
    visitor.fill_in("#place-groups details form input", member).await;
    visitor.click("#place-groups details form button").await;
    visitor.wait_until("document.querySelector('[data-member]')").await;
}

/// Chooses in a list, as a hand does.
async fn select(visitor: &Visitor, css: &str, value: &str) {
    visitor.click(&format!("{css} option[value='{value}']")).await;
    visitor.wait_until(&format!("document.querySelector({css:?}).value === {value:?}")).await;
}

/// Opens the form of a track's rule.
async fn change_rule(visitor: &Visitor, track: u64) {
    visitor.click(&format!("[data-change='{track}']")).await;
    visitor.wait_until("document.activeElement.matches('.tree select')").await;
}

/// Takes out what is in this field, and types.
async fn write(visitor: &Visitor, css: &str, text: &str) {
    visitor.empty(css).await;
    if !text.is_empty() {
        visitor.fill_in(css, text).await;
    }
}

/// The access server's own answer to Ada.
async fn rule_of(visitor: &Visitor, track: u64) -> Option<Value> {
    let shown = visitor.site.owner(HANDLE).await.get(&format!("/tracks/{track}/rule")).await;
    shown.get("rule").cloned()
}

/// The form and the JSON editor change the same rule.
#[tokio::test(flavor = "multi_thread")]
async fn invalid_rule_focuses_form_field_or_json_editor() {
    visit(setting(), async |visitor: Visitor| {
        let track = own_a_track(&visitor).await;
        change_rule(&visitor, track).await;
        select(&visitor, ".tree select", "all").await;
        write(&visitor, COUNTRIES, "Sweden, Atlantis").await;
        visitor.click("[data-save]").await;
        visitor.wait_until(&format!("{PROBLEMS}.includes('Atlantis')")).await;
        assert!(visitor.has_focus(COUNTRIES).await);
        assert!(visitor.run::<bool>("return document.activeElement.ariaInvalid === 'true'").await);

        visitor.click(".editor summary").await;
        write(&visitor, ".json", "{\"any\": [").await;
        visitor.click("[data-save]").await;
        visitor
            .wait_until("document.activeElement.matches('.json') && document.activeElement.ariaInvalid === 'true'")
            .await;
        write(&visitor, ".json", "{\"not\": {\"signed_in\": {\"verified\": true}}}").await;
        visitor.click("[data-save]").await;
        visitor.wait_until(&format!("document.activeElement.dataset.change === '{track}'")).await;
        let saved = rule_of(&visitor, track).await;
        assert_eq!(saved, Some(serde_json::json!({ "not": { "signed_in": { "verified": true } } })));

        change_rule(&visitor, track).await;
        assert!(visitor.run::<bool>("return document.querySelector('.tree [type=checkbox]').checked").await);
        select(&visitor, ".tree select", "none").await;
        visitor.click("[data-save]").await;
        visitor.wait_until(&format!("document.activeElement.dataset.change === '{track}'")).await;
        assert_eq!(rule_of(&visitor, track).await, Some(Value::Null));
    })
    .await;
}

/// The keyboard is enough for the whole path, from signing in to saving.
#[tokio::test(flavor = "multi_thread")]
async fn owner_creates_group_and_rule_by_keyboard_alone() {
    visit(asking(), async |visitor: Visitor| {
        let track = visitor.site.owner(HANDLE).await.gated_track("Tape 1", &Value::Null).await;
        open_page(&visitor).await;
        visitor.tab_to("#sign-in").await;
        visitor.press_key(Key::Enter).await;
        type_password(&visitor).await;
        visitor.wait_for_page("consent").await;
        // A key event on the page, which enables Allow.
        visitor.tab_to("[data-act=deny]").await;
        visitor.wait_until("!document.querySelector('[data-act=approve]').disabled").await;
        visitor.tab_to("[data-act=approve]").await;
        visitor.press_key(Key::Enter).await;
        visitor.wait_until(&format!("document.querySelector('[data-change=\"{track}\"]')")).await;

        visitor.tab_to(".places [href='#groups']").await;
        visitor.press_key(Key::Enter).await;
        visitor.wait_until("document.activeElement.id === 'heading-groups' && document.querySelector('.making')").await;
        visitor.tab_to("#place-groups .making input").await;
        visitor.type_text("Friends").await;
        visitor.press_key(Key::Enter).await;
        visitor.wait_until("document.activeElement.matches('[data-id=friends] h3')").await;
        visitor.tab_to("[data-id=friends] summary").await;
        visitor.press_key(Key::Enter).await;
        visitor.wait_until("document.querySelector('[data-id=friends] details form')").await;
        visitor.tab_to("[data-id=friends] details input").await;
        visitor.type_text(OTHER_HANDLE).await;
        visitor.press_key(Key::Enter).await;
        visitor.wait_until("document.querySelector('[data-member]') && document.body.ariaBusy === 'false'").await;
        assert!(visitor.has_focus("[data-id=friends] details input").await, "for the next");

        visitor.run::<()>("document.activeElement.blur(); scrollTo(0, 0)").await;
        visitor.tab_to(".places [href='#tracks']").await;
        visitor.press_key(Key::Enter).await;
        visitor.wait_until("document.activeElement.id === 'heading-tracks'").await;
        visitor.tab_to(&format!("[data-change='{track}']")).await;
        visitor.press_key(Key::Space).await;
        visitor.wait_until("document.activeElement.matches('.tree select')").await;
        // The last but one. What lies between is passed, and leaves nothing.
        visitor.press_key(Key::End).await;
        visitor.press_key(Key::Up).await;
        visitor.wait_until("document.querySelector('.tree select').value === 'any'").await;
        visitor.tab_to(COUNTRIES).await;
        visitor.type_text("Sweden").await;
        visitor.tab_to("[data-add]").await;
        visitor.press_key(Key::Space).await;
        visitor.wait_until("document.activeElement.ariaLabel === 'Condition 2 asks for'").await;
        visitor.press_key(Key::Down).await;
        visitor.wait_until("document.activeElement.value === 'group'").await;
        visitor.tab_to(SECOND_GROUP).await;
        visitor.press_key(Key::Down).await;
        visitor.wait_until("document.activeElement.value === 'friends'").await;
        visitor.tab_to(".try [placeholder='@handle']").await;
        visitor.type_text(OTHER_HANDLE).await;
        visitor.press_key(Key::Enter).await;
        visitor.wait_until("document.querySelector('.verdict.allowed')").await;
        visitor.run::<()>("document.querySelector('.tree select').focus()").await;
        visitor.tab_to("[data-save]").await;
        visitor.press_key(Key::Space).await;
        visitor.wait_until(&format!("document.activeElement.dataset.change === '{track}'")).await;
        let saved = rule_of(&visitor, track).await;
        assert_eq!(saved, Some(serde_json::json!({ "any": [{ "geo": { "in": ["SE"] } }, { "group": "friends" }] })));
        let broken: Vec<String> = visitor.console_errors().await;
        assert!(!broken.iter().any(|message| message.contains("Security Policy")), "{broken:#?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ticket_or_access_token_never_follows_redirect() {
    visit(setting(), async |visitor: Visitor| {
        own_a_track(&visitor).await;
        let (access_proxy, service_proxy) = (&visitor.site.access_proxy, &visitor.site.service_proxy);
        access_proxy.inject("GET /owner/groups", Fault::Redirect("/my-region"));
        go_to(&visitor, "groups").await;
        visitor.wait_until("document.querySelector('#place-groups').innerText.includes('did not answer')").await;
        assert_eq!(access_proxy.requests.count("GET /my-region"), 0);

        service_proxy.inject("GET /v1/me", Fault::Redirect("/v1/tracks/7"));
        visitor.click("#sign-out").await;
        visitor.click_and_leave("#sign-in").await;
        let problem = "document.querySelector('#sign-in-problem')?.textContent.includes('did not answer')";
        visitor.wait_until_loaded(problem).await;
        assert_eq!(service_proxy.requests.count("GET /v1/tracks/7"), 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_page_is_accessible() {
    visit(setting(), async |visitor: Visitor| {
        open_page(&visitor).await;
        visitor.examine("owner-signed-out").await;
        let track = own_a_track(&visitor).await;
        visitor.examine("owner-tracks").await;
        make_group(&visitor, "Friends", OTHER_HANDLE).await;
        visitor.click("[data-invite]").await;
        visitor.wait_until("document.querySelector('#place-groups .once code')").await;
        note("invitation", &text(&visitor, "#place-groups .once code").await);
        visitor.examine("owner-groups").await;
        go_to(&visitor, "products").await;
        visitor.fill_in("#place-products .making input", "Album").await;
        visitor.click("#place-products .making [type=submit]").await;
        visitor.wait_until("document.activeElement.matches('[data-id=album] h3')").await;
        visitor.click("#place-products summary").await;
        visitor.wait_until("document.querySelector('#place-products').innerText.includes('no purchases')").await;
        visitor.examine("owner-products").await;
        for place in ["webhooks", "sites"] {
            go_to(&visitor, place).await;
            if place == "sites" {
                visitor.fill_in("#place-sites .making input", "Radio").await;
            }
            visitor.click(&format!("#place-{place} .making [type=submit]")).await;
            visitor.wait_until(&format!("document.querySelector('#place-{place} .once code')")).await;
            note_secrets(&visitor, ".once code").await;
            visitor.examine(&format!("owner-{place}")).await;
        }
        visitor.click("#place-sites [data-delete]").await;
        visitor.examine("owner-question").await;
        visitor.click("[data-yes]").await;
        visitor.wait_until("document.activeElement.id === 'heading-sites'").await;

        go_to(&visitor, "tracks").await;
        change_rule(&visitor, track).await;
        select(&visitor, ".tree select", "any").await;
        visitor.click("[data-add]").await;
        select(&visitor, SECOND, "schedule").await;
        visitor.click(".windows button").await;
        visitor.click(".editor summary").await;
        visitor.click("[data-save]").await;
        visitor.wait_until(&format!("{PROBLEMS} !== ''")).await;
        visitor.examine("owner-rule").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rule_round_trips_through_form_unchanged() {
    visit(setting(), async |visitor: Visitor| {
        open_page(&visitor).await;
        let script = format!("return (async () => {{ {ROUND_TRIPS} }})()");
        let wrong: Vec<String> = visitor.run(&script).await;
        assert!(wrong.is_empty(), "{wrong:#?}");
    })
    .await;
}
