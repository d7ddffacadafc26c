//! `response_mode=web_message`: the consent page in a popup, and openers that do or do not acknowledge its message.

use std::time::Duration;

use serde::Deserialize;
use stagepass_e2e_tests::pages::{CustomPages, Pages};
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use stagepass_test_support::secrets::note;
use stagepass_test_support::{STATE, answer};

const CONSENT: &str = "POST /v1/oauth/consent";
const OPENER: &str = "/opener.html";
const CALLBACK: &str = "/callback.html";
/// How long the consent page waits for an acknowledgement, and some more.
const UNACKNOWLEDGED: Duration = Duration::from_secs(1);

/// A message that the opener received.
#[derive(Debug, Deserialize)]
struct Received {
    r#type: String,
    response: Response,
    origin: String,
    #[serde(rename = "isFromPopup")]
    is_from_popup: bool,
}

#[derive(Debug, Deserialize)]
struct Response {
    code: Option<String>,
    error: Option<String>,
    state: String,
    iss: String,
}

/// Opens the popup, and does `on_message` with each `event`. A frame has the same origin as the opener.
fn opener(request: &str, features: &str, on_message: &str) -> String {
    format!(
        "<!doctype html><title>Opener</title><button id=open>Open</button><iframe src={CALLBACK}></iframe>
         <script>
         window.received = [];
         addEventListener('message', (event) => {{
           const {{ data, origin, source }} = event;
           received.push({{ ...data, origin, isFromPopup: source === window.popup }});
           {on_message}
         }});
         document.querySelector('#open').onclick = () => {{ window.popup = open({request:?}, '_blank', '{features}'); }};
         </script>"
    )
}

/// Acknowledges as a client does.
const ACKNOWLEDGE: &str = "source.postMessage(data.response.state, origin);";

struct Story<'a> {
    visitor: &'a Visitor,
}

impl<'a> Story<'a> {
    /// Opens the opener, of the app's origin unless `host` is another, and turns to the consent page of its popup.
    async fn begin(
        visitor: &'a Visitor,
        pages: &CustomPages,
        (host, features, on_message): (&str, &str, &str),
    ) -> Self {
        let request = visitor.site.request().with("response_mode", "web_message").query();
        let request = format!("{}/oauth/authorize?{request}", visitor.site.base_url());
        pages.write(OPENER, opener(&request, features, on_message));
        pages.write(CALLBACK, "<!doctype html><title>Callback</title><p>Callback".to_owned());
        visitor.goto(&format!("{}{OPENER}", visitor.site.app().replace("localhost", host))).await;
        visitor.click_and_turn_to_popup("#open").await;
        visitor.sign_in_at_service().await;
        Self { visitor }
    }

    async fn received(&self) -> Vec<Received> {
        self.visitor.turn_to_app().await;
        let received: Vec<Received> = self.visitor.run("return window.received").await;
        received.iter().filter_map(|message| message.response.code.as_ref()).for_each(|code| note("code", code));
        received
    }

    /// Waits until the popup is at the redirect URI, and returns its address.
    async fn redirected(&self) -> String {
        self.visitor.wait_until(&format!("location.pathname === {CALLBACK:?}")).await;
        let address = self.visitor.address().await;
        if let Some(code) = answer(&address, "code") {
            note("code", &code);
        }
        address
    }

