//! Lines about the app's window: reloads, tabs, frames, forged messages.

use std::time::Duration;

use serde_json::Value;
use thirtyfour::WindowHandle;
use tokio::time::{Instant, sleep};

use crate::stage::{Stage, TIMEOUT};
use crate::verdict::Verdict;

const SIGNED_OUT: &str = "no user is signed in";

pub(crate) async fn is_reloaded(stage: Stage) -> Verdict {
    stage.come_to_consent().await;
    stage.visitor.turn_to_app().await;
    stage.visitor.reload().await;
    stage.wait_for_client().await;
    stage.visitor.turn_to_popup().await;
    stage.visitor.approve().await;
    stage.visitor.turn_to_app().await;
    Verdict::unless((!stage.is_signed_in(TIMEOUT).await).then(|| SIGNED_OUT.to_owned()))
}

pub(crate) async fn is_closed(stage: Stage) -> Verdict {
    stage.open().await;
    stage.open_popup().await;
    let driver = stage.visitor.driver();
    let popup = stage.visitor.window().await;
    // A browser whose last window closes is gone.
    let spare = stage.visitor.open_tab().await;
    stage.visitor.turn_to_app().await;
    driver.close_window().await.expect("it closes");
    turn_to(&stage, &popup).await;
    stage.visitor.sign_in_at_service().await;
    stage.visitor.approve().await;
    let begun = Instant::now();
    while begun.elapsed() < TIMEOUT && driver.windows().await.expect("there is one").contains(&popup) {
        sleep(Duration::from_millis(50)).await;
    }
    turn_to(&stage, &spare).await;
    stage.visitor.go("/").await;
    stage.wait_for_client().await;
    Verdict::unless((!stage.is_signed_in(Duration::from_secs(3)).await).then(|| SIGNED_OUT.to_owned()))
}

pub(crate) async fn is_stuck(stage: Stage) -> Verdict {
    stage.come_to_consent().await;
    stage.visitor.turn_to_app().await;
    let stuck =
        "setTimeout(() => { for (const end = Date.now() + 5000; Date.now() < end; ); window.wasStuck = true; }, 300)";
    let _: Option<f64> = stage.visitor.run(&format!("return {stuck}")).await;
    stage.visitor.turn_to_popup().await;
    stage.visitor.approve().await;
    stage.visitor.turn_to_app().await;
    stage.visitor.wait_until("window.wasStuck").await;
    match (stage.signs_in().await, stage.token_requests()) {
        (Verdict::Passes(_), 1) => Verdict::passes(),
        (Verdict::Passes(_), tokens) => Verdict::fails(format_args!("{tokens} token requests")),
        (verdict, _) => verdict,
    }
}

pub(crate) async fn are_two_tabs(stage: Stage) -> Verdict {
    stage.open().await;
    let driver = stage.visitor.driver();
    let tabs = [stage.visitor.window().await, stage.visitor.open_tab().await];
    stage.open().await;
    let mut popups: Vec<WindowHandle> = Vec::new();
    for tab in &tabs {
        turn_to(&stage, tab).await;
        stage.visitor.click("#popup").await;
        let begun = Instant::now();
        let popup = loop {
            let windows = driver.windows().await.expect("there are some");
            if let Some(popup) = windows.into_iter().find(|window| !tabs.contains(window) && !popups.contains(window)) {
                break popup;
            }
            if begun.elapsed() > TIMEOUT {
                return Verdict::fails("one tab has no popup");
            }
            sleep(Duration::from_millis(50)).await;
        };
        popups.push(popup);
        turn_to(&stage, &popups[popups.len() - 1]).await;
        stage.visitor.sign_in_at_service().await;
    }
    for popup in &popups {
        turn_to(&stage, popup).await;
        stage.visitor.approve().await;
    }
    for (number, tab) in tabs.iter().enumerate() {
        turn_to(&stage, tab).await;
        match stage.outcome(TIMEOUT).await {
            Some(outcome) if outcome.ok => {}
            Some(outcome) => return Verdict::fails(format_args!("tab {}: {outcome}", number + 1)),
            None => {
                return Verdict::fails(format_args!("tab {}: still open after {} s", number + 1, TIMEOUT.as_secs()));
            }
        }
        if !stage.is_signed_in(TIMEOUT).await {
            return Verdict::fails(format_args!("tab {}: {SIGNED_OUT}", number + 1));
        }
    }
    Verdict::passes()
}

