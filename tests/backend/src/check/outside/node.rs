//! The stream node.

use http::Request;
use serde_json::Value;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::http::{Http, HttpError, MAX_LIST};

use super::request::{ORIGIN, client, preflight, unreachable};
use super::time;
use crate::check::finding::Finding;

/// The user whose tracks are tried: the first of a service.
const FIRST_USER: u64 = 1;

pub(super) async fn check(node: &BaseUrl, service: Option<&BaseUrl>) -> Vec<Finding> {
    let url = format!("{}/tracks/cidstream/check", node.as_str());
    let request = Request::options(&url).header("origin", ORIGIN).header("access-control-request-method", "GET");
    let request = request.header("access-control-request-headers", "range");
    let answered = async {
        let http = client(node)?;
        Ok((http.ask(request).await?, http))
    };
    match answered.await {
        Err(error) => vec![unreachable(node, &error)],
        Ok((answer, http)) => {
            let mut findings: Vec<_> = preflight(&url, &answer, &["range"]).into_iter().collect();
            findings.extend(time::check(&url, &answer));
            if let Some(service) = service {
                findings.extend(range(&http, node, service).await.unwrap_or_default());
            }
            findings
        }
    }
}

/// Requests one byte of a public track of the first user, if there is one.
async fn range(http: &Http, node: &BaseUrl, service: &BaseUrl) -> Result<Option<Finding>, HttpError> {
    let of_service = client(service)?;
    let list = Request::get(format!("{}/users/{FIRST_USER}/tracks", service.as_str()));
    let list = of_service.ask_for(list, MAX_LIST).await?;
    let list = list.json_of::<Value>(200)?;
    let is_public =
        |track: &&Value| track.get("access_authorities").and_then(Value::as_array).is_none_or(Vec::is_empty);
    let Some(track) = list.pointer("/data").and_then(Value::as_array).and_then(|tracks| tracks.iter().find(is_public))
    else {
        return Ok(None);
    };
    let Some(stream) = track.pointer("/stream/url").and_then(Value::as_str) else { return Ok(None) };
    let stream = of_service.ask(Request::get(stream)).await?;
    let Some(url) = stream.headers.get("location").and_then(|url| url.to_str().ok()) else { return Ok(None) };
    if !url.starts_with(node.as_str()) {
        return Ok(None);
    }
    let answer = http.open(Request::get(url).header("range", "bytes=0-0")).await?;
    Ok((answer.status != 206).then(|| {
        let found = format!("status {} for a request of one byte, where 206 was expected", answer.status);
        let remedy =
            "let the proxy pass the header Range on, and do not cache or transform audio: players seek with it";
        Finding::new("range_dropped", url, found, remedy)
    }))
}
