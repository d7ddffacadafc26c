//! Every refusal, by its words.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use stagepass_backend::node::NodeSettings;
use stagepass_gate::{Address, Data, Signer};

use crate::support::{
    DELISTED, GATED, GATED_TRACK, HALF_DELISTED, MIXED, MIXED_GATED_TRACK, MIXED_PUBLIC_TRACK, PUBLIC, Reply, UPLOAD,
    WITHDRAWN_TRACK, World, query,
};

const INVALID: &str = "invalid signature";
const NOT_AUTHORIZED: &str = "signer not authorized for this track (access_authorities)";

fn unauthorized(detail: &str) -> (u16, String) {
    (401, detail.to_owned())
}

#[tokio::test]
async fn no_signature_or_none_that_can_be_read() {
    let world = World::new().await;
    let good = world.good();
    let parameter = world.signed(&world.data(GATED, GATED_TRACK));
    let too_long = format!("{good}{}", "%20".repeat(4097 - parameter.to_string().len()));
    let high_v = good.replace("00%22%7D", "05%22%7D").replace("01%22%7D", "05%22%7D");
    for query in [
        "",
        "signature",
        "signature=",
        "signature=%ff",
        "signature=%7B%7D",
        "Signature=x",
        &format!("{good}&{good}"),
        &format!("{good}&%73ignature"),
        &too_long,
        &high_v,
        good.trim_end_matches("%22%7D"),
    ] {
        assert_eq!(world.refusal(GATED, query).await, unauthorized(INVALID), "{query}");
    }
    assert_eq!(world.get(GATED, &too_long.replacen("%20", "", 1)).await.status, 200, "4 KiB are not too long");
}

#[tokio::test]
async fn malformed_signature_is_rejected_for_every_track() {
    let world = World::new().await;
    for cid in [PUBLIC, DELISTED, "unknown"] {
        assert_eq!(world.refusal(cid, "signature=%7B%7D").await, unauthorized(INVALID), "{cid}");
    }
}

#[tokio::test]
async fn public_track_opens_with_unrelated_signature() {
    let world = World::new().await;
    let reply = world.get(PUBLIC, &world.good()).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, "public, max-age=86400, immutable"));
}

#[tokio::test]
async fn the_wrong_content() {
    let world = World::new().await;
    for data in [world.data(PUBLIC, GATED_TRACK), Data { cid: None, ..world.data(GATED, GATED_TRACK) }] {
        let refusal = world.refusal(GATED, &query(&world.signed(&data))).await;
        assert_eq!(refusal, unauthorized("signature contains incorrect CID"));
    }
}

#[tokio::test]
async fn the_wrong_upload() {
    let world = World::new().await;
    let of_upload = |id: &str| Data { upload_id: Some(id.to_owned()), ..world.data(GATED, GATED_TRACK) };
    let refusal = world.refusal(GATED, &query(&world.signed(&of_upload("another")))).await;
    assert_eq!(refusal, unauthorized("signature contains incorrect upload ID"));
    assert_eq!(world.get(GATED, &query(&world.signed(&of_upload(UPLOAD)))).await.status, 200);
    world.catalog.edit(GATED, |content| content.upload_ids.clear());
    let unknown = world.get(GATED, &query(&world.signed(&of_upload("another")))).await.status;
    assert_eq!(unknown, 200, "where no upload is known there is none to compare with");
}

#[tokio::test]
async fn the_wrong_track() {
    let world = World::new().await;
    // The authority's signature of another content; one of no known key; none at all.
    for track_id in [Some(MIXED_GATED_TRACK), Some(99), None] {
        let data = Data { track_id, ..world.data(GATED, GATED_TRACK) };
        let refusal = world.refusal(GATED, &query(&world.signed(&data))).await;
        assert_eq!(refusal, unauthorized(NOT_AUTHORIZED), "{track_id:?}");
    }
}

#[tokio::test]
async fn the_wrong_signer() {
    let world = World::new().await;
    let stranger = Signer::from_bytes(&[2; 32]).unwrap();
    let parameter = stranger.sign(&world.data(GATED, GATED_TRACK)).unwrap();
    assert_eq!(world.refusal(GATED, &query(&parameter)).await, unauthorized(NOT_AUTHORIZED));
    world.catalog.edit(GATED, |content| content.tracks[0].authorities = vec![Address::from([0; 20])]);
    assert_eq!(world.refusal(GATED, &world.good()).await, unauthorized(NOT_AUTHORIZED));
    world.catalog.edit(GATED, |content| content.tracks[0].authorities = vec![stranger.address()]);
    assert_eq!(world.get(GATED, &query(&parameter)).await.status, 200);
}

