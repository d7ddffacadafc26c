//! Every refusal, by its words.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use stagepass_backend::node::NodeSettings;
use stagepass_gate::{Address, Data, Signer};

use crate::support::{
    DELISTED, GATED, GATED_TRACK, HALF_DELISTED, INVALID, MIXED, MIXED_GATED_TRACK, MIXED_PUBLIC_TRACK, NOT_AUTHORIZED,
    PUBLIC, Reply, UPLOAD, WITHDRAWN_TRACK, World, query, unauthorized,
};

/// `gate/src` has all forms of a signature, and all faults of its data.
#[tokio::test]
async fn missing_or_unusable_signature_is_401() {
    let world = World::new().await;
    let good = world.good();
    let twice = format!("{good}&%73ignature");
    let other_recovery = good.replace("00%22%7D", "05%22%7D").replace("01%22%7D", "05%22%7D");
    for query in ["", "signature", "signature=%7B%7D", "Signature=x", &twice, &other_recovery] {
        let reply = world.get(GATED, query).await;
        assert_eq!((reply.status, reply.header("content-type")), (401, "application/json"), "{query}");
        let body: serde_json::Value = serde_json::from_slice(&reply.body).unwrap();
        assert_eq!(body, json!({ "error": "unauthorized", "detail": INVALID }), "{query}");
    }
    for cid in [PUBLIC, DELISTED, "unknown"] {
        assert_eq!(world.refusal(cid, "signature=%7B%7D").await, unauthorized(INVALID), "{cid}");
    }
    let unrelated = world.get(PUBLIC, &good).await;
    assert_eq!((unrelated.status, unrelated.header("cache-control")), (200, "public, max-age=86400, immutable"));
}

#[tokio::test]
async fn signature_for_another_request_is_401_with_reason() {
    let world = World::new().await;
    let stranger = Signer::from_bytes(&[2; 32]).unwrap();
    let (good, now) = (world.data(GATED, GATED_TRACK), world.now());
    let upload = |id: &str| Data { upload_id: Some(id.to_owned()), ..good.clone() };
    for (signer, data, detail) in [
        (&world.authority, world.data(PUBLIC, GATED_TRACK), "signature contains incorrect CID"),
        (&world.authority, Data { cid: None, ..good.clone() }, "signature contains incorrect CID"),
        (&world.authority, upload("another"), "signature contains incorrect upload ID"),
        (&world.authority, world.data(GATED, MIXED_GATED_TRACK), NOT_AUTHORIZED),
        (&world.authority, world.data(GATED, 99), NOT_AUTHORIZED),
        (&world.authority, Data { track_id: None, ..good.clone() }, NOT_AUTHORIZED),
        (&stranger, good.clone(), NOT_AUTHORIZED),
        (&world.authority, Data { timestamp: None, ..good.clone() }, "signature too old"),
        (&world.authority, Data { timestamp: Some(now - 260_001), ..good.clone() }, "signature too old"),
        (&world.authority, Data { timestamp: Some(now + 30_001), ..good.clone() }, "signature from the future"),
        (&stranger, Data { timestamp: Some(1), ..good.clone() }, NOT_AUTHORIZED),
    ] {
        let refusal = world.refusal(GATED, &query(&signer.sign(&data).unwrap())).await;
        assert_eq!(refusal, unauthorized(detail), "{data:?}");
    }
    for data in [upload(UPLOAD), Data { timestamp: Some(now - 260_000), ..good.clone() }] {
        assert_eq!(world.get(GATED, &query(&world.signed(&data))).await.status, 200, "{data:?}");
    }
    world.catalog.edit(GATED, |content| content.upload_ids.clear());
    let unknown = world.get(GATED, &query(&world.signed(&upload("another")))).await.status;
    assert_eq!(unknown, 200, "if no upload is known, there is none to compare with");
    world.catalog.edit(GATED, |content| content.tracks[0].duration = None);
    let old = world.signed(&Data { timestamp: Some(now - 60_001), ..good.clone() });
    assert_eq!(world.refusal(GATED, &query(&old)).await, unauthorized("signature too old"));
    world.catalog.edit(GATED, |content| content.tracks[0].authorities = vec![Address::from([0; 20])]);
    assert_eq!(world.refusal(GATED, &world.good()).await, unauthorized(NOT_AUTHORIZED));
    world.catalog.edit(GATED, |content| content.tracks[0].authorities = vec![stranger.address()]);
    assert_eq!(world.get(GATED, &query(&stranger.sign(&good).unwrap())).await.status, 200);
}

/// A change, and the status and reason of the refusal after it.
type Change = (fn(&World), u16, &'static str);

/// The node remembers who signed it. Everything else is checked at each request.
#[tokio::test]
async fn remembered_signature_is_checked_again() {
    let changes: [Change; 4] = [
        (|world| world.clock.advance(261), 401, "signature too old"),
        (
            |world| world.catalog.edit(GATED, |content| content.tracks[0].authorities = vec![[3; 20].into()]),
            401,
            NOT_AUTHORIZED,
        ),
        (|world| world.catalog.edit(GATED, |content| content.tracks[0].id = MIXED_GATED_TRACK), 401, NOT_AUTHORIZED),
        (
            |world| world.catalog.edit(GATED, |content| content.tracks[0].delisted = true),
            403,
            "the track has been delisted",
        ),
    ];
    for (change, status, detail) in changes {
        let world = World::new().await;
        let good = world.good();
        assert_eq!(world.get(GATED, &good).await.status, 200);
        assert_eq!(world.refusal(MIXED, &good).await, unauthorized("signature contains incorrect CID"));
        change(&world);
        assert_eq!(world.refusal(GATED, &good).await, (status, detail.to_owned()));
    }
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
