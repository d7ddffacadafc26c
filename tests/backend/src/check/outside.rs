//! Checks of the public URLs, by requests that any client could send, and of the other servers that the settings name.

mod access_server;
mod geo_lookup;
mod node;
mod request;
mod service;
mod time;
mod tls;

use super::finding::Finding;
use super::settings::Deployment;

/// Sends the requests. A server that does not respond gets no more of them.
pub(super) async fn check(deployment: &Deployment, time_source: Option<&str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let api_key = deployment.access.as_ref().map(|access| access.api_key.as_str());
    if let Some(base) = deployment.service_url() {
        findings.extend(service::check(base, api_key).await);
        findings.extend(tls::check(base).await);
    }
    if let Some(url) = deployment.node_url() {
        findings.extend(node::check(&url, deployment.base_url()).await);
        findings.extend(tls::check(&url).await);
    }
    if let (Some(url), Some(settings)) = (deployment.access_url(), &deployment.access) {
        findings.extend(access_server::check(&url, settings).await);
        findings.extend(tls::check(&url).await);
    }
    findings.extend(geo_lookup::check(deployment).await);
    if let Some(url) = time_source {
        findings.extend(time::check_source(url).await);
    }
    findings
}
