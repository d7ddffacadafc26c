//! A session that is bound to a key of the browser (RFC 9449).

use std::time::Duration;

use stagepass_native_tests::e2e::pages::PagePatch;
use stagepass_native_tests::e2e::setting::Setting;
use stagepass_native_tests::e2e::visit::visit;
use stagepass_native_tests::e2e::visitor::{Refusal, Visitor};

/// Longer than an access token lives.
const LONG: Duration = Duration::from_hours(2);

/// How many keys the browser has. For a page whose user has signed in, which creates the database.
const KEYS: &str = "(await new Promise((resolve) => {
  indexedDB.open('stagepass').onsuccess = ({ target: { result: database } }) => {
    database.transaction('keys').objectStore('keys').count().onsuccess = ({ target }) => {
      database.close();
      resolve(target.result);
    };
  };
}))";

const STATUS: &str = "(await sp.fetch('me')).status";

async fn status(visitor: &Visitor) -> Result<u16, Refusal> {
    visitor.outcome(STATUS).await
}

async fn keys(visitor: &Visitor) -> Result<u64, Refusal> {
    visitor.outcome(KEYS).await
}

/// Signs in by popup and by full page. Then the session is used after a reload, by a refresh, with a clock that is an
/// hour wrong, by a thief, and without its key.
#[tokio::test(flavor = "multi_thread")]
async fn bound_session_works_until_logout_and_only_with_its_key() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.open_client().await;
        let _: Option<bool> = visitor.run("begin({ dpop: true })").await;
        visitor.sign_in_client_by_popup().await;
        assert!(visitor.run::<bool>("return Object.values(localStorage).some((record) => record.startsWith('2'))").await);
        assert_eq!((status(&visitor).await, keys(&visitor).await), (Ok(200), Ok(1)));
        let stolen = format!(
            "(await fetch('{}/me', {{ headers: {{ authorization: 'Bearer ' + await sp.oauth.getAccessToken() }} }})).status",
            visitor.site.base_url()
        );
        assert_eq!(visitor.outcome::<u16>(&stolen).await, Ok(401));

        visitor.reload().await;
        visitor.wait_for_client().await;
        assert_eq!(status(&visitor).await, Ok(200));
        visitor.set_clock(60).await;
        visitor.reload().await;
        visitor.wait_for_client().await;
        assert_eq!(status(&visitor).await, Ok(200));
        visitor.pass(LONG).await;
        assert_eq!(status(&visitor).await, Ok(200));
        assert!(visitor.outcome::<bool>("(await sp.oauth.logout()).revoked").await.unwrap());
        assert_eq!((visitor.site.revocations(), keys(&visitor).await), (1, Ok(0)));

        // The service's `Date` header is not of its clock in this test, so the clocks must agree from here.
        visitor.set_clock(120).await;
        let _: Option<bool> = visitor.run("begin({ dpop: 'auto' })").await;
        visitor.sign_in_again().await;
        assert_eq!((status(&visitor).await, keys(&visitor).await), (Ok(200), Ok(1)));
        let clear = KEYS.replace("'keys')", "'keys', 'readwrite')").replace("count()", "clear()");
        visitor.settles(&clear).await.unwrap();
        visitor.reload().await;
        visitor.wait_for_client().await;
        let refusal = visitor.outcome::<u16>(STATUS).await.unwrap_err();
        assert_eq!(refusal.code, "session_expired");
        visitor.wait_for_status("expired").await;
    })
    .await;
}
