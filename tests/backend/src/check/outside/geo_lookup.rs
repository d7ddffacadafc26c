//! The server of others that the settings name: a geolocation service.

use stagepass_access::geo::GeoError;

use crate::check::finding::Finding;
use crate::check::settings::Deployment;

/// Sends it an empty request.
pub(super) async fn check(deployment: &Deployment) -> Option<Finding> {
    let access = deployment.access.as_ref()?;
    let Err(error @ GeoError::Http(_)) = stagepass_access::check_geo_lookup(access).await else { return None };
    let remedy = "set geo-url to a geolocation service with the API of ip-api.com, and start it";
    Some(Finding::new("geo_lookup_unusable", "[access] geo-url", error.to_string(), remedy))
}
