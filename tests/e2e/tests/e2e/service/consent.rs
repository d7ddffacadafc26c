//! The consent page: how it looks, and clickjacking. An attacker's page can show it between the two clicks of a
//! double-click.

use serde::Deserialize;
use stagepass_e2e_tests::site::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// What Allow does while it is clicked every few milliseconds, until it is enabled. The last click is not made.
#[derive(Debug, Deserialize)]
struct Watched {
    /// It was disabled at once, and did not look so.
    inert: bool,
    /// How many clicks it has ignored.
    clicks: u32,
    /// How long it took until it was enabled, in milliseconds.
    after: f64,
}

/// Triggers `events` in the page, and watches. Starts again if the window really loses the focus, for example to
/// another browser on the same screen, because the page would then wait for the focus.
async fn watch(visitor: &Visitor, events: &str) -> Watched {
    visitor
        .run(&format!(
            "const approve = document.querySelector('[data-act=approve]');
             let began, clicks, inert;
             // Disabled, it looks as always: a button that dims for half a second seems to flicker.
             const looks = () => [getComputedStyle(approve).opacity, getComputedStyle(approve).cursor].join();
             const begin = () => {{
               began = performance.now();
               {events}
               clicks = 0;
               inert = approve.disabled && looks() === '1,pointer';
             }};
             const lost = (event) => {{ if (event.isTrusted) setTimeout(begin); }};
             addEventListener('blur', lost);
             begin();
             return new Promise((resolve) => {{
               const timer = setInterval(() => {{
                 if (approve.disabled) {{
                   approve.click();
                   clicks += 1;
                 }} else {{
                   clearInterval(timer);
                   removeEventListener('blur', lost);
                   resolve({{ inert, clicks, after: performance.now() - began }});
                 }}
               }}, 5);
             }});"
        ))
        .await
}

impl Watched {
    /// Half a second, by the clock of a browser that rounds.
    fn let_the_second_click_pass(&self) {
        assert!(self.inert && self.clicks > 0 && self.after > 495.0, "{self:?}");
    }
}

/// Some browsers do not report the focus to a driven page. A pointer event on the page has the same meaning.
const HAND: &str = "document.dispatchEvent(new Event('pointermove'));";
const FOCUS: &str = "dispatchEvent(new Event('focus'));";
const BLUR: &str = "dispatchEvent(new Event('blur'));";

/// Also after the page gets the focus or is restored. Without the focus, Allow stays disabled.
#[tokio::test(flavor = "multi_thread")]
async fn consent_ignores_clicks_for_first_half_second() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.begin_another_login().await;
        watch(&visitor, HAND).await;
        let question = visitor.address().await;

        // Another window was in front, and closes with the first of the two clicks.
        watch(&visitor, &format!("{BLUR} {FOCUS}")).await.let_the_second_click_pass();
        // The pointer reached this page meanwhile.
        watch(&visitor, &format!("{BLUR} {HAND}")).await.let_the_second_click_pass();
        watch(&visitor, FOCUS).await.let_the_second_click_pass();
        // The page was hidden, or left and come back to.
        watch(&visitor, &format!("{HAND} dispatchEvent(new PageTransitionEvent('pageshow', {{ persisted: true }}));"))
            .await
            .let_the_second_click_pass();
        assert_eq!(visitor.address().await, question, "none of those clicks has led anywhere");
        assert_eq!(visitor.site.token_requests(), 0);

        // Without the focus, waiting enables nothing.
        let is_inert: bool = visitor
            .run(&format!(
                "{BLUR}
                 return new Promise((resolve) => setTimeout(() => resolve(document.querySelector('[data-act=approve]').disabled), 1000));"
            ))
            .await;
        assert!(is_inert);

        visitor.approve().await;
        visitor.wait_until_signed_in().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn consent_and_error_pages_are_accessible() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.click("[name=scope][value=write]").await;
        visitor.begin_full_page_login().await;
        visitor.examine("consent").await;
        visitor.approve().await;
        visitor.wait_until_signed_in().await;
        visitor.begin_another_login().await;
        visitor.examine("consent-known").await;
        visitor.goto(&format!("{}/oauth/authorize", visitor.site.base_url())).await;
        visitor.examine("error").await;
    })
    .await;
}
