//! What `oauth.diagnose` finds about the service.

use std::time::Duration;

use stagepass_native_tests::e2e::fault_proxy::Fault;
use stagepass_native_tests::e2e::setting::{Registration, Setting};
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;
use tokio::time::Instant;

use super::DiagnoseSteps as _;

/// How long it may take at most, with what the driver takes.
const AT_MOST: Duration = Duration::from_secs(12);

#[tokio::test(flavor = "multi_thread")]
async fn it_tells_a_service_that_is_down_from_one_that_may_not_be_read_or_asked() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        let service_proxy = &visitor.site.service_proxy;

        // First: a browser does not send a preflight again that was allowed.
        service_proxy.inject("OPTIONS /v1/oauth/revoke", Fault::status(403));
        assert_eq!(visitor.findings().await, ["error cors_refused"]);
        service_proxy.clear_faults();
        for request in ["POST /v1/oauth/revoke", "GET /v1/oauth/check"] {
            service_proxy.inject(request, Fault::Without("access-control-allow-origin"));
            assert_eq!(visitor.findings().await, ["error cors_refused"], "{request}");
            service_proxy.clear_faults();
        }
        service_proxy.clear_faults();

        visitor.site.service.go_down().await;
        assert_eq!(visitor.findings().await, ["error service_unreachable"]);
        visitor.site.service.come_back().await;
        assert_eq!(visitor.findings().await, [""; 0]);

        visitor.site.pages_proxy.inject("GET /", Fault::With("content-security-policy", "connect-src 'self'"));
        visitor.reload().await;
        visitor.wait_for_client().await;
        let blocked = ["error service_refused_by_policy", "warning access_server_unreachable"];
        assert_eq!(visitor.findings().await, blocked);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_knows_an_answer_that_is_not_the_services() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        let elsewhere = Fault::Redirect("https://elsewhere.example/");
        for strange in [Fault::HTML, Fault::status(404), Fault::status(503), elsewhere] {
            for request in ["POST /v1/oauth/revoke", "GET /v1/oauth/check"] {
                visitor.site.service_proxy.inject(request, strange);
                assert_eq!(visitor.findings().await, ["error service_unexpected"], "{request}: {strange:?}");
                visitor.site.service_proxy.clear_faults();
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_ends_within_ten_seconds_and_at_once_when_it_is_called_off() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.site.service_proxy.inject("POST /v1/oauth/revoke", Fault::Drip);
        visitor.site.pages_proxy.inject("GET /callback.html", Fault::Drip);
        let begun = Instant::now();
        assert_eq!(visitor.findings().await, ["error service_unreachable", "note callback_untested"]);
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
async fn it_finds_that_the_service_does_not_know_the_app() {
    let setting = Setting { registration: Registration::None, ..Setting::client(&[]) };
    visit(setting, async |visitor: Visitor| {
        visitor.open_client().await;
        assert_eq!(visitor.findings().await, ["error app_unknown"]);
        // An app without an API key is not asked for one.
        let _: Option<bool> = visitor.run("begin({ apiKey: undefined, appName: 'An app' })").await;
        assert_eq!(visitor.findings().await, [""; 0]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn alias_of_the_service_is_an_issuer_mismatch() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        let base_url = visitor.site.base_url();
        let alias = base_url.replace("127.0.0.1", "localhost");
        assert_ne!(alias, base_url);
        let _: Option<bool> = visitor.run(&format!("begin({{ baseUrl: {alias:?} }})")).await;
        let diagnosis = visitor.diagnose().await;
        assert_eq!(diagnosis.told(), ["error issuer_mismatch"]);
        let message = &diagnosis.findings[0].message;
        assert!(message.contains(&alias) && message.contains(base_url), "{message}");
        // Without its version, the address is not the service's.
        let short = base_url.trim_end_matches("/v1");
        let _: Option<bool> = visitor.run(&format!("begin({{ baseUrl: {short:?} }})")).await;
        let told = visitor.findings().await;
        assert!(told == ["error service_unexpected"] || told == ["error cors_refused"], "{told:?}");
    })
    .await;
}