/// Another site shows it.
pub(crate) async fn is_in_a_frame(stage: Stage) -> Verdict {
    let frame = async || {
        stage.visitor.turn_to_app().await;
        stage.visitor.turn_to_frame().await;
    };
    // The callback page is no frame: a choice is for it.
    stage.open().await;
    stage.visitor.goto(&format!("{}/", stage.visitor.site.frame())).await;
    frame().await;
    stage.wait_for_client().await;
    stage.open_popup().await;
    stage.visitor.sign_in_at_service().await;
    stage.visitor.approve().await;
    frame().await;
    match stage.outcome(TIMEOUT).await {
        None => Verdict::fails(format_args!("still open after {} s", TIMEOUT.as_secs())),
        Some(outcome) if !outcome.ok => Verdict::fails(outcome),
        Some(_) => Verdict::unless((!stage.is_signed_in(TIMEOUT).await).then(|| SIGNED_OUT.to_owned())),
    }
}

async fn turn_to(stage: &Stage, window: &WindowHandle) {
    stage.visitor.driver().switch_to_window(window.clone()).await.expect("it is there");
}

/// The sender of a forged message. [`Forger::Origin`] has another origin than the client expects. [`Forger::Window`]
/// has the expected origin, and knows the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Forger {
    Origin,
    Window,
}

pub(crate) async fn hears_another_origin(stage: Stage) -> Verdict {
    hears(stage, Forger::Origin).await
}

pub(crate) async fn hears_another_window(stage: Stage) -> Verdict {
    hears(stage, Forger::Window).await
}

/// Saves the message that the app's page gets from a login.
const LISTEN: &str = "addEventListener('message', ({ data, origin }) => { window.told ??= { data, origin } })";

/// The client's own message, with another code and the right state.
async fn hears(stage: Stage, forger: Forger) -> Verdict {
    stage.open().await;
    let _: Option<bool> = stage.visitor.run(LISTEN).await;
    stage.open_popup().await;
    stage.visitor.sign_in_at_service().await;
    let script = "return new URL(location).searchParams.get('state')";
    let first: String = stage.visitor.run(script).await;
    stage.visitor.approve().await;
    stage.signs_in().await;
    // Otherwise the next click could get the window that is just closing.
    stage.windows_left().await;
    let received: Value = stage.visitor.run("return window.told ?? null").await;
    let Some(origin) = received["origin"].as_str() else {
        return Verdict::NotOffered("its popup posts no message".to_owned());
    };
    let tokens = stage.token_requests();

    stage.open_popup().await;
    stage.visitor.wait_for_page("consent").await;
    let second: String = stage.visitor.run(script).await;
    stage.visitor.turn_to_app().await;
    let message = with_another_code(&received["data"], &first, &second);
    let from =
        if forger == Forger::Window { format!("{origin}/index.html") } else { "data:text/html,forger".to_owned() };
    let frame =
        format!("const frame = document.createElement('iframe'); frame.src = '{from}'; document.body.append(frame)");
    let _: Option<bool> = stage.visitor.run(&frame).await;
    stage.visitor.turn_to_frame().await;
    let _: Option<bool> = stage.visitor.run(&format!("parent.postMessage({message}, '*')")).await;
    stage.visitor.turn_to_app().await;
    let outcome = stage.outcome(Duration::from_secs(3)).await;
    match (stage.token_requests() > tokens, outcome) {
        (true, _) => Verdict::fails("the forged code is sent to the service"),
        (false, Some(outcome)) => Verdict::fails(format_args!("the login ends: {outcome}")),
        (false, None) => Verdict::passes(),
    }
}

/// The message with the second login's state, and each `code` in it forged: as a member, or in an address.
fn with_another_code(message: &Value, first: &str, second: &str) -> Value {
    let text = message.to_string().replace(first, second);
    let mut message: Value = serde_json::from_str(&text).expect("a state needs no quotes");
    forge(&mut message);
    message
}

fn forge(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if name == "code" { *member = "forged".into() } else { forge(member) }
            }
        }
        Value::Array(members) => members.iter_mut().for_each(forge),
        Value::String(text) => {
            if let Some((before, rest)) = text.split_once("code=") {
                let after = rest.split_once('&').map_or("", |(_, after)| after);
                *text = format!("{before}code=forged&{after}");
            }
        }
        _ => {}
    }
}
