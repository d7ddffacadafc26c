//! `POST {base}/nodes/listens`: listens that a node counted. If the node gets no response, it sends the report again
//! with the same ID, and it counts once.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use stagepass_gate::Address;

use crate::nodes::refusal::NodesError;
use crate::state::Backend;
use stagepass_media::cid;
use stagepass_store::ReportKey;

const DAY: i64 = 86_400;
/// The greatest age of a listen in days. A node may have been offline.
const DAYS: i64 = 30;
/// The most listens of one track in a report.
const MOST: i64 = 1_000_000;
const LONGEST_NAME: usize = 64;

/// Listens that a node counted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListenReport {
    /// The node's own ID of the report: 1 to 64 letters, digits, `-` or `_`.
    report_id: String,
    /// The listens.
    listens: Vec<ListenCount>,
}

/// The listens of a track on a day.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListenCount {
    /// The ID of the track.
    track_id: i64,
    /// The day in UTC, as the number of days after 1970-01-01.
    day: i64,
    /// The number of listens: 1 to 1,000,000.
    count: i64,
}

pub(crate) async fn receive(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<StatusCode, NodesError> {
    let body = body?;
    let node = backend.nodes.admit(&headers, &cid::of_sha256(&Sha256::digest(&body)))?;
    let now = backend.clock.now();
    let report = read(&body, now.div_euclid(DAY))?;
    let rows: Vec<_> = report.listens.iter().map(|entry| (entry.track_id, entry.day, entry.count)).collect();
    backend.store.add_report(key_of(node, &report.report_id), &rows, now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the key of a report in the database. All addresses have the same length, so a report ID cannot be confused
/// with a part of one.
fn key_of(node: Address, report_id: &str) -> ReportKey {
    let hash: [u8; 32] = Sha256::new().chain_update(node.as_bytes()).chain_update(report_id).finalize().into();
    let mut key = ReportKey::default();
    key.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
    key
}

fn read(body: &[u8], today: i64) -> Result<ListenReport, NodesError> {
    let report: ListenReport = serde_json::from_slice(body)
        .map_err(|_| NodesError::Body("the body must be {report_id, listens: [{track_id, day, count}]}"))?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if !(1..=LONGEST_NAME).contains(&report.report_id.len()) || !report.report_id.bytes().all(is_plain) {
        return Err(NodesError::Body("report_id must be 1 to 64 letters, digits, \"-\" or \"_\""));
    }
    for entry in &report.listens {
        if entry.track_id < 0 {
            return Err(NodesError::Body("track_id must be the ID of a track"));
        }
        if !(1..=MOST).contains(&entry.count) {
            return Err(NodesError::Body("count must be 1 to 1,000,000"));
        }
        // One day ahead is allowed, because clocks differ.
        if !(today - DAYS..=today + 1).contains(&entry.day) {
            return Err(NodesError::Body("day must be one of the last 30, in days after 1970-01-01"));
        }
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn refused(body: &serde_json::Value) -> String {
        read(body.to_string().as_bytes(), 20_000).unwrap_err().to_string()
    }

    #[test]
    fn invalid_report_is_rejected() {
        let with = |name: &str, value: i64| {
            let mut entry = json!({ "track_id": 1, "day": 20_000, "count": 1 });
            entry[name] = json!(value);
            json!({ "report_id": "a", "listens": [entry] })
        };
        for (body, words) in [
            (json!([]), "the body must be"),
            (json!({ "report_id": "a" }), "the body must be"),
            (json!({ "report_id": "a", "listens": [], "more": 1 }), "the body must be"),
            (json!({ "report_id": "", "listens": [] }), "report_id"),
            (json!({ "report_id": "a".repeat(65), "listens": [] }), "report_id"),
            (json!({ "report_id": "a/b", "listens": [] }), "report_id"),
            (with("track_id", -1), "track_id"),
            (with("count", 0), "count"),
            (with("count", 1_000_001), "count"),
            (with("day", 19_969), "day"),
            (with("day", 20_002), "day"),
        ] {
            assert!(refused(&body).starts_with(words), "{body}");
        }
        let twice = br#"{"report_id":"a","report_id":"b","listens":[]}"#;
        assert!(read(twice, 20_000).is_err());
        assert_eq!(read(with("day", 20_001).to_string().as_bytes(), 20_000).unwrap().listens[0].day, 20_001);
    }

    #[test]
    fn reports_of_two_nodes_differ_with_same_id() {
        let key = |node| key_of([node; 20].into(), "a");
        assert_eq!(key(1), key(1));
        assert_ne!(key(1), key(2));
    }

    proptest! {
        #[test]
        fn no_body_makes_it_panic(body in any::<Vec<u8>>()) {
            let _ = read(&body, 20_000);
        }

        #[test]
        fn valid_report_is_parsed(track in 0..i64::MAX, days in -30..2_i64, count in 1..=MOST, name in "[a-zA-Z0-9_-]{1,64}") {
            let entry = json!({ "track_id": track, "day": 20_000 + days, "count": count });
            let body = json!({ "report_id": name, "listens": [entry] }).to_string();
            let report = read(body.as_bytes(), 20_000).unwrap();
            let entry = &report.listens[0];
            prop_assert_eq!((entry.track_id, entry.day, entry.count), (track, 20_000 + days, count));
        }
    }
}
