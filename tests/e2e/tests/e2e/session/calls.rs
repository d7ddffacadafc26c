//! Calls with the user's token: where it is sent. What follows from the responses: `pkg-template/test/calls`.

use std::time::Duration;

use stagepass_e2e_tests::fault_proxy::Fault;
use stagepass_e2e_tests::foreign_server::ForeignServer;
use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

const TOKEN: &str = "POST /v1/oauth/token";
const REVOKE: &str = "POST /v1/oauth/revoke";
const ME: &str = "GET /v1/me";
const TICKETS: &str = "POST /v1/tickets";

/// Longer than an access token lives.
const LONG: Duration = Duration::from_hours(2);

/// A listed origin receives the token alone, without cookies or a referrer. Neither a call nor a request of the core
/// follows a redirect. A revocation that fails so is retried.
#[tokio::test(flavor = "multi_thread")]
async fn token_reaches_listed_origins_and_crosses_no_redirect() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        let foreign = ForeignServer::start().await;
        let (origin, front) = (&foreign.origin, &visitor.site.service_proxy);
        let call = format!("sp.fetch('{origin}/x')");
        assert_eq!(visitor.settles(&call).await.unwrap_err().code, "option_invalid");
        assert!(foreign.requests().is_empty(), "{:?}", foreign.requests());

        let _: Option<bool> = visitor.run(&format!("begin({{ origins: ['{origin}'] }})")).await;
        visitor.wait_for_client().await;
        assert_eq!(visitor.outcome(&format!("(await {call}).status")).await, Ok(200));
        let token: String = visitor.outcome("sp.oauth.getAccessToken()").await.unwrap();
        let received = foreign.requests();
        let (_, headers) = received.iter().find(|(request, _)| request == "GET /x").unwrap();
        assert!(headers["authorization"] == format!("Bearer {token}"), "it has another token");
        assert_eq!([headers.get("cookie"), headers.get("referer")], [None, None]);

        let away = Fault::Redirect(format!("{origin}/caught").leak());
        front.inject(TICKETS, away);
        let post = "sp.fetch('tickets', { method: 'POST', body: '{}', redirect: 'follow' })";
        assert_eq!(visitor.settles(post).await.unwrap_err().code, "network");
        front.inject(ME, away);
        assert_eq!(visitor.settles("sp.fetch('me', { redirect: 'follow' })").await.unwrap_err().code, "network");
        // The refresh token is in the body.
        visitor.pass(LONG).await;
        front.inject(TOKEN, away);
        assert_eq!(visitor.settles("sp.oauth.getAccessToken()").await.unwrap_err().code, "network");
        visitor.wait_for_status("signed-in").await;
        front.inject_next(1, REVOKE, away);
        assert_eq!(visitor.outcome("(await sp.oauth.logout()).revoked").await, Ok(false));
        visitor.wait_for_status("signed-out").await;
        // The page tries again, and stores nothing for that.
        assert!(visitor.keys("stagepass/").await.is_empty());
        front.requests.wait_for(REVOKE, 2).await;
        assert!(foreign.requests().iter().all(|(request, _)| !request.contains("/caught")), "{:?}", foreign.requests());
    })
    .await;
}
