//! The service behind its base URL.

use http::Request;
use serde_json::{Value, json};
use stagepass_server::base_url::BaseUrl;
use stagepass_server::http::{Answer, Http, HttpError};

use super::request::{ORIGIN, client, preflight, unreachable};
use super::time;
use crate::check::finding::Finding;

/// The size of a part of an upload of the SDK.
const PART: usize = 8 << 20;
/// Any verifier of the right length.
const VERIFIER: &str = "check-check-check-check-check-check-check-check";

pub(super) async fn check(base: &BaseUrl, api_key: Option<&str>) -> Vec<Finding> {
    let url = format!("{}/.well-known/oauth-authorization-server{}", base.origin(), base.path());
    let answered = async { client(base)?.ask(Request::get(&url)).await };
    let answer = match answered.await {
        Ok(answer) => answer,
        Err(error) => return vec![unreachable(base, &error)],
    };
    if let Some(finding) = is_other(base, &url, &answer) {
        return vec![finding];
    }
    let mut findings: Vec<_> = time::check(&url, &answer).into_iter().collect();
    let Ok(http) = client(base) else { return findings };
    for checked in [
        authorization(&http, base).await,
        dpop(&http, base, api_key).await,
        cors(&http, base).await,
        part(&http, base).await,
    ] {
        match checked {
            Ok(finding) => findings.extend(finding),
            Err(error) => findings.push(unreachable(base, &error)),
        }
    }
    findings
}

/// Whether the response is that of another service, or of none.
fn is_other(base: &BaseUrl, url: &str, answer: &Answer) -> Option<Finding> {
    let issuer = answer.json::<Value>().ok().and_then(|metadata| Some(metadata.get("issuer")?.as_str()?.to_owned()));
    let (found, remedy) = match (answer.status, issuer) {
        (200, Some(issuer)) if issuer == base.as_str() => return None,
        (200, Some(issuer)) => (
            format!("the issuer there is {issuer}"),
            "set [service] base-url to the URL that the proxy leads to this service, or correct the proxy",
        ),
        (status @ 300..400, _) => {
            let to = answer.headers.get("location").and_then(|to| to.to_str().ok()).unwrap_or_default();
            (format!("status {status}, a redirect to {to}"), "set [service] base-url to the URL after the redirect")
        }
        (status, _) => (
            format!("status {status}, and no metadata of a service"),
            "let the proxy pass all paths on unchanged, /.well-known and the version among them, and check its target",
        ),
    };
    Some(Finding::new("not_this_service", url, found, remedy))
}

async fn authorization(http: &Http, base: &BaseUrl) -> Result<Option<Finding>, HttpError> {
    let url = format!("{}/me", base.as_str());
    let answer = http.ask(Request::get(&url).header("authorization", "Bearer check")).await?;
    let challenge = answer.headers.get("www-authenticate").and_then(|value| value.to_str().ok()).unwrap_or_default();
    // A request without a token gets a challenge without an error (RFC 6750 §3.1).
    if answer.status == 401 && challenge.contains("error=\"invalid_token\"") {
        return Ok(None);
    }
    let found = format!("status {}, as if the request had no header Authorization", answer.status);
    Ok(Some(Finding::new("authorization_dropped", url, found, "let the proxy pass the header Authorization on")))
}

/// The service checks the form of a proof before the code, so no code is needed.
async fn dpop(http: &Http, base: &BaseUrl, api_key: Option<&str>) -> Result<Option<Finding>, HttpError> {
    let Some(api_key) = api_key else { return Ok(None) };
    let url = format!("{}/oauth/token", base.as_str());
    let body = json!({
        "grant_type": "authorization_code", "code": "check", "code_verifier": VERIFIER, "client_id": api_key, "redirect_uri": ORIGIN,
    });
    let answer = http.send_json(Request::post(&url).header("dpop", "check"), &body).await?;
    let error = answer.json::<Value>().ok().and_then(|body| Some(body.get("error")?.as_str()?.to_owned()));
    Ok(match error.as_deref() {
        Some("invalid_dpop_proof") => None,
        Some("invalid_client") => Some(Finding::new(
            "app_unknown",
            "[access] api-key",
            "the service has no app with this API key",
            "set the API key of an app of this service: `stagepass-backend app list`",
        )),
        error => {
            let found = format!(
                "status {} ({}), as if the request had no header DPoP",
                answer.status,
                error.unwrap_or("no error code")
            );
            Some(Finding::new("dpop_dropped", url, found, "let the proxy pass the header DPoP on"))
        }
    })
}

async fn cors(http: &Http, base: &BaseUrl) -> Result<Option<Finding>, HttpError> {
    const HEADERS: [&str; 4] = ["authorization", "cache-control", "content-type", "dpop"];
    let url = format!("{}/me", base.as_str());
    let request = Request::options(&url).header("origin", ORIGIN).header("access-control-request-method", "GET");
    let answer = http.ask(request.header("access-control-request-headers", HEADERS.join(","))).await?;
    Ok(preflight(&url, &answer, &HEADERS))
}

/// The service refuses a part without a token. A proxy that does not take its size never asks the service.
async fn part(http: &Http, base: &BaseUrl) -> Result<Option<Finding>, HttpError> {
    let url = format!("{}/uploads/check", base.as_str());
    let request = Request::patch(&url).header("tus-resumable", "1.0.0").header("upload-offset", "0");
    // The service may close the connection before it has read all of the part.
    let Ok(answer) = http.send_bytes(request, vec![0; PART].into()).await else { return Ok(None) };
    if answer.status != 413 {
        return Ok(None);
    }
    let found = format!("status 413 for a part of an upload of {PART} bytes");
    let remedy = "allow larger bodies at /uploads in the proxy (nginx: `client_max_body_size 512m`)";
    Ok(Some(Finding::new("body_limit", url, found, remedy)))
}
