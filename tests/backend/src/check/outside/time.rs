//! The clock of this machine, compared with the `Date` of responses.

use std::time::UNIX_EPOCH;

use http::Request;
use stagepass_kit::clock::{Clock as _, SystemClock};
use stagepass_server::base_url::BaseUrl;
use stagepass_server::http::Answer;

use super::request::{client, unreachable};
use crate::check::finding::Finding;

/// In seconds. DPoP proofs and signed URLs allow a minute. Half of it is for the clients.
const TOLERANCE: u64 = 30;

/// Compares this machine with the server that sent `answer`.
pub(super) fn check(url: &str, answer: &Answer) -> Option<Finding> {
    let date = answer.headers.get("date").and_then(|date| date.to_str().ok())?;
    let date = httpdate::parse_http_date(date).ok()?.duration_since(UNIX_EPOCH).ok()?;
    let off = SystemClock.now().checked_sub_unsigned(date.as_secs())?.unsigned_abs();
    (off > TOLERANCE).then(|| {
        let found = format!("its Date differs from this machine's clock by {off} seconds");
        let remedy =
            "synchronize the clocks of all machines with NTP: tokens, signed URLs and proofs have short lifetimes";
        Finding::new("clock_off", url, found, remedy)
    })
}

/// Compares this machine with a server that is known to be right.
pub(super) async fn check_source(url: &str) -> Option<Finding> {
    let parsed = BaseUrl::parse(url);
    let Ok(base) = parsed else {
        return Some(Finding::new(
            "time_source_invalid",
            "--time-source",
            "not a URL",
            "use a URL such as https://www.example.com",
        ));
    };
    match async { client(&base)?.ask(Request::head(format!("{}/", base.as_str()))).await }.await {
        Ok(answer) => check(url, &answer),
        Err(error) => Some(unreachable(&base, &error)),
    }
}
