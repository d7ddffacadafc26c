//! Controls on the service's pages, with keys that are held down, scripts, and URLs whose fragment names a control. An
//! attacker's page can use scripts and such URLs, and can make a user hold a key.

use std::time::Duration;

use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use thirtyfour::Key;
use tokio::time::timeout;

use crate::service::developer::{open, sign_in_for};

const CONSENT: &str = "POST /v1/oauth/consent";
const EVERYWHERE: &str = "POST /v1/account/sign-out-everywhere";
/// As often as a held key repeats in a third of a second.
const REPEATS: usize = 10;
/// How often the focus may be lost to another browser.
const TRIES: usize = 10;
/// How long a form takes to be sent, if its button acts.
const SENT_WITHIN: Duration = Duration::from_secs(3);

fn setting() -> Setting {
    Setting { pages: Pages::ClientOnly(&[]), has_own_engines: true, ..Setting::default() }
}

fn control(act: &str) -> String {
    format!("[data-act={act}]")
}

#[tokio::test(flavor = "multi_thread")]
async fn held_key_activates_no_control_until_released() {
    visit(setting(), async |visitor: Visitor| {
        let consent = consent_page(&visitor).await;
        for (key, acts, path, request) in [
            (Key::Enter, "approve", consent.as_str(), CONSENT),
            (Key::Space, "approve", consent.as_str(), CONSENT),
            (Key::Enter, "sign-out-everywhere", "/account", EVERYWHERE),
        ] {
            let before = visitor.site.service_proxy.requests.count(request);
            open(&visitor, "/connected-apps").await;
            hold(&visitor, &key, 1).await;
            open(&visitor, path).await;
            visitor.wait_until_armed(&control(acts)).await;
            // Worse than any address can do.
            focus(&visitor, &control(acts)).await;
            hold(&visitor, &key, REPEATS).await;
            // The opener navigates within the page: no event reports the focus.
            visitor.run::<()>("location.hash = 'elsewhere'").await;
            visitor.wait_until("document.querySelector('[data-act]').disabled").await;
            visitor.wait_until_armed(&control(acts)).await;
            focus(&visitor, &control(acts)).await;
            hold(&visitor, &key, REPEATS).await;
            visitor.key_up(&key).await;
            has_settled(&visitor).await;
            assert_eq!(visitor.site.service_proxy.requests.count(request), before, "{acts} by {key:?}");
            assert_eq!(questions(&visitor).await, 0, "a held key is not even asked about");

            loop {
                // As with Tab: one whole press before the one that counts.
                visitor.press_key(Key::Shift).await;
                focus(&visitor, &control(acts)).await;
                visitor.press_key(key.clone()).await;
                if has_sent(&visitor, request, before + 1).await {
                    break;
                }
            }
            if acts == "approve" {
                visitor.wait_until("!location.pathname.endsWith('/consent')").await;
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn address_focuses_no_control() {
    visit(setting(), async |visitor: Visitor| {
        let consent = consent_page(&visitor).await;
        open(&visitor, "/apps").await;
        let app: String = visitor.run("return new URL(document.querySelector('.apps a').href).pathname").await;
        let app = app.trim_start_matches("/v1").to_owned();
        for path in [&*consent, "/account", "/connected-apps", &*app, "/apps/new"] {
            open(&visitor, path).await;
            visitor.wait_until_armed("[data-act]").await;
            let focused: Vec<String> = visitor
                .run(
                    "const controls = [...document.querySelectorAll('button, input[type=submit]')];
                     const names = controls.flatMap((control) => [...control.attributes].map(({ value }) => value));
                     return (async () => {
                     const reached = [];
                     for (const name of new Set(names)) {
                       location.hash = encodeURIComponent(name);
                       await new Promise((done) => setTimeout(done, 20));
                       const found = document.activeElement;
                       if (found?.matches('button')) reached.push(name);
                     }
                     return reached;
                     })()",
                )
                .await;
            assert!(focused.is_empty(), "{path}: {focused:?}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn click_by_a_script_does_nothing() {
    visit(setting(), async |visitor: Visitor| {
        let consent = consent_page(&visitor).await;
        open(&visitor, &consent).await;
        visitor.wait_until_armed("[data-act=approve]").await;
        let is_enabled: bool = visitor
            .run(
                "const allow = document.querySelector('[data-act=approve]');
                 const all = { bubbles: true, cancelable: true, key: 'Enter', code: 'Enter' };
                 for (const name of ['pointerdown', 'pointerup']) allow.dispatchEvent(new PointerEvent(name, all));
                 for (const name of ['keydown', 'keyup']) allow.dispatchEvent(new KeyboardEvent(name, all));
                 allow.dispatchEvent(new MouseEvent('click', all));
                 allow.click();
                 return !allow.disabled",
            )
            .await;
        assert!(is_enabled, "the clicks came while it could be clicked");
        has_settled(&visitor).await;
        assert_eq!(visitor.site.service_proxy.requests.count(CONSENT), 0);
        assert_eq!(questions(&visitor).await, 0);
    })
    .await;
}

/// A label represents assistive technology: the browser clicks its control without a pointer or key event on the
/// control.
#[tokio::test(flavor = "multi_thread")]
async fn click_without_pointer_or_key_needs_confirmation() {
    visit(setting(), async |visitor: Visitor| {
        let consent = consent_page(&visitor).await;
        open(&visitor, &consent).await;
        visitor
            .run::<()>(
                "const label = document.createElement('label');
                 label.textContent = label.htmlFor = document.querySelector('[data-act=approve]').id = 'labelled';
                 document.querySelector('h1').after(label)",
            )
            .await;
        // The second of a double click is no answer to the question.
        visitor.wait_until_armed("[data-act=approve]").await;
        visitor.double_click("label").await;
        has_settled(&visitor).await;
        assert_eq!(visitor.site.service_proxy.requests.count(CONSENT), 0);
        loop {
            click_until_confirmation(&visitor, "label").await;
            has_settled(&visitor).await;
            visitor.click("label").await;
            if has_sent(&visitor, CONSENT, 1).await {
                break;
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finger_allows() {
    visit(setting(), async |visitor: Visitor| {
        let consent = consent_page(&visitor).await;
        open(&visitor, &consent).await;
        loop {
            visitor.tap("[data-act=approve]").await;
            if has_sent(&visitor, CONSENT, 1).await {
                break;
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keyboard_alone_approves_and_signs_out_everywhere() {
    visit(setting(), async |visitor: Visitor| {
        let consent = consent_page(&visitor).await;
        open(&visitor, &consent).await;
        // Also while all buttons are disabled, Tab stays on the page.
        visitor.press_key(Key::Tab).await;
        assert!(visitor.has_focus("h1").await);
        send_by_key(&visitor, CONSENT, "[data-act=approve]", Key::Enter).await;
        visitor.wait_until("location.pathname === '/callback.html'").await;
        open(&visitor, "/account").await;
        visitor.wait_for_page("account").await;
        send_by_key(&visitor, EVERYWHERE, "[data-act=sign-out-everywhere]", Key::Space).await;
        visitor.wait_for_page("sign-in").await;
    })
    .await;
}

/// Signs in, and returns the path of the app's consent page below the base URL.
async fn consent_page(visitor: &Visitor) -> String {
    sign_in_for(visitor, "/account").await;
    visitor.go("/").await;
    let api_key: String =
        visitor.run("return fetch('/config.json').then((answer) => answer.json()).then(({ apiKey }) => apiKey)").await;
    let redirect_uri = format!("{}/callback.html", visitor.site.app());
    let challenge = "A".repeat(43);
    format!(
        "/oauth/authorize?api_key={api_key}&redirect_uri={redirect_uri}&response_type=code&scope=write&state=s\
         &code_challenge={challenge}&code_challenge_method=S256"
    )
}

/// Moves the focus there by a script. If another browser on the same screen takes it, the page disables the
/// control.
async fn focus(visitor: &Visitor, css: &str) {
    for _ in 0..TRIES {
        visitor.wait_until_armed(css).await;
        visitor.run::<()>(&format!("document.querySelector({css:?}).focus()")).await;
        if visitor.has_focus(css).await {
            return;
        }
    }
    assert!(visitor.has_focus(css).await, "{css} does not take the focus");
}

/// Whether the page sends this request for the `count`th time, after the user has acted. If it does not, act again:
/// another browser on the same screen may have taken the focus, and then the page disables its controls.
async fn has_sent(visitor: &Visitor, request: &str, count: usize) -> bool {
    timeout(SENT_WITHIN, visitor.site.service_proxy.requests.wait_for(request, count)).await.is_ok()
}

/// Moves the focus to a control with Tab and presses the key, until the page sends this request.
async fn send_by_key(visitor: &Visitor, request: &str, css: &str, key: Key) {
    loop {
        visitor.tab_to(css).await;
        visitor.press_key(key.clone()).await;
        if has_sent(visitor, request, 1).await {
            break;
        }
    }
}

/// Sends this many key-down events, and no key-up.
async fn hold(visitor: &Visitor, key: &Key, times: usize) {
    for _ in 0..times {
        visitor.key_down(key).await;
    }
}

/// Waits as long as a form needs to be submitted and answered.
async fn has_settled(visitor: &Visitor) {
    visitor.run::<()>("return new Promise((done) => setTimeout(done, 600))").await;
}

/// How many questions the page asks.
async fn questions(visitor: &Visitor) -> usize {
    visitor.run("return document.querySelectorAll('.confirm').length").await
}

/// Clicks this until the page asks for confirmation. If another browser on the same screen takes the focus, the
/// page withdraws its question.
async fn click_until_confirmation(visitor: &Visitor, css: &str) {
    const HAS_CONFIRMATION: &str =
        "return !!document.querySelector('[role=alert].confirm')?.textContent.includes('“Allow” once more')";
    for _ in 0..TRIES {
        if visitor.run(HAS_CONFIRMATION).await {
            return;
        }
        visitor.wait_until_armed("[data-act=approve]").await;
        visitor.click(css).await;
    }
    assert!(visitor.run::<bool>(HAS_CONFIRMATION).await, "the page does not ask");
}