#[tokio::test]
async fn the_wrong_time() {
    let world = World::new().await;
    let at = |timestamp| query(&world.signed(&Data { timestamp, ..world.data(GATED, GATED_TRACK) }));
    let now = world.now();
    for (timestamp, detail) in [
        (None, "signature too old"),
        (Some(0), "signature too old"),
        (Some(now - 260_001), "signature too old"),
        (Some(now + 30_001), "signature from the future"),
    ] {
        assert_eq!(world.refusal(GATED, &at(timestamp)).await, unauthorized(detail), "{timestamp:?}");
    }
    for timestamp in [now - 260_000, now + 30_000] {
        assert_eq!(world.get(GATED, &at(Some(timestamp))).await.status, 200);
    }
    world.catalog.edit(GATED, |content| content.tracks[0].duration = None);
    assert_eq!(world.get(GATED, &at(Some(now - 60_000))).await.status, 200);
    assert_eq!(world.refusal(GATED, &at(Some(now - 60_001))).await, unauthorized("signature too old"));
}

#[tokio::test]
async fn an_operator_may_want_them_shorter() {
    let world = World::with(|settings| NodeSettings { longest_signature: Duration::from_secs(2), ..settings }).await;
    let good = world.good();
    world.clock.advance(1);
    let reply = world.get(GATED, &good).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, "private, max-age=1"));
    world.clock.advance(1);
    assert_eq!(world.get(GATED, &good).await.status, 200);
    world.clock.advance(1);
    assert_eq!(world.refusal(GATED, &good).await, unauthorized("signature too old"));
}

#[tokio::test]
async fn the_first_fault_is_told() {
    let world = World::new().await;
    let stranger = Signer::from_bytes(&[2; 32]).unwrap();
    let told = async |data: &Data, signer: &Signer| world.refusal(GATED, &query(&signer.sign(data).unwrap())).await.1;
    let old = Data { timestamp: Some(1), ..world.data(GATED, GATED_TRACK) };
    assert_eq!(told(&old, &world.authority).await, "signature too old");
    assert_eq!(told(&old, &stranger).await, NOT_AUTHORIZED);
    let all_wrong = Data { cid: Some("other".to_owned()), track_id: Some(99), ..old };
    assert_eq!(told(&all_wrong, &stranger).await, "signature contains incorrect CID");
}

#[tokio::test]
async fn a_public_track_of_gated_audio_opens_nothing() {
    let world = World::new().await;
    assert_eq!(world.get(PUBLIC, "").await.status, 200);
    assert_eq!(world.refusal(MIXED, "").await, unauthorized(INVALID));
    let public = world.signed(&world.data(MIXED, MIXED_PUBLIC_TRACK));
    assert_eq!(world.refusal(MIXED, &query(&public)).await, unauthorized(NOT_AUTHORIZED));
    let gated = world.signed(&world.data(MIXED, MIXED_GATED_TRACK));
    let reply = world.get(MIXED, &query(&gated)).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, "private, max-age=260"));
    world.catalog.edit(MIXED, |content| content.tracks[1].delisted = true);
    assert_eq!(world.get(MIXED, "").await.status, 200, "the gated one is no longer live");
}

#[tokio::test]
async fn withdrawn_tracks() {
    let world = World::new().await;
    let delisted = (403, "the track has been delisted".to_owned());
    assert_eq!(world.refusal(DELISTED, "").await, delisted);
    let withdrawn = world.signed(&world.data(HALF_DELISTED, WITHDRAWN_TRACK));
    assert_eq!(world.refusal(HALF_DELISTED, &query(&withdrawn)).await, delisted);
    let live = world.signed(&world.data(HALF_DELISTED, 7));
    assert_eq!(world.get(HALF_DELISTED, &query(&live)).await.status, 200);
    assert_eq!(world.refusal(HALF_DELISTED, "").await, unauthorized(INVALID));
}

#[tokio::test]
async fn unknown_contents_and_addresses() {
    let world = World::new().await;
    let good = world.good();
    for cid in ["unknown", "%ff", "..%2f..%2fetc%2fpasswd", "track.mp3", "BAEAAAGATED"] {
        assert_eq!(world.refusal(cid, &good).await, (404, "no track has this CID".to_owned()), "{cid}");
    }
    assert_eq!(world.refusal("a/b", "").await, (404, "no such address".to_owned()));
    let reply = Reply::read(world.ask(Method::POST, PUBLIC, "").send().await.unwrap()).await;
    assert_eq!((reply.status, reply.detail().as_str()), (405, "only GET and HEAD"));
    assert_eq!(reply.header("allow"), "GET,HEAD,OPTIONS");
}

#[tokio::test]
async fn missing_file_or_catalog_failure_fails_closed() {
    let world = World::new().await;
    let failed = (500, "the track cannot be served: try again later".to_owned());
    std::fs::remove_file(world.folder.path().join("track.mp3")).unwrap();
    assert_eq!(world.refusal(PUBLIC, "").await, failed);
    assert_eq!(world.refusal(GATED, "").await, unauthorized(INVALID), "the file is not looked at before the right");
    world.catalog.break_down();
    for cid in [PUBLIC, GATED, "unknown"] {
        assert_eq!(world.refusal(cid, &world.good()).await, failed, "{cid}");
    }
}

#[tokio::test]
async fn a_refusal_is_two_members_of_json() {
    let world = World::new().await;
    let reply = world.get(GATED, "").await;
    assert_eq!(reply.header("content-type"), "application/json");
    let body: serde_json::Value = serde_json::from_slice(&reply.body).unwrap();
    assert_eq!(body, json!({ "error": "unauthorized", "detail": INVALID }));
}
