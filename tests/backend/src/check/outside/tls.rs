//! The certificate of a public URL.

use std::ops::Range;

use stagepass_kit::clock::{Clock as _, SystemClock};
use stagepass_server::base_url::BaseUrl;
use stagepass_server::tls::certificate_validity;
use url::Url;

use crate::check::finding::Finding;

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

/// Returns a problem if the certificate ends soon. That there is no trusted one is found by the requests.
pub(super) async fn check(url: &BaseUrl) -> Option<Finding> {
    let parsed = Url::parse(url.as_str()).ok().filter(|url| url.scheme() == "https")?;
    let validity = certificate_validity(parsed.host_str()?, parsed.port_or_known_default()?).await.ok()?;
    let found = format!("the certificate ends in {}", ends_soon(&validity, SystemClock.now())?);
    let remedy = "renew it, and check why that did not happen automatically";
    Some(Finding::new("tls_ends_soon", url.origin(), found, remedy))
}

/// Returns the time that is left, if that is less than 14 days and less than a fifth of the lifetime. Some certificates
/// live for days or hours only. Automatic renewal begins when a third is left.
fn ends_soon(validity: &Range<i64>, now: i64) -> Option<String> {
    let left = validity.end - now;
    let is_soon = left < (14 * DAY).min((validity.end - validity.start) / 5);
    is_soon.then(|| if left < 2 * DAY { format!("{} hours", left / HOUR) } else { format!("{} days", left / DAY) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expiry_warning_depends_on_certificate_lifetime() {
        let left = |lifetime, left| ends_soon(&(0..lifetime), lifetime - left);
        assert_eq!(left(90 * DAY, 15 * DAY), None);
        assert_eq!(left(90 * DAY, 14 * DAY - 1).as_deref(), Some("13 days"));
        assert_eq!(left(6 * DAY, 2 * DAY), None);
        assert_eq!(left(6 * DAY, DAY).as_deref(), Some("24 hours"));
        assert_eq!(left(12 * HOUR, 4 * HOUR), None);
        assert_eq!(left(12 * HOUR, 2 * HOUR).as_deref(), Some("2 hours"));
    }
}