    /// The only message, which is from the consent page.
    async fn message(&self) -> Option<Response> {
        let mut received = self.received().await;
        assert_eq!(received.len(), 1, "{received:?}");
        let Received { r#type, response, origin, is_from_popup } = received.pop()?;
        let base_url = self.visitor.site.base_url();
        assert_eq!((r#type.as_str(), origin.as_str()), ("authorization_response", base_url.trim_end_matches("/v1")));
        assert!(is_from_popup);
        assert_eq!((response.state.as_str(), response.iss.as_str()), (STATE, base_url));
        Some(response)
    }
}

fn setting(pages: &CustomPages) -> Setting {
    Setting { pages: Pages::Custom(pages.clone()), has_own_engines: true, ..Setting::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_response_closes_popup_without_redirect() {
    let pages = CustomPages::default();
    visit(setting(&pages), async move |visitor: Visitor| {
        let story = Story::begin(&visitor, &pages, ("localhost", "popup", ACKNOWLEDGE)).await;
        // A second submission, as by a double click, is no second decision.
        visitor
            .run::<()>("document.querySelector('[data-act=approve]').form.addEventListener('submit', ({ submitter, target }) => setTimeout(() => target.requestSubmit(submitter)), { once: true })")
            .await;
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        let response = story.message().await.unwrap();
        let code = response.code.unwrap();
        assert_eq!(response.error, None);
        let proxy = &visitor.site.service_proxy;
        assert_eq!((proxy.requests.count(CONSENT), proxy.requests.answered(CONSENT, 200)), (1, 1));
        assert!(proxy.requests.all().iter().all(|(request, _)| !request.contains(&code)));
        assert_eq!(visitor.site.exchange(&code).await, 200);
        assert_eq!(visitor.site.exchange(&code).await, 400);

        let story = Story::begin(&visitor, &pages, ("localhost", "popup", ACKNOWLEDGE)).await;
        visitor.deny().await;
        visitor.wait_until_popup_is_closed().await;
        let response = story.message().await.unwrap();
        assert_eq!((response.code, response.error.as_deref()), (None, Some("access_denied")));
    })
    .await;
}

/// The popup shows the result until the opener closes it.
#[tokio::test(flavor = "multi_thread")]
async fn finished_page_says_so() {
    let pages = CustomPages::default();
    visit(setting(&pages), async move |visitor: Visitor| {
        let story = Story::begin(&visitor, &pages, ("localhost", "popup", ACKNOWLEDGE)).await;
        visitor.run::<()>("window.close = () => {}").await;
        visitor.approve().await;
        visitor.wait_for_page("sent").await;
        let (address, text) = (visitor.address().await, visitor.run::<String>("return document.body.innerText").await);
        assert!(text.contains("You are signed in") && text.contains("close this window"), "{text}");
        assert_eq!(visitor.accessibility_violations().await, Vec::<String>::new());
        let code = story.message().await.unwrap().code.unwrap();
        assert!(!address.contains(&code), "{address}");
        assert_eq!(visitor.windows().await, 2);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unacknowledged_response_redirects_with_the_same_code() {
    let pages = CustomPages::default();
    visit(setting(&pages), async move |visitor: Visitor| {
        for (name, on_message) in [
            ("none", ""),
            ("another state", "source.postMessage('another state', origin);"),
            ("an object", "source.postMessage({ state: data.response.state }, origin);"),
            // The function belongs to the frame, and so does the message.
            (
                "another window",
                "frames[0].eval('(popup, state, origin) => popup.postMessage(state, origin)')(source, data.response.state, origin);",
            ),
        ] {
            let story = Story::begin(&visitor, &pages, ("localhost", "popup", on_message)).await;
            visitor.approve().await;
            let address = story.redirected().await;
            assert_eq!(answer(&address, "state").as_deref(), Some(STATE));
            visitor.close_window().await;
            let code = story.message().await.unwrap().code.unwrap();
            assert_eq!(answer(&address, "code").as_deref(), Some(code.as_str()), "{name}");
            assert_eq!(visitor.site.exchange(&code).await, 200);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn opener_of_another_origin_receives_nothing() {
    let pages = CustomPages::default();
    visit(setting(&pages), async move |visitor: Visitor| {
        let story = Story::begin(&visitor, &pages, ("127.0.0.1", "popup", ACKNOWLEDGE)).await;
        visitor.approve().await;
        let address = story.redirected().await;
        assert!(address.starts_with(&format!("{}{CALLBACK}#code=", visitor.site.app())), "{address}");
        tokio::time::sleep(UNACKNOWLEDGED).await;
        visitor.close_window().await;
        assert!(story.received().await.is_empty());
    })
    .await;
}

/// A user who goes back after the redirect decides nothing again.
#[tokio::test(flavor = "multi_thread")]
async fn popup_without_opener_goes_to_redirect_uri() {
    let pages = CustomPages::default();
    visit(setting(&pages), async move |visitor: Visitor| {
        for decision in ["approve", "deny"] {
            let story = Story::begin(&visitor, &pages, ("localhost", "noopener", ACKNOWLEDGE)).await;
            if decision == "deny" {
                visitor.deny().await;
            } else {
                visitor.approve().await;
            }
            let address = story.redirected().await;
            assert_eq!(answer(&address, "code").is_some(), decision == "approve", "{address}");
            if decision == "approve" {
                let requests = &visitor.site.service_proxy.requests;
                let before = requests.count(CONSENT);
                visitor.run::<()>("history.back()").await;
                tokio::time::sleep(UNACKNOWLEDGED).await;
                assert_eq!(requests.count(CONSENT), before);
                assert!(!requests.all().iter().any(|(request, _)| request.contains("code=")));
            }
            visitor.close_window().await;
            assert!(story.received().await.is_empty());
        }
    })
    .await;
}

/// The form is sent as if there were no script.
#[tokio::test(flavor = "multi_thread")]
async fn failed_or_slow_consent_request_still_redirects() {
    let pages = CustomPages::default();
    visit(setting(&pages), async move |visitor: Visitor| {
        for fetch in [
            "async () => { throw new TypeError('no network') }",
            "async () => new Response('', { status: 500 })",
            "async () => new Response('<p>a proxy')",
            "(address, { signal }) => new Promise((_, reject) => { signal.onabort = () => reject(signal.reason) })",
        ] {
            let story = Story::begin(&visitor, &pages, ("localhost", "popup", ACKNOWLEDGE)).await;
            visitor.run::<()>(&format!("window.fetch = {fetch}")).await;
            visitor.approve().await;
            let address = story.redirected().await;
            let code = answer(&address, "code").expect(&address);
            visitor.close_window().await;
            assert!(story.received().await.is_empty());
            assert_eq!(visitor.site.exchange(&code).await, 200);
        }
    })
    .await;
}
