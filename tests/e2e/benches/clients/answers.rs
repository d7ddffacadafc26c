//! Answers: where they stand, what is wrong with them, and what is left of them.

use std::time::Duration;

use tokio::time::sleep;

use crate::client::Client;
use crate::stage::{Outcome, Stage, TIMEOUT};
use crate::verdict::Verdict;

/// How long what must not happen is waited for.
const WATCH: Duration = Duration::from_secs(3);

async fn signs_in_on_page(stage: &Stage) -> Option<String> {
    stage.visitor.approve().await;
    if stage.is_signed_in(TIMEOUT).await {
        return None;
    }
    Some(failures(stage).await.unwrap_or_else(|| "no user is signed in".to_owned()))
}

/// The error of the callback page's client, if it has failed.
async fn failures(stage: &Stage) -> Option<String> {
    let script = "return (window.failures ?? []).map((one) => ({ ok: false, ...one }))[0] ?? null";
    stage.look::<Outcome>(script).await.map(|failure| failure.to_string())
}

pub(crate) async fn comes_in_the_query(stage: Stage) -> Verdict {
    let choice = stage.client.to_have_a_query();
    comes_so(Stage { choice, ..stage }, "?").await
}

pub(crate) async fn comes_in_the_fragment(stage: Stage) -> Verdict {
    if matches!(stage.client, Client::Auth0SpaJs | Client::OidcSpa) {
        return Verdict::NotOffered("a redirect is answered in the query".to_owned());
    }
    let choice = stage.client.to_have_a_fragment();
    comes_so(Stage { choice, ..stage }, "#").await
}

async fn comes_so(stage: Stage, mark: &str) -> Verdict {
    stage.come_to_consent_on_page().await;
    let address = stage.visitor.address().await;
    let query = mark == "?";
    let is_requested =
        if query { !address.contains("response_mode=fragment") } else { !address.contains("response_mode=query") };
    if !is_requested {
        return Verdict::fails(format_args!("it asks for the other: {address}"));
    }
    match (signs_in_on_page(&stage).await, stage.choice) {
        (None, Some(choice)) => Verdict::Passes(format!("with `{}`", choice.name)),
        (seen, _) => Verdict::unless(seen),
    }
}

/// Waits until the callback page of any client shows the result, or has led to another page.
async fn wait_for_callback(stage: &Stage) {
    let condition = match stage.client {
        Client::OidcSpa => "window.client",
        _ => "document.querySelector('main')?.textContent || location.pathname !== '/callback.html'",
    };
    stage.comes_true(condition, TIMEOUT).await;
}

/// Passes if a response with this query has no effect.
async fn is_refused(stage: &Stage, query: &str) -> Verdict {
    stage.visitor.goto(&format!("{}?{query}", stage.callback())).await;
    wait_for_callback(stage).await;
    let is_in = stage.is_signed_in(WATCH).await;
    let requests = stage.token_requests();
    if is_in || requests > 0 {
        return Verdict::fails("the code is sent to the service");
    }
    Verdict::passes()
}

pub(crate) async fn has_another_state(stage: Stage) -> Verdict {
    stage.come_to_consent_on_page().await;
    is_refused(&stage, "code=forged&state=another").await
}

pub(crate) async fn has_no_state(stage: Stage) -> Verdict {
    stage.come_to_consent_on_page().await;
    is_refused(&stage, "code=forged").await
}

pub(crate) async fn has_two_states(stage: Stage) -> Verdict {
    let right = stage.come_to_consent_on_page().await;
    is_refused(&stage, &format!("code=forged&state={right}&state=another")).await
}

pub(crate) async fn is_survived(stage: Stage) -> Verdict {
    stage.come_to_consent_on_page().await;
    let consent = stage.visitor.address().await;
    stage.visitor.goto(&format!("{}?code=forged&state=another", stage.callback())).await;
    // Whatever it does about it.
    wait_for_callback(&stage).await;
    stage.visitor.goto(&consent).await;
    Verdict::unless(signs_in_on_page(&stage).await)
}

/// The page is the app's own, and finishes a login if there is one.
pub(crate) async fn is_of_another_library(stage: Stage) -> Verdict {
    let path = "/spa.html?code=foreign&state=foreign";
    stage.visitor.go(path).await;
    stage.visitor.wait_until("window.failures").await;
    if let Some(failure) = failures(&stage).await {
        return Verdict::fails(failure);
    }
    let address = stage.visitor.address().await;
    if address.ends_with(path) { Verdict::passes() } else { Verdict::fails("the address is another") }
}

pub(crate) async fn is_handled_twice_at_once(stage: Stage) -> Verdict {
    stage.open().await;
    stage.set("{\"times\":2}").await;
    stage.visitor.click_and_leave("#page").await;
    stage.visitor.sign_in_at_service().await;
    let seen = signs_in_on_page(&stage).await;
    let failure = failures(&stage).await;
    match (seen.or(failure), stage.token_requests()) {
        (Some(seen), _) => Verdict::fails(seen),
        (None, 1) => Verdict::passes(),
        (None, tokens) => Verdict::fails(format_args!("{tokens} token requests")),
    }
}

