//! Calls in the listener's name: where the token goes, and what comes of an answer that is no good.

use std::time::Duration;

use stagepass_native_tests::e2e::fault_proxy::Fault;
use stagepass_native_tests::e2e::foreign_server::ForeignServer;
use stagepass_native_tests::e2e::pages::PagePatch;
use stagepass_native_tests::e2e::setting::Setting;
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;
use tokio::time::Instant;

const TOKEN: &str = "POST /v1/oauth/token";
const REVOKE: &str = "POST /v1/oauth/revoke";
const ME: &str = "GET /v1/me";
const TICKETS: &str = "POST /v1/tickets";

/// Longer than an access token lives.
const LONG: Duration = Duration::from_hours(2);

/// How many requests like this have come meanwhile.
async fn counted<T>(visitor: &Visitor, request: &str, meanwhile: impl Future<Output = T>) -> (usize, T) {
    let requests = &visitor.site.service_proxy.requests;
    let before = requests.count(request);
    let result = meanwhile.await;
    (requests.count(request) - before, result)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_refused_is_renewed_once_and_the_call_made_once_more() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        // For the service alone: here the token looks as good as ever.
        visitor.site.clock.advance(LONG);
        let (asked, status) = counted(&visitor, ME, visitor.outcome::<u16>("(await sp.fetch('me')).status")).await;
        assert_eq!((asked, status), (2, Ok(200)));
        assert_eq!(visitor.site.token_requests(), 2);
        visitor.site.clock.advance(LONG);
        // One that writes, as well: it was not done the first time.
        let post = "(await sp.fetch('tickets', { method: 'POST', body: '{}' })).status";
        let (asked, status) = counted(&visitor, TICKETS, visitor.outcome::<u16>(post)).await;
        assert_eq!(asked, 2);
        assert_ne!(status, Ok(401));
        assert_eq!(visitor.site.token_requests(), 3);
        visitor.wait_until_heard(&["refreshed", "refreshed"]).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_refused_though_it_is_new_ends_the_session_and_nothing_goes_on_asking() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        visitor.site.service_proxy.inject(ME, Fault::status(401));
        let (asked, refusal) = counted(&visitor, ME, visitor.outcome::<u16>("(await sp.fetch('me')).status")).await;
        assert_eq!((asked, refusal.unwrap_err().code.as_str()), (2, "session_expired"));
        visitor.wait_for_status("expired").await;
        for call in ["sp.fetch('me')", "sp.oauth.getUser()", "sp.oauth.getAccessToken()"] {
            let (asked, refusal) = counted(&visitor, ME, visitor.settles(call)).await;
            assert_eq!((asked, refusal.unwrap_err().code.as_str()), (0, "session_expired"), "{call}");
        }
        assert_eq!(visitor.site.token_requests(), 2, "one to sign in, one to renew");
        visitor.wait_until("heard.filter((event) => event === 'expired').length === 1").await;
        visitor.site.service_proxy.clear_faults();
        visitor.sign_in_again().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_goes_to_the_service_and_to_listed_origins_and_to_nobody_else() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        let foreign = ForeignServer::start().await;
        let (origin, base_url, app) = (&foreign.origin, visitor.site.base_url(), visitor.site.app());
        let service = base_url.strip_suffix("/v1").unwrap();
        let host = origin.strip_prefix("http://").unwrap();
        let asked = visitor.site.service_proxy.requests.all().len();
        for address in [
            format!("{origin}/x"),
            format!("//{host}/x"),
            format!("\\\\{host}/x"),
            format!("{service}@{host}/v1/x"),
            format!("{service}/v1.evil/x"),
            format!("{service}/v2/me"),
            format!("{app}/config.json"),
            "../x".to_owned(),
            "x/../../x".to_owned(),
            "..%2fx".to_owned(),
            "%2e%2e/x".to_owned(),
            "/../x".to_owned(),
            "data:,x".to_owned(),
        ] {
            let address = serde_json::to_string(&address).unwrap();
            let request = format!("sp.fetch(new Request(new URL({address}, '{base_url}/')))");
            let calls = [Some(format!("sp.fetch({address})")), (!address.contains('@')).then_some(request)];
            for call in calls.into_iter().flatten() {
                let refusal = visitor.settles(&call).await.unwrap_err();
                assert_eq!(refusal.code, "option_invalid", "{call}");
            }
        }
        assert!(foreign.requests().is_empty(), "{:?}", foreign.requests());
        assert_eq!(visitor.site.service_proxy.requests.all().len(), asked);

        // With `origins` in the configuration, the request is sent.
        let _: Option<bool> = visitor.run(&format!("begin({{ origins: ['{origin}'] }})")).await;
        visitor.wait_for_client().await;
        let status: u16 = visitor.outcome(&format!("(await sp.fetch('{origin}/x')).status")).await.unwrap();
        assert_eq!(status, 200);
        let token: String = visitor.outcome("sp.oauth.getAccessToken()").await.unwrap();
        let heard = foreign.requests();
        let (_, headers) = heard.iter().find(|(request, _)| request == "GET /x").unwrap();
        assert!(headers["authorization"] == format!("Bearer {token}"), "it has another token");
        assert_eq!([headers.get("cookie"), headers.get("referer")], [None, None]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_token_follows_a_redirect() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        let foreign = ForeignServer::start().await;
        let front = &visitor.site.service_proxy;
        let away = Fault::Redirect(format!("{}/caught", foreign.origin).leak());
        let home =
            Fault::Redirect(format!("{}/v1/tracks/7", visitor.site.base_url().strip_suffix("/v1").unwrap()).leak());
        for fault in [away, home] {
            front.inject(TICKETS, fault);
            let post = "sp.fetch('tickets', { method: 'POST', body: '{}', redirect: 'follow' })";
            assert_eq!(visitor.settles(post).await.unwrap_err().code, "network");
        }
        front.inject(ME, away);
        assert_eq!(visitor.settles("sp.fetch('me', { redirect: 'follow' })").await.unwrap_err().code, "network");
        assert_eq!(front.requests.count("GET /v1/tracks/7"), 0);
        // Nor do the tokens that are sent in the body.
        visitor.pass(LONG).await;
        front.inject(TOKEN, away);
        assert_eq!(visitor.settles("sp.oauth.getAccessToken()").await.unwrap_err().code, "network");
        visitor.wait_for_status("signed-in").await;
        front.inject(REVOKE, away);
        visitor.settles("sp.oauth.logout()").await.unwrap();
        visitor.wait_for_status("signed-out").await;
        front.requests.wait_for(REVOKE, 1).await;
        assert!(foreign.requests().is_empty(), "{:?}", foreign.requests());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_reads_is_asked_again_when_the_service_says_so_and_what_writes_never() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        let front = &visitor.site.service_proxy;
        for status in [429, 503] {
            front.inject_next(1, ME, Fault::Busy { status, retry_after: "1" });
            let began = Instant::now();
            let (asked, status) = counted(&visitor, ME, visitor.outcome::<u16>("(await sp.fetch('me')).status")).await;
            assert_eq!((asked, status), (2, Ok(200)));
            assert!(began.elapsed() >= Duration::from_secs(1), "it has waited for as long as it was asked to");
        }
        // It is retried a limited number of times.
        front.inject(ME, Fault::Busy { status: 503, retry_after: "0" });
        let (asked, status) = counted(&visitor, ME, visitor.outcome::<u16>("(await sp.fetch('me')).status")).await;
        assert_eq!((asked, status), (3, Ok(503)));
        for (status, fault) in [
            (Ok(503), Fault::Busy { status: 503, retry_after: "0" }),
            (Ok(429), Fault::Busy { status: 429, retry_after: "0" }),
        ] {
            front.inject(TICKETS, fault);
            let post = "(await sp.fetch('tickets', { method: 'POST', body: '{}' })).status";
            assert_eq!(counted(&visitor, TICKETS, visitor.outcome::<u16>(post)).await, (1, status));
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_is_signed_out_though_the_service_fails_to_revoke_which_is_retried() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        visitor.site.service_proxy.inject_next(1, REVOKE, Fault::status(500));
        assert_eq!(visitor.outcome("(await sp.oauth.logout()).revoked").await, Ok(false));
        visitor.wait_for_status("signed-out").await;
        assert!(visitor.keys("stagepass/").await.is_empty());
        let begin = Instant::now();
        while visitor.site.revocations() < 2 {
            assert!(begin.elapsed() < Duration::from_secs(20), "no retry");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert!(visitor.keys("stagepass/").await.is_empty());
        visitor.reload().await;
        visitor.wait_for_status("signed-out").await;
        assert_eq!(visitor.heard().await, Vec::<String>::new());
        assert_eq!(visitor.settles("sp.oauth.getAccessToken()").await.unwrap_err().code, "not_signed_in");
    })
    .await;
}
