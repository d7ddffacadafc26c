//! The findings of `oauth.diagnose`, in set-ups with one mistake.

mod service;

use std::fs;

use serde::Deserialize;
use stagepass_native_tests::e2e::engine::{Engine, WebAssembly};
use stagepass_native_tests::e2e::fault_proxy::Fault;
use stagepass_native_tests::e2e::pages::PagePatch;
use stagepass_native_tests::e2e::setting::{Isolation, Setting, Storage};
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

/// A version that is one minor version older than the package's, and one that is newer.
const OTHER_VERSIONS: [&str; 2] = ["0.0.9", "0.2.0"];

#[tokio::test(flavor = "multi_thread")]
async fn where_all_is_well_it_finds_nothing_and_leaves_nothing() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.sign_in_again().await;
        let (session, keys) = (visitor.session_record().await, visitor.keys("").await);
        let _: Option<bool> = visitor.run("heard.length = 0").await;
        for _ in 0..2 {
            assert_eq!(visitor.findings().await, [""; 0]);
        }
        assert!(visitor.session_record().await == session, "the session is another");
        assert_eq!(visitor.keys("").await, keys);
        assert_eq!(visitor.heard().await, [""; 0]);
        assert_eq!(visitor.run::<usize>("return document.querySelectorAll('iframe').length").await, 0);
        assert_eq!(visitor.console_errors().await, [""; 0]);
        assert_eq!(visitor.outcome("sp.oauth.getUser().then(({ handle }) => handle)").await, Ok("ada".to_owned()));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_does_not_disturb_a_login_that_is_under_way() {
    visit(Setting { auto_consent: false, ..Setting::client(&[]) }, async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.click("#popup").await;
        visitor.turn_to_popup().await;
        visitor.sign_in_at_service().await;
        visitor.turn_to_app().await;
        assert_eq!(visitor.findings().await, [""; 0]);
        visitor.turn_to_popup().await;
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        assert_eq!(visitor.outcome("pending.then(({ kind }) => kind)").await, Ok("signed-in".to_owned()));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn copied_callback_page_of_another_version_signs_in_and_is_stale() {
    let script = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/dist/callback.js")).unwrap();
    let own = format!("stagepass=\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(script.contains(&own), "{script}");
    visit(Setting::client(&[]), async move |visitor: Visitor| {
        for version in OTHER_VERSIONS {
            let body = script.replace(&own, &format!("stagepass=\"{version}\"")).leak();
            let copy = Fault::Answer { status: 200, content_type: "text/javascript", body };
            visitor.site.pages_proxy.inject("GET /stagepass/callback.js", copy);
            visitor.sign_in_client().await;
            let diagnosis = visitor.diagnose().await;
            let [finding] = &diagnosis.findings[..] else { panic!("{diagnosis:?}") };
            assert_eq!((diagnosis.ok, finding.code.as_str()), (true, "callback_stale"));
            assert!(finding.message.contains(&format!("version {version} ")), "{finding:?}");
            visitor.settles("sp.oauth.logout()").await.unwrap();
            visitor.sign_in_client_by_popup().await;
            visitor.settles("sp.oauth.logout()").await.unwrap();
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_says_what_is_wrong_with_a_configuration_that_every_call_refuses() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        let _: Option<bool> = visitor.run("begin({ redirectUri: 'https://elsewhere.example/callback' })").await;
        assert_eq!(visitor.findings().await, ["error redirect_uri_elsewhere", "error redirect_uri_refused"]);
        let _: Option<bool> = visitor.run("begin({ redirectUri: location.origin + '/a/../callback.html' })").await;
        let diagnosis = visitor.diagnose().await;
        assert_eq!(diagnosis.findings[0].code, "config_invalid");
        assert!(diagnosis.findings[0].message.contains("redirectUri has a .. in its path"), "{diagnosis:?}");
        let secret = "begin({ baseUrl: 'https://somebody:secret@music.example/v1', redirectUri: '/callback.html' })";
        let _: Option<bool> = visitor.run(secret).await;
        let diagnosis = visitor.diagnose().await;
        assert_eq!(diagnosis.told(), ["error config_invalid"]);
        assert!(!diagnosis.findings[0].message.contains("secret"), "{diagnosis:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_finds_a_callback_page_that_is_missing_or_does_nothing() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        let _: Option<bool> = visitor.run("begin({ redirectUri: location.origin + '/nothing.html' })").await;
        assert_eq!(visitor.findings().await, ["error redirect_uri_refused", "error callback_missing"]);
        // This very page, which has a client and does not call it.
        let _: Option<bool> = visitor.run("begin({ redirectUri: location.origin + '/' })").await;
        let silent = ["error redirect_uri_refused", "error callback_silent", "warning callback_leaks"];
        assert_eq!(visitor.findings().await, silent);
        let _: Option<bool> = visitor.run("begin()").await;
        visitor.site.pages_proxy.inject("GET /callback.html", Fault::Redirect("https://elsewhere.example/"));
        assert_eq!(visitor.findings().await, ["error callback_missing"]);
        visitor.site.pages_proxy.inject("GET /callback.html", Fault::HTML);
        assert_eq!(visitor.findings().await, ["error callback_silent", "warning callback_leaks"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_says_so_where_the_callback_page_cannot_be_tried() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        assert_eq!(visitor.findings().await, [""; 0]);
        let untested = ["note callback_untested"];
        for (name, value) in [
            ("x-frame-options", "DENY"),
            ("content-security-policy", "frame-ancestors 'none'"),
            ("content-security-policy", "frame-ancestors https://elsewhere.example"),
        ] {
            visitor.site.pages_proxy.inject("GET /callback.html", Fault::With(name, value));
            assert_eq!(visitor.findings().await, untested, "{name}: {value}");
        }
        for fine in ["frame-ancestors 'self'", "default-src 'self' 'wasm-unsafe-eval'"] {
            visitor.site.pages_proxy.inject("GET /callback.html", Fault::With("content-security-policy", fine));
            assert_eq!(visitor.findings().await, [""; 0], "{fine}");
        }
        visitor.site.pages_proxy.clear_faults();
        visitor.site.pages_proxy.inject("GET /", Fault::With("content-security-policy", "frame-src 'none'"));
        visitor.reload().await;
        visitor.wait_for_client().await;
        assert_eq!(visitor.findings().await, untested);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_finds_that_the_browser_keeps_nothing() {
    visit(Setting { storage: Storage::Denied, ..Setting::client(&[]) }, async |visitor: Visitor| {
        visitor.open_client().await;
        assert_eq!(visitor.findings().await, ["warning storage_denied"]);
    })
    .await;
    visit(Setting::client(&[PagePatch::ThrowingStorage]), async |visitor: Visitor| {
        visitor.open_client().await;
        assert_eq!(visitor.findings().await, ["warning storage_denied"]);
    })
    .await;
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        let _: Option<bool> = visitor
            .run(
                "for (let length = 1 << 22; length; ) {
                   try { localStorage.setItem('filler', (localStorage.filler ?? '') + 'x'.repeat(length)); }
                   catch { length >>= 1; }
                 }",
            )
            .await;
        assert_eq!(visitor.findings().await, ["warning storage_full"]);
        assert_eq!(visitor.keys("stagepass/").await, [""; 0]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_finds_that_another_site_shows_the_app_in_a_frame() {
    visit(Setting { storage: Storage::Partitioned, ..Setting::client(&[]) }, async |visitor: Visitor| {
        visitor.goto(&format!("{}/", visitor.site.frame())).await;
        visitor.turn_to_frame().await;
        visitor.wait_for_client().await;
        assert_eq!(visitor.findings().await, ["warning storage_partitioned"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_finds_what_the_browser_lacks() {
    visit(Setting::client(&[PagePatch::NoLocks]), async |visitor: Visitor| {
        visitor.open_client().await;
        assert_eq!(visitor.findings().await, ["warning no_web_locks"]);
    })
    .await;
    for webassembly in [WebAssembly::Refused, WebAssembly::Missing] {
        visit(Setting { webassembly, ..Setting::client(&[]) }, async move |visitor: Visitor| {
            visitor.open_client().await;
            let diagnosis = visitor.diagnose().await;
            assert_eq!(diagnosis.told(), ["note webassembly_refused"]);
            let names_the_word = diagnosis.findings[0].message.contains("'wasm-unsafe-eval'");
            assert_eq!(names_the_word, webassembly == WebAssembly::Refused, "{diagnosis:?}");
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_finds_a_clock_that_is_wrong() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.open_client().await;
        for (minutes, words) in [(10, Some("10 minutes fast")), (-90, Some("90 minutes slow")), (4, None)] {
            visitor.set_clock(minutes).await;
            let diagnosis = visitor.diagnose().await;
            let told = diagnosis.findings.first();
            assert_eq!(told.map(|finding| finding.code.as_str()), words.map(|_| "clock_off"), "{diagnosis:?}");
            assert!(told.is_none_or(|finding| finding.message.contains(words.unwrap())), "{diagnosis:?}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_notes_that_the_app_has_cut_itself_off_from_its_popups() {
    visit(Setting { isolation: Isolation::App, ..Setting::client(&[]) }, async |visitor: Visitor| {
        visitor.open_client().await;
        assert_eq!(visitor.findings().await, ["note app_isolated"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_finds_a_core_that_does_not_come() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        let engine = Engine::from_environment();
        let request = if engine == Engine::Wasm { "GET /stagepass/core.wasm" } else { "GET /stagepass/core.js" };
        visitor.site.pages_proxy.inject(request, Fault::status(404));
        visitor.go("/").await;
        visitor.wait_until("window.sp").await;
        let diagnosis = visitor.diagnose().await;
        assert!(!diagnosis.ok, "{diagnosis:?}");
        assert_eq!(diagnosis.findings[0].code, "core_not_loaded");
        // With wasm, the reason is known.
        assert!(engine == Engine::Js || diagnosis.findings[0].message.contains("core.wasm: 404"), "{diagnosis:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_says_in_words_what_is_wrong_and_that_nothing_is() {
    visit(Setting::default(), async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.click("a[href='/diagnose.html']").await;
        visitor.wait_until("document.querySelector('#diagnose')").await;
        visitor.look_for("Nothing is wrong").await;
        assert_eq!(visitor.shown().await, [""; 0]);
        visitor.site.service.go_down().await;
        let refusal = Fault::With("content-security-policy", "frame-ancestors 'none'");
        visitor.site.pages_proxy.inject("GET /callback.html", refusal);
        visitor.look_for("does not work").await;
        assert_eq!(visitor.shown().await, ["error service_unreachable", "note callback_untested"]);
        visitor.site.service.come_back().await;
        visitor.look_for("works here. There is something to know").await;
        assert_eq!(visitor.shown().await, ["note callback_untested"]);
        visitor.site.pages_proxy.clear_faults();
        visitor.look_for("Nothing is wrong").await;
        assert_eq!(visitor.console_errors().await.iter().filter(|error| !error.contains("/v1")).count(), 0);
    })
    .await;
}

#[derive(Debug, Deserialize)]
struct Diagnosis {
    ok: bool,
    findings: Vec<Finding>,
}

#[derive(Debug, Deserialize)]
struct Finding {
    code: String,
    weight: String,
    message: String,
}

impl Diagnosis {
    /// Weights and codes.
    fn told(&self) -> Vec<String> {
        self.findings.iter().map(|finding| format!("{} {}", finding.weight, finding.code)).collect()
    }
}

trait DiagnoseSteps {
    async fn diagnose(&self) -> Diagnosis;

    /// Weights and codes of what is found, each of which comes with words.
    async fn findings(&self) -> Vec<String>;

    /// Runs the demo's diagnosis until its verdict contains this.
    async fn look_for(&self, verdict: &str);

    /// Weights and codes that the demo shows.
    async fn shown(&self) -> Vec<String>;
}

impl DiagnoseSteps for Visitor {
    #[expect(clippy::expect_used, reason = "what is wrong is told and never thrown: that is what is tested")]
    async fn diagnose(&self) -> Diagnosis {
        let diagnosis: Diagnosis = self.outcome("sp.oauth.diagnose()").await.expect("it never fails");
        assert_eq!(diagnosis.ok, diagnosis.findings.iter().all(|finding| finding.weight != "error"), "{diagnosis:?}");
        diagnosis
    }

    async fn findings(&self) -> Vec<String> {
        let diagnosis = self.diagnose().await;
        assert!(diagnosis.findings.iter().all(|finding| finding.message.len() > 60), "{diagnosis:?}");
        diagnosis.told()
    }

    async fn look_for(&self, verdict: &str) {
        self.click("#diagnose").await;
        self.wait_until("!document.querySelector('#diagnose').disabled").await;
        self.wait_until(&format!("document.querySelector('#verdict').textContent.includes({verdict:?})")).await;
    }

    async fn shown(&self) -> Vec<String> {
        self.run("return [...document.querySelectorAll('#findings li')].map(e => e.closest('section').className + ' ' + e.dataset.code)").await
    }
}
