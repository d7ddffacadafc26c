//! Forged messages to the app while a popup is open. Any page may post to any window that it can reach.
//!
//! A message counts only if it is from the app's own origin **and** from the popup **and** about this login. Here at
//! most two of the three are true. The texts are those of a real popup, as the core writes them.

use serde_json::json;
use stagepass::error::Code;
use stagepass::handoff::Message;
use stagepass_native_tests::e2e::foreign_server::ForeignServer;
use stagepass_native_tests::e2e::pages::Pages;
use stagepass_native_tests::e2e::setting::Setting;
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

/// Data of every kind that can be posted, with their ports. None is a message of a popup, although some begin like one.
const GARBAGE: &str = "const { port1, port2 } = new MessageChannel();
    const long = 'x'.repeat(10_000_000);
    const garbage = [
      undefined, null, true, 12, NaN, 10n, '', '\\n', 'stagepass1', 'stagepass1\\n\\n\\n', 'stagepass2\\nsigned-in\\n' + state + '\\n',
      'stagepass1\\nsigned-in\\n' + state, 'stagepass1\\nsigned-in\\n' + state + '\\n\\n', 'stagepass1\\nanything\\n' + state + '\\n',
      'stagepass1\\nfailed\\n' + state + '\\n', 'stagepass1\\nfailed\\n' + state + '\\n' + long,
      'stagepass1\\nanswer\\n' + state + '\\n', 'stagepass1\\nanswer\\n' + state + '\\n' + long, 'stagepass1\\n' + long, long, '\\n'.repeat(10_000_000),
      '\\ud800', { kind: 'signed-in', state }, ['stagepass1', 'signed-in', state], { toString: 'signed-in' }, new Error('no'), new Map([[1, 2]]),
      { type: 'stagepass:refused', state: state + 'x', code: 'invalid_client' },
      { type: 'stagepass:refused', state: [state], code: 'invalid_client' },
      Array.from({ length: 40 }).reduce((inner) => [inner, inner], []),
      new Date(), new Uint8Array(10_000_000), new Blob(['stagepass1']), port1, { port2 },
    ];
    const portsOf = (data) => [port1, port2].filter((port) => data === port || data?.port2 === port);";

fn forgeries(visitor: &Visitor, state: &str) -> Vec<String> {
    let address = format!("{}/callback.html#code=stolen&state={state}", visitor.site.app());
    let words = [
        Message::Answer(address),
        Message::SignedIn(String::new()),
        Message::Failed(Code::AccessDenied),
        Message::Taken,
    ];
    words.iter().map(|message| message.to_text(state)).collect()
}

/// Opens the page, and by a click the popup, up to the consent page. The page counts the messages that it receives.
/// Returns the login's `state`.
async fn begin_login(visitor: &Visitor) -> String {
    visitor.open_client().await;
    visitor.record_logins().await;
    let _: Option<bool> =
        visitor.run("window.letters = 0; addEventListener('message', () => { window.letters += 1 })").await;
    visitor.click("#popup").await;
    visitor.turn_to_popup().await;
    visitor.sign_in_at_service().await;
    visitor.run("return new URL(location).searchParams.get('state')").await
}

/// The login is under way as if nothing had been posted; the real answer ends it.
async fn is_unmoved(visitor: &Visitor, letters: usize) {
    visitor.turn_to_app().await;
    visitor.wait_until(&format!("letters === {letters}")).await;
    visitor.wait_for_logins(&["pending"]).await;
    assert_eq!(visitor.keys("stagepass/").await.len(), 1, "the login is still to be claimed");
    assert_eq!(visitor.site.token_requests(), 0);
    visitor.turn_to_popup().await;
    visitor.approve().await;
    visitor.wait_until_popup_is_closed().await;
    visitor.wait_for_logins(&["signed-in"]).await;
    assert_eq!(visitor.site.token_requests(), 1);
    assert_eq!(visitor.console_errors().await, Vec::<String>::new());
}

/// Posts these texts from the current page to `target`, a JavaScript expression for a window.
async fn post(visitor: &Visitor, target: &str, words: &[String]) {
    let words = json!(words);
    let _: Option<bool> = visitor.run(&format!("for (const text of {words}) {target}.postMessage(text, '*')")).await;
}

