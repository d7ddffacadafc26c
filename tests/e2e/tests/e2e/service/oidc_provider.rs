//! A session that is bound to a key of the browser (RFC 9449), at a server that others wrote: oidc-provider.

#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test stops if a request or a response is not what was recorded"
)]

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use serde_json::Value;
use stagepass_backend::clock::Clock as _;
use stagepass_e2e_tests::fault_proxy::ArchivedRequest;
use stagepass_e2e_tests::oidc_provider::OidcProvider;
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::visit::visit;
use stagepass_e2e_tests::visitor::Visitor;
use stagepass_test_support::dpop::{ProofKey, proof_claims};

const STATUS: &str = "(await sp.fetch('me')).status";

/// Puts another key in place of the stored one.
const REPLACE_KEY: &str = "(async () => {
  const { privateKey, publicKey } =
    await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  const { ext, key_ops, ...jwk } = await crypto.subtle.exportKey('jwk', publicKey);
  await new Promise((resolve, reject) => {
    indexedDB.open('stagepass').onsuccess = ({ target: { result: database } }) => {
      const keys = database.transaction('keys', 'readwrite').objectStore('keys');
      keys.getAllKeys().onsuccess = ({ target: { result: names } }) =>
        names.forEach((name) => keys.put({ privateKey, jwk }, name));
      keys.transaction.oncomplete = () => { database.close(); resolve(); };
      keys.transaction.onabort = reject;
    };
  });
})()";

/// The requests to this path, with a proof each, and what the server answered.
fn answers(requests: &[ArchivedRequest], path: &str) -> Vec<u16> {
    let to_path: Vec<_> = requests.iter().filter(|one| one.path == path && one.method != "OPTIONS").collect();
    // A login asks the token endpoint for its CORS headers, without a proof.
    let proven = to_path.iter().filter(|one| one.method != "HEAD");
    proven
        .inspect(|one| assert!(one.headers.contains_key("dpop"), "{} {}", one.method, one.path))
        .map(|one| one.status)
        .collect()
}

fn header(request: &ArchivedRequest, name: &str) -> String {
    request.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
}

/// The nonce in the proof of a request. Null if there is none.
fn nonce(request: &ArchivedRequest) -> Value {
    let proof = header(request, "dpop");
    let claims = proof.split('.').nth(1).and_then(|claims| URL_SAFE_NO_PAD.decode(claims).ok());
    let claims = claims.and_then(|claims| serde_json::from_slice::<Value>(&claims).ok());
    claims.map(|claims| claims["nonce"].clone()).unwrap_or_default()
}

/// Returns a member of a form whose values need no decoding.
fn form_value(form: &str, name: &str) -> String {
    let member = form.split('&').find_map(|member| member.strip_prefix(name)?.strip_prefix('='));
    member.unwrap_or_default().to_owned()
}

/// Sends a recorded request again, with this proof and body. Returns the status and what the server says about it.
async fn repeated(visitor: &Visitor, recorded: &ArchivedRequest, proof: &str, body: String) -> (u16, String) {
    let url = format!("{}{}", visitor.site.base_url().trim_end_matches("/v1"), recorded.path);
    let request = reqwest::Client::new().request(recorded.method.parse().unwrap(), url);
    let kept = [AUTHORIZATION, CONTENT_TYPE].map(|name| (recorded.headers.get(&name).cloned(), name));
    let headers = kept.into_iter().filter_map(|(value, name)| Some((name, value?))).collect();
    let answer = request.headers(headers).header("dpop", proof).body(body).send().await.unwrap();
    let answer = (answer.status().as_u16(), answer.json::<Value>().await.unwrap());
    (answer.0, answer.1["error"].as_str().unwrap_or_default().to_owned())
}

/// A proof of another key, for which the server would accept this request.
fn other_proof(visitor: &Visitor, recorded: &ArchivedRequest) -> String {
    let url = format!("{}{}", visitor.site.base_url().trim_end_matches("/v1"), recorded.path);
    let token = header(recorded, "authorization").replace("DPoP ", "");
    let mut claims = proof_claims(&recorded.method, &url, visitor.site.clock.now(), &token);
    claims["nonce"] = nonce(recorded);
    ProofKey::new().sign(&claims)
}

/// Signs in by popup, uses the session and refreshes it. The server demands a nonce in each proof. Then a thief tries,
/// and at last the browser's key is replaced.
#[tokio::test(flavor = "multi_thread")]
async fn session_works_only_with_the_browsers_key() {
    let provider = OidcProvider::start();
    let setting = Setting { stand_in: Some(provider.router()), token_format: Some("form"), ..Setting::client(&[]) };
    visit(Setting { auto_consent: false, ..setting }, async move |visitor: Visitor| {
        let archive = &visitor.site.service_proxy.archive;
        visitor.open_client().await;
        archive.begin();
        let _: Option<bool> = visitor.run("begin({ dpop: true })").await;
        visitor.click("#popup").await;
        visitor.turn_to_popup().await;
        visitor.sign_in_at_oidc_provider().await;
        visitor.turn_to_app().await;
        assert_eq!(visitor.outcome("(await pending).user.handle").await, Ok("ada".to_owned()));
        assert_eq!(visitor.outcome(STATUS).await, Ok(200));
        visitor.settles("sp.oauth.getAccessToken({ forceRefresh: true })").await.unwrap();
        assert_eq!(visitor.outcome(STATUS).await, Ok(200));
        let requests = archive.end();
        // The code was not used up by the first request, which had no nonce yet.
        assert_eq!(answers(&requests, "/v1/oauth/token"), [400, 200, 200]);
        let refused = requests.iter().find(|one| one.status == 400).unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&refused.response).unwrap()["error"], "use_dpop_nonce");
        // The profile is not in the token response, so the login asks for it.
        assert_eq!(answers(&requests, "/v1/me"), [200, 200, 200]);

        // A thief has all tokens, and the recorded requests.
        let last = |path: &str| requests.iter().rfind(|one| one.path == path && one.method != "OPTIONS").unwrap();
        let (refresh, profile) = (last("/v1/oauth/token"), last("/v1/me"));
        let old = String::from_utf8(refresh.body.to_vec()).unwrap();
        let new =
            serde_json::from_slice::<Value>(&refresh.response).unwrap()["refresh_token"].as_str().unwrap().to_owned();
        let used = form_value(&old, "refresh_token");
        for (request, body, refusal) in [
            (profile, String::new(), (401, "invalid_token")),
            (refresh, old.replace(&used, &new), (400, "invalid_grant")),
        ] {
            for proof in [header(request, "dpop"), other_proof(&visitor, request)] {
                let (status, error) = repeated(&visitor, request, &proof, body.clone()).await;
                assert_eq!((status, error.as_str()), refusal);
            }
        }
        // The owner notices nothing.
        visitor.settles("sp.oauth.getAccessToken({ forceRefresh: true })").await.unwrap();
        assert_eq!(visitor.outcome(STATUS).await, Ok(200));

        visitor.settles(REPLACE_KEY).await.unwrap();
        visitor.reload().await;
        visitor.wait_for_client().await;
        assert_eq!(visitor.outcome::<u16>(STATUS).await.unwrap_err().code, "session_expired");
        visitor.wait_for_status("expired").await;
    })
    .await;
}
