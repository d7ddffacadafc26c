//! The access server.

use std::net::IpAddr;

use http::Request;
use serde_json::Value;
use stagepass_access::AccessSettings;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::client_address::is_trusted;
use tokio::net::TcpStream;
use url::Url;

use super::request::{ORIGIN, client, preflight, unreachable};
use super::time;
use crate::check::finding::Finding;

/// An address of documentation (RFC 5737), which no client has.
const FORGED: &str = "192.0.2.77";

pub(super) async fn check(url: &BaseUrl, settings: &AccessSettings) -> Vec<Finding> {
    let region = format!("{}/my-region", url.as_str());
    let preflighted = Request::options(&region).header("origin", ORIGIN).header("access-control-request-method", "GET");
    let preflighted = preflighted.header("access-control-request-headers", "authorization,cache-control");
    let answered = async {
        let http = client(url)?;
        let seen = http.ask(Request::get(&region).header("x-forwarded-for", FORGED)).await?;
        Ok((seen, http.ask(preflighted).await?))
    };
    let (seen, preflighted) = match answered.await {
        Ok(answers) => answers,
        Err(error) => return vec![unreachable(url, &error)],
    };
    let body = seen.json::<Value>().ok().filter(|body| seen.status == 200 && body.get("ip").is_some());
    let Some(body) = body else {
        let found = format!("status {}, and not the response of an access server", seen.status);
        let remedy = "set [access] origin to the URL that the proxy leads to this server, or correct the proxy";
        return vec![Finding::new("not_this_access_server", region, found, remedy)];
    };
    let mut findings: Vec<_> =
        preflight(&region, &preflighted, &["authorization", "cache-control"]).into_iter().collect();
    findings.extend(time::check(&region, &seen));
    // The requests of a trusted machine look like those of a proxy.
    let trusted = &settings.server.trusted_proxies;
    if own_address(url).await.is_none_or(|address| is_trusted(address, trusted)) {
        return findings;
    }
    let remedy = "let the proxy set X-Forwarded-For to the address of its client (nginx: `proxy_set_header X-Forwarded-For $remote_addr`)";
    let seen = body.get("ip").and_then(Value::as_str);
    if seen == Some(FORGED) {
        let found = "the proxy passes on what the client says in X-Forwarded-For: a client can choose its address";
        findings.push(Finding::new("client_address_forged", region, found, remedy));
    } else if seen.is_none() && !trusted.is_empty() {
        let found = "the trusted proxy does not say the address of its client: all clients share one rate limit";
        findings.push(Finding::new("client_address_missing", region, found, remedy));
    }
    findings
}

/// The address of this machine, from which it connects to the proxy.
async fn own_address(url: &BaseUrl) -> Option<IpAddr> {
    let url = Url::parse(url.as_str()).ok()?;
    let host = url.host_str()?.trim_start_matches('[').trim_end_matches(']').to_owned();
    let connection = TcpStream::connect((host, url.port_or_known_default()?)).await.ok()?;
    Some(connection.local_addr().ok()?.ip())
}
