//! After a login, the code must not be in the address bar, in the history, or in any `Referer`.

use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn login_leaves_no_trace_of_code() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        for (display, mode) in [("popup", "fragment"), ("popup", "query"), ("page", "fragment"), ("page", "query")] {
            println!("{display} {mode}");
            visitor.open_client().await;
            if display == "popup" {
                let _: Option<bool> = visitor.run(&format!("window.options = {{ responseMode: '{mode}' }}")).await;
                visitor.sign_in_client_by_popup().await;
                visitor.wait_until_popup_is_closed().await;
            } else {
                let options = format!("{{ scope: 'read', display: 'fullScreen', responseMode: '{mode}' }}");
                visitor.start(&format!("sp.oauth.login({options})")).await;
                visitor.wait_for_status("signed-in").await;
            }
            has_come_from_nowhere(&visitor).await;
            visitor.settles("sp.oauth.logout()").await.unwrap();
        }
        // Its pages do say what their files are wanted for, but for the callback page: a code would be seen.
        assert!(visitor.site.pages_proxy.requests.referrers().iter().any(|(request, _)| request == "GET /main.js"));
        has_left_no_trace(&visitor).await;
    })
    .await;
}

/// The page has no referrer, and its address has no query or fragment.
async fn has_come_from_nowhere(visitor: &Visitor) {
    assert_eq!(visitor.run::<String>("return document.referrer").await, "");
    assert_eq!(visitor.run::<String>("return location.href").await, format!("{}/", visitor.site.app()));
}

/// No address in the history has a code, and no `Referer` has a code or names the callback page.
async fn has_left_no_trace(visitor: &Visitor) {
    assert!(visitor.site.pages_proxy.requests.count("GET /callback.html") >= 4);
    let referrers =
        [visitor.site.pages_proxy.requests.referrers(), visitor.site.service_proxy.requests.referrers()].concat();
    for (request, referrer) in referrers {
        assert!(!has_code(&referrer) && !referrer.contains("/callback.html"), "{request} comes from {referrer}");
    }
    let addresses = visitor.addresses_behind().await;
    assert!(!addresses.iter().any(|address| has_code(address)), "{addresses:?}");
}

fn has_code(address: &str) -> bool {
    ["?code=", "&code=", "#code="].iter().any(|code| address.contains(code))
}
