//! Forged responses in messages, which any page may post to any window that it can reference.
//!
//! A message counts only if it is from the app's own origin, or from the service's if the login asked for that, **and**
//! from the popup **and** about this login. Here at most two of the three are true. The texts are those of a real
//! popup, as the core writes them.

use serde_json::{Value, json};
use stagepass_core::error::Code;
use stagepass_core::handoff::Message;
use stagepass_e2e_tests::foreign_server::ForeignServer;
use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

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
      { type: 'authorization_response', response: null }, { type: 'authorization_response', code: 'stolen', state },
      { type: 'authorization_response', response: { code: 'stolen', state: state + 'x' } },
      Array.from({ length: 40 }).reduce((inner) => [inner, inner], []),
      new Date(), new Uint8Array(10_000_000), new Blob(['stagepass1']), port1, { port2 },
    ];
    const portsOf = (data) => [port1, port2].filter((port) => data === port || data?.port2 === port);";

/// States of other logins, or of none.
fn other_states(state: &str) -> [String; 5] {
    let shorter = state.split_at(state.len() - 1).0;
    ["sp1.p.AAAAAAAAAAAAAAAAAAAAAA", "", "sp1.p.", shorter, &format!("{state}A")].map(str::to_owned)
}

/// All messages of a callback page, about the login with this state.
fn of_callback_page(visitor: &Visitor, state: &str) -> Vec<Value> {
    let address = format!("{}/callback.html#code=stolen&state={state}", visitor.site.app());
    let messages = [
        Message::Response(address),
        Message::SignedIn(String::new()),
        Message::Failed(Code::AccessDenied),
        Message::Taken,
    ];
    messages.iter().map(|message| message.to_text(state).into()).collect()
}

/// The message of the service's page (`responseMode: "web_message"`), about the login with this state.
fn of_service(visitor: &Visitor, state: &str) -> Vec<Value> {
    let response = json!({ "code": "stolen", "state": state, "iss": visitor.site.base_url() });
    vec![json!({ "type": "authorization_response", "response": response })]
}

/// Opens the page, and by a click the popup, up to the consent page. The page counts the messages that it receives.
/// Returns the login's `state`.
async fn begin_login(visitor: &Visitor) -> String {
    visitor.open_client().await;
    visitor.record_logins().await;
    let _: Option<bool> = visitor
        .run(
            "window.options = { responseMode: 'web_message' };
             window.letters = 0;
             addEventListener('message', () => { window.letters += 1 });",
        )
        .await;
    visitor.click_and_turn_to_popup("#popup").await;
    visitor.sign_in_at_service().await;
    visitor.run("return new URL(location).searchParams.get('state')").await
}

/// Checks that the app has received so many messages, and that the login continues as if there had been none.
async fn is_pending(visitor: &Visitor, letters: usize) {
    visitor.turn_to_app().await;
    visitor.wait_until(&format!("letters === {letters}")).await;
    visitor.wait_for_logins(&["pending"]).await;
    assert_eq!(visitor.keys("stagepass/").await.len(), 1, "the login is still to be claimed");
    assert_eq!(visitor.site.token_requests(), 0);
}

/// Posts these from the current page to `target`, a JavaScript expression for a window. Returns their number.
async fn post(visitor: &Visitor, target: &str, messages: &[Value]) -> usize {
    let texts = json!(messages);
    let _: Option<bool> = visitor.run(&format!("for (const data of {texts}) {target}.postMessage(data, '*')")).await;
    messages.len()
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

/// Shows this page in the only frame of the app's page, and turns to it.
async fn show_in_frame(visitor: &Visitor, address: &str) {
    visitor.turn_to_app().await;
    let _: Option<bool> = visitor
        .run(&format!(
            "document.querySelector('iframe')?.remove();
             window.isFramed = false;
             const frame = document.createElement('iframe');
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

/// The pages know the state. Then the popup's own response ends the login.
#[tokio::test(flavor = "multi_thread")]
async fn forged_messages_are_ignored() {
    visit(clickable(), async |visitor: Visitor| {
        let foreign = ForeignServer::start().await;
        let state = begin_login(&visitor).await;
        let popup = visitor.window().await;
        let known = of_callback_page(&visitor, &state);
        let all = [known.clone(), of_service(&visitor, &state)].concat();

        // From other windows: of another origin, and of the app's.
        show_in_frame(&visitor, &foreign.origin).await;
        let mut letters = post(&visitor, "parent", &all).await + post_garbage(&visitor, "parent", &state).await;
        show_in_frame(&visitor, "/callback.html").await;
        letters += post(&visitor, "parent", &all).await;
        visitor.turn_to_app().await;
        letters += post(&visitor, "window", &all).await;
        is_pending(&visitor, letters).await;

        // From the popup, while it shows the service's page.
        visitor.turn_to(&popup).await;
        letters += post(&visitor, "opener", &known).await;
        letters += post_garbage(&visitor, "opener", &state).await;
        is_pending(&visitor, letters).await;

        // From the popup on a page of the app: about another login, or as if it were the service.
        visitor.turn_to(&popup).await;
        go_on_to_the_app(&visitor).await;
        for other in other_states(&state) {
            letters += post(&visitor, "opener", &of_callback_page(&visitor, &other)).await;
        }
        letters += post(&visitor, "opener", &of_service(&visitor, &state)).await;
        letters += post_garbage(&visitor, "opener", &state).await;
        is_pending(&visitor, letters).await;

        visitor.turn_to(&popup).await;
        visitor.back().await;
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_for_logins(&["signed-in"]).await;
        assert_eq!(visitor.site.token_requests(), 1);
        assert_eq!(visitor.console_errors().await, Vec::<String>::new());
    })
    .await;
}

/// The service's own pages, and a page that may show any other in a frame.
fn clickable() -> Setting {
    Setting { pages: Pages::ClientOnly(&[]), ..Setting::default() }
}
