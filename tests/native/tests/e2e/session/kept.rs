//! Sessions that are stored between visits, and damaged records.

use stagepass_native_tests::e2e::pages::PagePatch;
use stagepass_native_tests::e2e::setting::Setting;
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn where_storage_throws_a_popup_signs_in_for_as_long_as_the_page() {
    visit(Setting::client(&[PagePatch::ThrowingStorage]), async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.wait_for_status("signed-out").await;
        for _ in 0..2 {
            visitor.sign_in_client_by_popup().await;
            visitor.wait_for_status("signed-in").await;
            let handle: String = visitor.outcome("(await sp.oauth.getUser()).handle").await.unwrap();
            assert_eq!(handle, "ada");
            assert_eq!(visitor.outcome("sp.oauth.hasScope('read')").await, Ok(true));
            visitor.settles("sp.oauth.logout()").await.unwrap();
            visitor.wait_for_status("signed-out").await;
        }
        assert_eq!(visitor.site.revocations(), 2);
        let page = "sp.oauth.login({ scope: 'read', display: 'fullScreen' })";
        assert_eq!(visitor.settles(page).await.unwrap_err().code, "storage_unavailable");
        assert_eq!(visitor.console_errors().await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_apps_own_store_that_throws_is_survived_for_as_long_as_the_page() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.open_client().await;
        let _: Option<bool> = visitor
            .run(
                "const no = () => { throw new Error('not now') };
                 begin({ storage: { get length() { return no() }, key: no, getItem: no, setItem: no, removeItem: no } });",
            )
            .await;
        visitor.wait_for_client().await;
        visitor.sign_in_client_by_popup().await;
        visitor.wait_for_status("signed-in").await;
        assert_eq!(visitor.outcome("sp.oauth.isAuthenticated()").await, Ok(true));
        assert!(visitor.keys("stagepass/session/").await.is_empty());
        visitor.settles("sp.oauth.logout()").await.unwrap();
        visitor.wait_for_status("signed-out").await;
        assert_eq!(visitor.site.revocations(), 1);
    })
    .await;
}

/// Records that this version has not written.
const BROKEN: [&str; 8] = [
    "",
    "null",
    "{\"accessToken\":\"a\"}",
    "1",
    "1\naccess\nrefresh",
    "1\n\n\nread\nsoon\nnow\nx",
    "0\naccess\nrefresh\nread\n3600000\n1795200000000\nsp1.f.x",
    "999\naccess\nrefresh\nread\n3600000\n1795200000000\nsp1.f.x\nand\nmore",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_stored_in_words_nobody_understands_is_none_and_nothing_throws() {
    visit(Setting::client(&[]), async |visitor: Visitor| {
        visitor.sign_in_client().await;
        let keys = visitor.keys("stagepass/session/").await;
        let [key] = &keys[..] else { panic!("{keys:?}") };
        for record in BROKEN {
            let record = serde_json::to_string(record).unwrap();
            // As if another version of the app had written it. A new client reads it, and an existing client gets a
            // storage event.
            let _: Option<bool> = visitor.run(&format!("localStorage[{key:?}] = {record}; begin()")).await;
            visitor.wait_for_client().await;
            visitor.wait_for_status("signed-out").await;
            // A record that looks like a session is shown until the core has read it.
            assert!(visitor.heard().await.iter().all(|event| event == "signed-out"), "{record}");
            let refusal = visitor.settles("sp.oauth.getAccessToken()").await.unwrap_err();
            assert_eq!(refusal.code, "not_signed_in", "{record}");
            assert_eq!(visitor.outcome("sp.oauth.isAuthenticated()").await, Ok(false));
        }
        let _: Option<bool> = visitor
            .run("for (const kind of ['p', 'f']) localStorage[`stagepass/login/sp1.${kind}.x`] = 'broken'")
            .await;
        visitor.reload().await;
        visitor.wait_for_status("signed-out").await;
        visitor.sign_in_again().await;
        visitor.settles("sp.oauth.logout()").await.unwrap();
        assert!(visitor.keys("stagepass/session/").await.is_empty());
        assert_eq!(visitor.console_errors().await, Vec::<String>::new());
    })
    .await;
}
