//! Another library's answer in the address: left alone, letter for letter, on whichever page.

use stagepass_native_tests::e2e::pages::Pages;
use stagepass_native_tests::e2e::setting::Setting;
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::Visitor;

const THEIRS: [&str; 9] = [
    "?code=theirs",
    "?state=theirs&code=4%2F0Ab%2b+c%C3%A9",
    "?code=theirs&state=sp2.p.AAAAAAAAAAAAAAAAAAAAAA",
    "?code=theirs&state=SP1.P.AAAAAAAAAAAAAAAAAAAAAA",
    "?code=theirs&state=&&&tab=2",
    "?error=access_denied&error_description=No%20thanks",
    "#access_token=theirs&state=theirs&token_type=bearer",
    "?code=theirs&session_state=sp1.f.AAAAAAAAAAAAAAAAAAAAAA#_=_",
    "?a=1&a=2;b=%#/route?code=theirs&state=theirs",
];

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_with_a_state_that_is_not_ours_is_nothing_to_us_on_any_page_of_the_app() {
    visit(Setting { pages: Pages::ClientOnly(&[]), ..Setting::default() }, async |visitor: Visitor| {
        for theirs in THEIRS {
            let address = format!("{}/{theirs}", visitor.site.app());
            visitor.goto("about:blank").await;
            visitor.goto(&address).await;
            visitor.wait_for_client().await;
            let kind: String = visitor.outcome("(await sp.oauth.handleRedirect()).kind").await.unwrap();
            assert_eq!(kind, "none");
            assert_eq!(visitor.run::<String>("return location.href").await, address);
            assert!(visitor.keys("stagepass/").await.is_empty());
        }
        assert_eq!(visitor.site.token_requests(), 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_callback_page_leaves_it_alone_as_well_and_says_that_there_is_nothing_to_finish() {
    visit(Setting { pages: Pages::ClientOnly(&[]), ..Setting::default() }, async |visitor: Visitor| {
        for theirs in THEIRS {
            let address = format!("{}/callback.html{theirs}", visitor.site.app());
            visitor.goto("about:blank").await;
            visitor.goto(&address).await;
            visitor.wait_until("document.querySelector('[role=status]')").await;
            assert_eq!(visitor.run::<String>("return location.href").await, address);
        }
        assert_eq!(visitor.site.token_requests(), 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_have_in_the_address_beside_our_answer_stays_there() {
    visit(Setting { pages: Pages::ClientOnly(&[]), ..Setting::default() }, async |visitor: Visitor| {
        let ours = "code=ours&state=sp1.f.AAAAAAAAAAAAAAAAAAAAAA&iss=x";
        for (given, left) in [
            (format!("?code=theirs&state=theirs#{ours}"), "?code=theirs&state=theirs"),
            (format!("?{ours}&tab=2#code=theirs"), "?tab=2#code=theirs"),
            (format!("?tab=%41&{ours}"), "?tab=%41"),
        ] {
            visitor.goto("about:blank").await;
            visitor.go(&format!("/callback.html{given}")).await;
            visitor.wait_for_error("transaction_lost").await;
            let address: String = visitor.run("return location.href").await;
            assert_eq!(address, format!("{}/callback.html{left}", visitor.site.app()));
        }
        assert_eq!(visitor.site.token_requests(), 0);
    })
    .await;
}
