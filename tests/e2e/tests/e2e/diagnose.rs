//! `oauth.diagnose` itself. What it finds in wrong set-ups: [`setups`](crate::setups).

use stagepass_e2e_tests::engine::Engine;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;

/// The verdict, and the codes of the findings.
const DIAGNOSIS: &str = "sp.oauth.diagnose().then(({ ok, findings }) => `${ok} ${findings.map(({ code }) => code)}`)";

/// The app chooses the engine. Otherwise it would be a finding that the page's policy refuses WebAssembly.
fn setting() -> Setting {
    let engine = (Engine::from_environment() == Engine::Js).then_some(Engine::Js);
    Setting { engine, ..Setting::client(&[]) }
}

#[tokio::test(flavor = "multi_thread")]
async fn correct_setup_yields_no_findings_or_side_effects() {
    visit(setting(), async |visitor: Visitor| {
        visitor.open_client().await;
        visitor.sign_in_again().await;
        let (session, keys) = (visitor.session_record().await, visitor.keys("").await);
        let _: Option<bool> = visitor.run("heard.length = 0").await;
        for _ in 0..2 {
            assert_eq!(visitor.outcome(DIAGNOSIS).await, Ok("true ".to_owned()));
        }
        assert!(visitor.session_record().await == session, "the session is another");
        assert_eq!(visitor.keys("").await, keys);
        assert_eq!(visitor.events().await, [""; 0]);
        assert_eq!(visitor.run::<usize>("return document.querySelectorAll('iframe').length").await, 0);
        assert_eq!(visitor.console_errors().await, [""; 0]);
        assert_eq!(visitor.outcome("sp.oauth.getUser().then(({ handle }) => handle)").await, Ok("ada".to_owned()));
    })
    .await;
}
