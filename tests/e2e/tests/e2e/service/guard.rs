//! Controls on the service's pages, with keys that are held down, scripts, and URLs whose fragment names a control. An
//! attacker's page can use scripts and such URLs, and can make a user hold a key.

use std::time::Duration;

use stagepass_e2e_tests::pages::Pages;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use thirtyfour::Key;
use tokio::time::timeout;

use crate::service::developer::DeveloperSteps;

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
        let consent = visitor.consent_page().await;
        for (key, acts, path, request) in [
            (Key::Enter, "approve", consent.as_str(), CONSENT),
            (Key::Space, "approve", consent.as_str(), CONSENT),
            (Key::Enter, "sign-out-everywhere", "/account", EVERYWHERE),
        ] {
            let before = visitor.site.service_proxy.requests.count(request);
            visitor.open("/connected-apps").await;
            visitor.hold(&key, 1).await;
            visitor.open(path).await;
            visitor.wait_until_armed(&control(acts)).await;
            // Worse than any address can do.
            visitor.focus(&control(acts)).await;
            visitor.hold(&key, REPEATS).await;
            // The opener navigates within the page: no event reports the focus.
            visitor.run::<()>("location.hash = 'elsewhere'").await;
            visitor.wait_until("document.querySelector('[data-act]').disabled").await;
            visitor.wait_until_armed(&control(acts)).await;
            visitor.focus(&control(acts)).await;
            visitor.hold(&key, REPEATS).await;
            visitor.key_up(&key).await;
            visitor.has_settled().await;
            assert_eq!(visitor.site.service_proxy.requests.count(request), before, "{acts} by {key:?}");
            assert_eq!(visitor.questions().await, 0, "a held key is not even asked about");

            loop {
                // As with Tab: one whole press before the one that counts.
                visitor.press_key(Key::Shift).await;
                visitor.focus(&control(acts)).await;
                visitor.press_key(key.clone()).await;
                if visitor.has_sent(request, before + 1).await {
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
        let consent = visitor.consent_page().await;
        visitor.open("/apps").await;
        let app: String = visitor.run("return new URL(document.querySelector('.apps a').href).pathname").await;
        let app = app.trim_start_matches("/v1").to_owned();
        for path in [&*consent, "/account", "/connected-apps", &*app, "/apps/new"] {
            visitor.open(path).await;
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
        let consent = visitor.consent_page().await;
        visitor.open(&consent).await;
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
        visitor.has_settled().await;
        assert_eq!(visitor.site.service_proxy.requests.count(CONSENT), 0);
        assert_eq!(visitor.questions().await, 0);
    })
    .await;
}

/// A label represents assistive technology: the browser clicks its control without a pointer or key event on the
/// control.
#[tokio::test(flavor = "multi_thread")]
async fn click_without_pointer_or_key_needs_confirmation() {
    visit(setting(), async |visitor: Visitor| {
        let consent = visitor.consent_page().await;
        visitor.open(&consent).await;
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
        visitor.has_settled().await;
        assert_eq!(visitor.site.service_proxy.requests.count(CONSENT), 0);
        loop {
            visitor.click_until_confirmation("label").await;
            visitor.has_settled().await;
            visitor.click("label").await;
            if visitor.has_sent(CONSENT, 1).await {
                break;
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finger_allows() {
    visit(setting(), async |visitor: Visitor| {
        let consent = visitor.consent_page().await;
        visitor.open(&consent).await;
        loop {
            visitor.tap("[data-act=approve]").await;
            if visitor.has_sent(CONSENT, 1).await {
                break;
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keyboard_alone_approves_and_signs_out_everywhere() {
    visit(setting(), async |visitor: Visitor| {
        let consent = visitor.consent_page().await;
        visitor.open(&consent).await;
        // Also while all buttons are disabled, Tab stays on the page.
        visitor.press_key(Key::Tab).await;
        assert!(visitor.has_focus("h1").await);
        visitor.send_by_key(CONSENT, "[data-act=approve]", Key::Enter).await;
        visitor.wait_until("location.pathname === '/callback.html'").await;
        visitor.open("/account").await;
        visitor.wait_for_page("account").await;
        visitor.send_by_key(EVERYWHERE, "[data-act=sign-out-everywhere]", Key::Space).await;
        visitor.wait_for_page("sign-in").await;
    })
    .await;
}

trait GuardSteps {
    /// Signs in, and returns the path of the app's consent page below the base URL.
    async fn consent_page(&self) -> String;

    /// Moves the focus there by a script. If another browser on the same screen takes it, the page disables the
    /// control.
    async fn focus(&self, css: &str);

    /// Whether the page sends this request for the `count`th time, after the user has acted. If it does not, act again:
    /// another browser on the same screen may have taken the focus, and then the page disables its controls.
    async fn has_sent(&self, request: &str, count: usize) -> bool;

    /// Moves the focus to a control with Tab and presses the key, until the page sends this request.
    async fn send_by_key(&self, request: &str, css: &str, key: Key);

    /// Sends this many key-down events, and no key-up.
    async fn hold(&self, key: &Key, times: usize);

    /// Waits as long as a form needs to be submitted and answered.
    async fn has_settled(&self);

    /// How many questions the page asks.
    async fn questions(&self) -> usize;

    /// Clicks this until the page asks for confirmation. If another browser on the same screen takes the focus, the
    /// page withdraws its question.
    async fn click_until_confirmation(&self, css: &str);
}

impl GuardSteps for Visitor {
    async fn consent_page(&self) -> String {
        self.sign_in_for("/account").await;
        self.go("/").await;
        let api_key: String =
            self.run("return fetch('/config.json').then((answer) => answer.json()).then(({ apiKey }) => apiKey)").await;
        let redirect_uri = format!("{}/callback.html", self.site.app());
        let challenge = "A".repeat(43);
        format!(
            "/oauth/authorize?api_key={api_key}&redirect_uri={redirect_uri}&response_type=code&scope=write&state=s\
             &code_challenge={challenge}&code_challenge_method=S256"
        )
    }

    async fn focus(&self, css: &str) {
        for _ in 0..TRIES {
            self.wait_until_armed(css).await;
            self.run::<()>(&format!("document.querySelector({css:?}).focus()")).await;
            if self.has_focus(css).await {
                return;
            }
        }
        assert!(self.has_focus(css).await, "{css} does not take the focus");
    }

    async fn has_sent(&self, request: &str, count: usize) -> bool {
        timeout(SENT_WITHIN, self.site.service_proxy.requests.wait_for(request, count)).await.is_ok()
    }

    async fn send_by_key(&self, request: &str, css: &str, key: Key) {
        loop {
            self.tab_to(css).await;
            self.press_key(key.clone()).await;
            if self.has_sent(request, 1).await {
                break;
            }
        }
    }

    async fn hold(&self, key: &Key, times: usize) {
        for _ in 0..times {
            self.key_down(key).await;
        }
    }

    async fn has_settled(&self) {
        self.run::<()>("return new Promise((done) => setTimeout(done, 600))").await;
    }

    async fn questions(&self) -> usize {
        self.run("return document.querySelectorAll('.confirm').length").await
    }

    async fn click_until_confirmation(&self, css: &str) {
        const HAS_CONFIRMATION: &str =
            "return !!document.querySelector('[role=alert].confirm')?.textContent.includes('“Allow” once more')";
        for _ in 0..TRIES {
            if self.run(HAS_CONFIRMATION).await {
                return;
            }
            self.wait_until_armed("[data-act=approve]").await;
            self.click(css).await;
        }
        assert!(self.run::<bool>(HAS_CONFIRMATION).await, "the page does not ask");
    }
}
