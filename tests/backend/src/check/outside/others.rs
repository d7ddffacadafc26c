//! The servers of others that the settings name: collectors of traces, and a geolocation service.

use http::Request;
use serde_json::json;
use stagepass_access::geo::GeoError;

use super::request::client;
use crate::check::finding::Finding;
use crate::check::settings::Deployment;

/// Sends each an empty request.
pub(super) async fn check(deployment: &Deployment) -> Vec<Finding> {
    let mut findings = Vec::new();
    for collector in deployment.collectors() {
        let url = format!("{}/v1/traces", collector.as_str());
        let response =
            async { client(collector)?.send_json(Request::post(&url), &json!({ "resourceSpans": [] })).await };
        let found = match response.await {
            Ok(answer) if (200..300).contains(&answer.status) => continue,
            Ok(answer) => format!("status {} for a request without spans", answer.status),
            Err(error) => error.to_string(),
        };
        let remedy = "start the collector, or set otlp-endpoint to its base URL for OTLP over HTTP with JSON";
        findings.push(Finding::new("collector_unusable", url, found, remedy));
    }
    if let Some(access) = &deployment.access
        && let Err(error @ GeoError::Http(_)) = stagepass_access::check_geo_lookup(access).await
    {
        let remedy = "set geo-url to a geolocation service with the API of ip-api.com, and start it";
        findings.push(Finding::new("geo_lookup_unusable", "[access] geo-url", error.to_string(), remedy));
    }
    findings
}
