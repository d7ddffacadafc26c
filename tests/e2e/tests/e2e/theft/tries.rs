//! The requests that a thief sends.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::json;
use stagepass_backend::clock::Clock as _;
use stagepass_e2e_tests::site::Site;
use stagepass_test_support::dpop::ProofKey;

use super::forged_proofs::{Wanted, proofs};
use super::loot::Loot;

/// A request of the thief.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Try {
    /// What it is for.
    pub(super) aim: &'static str,
    /// How it pretends to be of the owner.
    pub(super) way: String,
    method: &'static str,
    url: String,
    headers: Vec<(&'static str, String)>,
    body: Option<String>,
}

/// An endpoint that takes an access token.
struct Endpoint {
    aim: &'static str,
    method: &'static str,
    path: String,
    headers: Vec<(&'static str, String)>,
    body: Option<String>,
}

/// Returns all tries with the loot. Those that would end the session are last.
pub(super) fn tries(site: &Site, loot: &Loot) -> Vec<Try> {
    let (thief, now) = (ProofKey::new(), site.clock.now());
    let mut tries = Vec::new();
    for Endpoint { aim, method, path, headers, body } in endpoints(loot) {
        let url = site.base_url().replace("/v1", &path);
        // `htu` has no query.
        let bare = url.split('?').next().unwrap_or_default();
        for (age, token) in ["newest", "oldest"].into_iter().zip([loot.access.first(), loot.access.last()]) {
            let token = token.expect("a session has an access token");
            for (name, proofs) in proofs(loot, &thief, &Wanted { method, url: bare, access_token: token, now }) {
                for scheme in if age == "newest" { &["DPoP", "Bearer"][..] } else { &["DPoP"] } {
                    let credential = ("authorization", format!("{scheme} {token}"));
                    let proofs = proofs.iter().map(|proof| ("dpop", proof.clone()));
                    let headers = headers.iter().cloned().chain([credential]).chain(proofs).collect();
                    let way = format!("{age} access token, {scheme}, {name}");
                    tries.push(Try { aim, way, method, url: url.clone(), headers, body: body.clone() });
                }
            }
        }
    }
    let refresh_token = loot.refresh.first().expect("a session has a refresh token");
    let client_id = loot.sent("/v1/oauth/token", "client_id");
    let secrets = [&loot.access[0], refresh_token, &client_id];
    for secret in secrets {
        let basic = format!("Basic {}", STANDARD.encode(format!("{client_id}:{secret}")));
        for authorization in [basic, format!("Bearer {secret}"), format!("DPoP {secret}")] {
            let headers = vec![("content-type", "application/json".to_owned()), ("authorization", authorization)];
            let body = Some(json!({ "token": loot.access[0] }).to_string());
            let url = format!("{}/oauth/introspect", site.base_url());
            let way = "a stolen value as secret".to_owned();
            tries.push(Try { aim: "introspection", way, method: "POST", url, headers, body });
        }
    }
    for (aim, path, members) in [
        ("refresh", "/oauth/token", json!({ "grant_type": "refresh_token", "refresh_token": refresh_token })),
        ("refresh", "/oauth/token", json!({ "grant_type": "refresh_token", "refresh_token": loot.refresh.last() })),
        (
            "code exchange",
            "/oauth/token",
            json!({
                "grant_type": "authorization_code",
                "code": loot.sent("/v1/oauth/token", "code"),
                "code_verifier": loot.sent("/v1/oauth/token", "code_verifier"),
                "redirect_uri": loot.sent("/v1/oauth/token", "redirect_uri"),
            }),
        ),
        ("revocation", "/oauth/revoke", json!({ "token": loot.access[0] })),
        ("revocation", "/oauth/revoke", json!({ "token": refresh_token })),
    ] {
        let (url, mut members) = (format!("{}{path}", site.base_url()), members);
        members["client_id"] = json!(client_id);
        for (way, proofs) in proofs(loot, &thief, &Wanted { method: "POST", url: &url, access_token: "", now }) {
            let proofs = proofs.into_iter().map(|proof| ("dpop", proof));
            let headers = [("content-type", "application/json".to_owned())].into_iter().chain(proofs).collect();
            tries.push(Try { aim, way, method: "POST", url: url.clone(), headers, body: Some(members.to_string()) });
        }
    }
    tries
}

fn endpoints(loot: &Loot) -> Vec<Endpoint> {
    let get = |aim, path: &str| Endpoint { aim, method: "GET", path: path.to_owned(), headers: vec![], body: None };
    let json_type = || vec![("content-type", "application/json".to_owned())];
    let tus = || vec![("tus-resumable", "1.0.0".to_owned())];
    let with_body = |aim, path: &str, body: serde_json::Value| Endpoint {
        aim,
        method: "POST",
        path: path.to_owned(),
        headers: json_type(),
        body: Some(body.to_string()),
    };
    let upload = |method, path: &str, headers: &[(&'static str, &str)]| Endpoint {
        aim: "uploads",
        method,
        path: path.to_owned(),
        headers: tus().into_iter().chain(headers.iter().map(|(name, value)| (*name, (*value).to_owned()))).collect(),
        body: None,
    };
    let own = loot.upload();
    vec![
        get("/me", "/v1/me"),
        get("/me", "/v1/me?x=1"),
        with_body("tickets", "/v1/tickets", json!({ "audience": "https://thief.example" })),
        with_body("tracks", "/v1/tracks", json!({ "title": "Stolen", "track_cid": "x" })),
        upload("POST", "/v1/uploads", &[("upload-length", "100")]),
        upload("GET", "/v1/uploads", &[]),
        upload("HEAD", &own, &[]),
        upload("DELETE", &own, &[]),
    ]
}

/// Sends a try, and returns the status.
pub(super) async fn send(http: &reqwest::Client, one: &Try) -> u16 {
    let method = one.method.parse().expect("a method");
    let request = one.headers.iter().fold(http.request(method, &one.url), |request, (name, value)| {
        // `append`, because a name may be repeated.
        request.header(*name, value)
    });
    let request = one.body.iter().fold(request, |request, body| request.body(body.clone()));
    request.send().await.expect("the service answers").status().as_u16()
}

/// How many tries of each aim were accepted, of how many. A tally of a thief.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tally(pub(super) BTreeMap<&'static str, (usize, usize)>);

impl Tally {
    pub(super) fn count(&mut self, one: &Try, status: u16) {
        // 429 would mean that the thief's tries count for a limit, which the owner may share.
        assert!(matches!(status, 200..=299 | 400..=413), "{status}: {one:?}");
        let (accepted, tried) = self.0.entry(one.aim).or_default();
        *accepted += usize::from(status < 300);
        *tried += 1;
    }

    pub(super) fn accepted(&self) -> usize {
        self.0.values().map(|(accepted, _)| accepted).sum()
    }

    pub(super) fn tried(&self) -> usize {
        self.0.values().map(|(_, tried)| tried).sum()
    }
}
