//! A session that is bound to a key of the browser (RFC 9449).

use std::time::Duration;

use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::{Refusal, Visitor};

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

/// The forms in which a stored private key leaves the browser.
const EXPORTED: &str = "(await new Promise((resolve) => {
  indexedDB.open('stagepass').onsuccess = ({ target: { result: database } }) => {
    database.transaction('keys').objectStore('keys').getAll().onsuccess = async ({ target: { result: [record] } }) => {
      database.close();
      const exported = JSON.stringify(record).includes('\"d\"') ? ['record'] : [];
      for (const format of ['jwk', 'pkcs8', 'raw', 'spki'])
        await crypto.subtle.exportKey(format, record.privateKey).then(() => exported.push(format), () => {});
      resolve(exported.join());
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

/// Uploads a second of silence, and returns its status.
const UPLOAD: &str = "(await (async () => {
  const wav = new Int16Array(22 + 8000);
  const bytes = new DataView(wav.buffer);
  const put = (at, text) => [...text].forEach((letter, index) => bytes.setUint8(at + index, letter.charCodeAt(0)));
  put(0, 'RIFF'); bytes.setUint32(4, bytes.byteLength - 8, true); put(8, 'WAVEfmt '); bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true); bytes.setUint16(22, 1, true); bytes.setUint32(24, 8000, true);
  bytes.setUint32(28, 16000, true); bytes.setUint16(32, 2, true); bytes.setUint16(34, 16, true);
  put(36, 'data'); bytes.setUint32(40, 16000, true);
  return sp.tracks.upload(new File([wav], 'silence.wav', { type: 'audio/wav' }));
})()).trackCid.length > 0";

/// Signs in by popup and by full page. Then the session is used after a reload, by a refresh, with a clock that is an
/// hour wrong, by a thief, and without its key.
#[tokio::test(flavor = "multi_thread")]
async fn bound_session_works_only_with_key_until_logout() {
    visit(Setting::client(&[PagePatch::Clock]), async |visitor: Visitor| {
        visitor.open_client().await;
        let _: Option<bool> = visitor.run("begin({ dpop: true }); window.options = { scope: 'write' }").await;
        visitor.sign_in_client_by_popup().await;
        assert_eq!(visitor.outcome(UPLOAD).await, Ok(true));
        assert!(visitor.session().await.is_bound);
        assert_eq!((status(&visitor).await, keys(&visitor).await), (Ok(200), Ok(1)));
        assert_eq!(visitor.outcome::<String>(EXPORTED).await, Ok(String::new()));
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

/// The user reads the consent page, and meanwhile the browser caches the preflight. After the click on "Allow" there
/// are as many requests as without a proof.
#[tokio::test(flavor = "multi_thread")]
async fn bound_code_exchange_needs_no_preflight_after_consent() {
    visit(Setting { auto_consent: false, ..Setting::client(&[]) }, async |visitor: Visitor| {
        visitor.open_client().await;
        let requests = &visitor.site.service_proxy.requests;
        // Firefox 153 caches no preflight before the third or fourth after its start.
        let mut preflights = 0;
        for call in 1..10 {
            preflights = requests.count("OPTIONS /v1/oauth/check");
            if preflights + 1 < call {
                break;
            }
            visitor.settles("fetch(config.baseUrl + '/oauth/check', { headers: { DPoP: 'none' } })").await.unwrap();
        }
        assert!(preflights < 8, "this browser caches no preflight");
        let _: Option<bool> = visitor.run("begin({ dpop: true })").await;
        visitor.click("#popup").await;
        visitor.turn_to_popup().await;
        visitor.sign_in_at_service().await;
        // By then the browser has the response to its preflight.
        requests.wait_for("HEAD /v1/oauth/token", 1).await;
        visitor.approve().await;
        visitor.turn_to_app().await;
        visitor.wait_for_status("signed-in").await;
        assert!(visitor.session().await.is_bound);
        assert_eq!((requests.count("OPTIONS /v1/oauth/token"), visitor.site.token_requests()), (1, 1));
        assert_eq!(visitor.console_errors().await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_window_has_bound_sessions() {
    visit(Setting { is_private: true, ..Setting::client(&[]) }, async |visitor: Visitor| {
        visitor.open_client().await;
        let _: Option<bool> = visitor.run("begin({ dpop: true })").await;
        visitor.sign_in_client_by_popup().await;
        visitor.reload().await;
        visitor.wait_for_client().await;
        assert_eq!((status(&visitor).await, keys(&visitor).await), (Ok(200), Ok(1)));
    })
    .await;
}