/// Posts all other data, about the login with this state. Returns the number of messages.
async fn post_garbage(visitor: &Visitor, target: &str, state: &str) -> usize {
    visitor
        .run(&format!(
            "const state = {state:?};
             {GARBAGE}
             for (const data of garbage) {target}.postMessage(data, '*', portsOf(data));
             return garbage.length;"
        ))
        .await
}

/// Shows this page in a frame of the app's, and turns to it.
async fn show_in_frame(visitor: &Visitor, address: &str) {
    visitor.turn_to_app().await;
    let _: Option<bool> = visitor
        .run(&format!(
            "const frame = document.createElement('iframe');
             frame.addEventListener('load', () => {{ window.isFramed = true; }});
             frame.src = {address:?};
             document.body.append(frame);"
        ))
        .await;
    visitor.wait_until("window.isFramed").await;
    visitor.turn_to_frame().await;
}

/// Leads the popup to a page of the app by a script. If a user types an address, Chromium removes the opener.
async fn go_on_to_the_app(visitor: &Visitor) {
    let address = format!("{}/callback.html", visitor.site.app());
    let _: Option<bool> = visitor.run(&format!("location.href = {address:?}")).await;
    visitor.wait_for_address("/callback.html").await;
    visitor.wait_until("document.querySelector('[role=status]')").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_origin_that_knows_the_state_is_not_heard() {
    visit(clickable(), async |visitor: Visitor| {
        let foreign = ForeignServer::start().await;
        let state = begin_login(&visitor).await;
        show_in_frame(&visitor, &foreign.origin).await;
        let words = forgeries(&visitor, &state);
        post(&visitor, "parent", &words).await;
        let garbage = post_garbage(&visitor, "parent", &state).await;
        is_unmoved(&visitor, words.len() + garbage).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_popup_itself_is_not_heard_while_it_shows_a_page_of_another_origin() {
    visit(clickable(), async |visitor: Visitor| {
        let state = begin_login(&visitor).await;
        let words = forgeries(&visitor, &state);
        post(&visitor, "opener", &words).await;
        let garbage = post_garbage(&visitor, "opener", &state).await;
        is_unmoved(&visitor, words.len() + garbage).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_window_of_the_apps_own_that_knows_the_state_is_not_heard() {
    visit(clickable(), async |visitor: Visitor| {
        let state = begin_login(&visitor).await;
        let words = forgeries(&visitor, &state);
        show_in_frame(&visitor, "/callback.html").await;
        post(&visitor, "parent", &words).await;
        visitor.turn_to_app().await;
        post(&visitor, "window", &words).await;
        is_unmoved(&visitor, 2 * words.len()).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_popup_is_not_heard_on_a_page_of_the_apps_own_about_another_login_or_nothing() {
    visit(clickable(), async |visitor: Visitor| {
        let state = begin_login(&visitor).await;
        go_on_to_the_app(&visitor).await;
        let mut letters = 0;
        let others = ["sp1.p.AAAAAAAAAAAAAAAAAAAAAA", "", "sp1.p.", &state[..state.len() - 1], &format!("{state}A")];
        for other in others {
            let words = forgeries(&visitor, other);
            post(&visitor, "opener", &words).await;
            letters += words.len();
        }
        letters += post_garbage(&visitor, "opener", &state).await;
        visitor.back().await;
        is_unmoved(&visitor, letters).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_popup_is_heard_on_a_page_of_the_apps_own_about_this_login() {
    visit(clickable(), async |visitor: Visitor| {
        let state = begin_login(&visitor).await;
        go_on_to_the_app(&visitor).await;
        post(&visitor, "opener", &[Message::Failed(Code::AccessDenied).to_text(&state)]).await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_for_logins(&["access_denied"]).await;
    })
    .await;
}

/// A listener who is asked, and a page that may show any other in a frame.
fn clickable() -> Setting {
    Setting { pages: Pages::ClientOnly(&[]), ..Setting::default() }
}
