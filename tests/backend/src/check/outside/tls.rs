//! The certificate of a public URL.

use stagepass_kit::clock::{Clock as _, SystemClock};
use stagepass_server::base_url::BaseUrl;
use stagepass_server::tls::certificate_end;
use url::Url;

use crate::check::finding::Finding;

const DAY: i64 = 24 * 60 * 60;
/// Automatic renewal happens earlier.
const LEAST_DAYS: i64 = 14;

/// Returns a problem if the certificate ends soon. That there is no trusted one is found by the requests.
pub(super) async fn check(url: &BaseUrl) -> Option<Finding> {
    let parsed = Url::parse(url.as_str()).ok().filter(|url| url.scheme() == "https")?;
    let end = certificate_end(parsed.host_str()?, parsed.port_or_known_default()?).await.ok()?;
    let days = (end - SystemClock.now()) / DAY;
    (days < LEAST_DAYS).then(|| {
        let found = format!("the certificate ends in {days} days");
        Finding::new("tls_ends_soon", url.origin(), found, "renew it, and check why that did not happen automatically")
    })
}
