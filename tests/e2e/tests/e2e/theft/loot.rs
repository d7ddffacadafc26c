//! What a thief copies: the log of all requests, as of a proxy or a HAR file, and the storage of the browser.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use stagepass_e2e_tests::fault_proxy::ArchivedRequest;
use stagepass_e2e_tests::visitor::Visitor;

/// Copies the storage of the page, and every key in a form that can leave the browser. A key that cannot is named in
/// `kept`.
const COPY: &str = "return (async () => {
  const copy = { local: { ...localStorage }, session: { ...sessionStorage }, records: [], exported: [], kept: [] };
  const keys = [];
  const collect = (value) => {
    if (value instanceof CryptoKey) keys.push(value);
    else if (value && typeof value === 'object') Object.values(value).forEach(collect);
  };
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('stagepass');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = reject;
  });
  for (const name of database.objectStoreNames) {
    const store = database.transaction(name).objectStore(name);
    const all = await new Promise((resolve) => { store.getAll().onsuccess = ({ target }) => resolve(target.result); });
    all.forEach(collect);
    copy.records.push(...all.map((record) => JSON.stringify(record)));
  }
  database.close();
  for (const key of keys)
    for (const format of ['jwk', 'pkcs8', 'raw', 'spki'])
      await crypto.subtle.exportKey(format, key).then(
        () => copy.exported.push(`${key.type} ${format}`),
        () => copy.kept.push(`${key.type} ${format}`),
      );
  return copy;
})()";

/// Everything that the thief has.
#[derive(Debug)]
pub(super) struct Loot {
    /// The storage of the browser, and what could be exported of its keys.
    pub(super) storage: Value,
    /// The recorded requests.
    pub(super) requests: Vec<ArchivedRequest>,
    /// The access tokens, the newest first.
    pub(super) access: Vec<String>,
    /// The refresh tokens, the newest first.
    pub(super) refresh: Vec<String>,
    /// The public key of the owner, if the session is bound.
    pub(super) jwk: Option<Value>,
}

impl Loot {
    /// Takes all that can be taken from the page of `owner` and from the recorded requests.
    pub(super) async fn take(owner: &Visitor, requests: Vec<ArchivedRequest>) -> Self {
        let storage: Value = owner.run(COPY).await;
        let answers: Vec<Value> = requests
            .iter()
            .rev()
            .filter(|request| request.path == "/v1/oauth/token")
            .filter_map(|request| serde_json::from_slice(&request.response).ok())
            .collect();
        let all = |name: &str| -> Vec<String> {
            answers.iter().filter_map(|answer| answer[name].as_str()).map(str::to_owned).collect()
        };
        let jwk =
            requests.iter().find_map(|request| proof_header(&request.headers)).map(|header| header["jwk"].clone());
        Self { access: all("access_token"), refresh: all("refresh_token"), jwk, storage, requests }
    }

    /// Returns the recorded proofs, the newest first.
    pub(super) fn proofs(&self) -> Vec<&str> {
        self.requests.iter().rev().filter_map(|request| request.headers.get("dpop")?.to_str().ok()).collect()
    }

    /// Returns a member of a JSON or form body of a recorded request.
    pub(super) fn sent(&self, path: &str, name: &str) -> String {
        let mut bodies = self.requests.iter().filter(|request| request.path == path).map(|request| &request.body);
        let member = |body: &[u8]| match serde_json::from_slice::<Value>(body) {
            Ok(json) => json[name].as_str().map(str::to_owned),
            Err(_) => reqwest::Url::parse(&format!("http://a/?{}", String::from_utf8_lossy(body)))
                .ok()?
                .query_pairs()
                .find_map(|(known, value)| (known == name).then(|| value.into_owned())),
        };
        bodies.find_map(|body| member(body)).unwrap_or_else(|| panic!("no {name} was sent to {path}"))
    }

    /// Returns the path of the recorded upload.
    pub(super) fn upload(&self) -> String {
        let part = self.requests.iter().find(|request| request.path.starts_with("/v1/uploads/"));
        part.expect("a part of an upload was sent").path.clone()
    }
}

fn proof_header(headers: &HeaderMap) -> Option<Value> {
    let header = headers.get("dpop")?.to_str().ok()?.split('.').next()?;
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(header).ok()?).ok()
}
