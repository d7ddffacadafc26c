//! An app that is registered with another redirect URI than the one it uses.

use std::time::Duration;

use stagepass_native_tests::driven::site::Setting;
use stagepass_native_tests::driven::visitor::{Visitor, visit};

#[tokio::test(flavor = "multi_thread")]
async fn the_service_explains_it_in_the_popup_and_leads_nowhere() {
    visit(Setting { registers_elsewhere: true, ..Setting::default() }, async |visitor: Visitor| {
        visitor.open_demo().await;
        visitor.click("#sign-in-popup").await;
        visitor.turn_to_popup().await;
        visitor.wait_for_page("error").await;
        assert!(visitor.address().await.starts_with(visitor.site.base_url()));
        let words: String = visitor.run("return document.body.innerText").await;
        assert!(words.contains(&format!("{}/callback.html", visitor.site.app())), "{words}");
        // So soon after opening, a popup that looks closed might only be cut off.
        tokio::time::sleep(Duration::from_secs(3)).await;
        visitor.close_window().await;
        visitor.wait_for_error("popup_closed").await;
        assert_eq!(visitor.site.token_requests(), 0);
    })
    .await;
}
