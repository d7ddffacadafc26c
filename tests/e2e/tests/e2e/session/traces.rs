//! After a login, the code must not be in the address bar, in the history, or in any `Referer`.

use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

const MODES: [&str; 2] = ["fragment", "query"];

#[tokio::test(flavor = "multi_thread")]
async fn full_page_login_leaves_no_trace_of_code() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        for mode in MODES {
            visitor.open_client().await;
            let login = format!("sp.oauth.login({{ scope: 'read', display: 'fullScreen', responseMode: '{mode}' }})");
            visitor.start(&login).await;
            visitor.wait_for_status("signed-in").await;
            visitor.has_come_from_nowhere().await;
            visitor.settles("sp.oauth.logout()").await.unwrap();
        }
        // Its pages do say what their files are wanted for, but for the callback page: a code would be seen.
        assert!(visitor.site.pages_proxy.requests.referrers().iter().any(|(request, _)| request == "GET /main.js"));
        visitor.has_left_no_trace().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn popup_login_leaves_no_trace_of_code() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        for mode in MODES {
            visitor.open_client().await;
            let _: Option<bool> = visitor.run(&format!("window.options = {{ responseMode: '{mode}' }}")).await;
            visitor.sign_in_client_by_popup().await;
            visitor.wait_until_popup_is_closed().await;
            visitor.has_come_from_nowhere().await;
            visitor.settles("sp.oauth.logout()").await.unwrap();
        }
        // Its pages do say what their files are wanted for, but for the callback page: a code would be seen.
        assert!(visitor.site.pages_proxy.requests.referrers().iter().any(|(request, _)| request == "GET /main.js"));
        visitor.has_left_no_trace().await;
    })
    .await;
}

trait TraceSteps {
    /// The page has no referrer, and its address has no query or fragment.
    async fn has_come_from_nowhere(&self);

    /// No address in the history has a code, and no `Referer` has a code or names the callback page.
    async fn has_left_no_trace(&self);
}

impl TraceSteps for Visitor {
    async fn has_come_from_nowhere(&self) {
        assert_eq!(self.run::<String>("return document.referrer").await, "");
        assert_eq!(self.run::<String>("return location.href").await, format!("{}/", self.site.app()));
    }

    async fn has_left_no_trace(&self) {
        assert!(self.site.pages_proxy.requests.count("GET /callback.html") >= 2);
        let referrers =
            [self.site.pages_proxy.requests.referrers(), self.site.service_proxy.requests.referrers()].concat();
        for (request, referrer) in referrers {
            assert!(!has_code(&referrer) && !referrer.contains("/callback.html"), "{request} comes from {referrer}");
        }
        let addresses = self.addresses_behind().await;
        assert!(!addresses.iter().any(|address| has_code(address)), "{addresses:?}");
    }
}

fn has_code(address: &str) -> bool {
    ["?code=", "&code=", "#code="].iter().any(|code| address.contains(code))
}
