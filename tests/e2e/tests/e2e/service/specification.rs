//! A client that was written from the specification's words alone, with the service. A server that does no more than
//! these say, with the SDK.

use stagepass_core_tests::stand_in::{Variety, router};
use stagepass_e2e_tests::pages::{CustomPages, Pages, callback_page};
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

const CLIENT: &str = include_str!("../../../pages/specification/client.html");
const CALLBACK: &str = include_str!("../../../pages/specification/callback.html");
const APP: &str = include_str!("../../../pages/specification/app.html");

fn setting(pages: &CustomPages) -> Setting {
    Setting { pages: Pages::Custom(pages.clone()), has_own_engines: true, ..Setting::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn client_of_the_specification_works_with_the_service() {
    let pages = CustomPages::default();
    visit(setting(&pages), async move |visitor: Visitor| {
        let request = visitor.site.request();
        let (_, api_key) = request.0.iter().find(|(name, _)| name == "api_key").unwrap();
        pages.write("/", CLIENT.replace("$BASE_URL", visitor.site.base_url()).replace("$API_KEY", api_key));
        pages.write("/callback.html", CALLBACK.to_owned());
        visitor.goto(&format!("{}/", visitor.site.app())).await;
        visitor.click_and_turn_to_popup("#login").await;
        visitor.sign_in_at_service().await;
        visitor.approve().await;
        visitor.wait_until_popup_is_closed().await;
        wait_for_output(&visitor, "ada 1").await;
        visitor.click("#refresh").await;
        wait_for_output(&visitor, "ada 1, another token").await;
        let access_token: String = visitor.run("return JSON.parse(localStorage.tokens).access_token").await;
        visitor.click("#logout").await;
        wait_for_output(&visitor, "signed out").await;
        assert_eq!(visitor.site.me_with(&access_token).await, 401);
    })
    .await;
}

/// It takes JSON alone, sends `iss`, and answers 204 to a revocation. The app has both names, and a short key.
#[tokio::test(flavor = "multi_thread")]
async fn app_works_with_a_server_of_the_specification() {
    let pages = CustomPages::default();
    let setting = Setting { stand_in: Some(router(Variety::Specification)), ..setting(&pages) };
    visit(setting, async move |visitor: Visitor| {
        pages.write("/", APP.replace("$BASE_URL", visitor.site.base_url()));
        pages.write("/callback.html", callback_page());
        visitor.goto(&format!("{}/", visitor.site.app())).await;
        visitor.wait_until("window.sp").await;
        visitor.click("#login").await;
        wait_for_output(&visitor, "ada").await;
        let refreshes = "return sp.oauth.getAccessToken().then(async (first) =>
             (await sp.oauth.getAccessToken({ forceRefresh: true })) !== first && sp.oauth.isAuthenticated())";
        assert!(visitor.run::<bool>(refreshes).await);
        assert_eq!(visitor.site.token_requests(), 2);
        visitor.click("#logout").await;
        wait_for_output(&visitor, "revoked: true").await;
    })
    .await;
}

/// Waits until the page shows this outcome.
async fn wait_for_output(visitor: &Visitor, text: &str) {
    visitor.wait_until(&format!("document.querySelector('output').textContent === {text:?}")).await;
}