pub(crate) async fn is_a_refusal_on_the_page(stage: Stage) -> Verdict {
    stage.come_to_consent_on_page().await;
    stage.visitor.deny().await;
    let before = stage.authorizations();
    sleep(WATCH).await;
    let is_at_home = stage.visitor.address().await.starts_with(stage.visitor.site.app());
    if stage.authorizations() > before || !is_at_home {
        return Verdict::fails("the person is sent back to the service");
    }
    Verdict::passes()
}

pub(crate) async fn is_a_refusal_in_the_popup(stage: Stage) -> Verdict {
    stage.come_to_consent().await;
    stage.visitor.deny().await;
    stage.visitor.turn_to_app().await;
    match stage.outcome(TIMEOUT).await {
        None => Verdict::fails(format_args!("still open after {} s", TIMEOUT.as_secs())),
        Some(outcome) if outcome.code == "access_denied" => Verdict::Passes(outcome.to_string()),
        Some(outcome) => Verdict::fails(outcome),
    }
}

/// A signed-in user opens the response's address again, from the history or a bookmark.
pub(crate) async fn is_opened_again(stage: Stage) -> Verdict {
    let right = stage.come_to_consent_on_page().await;
    if let Some(seen) = signs_in_on_page(&stage).await {
        return Verdict::fails(seen);
    }
    stage.visitor.goto(&format!("{}?code=used&state={right}", stage.callback())).await;
    wait_for_callback(&stage).await;
    let is_clean = stage.comes_true("!location.href.includes('code=')", WATCH).await;
    if stage.more_token_requests() > 0 {
        return Verdict::fails("the code is sent once more");
    }
    if is_clean { Verdict::passes() } else { Verdict::fails("the code stays in the address bar") }
}

pub(crate) async fn is_behind_the_back_button(stage: Stage) -> Verdict {
    stage.come_to_consent_on_page().await;
    if let Some(seen) = signs_in_on_page(&stage).await {
        return Verdict::fails(seen);
    }
    // A page with something behind it.
    stage.visitor.go("/index.html").await;
    stage.wait_for_client().await;
    stage.visitor.back().await;
    stage.visitor.wait_until("document.body").await;
    sleep(WATCH).await;
    let address = stage.visitor.address().await;
    match (stage.more_token_requests(), address.contains("code=")) {
        (0, false) => Verdict::passes(),
        (0, true) => Verdict::fails("the code is in the address bar"),
        (_, _) => Verdict::fails("the code is sent once more"),
    }
}

pub(crate) async fn is_not_there(stage: Stage) -> Verdict {
    stage.open().await;
    stage.visitor.goto(&stage.callback()).await;
    wait_for_callback(&stage).await;
    let failure = failures(&stage).await;
    if stage.authorizations() > 0 || stage.token_requests() > 0 {
        return Verdict::fails("the service is asked");
    }
    Verdict::unless(failure)
}

/// Where a code can still be read after a full-page redirect.
async fn is_left(stage: &Stage, way: &str) -> Option<String> {
    if way == "#page" {
        stage.come_to_consent_on_page().await;
        return signs_in_on_page(stage).await;
    }
    stage.come_to_consent().await;
    stage.visitor.approve().await;
    match stage.signs_in().await {
        Verdict::Passes(_) => None,
        verdict => Some(verdict.note().to_owned()),
    }
}

pub(crate) async fn is_not_in_the_address_bar(stage: Stage) -> Verdict {
    if let Some(seen) = is_left(&stage, "#page").await {
        return Verdict::fails(seen);
    }
    let is_clean = stage.comes_true("!location.href.includes('code=')", WATCH).await;
    if is_clean { Verdict::passes() } else { Verdict::fails("there it stays") }
}

pub(crate) async fn is_not_in_the_next_referrer(stage: Stage) -> Verdict {
    if let Some(seen) = is_left(&stage, "#page").await {
        return Verdict::fails(seen);
    }
    // A click on a link of the page's.
    let link =
        "const link = document.createElement('a'); link.href = '/index.html'; document.body.append(link); link.click()";
    let referrer = "return document.referrer";
    let own: String = stage.visitor.run(referrer).await;
    let _: Option<bool> = stage.visitor.run(link).await;
    stage.visitor.wait_until("location.pathname === '/index.html' && window.client").await;
    let next: String = stage.visitor.run(referrer).await;
    let has_code = [own, next].iter().any(|one| one.contains("code="));
    if has_code { Verdict::fails("there it is") } else { Verdict::passes() }
}

pub(crate) async fn is_in_no_request(stage: Stage) -> Verdict {
    let ways = if stage.client.has_popups() { &["#page", "#popup"][..] } else { &["#page"] };
    for &way in ways {
        if way == "#popup" {
            let _: Option<bool> = stage.visitor.run("localStorage.clear(); sessionStorage.clear()").await;
        }
        if let Some(seen) = is_left(&stage, way).await {
            return Verdict::fails(seen);
        }
    }
    let referrers = stage.visitor.site.pages_proxy.requests.referrers();
    let telling = referrers.iter().find(|(_, referrer)| referrer.contains("code="));
    telling.map_or_else(Verdict::passes, |(request, _)| Verdict::fails(format_args!("it is in that of `{request}`")))
}
