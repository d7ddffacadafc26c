//! A thief who has the log of all requests and a copy of the browser's storage.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops if what the thief looks for is missing"
)]

mod forged_proofs;
mod loot;
mod tries;

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use stagepass_e2e_tests::pages::PagePatch;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::{in_fresh_profile, visit};
use stagepass_e2e_tests::visitor::Visitor;
use stagepass_test_support::wav;

use loot::Loot;
use tries::{Tally, Try, send, tries};

/// Longer than an access token lives, and a code.
const LONG: Duration = Duration::from_hours(2);

/// How many tries a thief makes at least.
const TRIES: usize = 1_000;

/// Signs in and uses the session: its user, `fetch`, an upload, a ticket, a refresh. Returns what a thief can copy.
async fn session(owner: &Visitor, dpop: bool) -> Loot {
    owner.site.service_proxy.archive.begin();
    let _: Option<bool> = owner.run(&format!("window.options = {{ scope: 'write' }}; begin({{ dpop: {dpop} }})")).await;
    owner.sign_in_client_by_popup().await;
    use_session(owner).await;
    let file = STANDARD.encode(wav::file(8_000, 16, &[0; 16_000]));
    let upload = format!(
        "await sp.tracks.upload(new File([Uint8Array.from(atob('{file}'), (byte) => byte.charCodeAt(0))], 'a.wav'))"
    );
    owner.settles(&upload).await.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    owner.pass(LONG).await;
    use_session(owner).await;
    let requests = owner.site.service_proxy.archive.end();
    Loot::take(owner, requests).await
}

/// Uses the session as its owner, who is not disturbed.
async fn use_session(owner: &Visitor) {
    let used = "[
      (await sp.fetch('me')).status,
      typeof (await sp.oauth.getUser()).userId,
      typeof (await sp.oauth.getTicket({ audience: 'https://own.example' })),
    ].join()";
    let used = owner.outcome::<String>(used).await.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert!(used.starts_with("200,"), "{used}");
}

/// Puts the copied storage into the thief's browser, with a key of the thief, as the private key cannot be copied.
fn plant(storage: &Value) -> String {
    format!(
        "return (async () => {{
           const {{ local, session }} = {storage};
           Object.assign(localStorage, local);
           Object.assign(sessionStorage, session);
           const {{ privateKey, publicKey }} =
             await crypto.subtle.generateKey({{ name: 'ECDSA', namedCurve: 'P-256' }}, false, ['sign']);
           const jwk = await crypto.subtle.exportKey('jwk', publicKey);
           const names = Object.values(local).flatMap((text) => text.split('\\n'));
           await new Promise((resolve, reject) => {{
             const opening = indexedDB.open('stagepass');
             opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
             opening.onsuccess = () => {{
               const put = opening.result.transaction('keys', 'readwrite').objectStore('keys');
               for (const name of names) put.put({{ privateKey, jwk }}, name);
               put.transaction.oncomplete = () => {{ opening.result.close(); resolve(); }};
               put.transaction.onabort = reject;
             }};
           }});
           return true;
         }})()"
    )
}

/// Sends these tries from a page of the thief's browser. Returns their statuses, 0 if the browser refuses one.
async fn send_from_page(thief: &Visitor, tries: &[&Try]) -> Vec<u16> {
    let script = format!(
        "return (async () => {{
           const statuses = [];
           for (const {{ method, url, headers, body }} of {})
             statuses.push(await fetch(url, {{ method, headers, body: body ?? undefined }}).then(({{ status }}) => status, () => 0));
           return statuses;
         }})()",
        json!(tries)
    );
    thief.run(&script).await
}

/// The tokens of a session that is bound to a key of the browser are of no use to a thief, who also cannot disturb the
/// owner. Those of a session that is not bound are as good for the thief as for the owner.
#[tokio::test(flavor = "multi_thread")]
async fn stolen_tokens_are_useless_without_the_key() {
    visit(Setting::client(&[PagePatch::Clock]), async |owner: Visitor| {
        let http = reqwest::Client::new();
        owner.open_client().await;
        let loot = session(&owner, true).await;
        assert_eq!((loot.access.len(), loot.refresh.len()), (2, 2), "a code exchange and a refresh");
        // The private key cannot leave the browser.
        assert_eq!(loot.storage["exported"], json!([]), "{}", loot.storage);
        assert_eq!(loot.storage["kept"].as_array().map(Vec::len), Some(4), "{}", loot.storage);
        assert!(!loot.storage.to_string().contains("\\\"d\\\""), "{}", loot.storage);

        let (all, mut tally) = (tries(&owner.site, &loot), Tally::default());
        for (number, one) in all.iter().enumerate() {
            tally.count(one, send(&http, one).await);
            if number % 250 == 0 {
                use_session(&owner).await;
            }
        }
        let in_page: Vec<&Try> = all.iter().step_by(20).collect();
        let outcome = in_fresh_profile(&owner, async |thief| {
            thief.open_client().await;
            let statuses = send_from_page(thief, &in_page).await;
            assert!(thief.run::<bool>(&plant(&loot.storage)).await);
            thief.reload().await;
            thief.wait_for_client().await;
            let _: Option<bool> = thief.run("begin({ dpop: true })").await;
            (statuses, thief.outcome::<u16>("(await sp.fetch('me')).status").await)
        });
        let (statuses, copied) = outcome.await;
        assert_eq!(statuses.len(), in_page.len());
        assert!(statuses.iter().all(|status| matches!(status, 0 | 400..=413)), "{statuses:?}");
        assert!(copied.is_err(), "the copied profile works: {copied:?}");
        println!("bound to a key: {tally:?}, and {} tries from a page", statuses.len());
        assert_eq!(tally.accepted(), 0, "{tally:?}");
        assert!(tally.tried() + statuses.len() >= TRIES, "{tally:?}");
        // The owner notices nothing: the same session, also after a refresh.
        use_session(&owner).await;
        owner.pass(LONG).await;
        use_session(&owner).await;
        assert_eq!(owner.site.service_proxy.requests.answered("", 429), 0);

        assert!(owner.outcome::<bool>("(await sp.oauth.logout()).revoked").await.unwrap());
        let loot = session(&owner, false).await;
        let mut tally = Tally::default();
        for one in tries(&owner.site, &loot) {
            if one.way.ends_with("Bearer, no proof") || one.way == "no proof" {
                tally.count(&one, send(&http, &one).await);
            }
        }
        println!("not bound: {tally:?}");
        for aim in ["/me", "tickets", "uploads", "refresh", "revocation"] {
            assert!(tally.0[aim].0 > 0, "a bearer token is useful to a thief: {tally:?}");
        }
    })
    .await;
}
