//! `oauth.diagnose` itself. What it finds in wrong set-ups: [`setups`](crate::setups).

use std::fs;
use std::time::Duration;

use serde::Deserialize;
use stagepass_e2e_tests::engine::Engine;
use stagepass_e2e_tests::fault_proxy::Fault;
use stagepass_e2e_tests::pages::{PagePatch, Pages};
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use tokio::time::Instant;

/// How long it may take at most, with what the driver takes.
const AT_MOST: Duration = Duration::from_secs(12);

/// A version that is one minor version older than the package's, and one that is newer.
const OTHER_VERSIONS: [&str; 2] = ["0.0.9", "0.2.0"];

/// Returns the package's `callback.js` as if it had another version.
fn callback_script(script: &str, version: &str) -> Fault {
    let own = format!("stagepass=\"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(script.contains(&own), "{script}");
    let body = script.replace(&own, &format!("stagepass=\"{version}\"")).leak();
    Fault::Answer { status: 200, content_type: "text/javascript", body }
}

/// The app chooses the engine. Otherwise it would be a finding that the page's policy refuses WebAssembly.
fn setting() -> Setting {
    let engine = (Engine::from_environment() == Engine::Js).then_some(Engine::Js);
    Setting { engine, ..Setting::client(&[]) }
}

#[tokio::test(flavor = "multi_thread")]
async fn correct_setup_yields_no_findings_or_side_effects() {
    visit(setting(), async |visitor: Visitor| {
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

/// In a developer's browser, a login that takes long is checked. A correct setup logs nothing.
#[tokio::test(flavor = "multi_thread")]
async fn long_login_with_correct_setup_is_not_disturbed() {
    let pages = Pages::ClientOnly(&[PagePatch::Development]);
    visit(Setting { auto_consent: false, pages, ..setting() }, async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.click("#popup").await;
        visitor.turn_to_popup().await;
        visitor.sign_in_at_service().await;
        visitor.site.service_proxy.requests.wait_for("GET /v1/oauth/check", 1).await;
        visitor.turn_to_app().await;
        assert_eq!(visitor.findings().await, [""; 0]);
        visitor.turn_to_popup().await;
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        assert_eq!(visitor.outcome("pending.then(({ kind }) => kind)").await, Ok("signed-in".to_owned()));
        assert_eq!(visitor.run::<Vec<String>>("return lines").await, [""; 0]);
        assert_eq!(visitor.console_errors().await, [""; 0]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn callback_of_other_version_works_but_is_stale() {
    visit(setting(), async |visitor: Visitor| {
        let script = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/dist/callback.js")).unwrap();
        for version in OTHER_VERSIONS {
            visitor.site.pages_proxy.inject("GET /stagepass/callback.js", callback_script(&script, version));
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
async fn diagnosis_ends_within_ten_seconds_or_on_abort() {
    visit(setting(), async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.site.service_proxy.inject("POST /v1/oauth/revoke", Fault::Drip);
        visitor.site.pages_proxy.inject("GET /callback.html", Fault::Drip);
        let begun = Instant::now();
        assert_eq!(visitor.findings().await, ["error service_unreachable", "error callback_missing"]);
        assert!(begun.elapsed() < AT_MOST, "{:?}", begun.elapsed());

        let begun = Instant::now();
        let call = "sp.oauth.diagnose({ signal: AbortSignal.abort() })";
        assert_eq!(visitor.settles(call).await.unwrap_err().code, "aborted");
        visitor.start("sp.oauth.diagnose({ signal: (window.ending = new AbortController()).signal })").await;
        visitor.site.service_proxy.requests.wait_for("POST /v1/oauth/revoke", 2).await;
        let _: Option<bool> = visitor.run("ending.abort()").await;
        assert_eq!(visitor.settles("pending").await.unwrap_err().code, "aborted");
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        assert_eq!(visitor.heard().await, [""; 0]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn demo_shows_diagnosis_findings_and_verdict() {
    visit(Setting { pages: Pages::Demo, ..setting() }, async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.examine("demo").await;
        visitor.click("a[href='/diagnose.html']").await;
        visitor.wait_until("document.querySelector('#diagnose')").await;
        visitor.look_for("Nothing is wrong").await;
        visitor.examine("diagnose").await;
        assert_eq!(visitor.shown().await, [""; 0]);
        visitor.site.service.go_down().await;
        let refusal = Fault::With("content-security-policy", "frame-ancestors 'none'");
        visitor.site.pages_proxy.inject("GET /callback.html", refusal);
        visitor.look_for("does not work").await;
        assert_eq!(visitor.shown().await, ["error service_unreachable", "note callback_untested"]);
        visitor.site.service.come_back().await;
        visitor.look_for("works here, with the notes below").await;
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
    severity: String,
    message: String,
}

impl Diagnosis {
    /// Weights and codes.
    fn told(&self) -> Vec<String> {
        self.findings.iter().map(|finding| format!("{} {}", finding.severity, finding.code)).collect()
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
        assert_eq!(diagnosis.ok, diagnosis.findings.iter().all(|finding| finding.severity != "error"), "{diagnosis:?}");
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
