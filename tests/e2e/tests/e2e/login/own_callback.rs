//! A callback page of the app's own, whose client has no `redirectUri`: only `login` needs one.

use stagepass_e2e_tests::fault_proxy::Fault;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

const PAGE: &str = "GET /callback.html";
const PACKAGED_SCRIPT: &str = "GET /stagepass/callback.js";

/// Stores how `handleRedirect` ended, for the app's page to read.
const OWN_PAGE: Fault = Fault::Answer {
    status: 200,
    content_type: "text/html",
    body: "<!doctype html><meta name=referrer content=no-referrer><title>Signing in</title>
    <link rel=icon href=data:,><script type=module>
        import { stagepass } from '/stagepass/index.js';
        const { baseUrl, apiKey, engine } = await (await fetch('/config.json')).json();
        const { oauth } = stagepass({ baseUrl, apiKey, engine });
        localStorage.ending = await oauth.handleRedirect().then(({ kind }) => kind, ({ message }) => message);
    </script>",
};

/// Its page has no policy, so it always loads the core as WebAssembly.
fn own_page() -> Setting {
    Setting { has_own_engines: true, ..Setting::client(&[]) }
}

/// Returns how `handleRedirect` ended on the one callback page that was opened. `None` if its window closed before it
/// could store that.
async fn ending(visitor: &Visitor) -> Option<String> {
    let requests = &visitor.site.pages_proxy.requests;
    assert_eq!((requests.count(PAGE), requests.count(PACKAGED_SCRIPT)), (1, 0));
    visitor.run("return localStorage.ending ?? null").await
}

#[tokio::test(flavor = "multi_thread")]
async fn popup_page_without_redirect_uri_signs_in() {
    visit(own_page(), async |visitor: Visitor| {
        visitor.site.pages_proxy.inject(PAGE, OWN_PAGE);
        visitor.open_client().await;
        visitor.sign_in_client_by_popup().await;
        visitor.wait_until_popup_is_closed().await;
        visitor.wait_for_status("signed-in").await;
        assert!(ending(&visitor).await.is_none_or(|ending| ending == "handed-over"));
        assert_eq!(visitor.site.token_requests(), 1);
        assert!(visitor.keys("stagepass/login/").await.is_empty(), "a transaction is left");
        assert_eq!(visitor.console_errors().await, Vec::<String>::new());
    })
    .await;
}
