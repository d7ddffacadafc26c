//! Signing in by popup, and the ways in which that ends early.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::client::Client;
use crate::stage::{Stage, TIMEOUT};
use crate::verdict::Verdict;

/// Longer than a popup may look closed because it was cut off.
const WHILE: Duration = Duration::from_secs(5);

pub(crate) async fn signs_in(stage: Stage) -> Verdict {
    stage.come_to_consent().await;
    stage.visitor.approve().await;
    let verdict = stage.signs_in().await;
    if !matches!(verdict, Verdict::Passes(_)) {
        return verdict;
    }
    let (tokens, windows) = (stage.token_requests(), stage.windows_left().await);
    match (tokens, windows) {
        (1, 1) => verdict,
        (1, _) => Verdict::fails("the popup stays open"),
        (tokens, _) => Verdict::fails(format_args!("{tokens} token requests")),
    }
}

pub(crate) async fn reports_that_it_is_blocked(stage: Stage) -> Verdict {
    stage.open().await;
    click_by_script(&stage).await;
    match stage.outcome(TIMEOUT).await {
        None => Verdict::fails(format_args!("still open after {} s", TIMEOUT.as_secs())),
        Some(outcome) if outcome.ok => Verdict::fails("it resolves"),
        Some(outcome) if outcome.code.is_empty() => Verdict::fails(format_args!("{outcome}, which has no code")),
        Some(outcome) => Verdict::Passes(outcome.to_string()),
    }
}

pub(crate) async fn goes_on_in_the_page_where_blocked(stage: Stage) -> Verdict {
    let other = match stage.client {
        Client::OidcClientTs => Some("signinRedirect"),
        Client::Auth0SpaJs => Some("loginWithRedirect"),
        Client::OktaAuthJs => Some("signInWithRedirect"),
        Client::MsalBrowser => Some("loginRedirect"),
        _ => None,
    };
    if let Some(other) = other {
        return Verdict::NotOffered(format!("the app catches the error and calls `{other}`"));
    }
    stage.open().await;
    stage.ask("{\"fallback\":\"fullScreen\"}").await;
    click_by_script(&stage).await;
    stage.visitor.sign_in_at_service().await;
    stage.visitor.approve().await;
    if !stage.is_signed_in(TIMEOUT).await {
        return Verdict::fails("no user is signed in");
    }
    Verdict::Passes("with `fallback: \"redirect\"`".to_owned())
}

/// Clicks by a script, for which the browser opens no window.
async fn click_by_script(stage: &Stage) {
    let _: Option<bool> = stage.visitor.run("document.querySelector('#popup').click()").await;
}

pub(crate) async fn is_closed_at_once(stage: Stage) -> Verdict {
    stage.open().await;
    stage.open_popup().await;
    stage.visitor.wait_for_page("sign-in").await;
    stage.settles_when_closed().await
}

pub(crate) async fn is_closed_at_consent(stage: Stage) -> Verdict {
    stage.come_to_consent().await;
    sleep(WHILE).await;
    stage.settles_when_closed().await
}

pub(crate) async fn is_closed_after_approval(stage: Stage) -> Verdict {
    stage.come_to_consent().await;
    sleep(WHILE).await;
    let site = &stage.visitor.site;
    let _answer = match stage.client {
        Client::Stagepass | Client::OidcClientTs => site.pages_proxy.hold_next("GET /callback.html"),
        _ => site.service_proxy.hold_next(stage.client.consent()),
    };
    // Not `approve`, which waits until the page has gone. A driver would wait for that as well, if it had clicked.
    let press = "const allow = document.querySelector('[data-act=approve]');
        setTimeout(() => allow.form.requestSubmit(allow), 100)";
    stage.visitor.click("h1").await;
    stage.visitor.wait_until("!document.querySelector('[data-act=approve]').disabled").await;
    let _: Option<f64> = stage.visitor.run(press).await;
    stage.visitor.site.service_proxy.requests.wait_for(stage.client.consent(), 1).await;
    sleep(Duration::from_millis(500)).await;
    stage.settles_when_closed().await
}

/// Where app or service are isolated: the popup looks closed all the while.
pub(crate) async fn signs_in_after_a_while(stage: Stage) -> Verdict {
    stage.come_to_consent().await;
    sleep(WHILE).await;
    stage.visitor.approve().await;
    stage.signs_in().await
}

/// The same with the option for which the client notices a closed popup.
pub(crate) async fn signs_in_though_closing_is_noticed(mut stage: Stage) -> Verdict {
    stage.choice = stage.client.to_notice_closing();
    let choice = stage.choice;
    let verdict = signs_in_after_a_while(stage).await;
    match (verdict, choice) {
        (Verdict::Fails(seen), Some(choice)) => Verdict::Fails(format!("with `{}`: {seen}", choice.name)),
        (verdict, _) => verdict,
    }
}

/// The user switches to the app while the popup is open, and back.
pub(crate) async fn signs_in_who_has_been_back(stage: Stage) -> Verdict {
    stage.come_to_consent().await;
    sleep(WHILE).await;
    stage.visitor.turn_to_app().await;
    stage.visitor.click("h1").await;
    sleep(WHILE).await;
    let early = stage.outcome(Duration::ZERO).await;
    stage.visitor.turn_to_popup().await;
    stage.visitor.approve().await;
    stage.visitor.turn_to_app().await;
    let is_signed_in = stage.is_signed_in(TIMEOUT).await;
    match (is_signed_in, early) {
        (true, None) => Verdict::passes(),
        (true, Some(early)) => {
            Verdict::Passes(format!("the call has ended with {early} by then; the app gets an event"))
        }
        (false, None) => Verdict::fails("no user is signed in"),
        (false, Some(early)) => Verdict::fails(format_args!("{early}, and no user is signed in")),
    }
}

pub(crate) async fn signs_in_by_the_second_click(stage: Stage) -> Verdict {
    stage.open().await;
    stage.open_popup().await;
    stage.visitor.wait_for_page("sign-in").await;
    let driver = stage.visitor.driver();
    let first = driver.window().await.expect("it is there");
    let _: Option<bool> = stage.visitor.run("window.isFirst = true").await;
    stage.visitor.turn_to_app().await;
    let app = driver.window().await.expect("it is there");
    stage.visitor.click("#popup").await;
    // The same window, another, or the first and another. A client may also keep the first login.
    let begun = Instant::now();
    while stage.authorizations() < 2 && begun.elapsed() < WHILE {
        sleep(Duration::from_millis(50)).await;
    }
    let windows = driver.windows().await.expect("there are some");
    let popups: Vec<_> = windows.into_iter().filter(|window| *window != app).collect();
    let newest = popups.iter().find(|popup| **popup != first).or(popups.first());
    let Some(newest) = newest else { return Verdict::fails("no popup is left") };
    driver.switch_to_window(newest.clone()).await.expect("it is there");
    if stage.authorizations() > 1 {
        // In the same window, the first page may still be shown.
        stage.comes_true("!window.isFirst", TIMEOUT).await;
    }
    stage.visitor.sign_in_at_service().await;
    stage.visitor.approve().await;
    let verdict = stage.signs_in().await;
    match (verdict, stage.windows_left().await) {
        (Verdict::Passes(_), 1) => Verdict::passes(),
        (Verdict::Passes(_), _) => Verdict::fails("signed in, and the first popup stays open"),
        (verdict, _) => verdict,
    }
}
