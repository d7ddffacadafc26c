//! The catalogue of a service on another machine: what the node asks it, how often, and what happens if it cannot.

use futures_util::future::join_all;
use serde_json::{Value, json};
use stagepass_backend::{Limits, Rate, ServerSettings, Settings};
use stagepass_gate::Signer;
use stagepass_test_support::TestStorage;

use crate::support::Reply;
use crate::support::alone::{Alone, BLOCK, SOON, Sound, node_key};

#[tokio::test]
async fn it_serves_what_its_service_keeps() {
    for place in [TestStorage::new(), TestStorage::with_bucket()] {
        let alone = Alone::at(place, 1 << 30).await;
        let (public, gated) = (alone.public(1, 300_000).await, alone.gated(2, 200_000).await);
        let good = alone.signed(&gated);
        for _ in 0..2 {
            assert!(alone.hears(&public).await);
            let reply = alone.get(&gated.cid, &good).await;
            assert_eq!((reply.status, reply.header("content-type")), (200, "audio/wav"));
            // 60 s, and 25 of the sound.
            assert_eq!(reply.header("cache-control"), "private, max-age=85");
            assert!(reply.body == gated.bytes);
        }
        let request = alone.ask(&public.cid, "").header("range", "bytes=65000-200000");
        let reply = Reply::read(request.send().await.unwrap()).await;
        assert_eq!(reply.status, 206);
        assert!(reply.body == public.bytes[65_000..=200_000]);
        alone.until_kept(&public).await;
        alone.until_kept(&gated).await;
    }
}

#[tokio::test]
async fn malformed_cid_is_not_requested() {
    let alone = Alone::new().await;
    let gated = alone.gated(1, 10_000).await;
    let no_track = (404, "no track has this CID".to_owned());
    let unknown = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
    assert_eq!(alone.refusal(unknown, "").await, no_track);
    let before = alone.line.requests("").len();
    for cid in ["none", "..%2F..%2Fetc%2Fpasswd", &gated.cid.to_uppercase(), ".lock"] {
        assert_eq!(alone.refusal(cid, "").await, no_track, "{cid}");
    }
    assert_eq!(alone.line.requests("").len(), before);
}

#[tokio::test]
async fn concurrent_listeners_cause_one_service_request() {
    let alone = Alone::with_room_for(0).await;
    let sound = alone.public(1, 5 * BLOCK).await;
    let listeners = join_all((0..24).map(|_| alone.hears(&sound))).await;
    assert!(listeners.into_iter().all(|is_right| is_right));
    assert_eq!(alone.line.content_requests(&sound.cid), 1);
    assert_eq!(alone.line.audio_requests(&sound.cid), sound.bytes.len().div_ceil(BLOCK), "once for each block");
    // A second later it asks whether anything has changed, and nothing has.
    alone.clock.advance(1);
    join_all((0..24).map(|_| alone.hears(&sound))).await;
    let statuses: Vec<_> = alone
        .line
        .requests(&sound.cid)
        .iter()
        .filter(|request| request.path.ends_with(&sound.cid))
        .map(|request| request.status)
        .collect();
    assert_eq!(statuses, [200, 304]);
    assert_eq!(alone.line.audio_requests(&sound.cid), sound.bytes.len().div_ceil(BLOCK), "they are in memory");
}

#[tokio::test]
async fn cached_blocks_are_not_fetched_again() {
    let mut alone = Alone::new().await;
    let sound = alone.public(1, 40 * BLOCK).await;
    let first = alone.on_disk_alone(&sound).await;
    let before = alone.line.audio_requests(&sound.cid);
    for number in first..sound.bytes.len().div_ceil(BLOCK) {
        assert!(alone.hears_block(&sound, number).await);
    }
    assert!(alone.hears(&sound).await);
    assert_eq!(alone.line.audio_requests(&sound.cid), before);
}

#[tokio::test]
async fn content_with_many_uploads_is_served() {
    let alone = Alone::new().await;
    let sound = alone.public(1, 9_000).await;
    let row = |number| format!("('{number:032x}', 1, {number} + 10, 9044, 9044, '{}', 0, 0)", sound.cid);
    let rows: Vec<_> = (0..3000).map(row).collect();
    let columns = "upload_id, user_id, entry, size, arrived, cid, created_at, leftovers";
    alone.place.execute(&format!("INSERT INTO uploads ({columns}) VALUES {}", rows.join(", ")));
    // What the service says of it has 100 KB.
    assert!(alone.hears(&sound).await);
}

/// The service allows each address a burst of three requests. Its node serves more listeners than that.
#[tokio::test]
async fn registered_node_is_not_rate_limited() {
    let place = TestStorage::new();
    let limits = Limits { per_address: Some(Rate { per_second: 1, burst: 3 }), ..Limits::NONE };
    let server = ServerSettings { limits, ..ServerSettings::default() };
    let alone =
        Alone::of(Settings { node_addresses: vec![node_key().address()], server, ..place.settings() }, place, 0);
    let alone = alone.await;
    let sound = alone.public(1, 20 * BLOCK).await;
    assert!(alone.hears(&sound).await);
    let stranger = Signer::from_bytes(&[9; 32]).unwrap();
    let authorization = alone.authorization(&stranger, &sound.cid, 0);
    let url = format!("{}/v1/nodes/contents/{}", alone.people.service.origin(), sound.cid);
    let mut statuses = Vec::new();
    for _ in 0..40 {
        let response = alone.people.http.get(&url).header("authorization", &authorization).send().await.unwrap();
        statuses.push(response.status().as_u16());
    }
    assert!(statuses.contains(&429) && statuses.iter().all(|status| matches!(status, 401 | 429)), "{statuses:?}");
}

const CUT_OFF: &str = "the service cannot be reached, so no gated track is served: try again later";
const NOT_NOW: &str = "the track cannot be served: try again later";

async fn readiness(alone: &Alone) -> (u16, Value) {
    let answer = reqwest::get(format!("{}/readyz", alone.node().origin())).await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap())
}

#[tokio::test]
async fn nothing_gated_is_served_until_it_answers() {
    let mut alone = Alone::new().await;
    let (gated, public, delisted) =
        (alone.gated(1, 200_000).await, alone.public(2, 100_000).await, alone.public(3, 9_000).await);
    let good = alone.signed(&gated);
    assert_eq!(alone.get(&gated.cid, &good).await.status, 200);
    alone.until_kept(&gated).await;
    assert_eq!(readiness(&alone).await.0, 200);

    alone.line.cut().await;
    assert_eq!(alone.get(&gated.cid, &good).await.status, 200, "what it said a moment ago is good for this second");
    alone.clock.advance(1);
    let reply = alone.get(&gated.cid, &good).await;
    assert_eq!((reply.status, reply.detail().as_str(), reply.header("retry-after")), (500, CUT_OFF, "5"));
    assert_eq!(alone.refusal(&gated.cid, "").await, (500, CUT_OFF.to_owned()), "whoever asks");
    for never_requested in [&public, &delisted] {
        assert_eq!(alone.refusal(&never_requested.cid, "").await, (500, CUT_OFF.to_owned()));
    }
    let not_usable = json!({ "status": "not ready", "server": "ok", "catalog": "can't be used" });
    // What is found out counts for a moment.
    let not_ready = async { while readiness(&alone).await.0 == 200 {} };
    tokio::time::timeout(SOON, not_ready).await.unwrap();
    assert_eq!(readiness(&alone).await, (503, not_usable));

    alone.line.mend().await;
    alone.clock.advance(1);
    assert!(alone.get(&gated.cid, &good).await.body == gated.bytes);
    assert!(alone.hears(&public).await);
}

#[tokio::test]
async fn public_audio_is_served_one_minute_during_outage() {
    let mut alone = Alone::new().await;
    let (public, mixed) = (alone.public(1, 200_000).await, alone.gated(2, 50_000).await);
    assert!(alone.hears(&public).await);
    assert_eq!(alone.refusal(&mixed.cid, "").await.0, 401);
    alone.until_kept(&public).await;
    alone.line.cut().await;
    for seconds in [1, 29, 30] {
        alone.clock.advance(seconds);
        assert!(alone.hears(&public).await);
        assert_eq!(alone.refusal(&mixed.cid, &alone.signed(&mixed)).await, (500, CUT_OFF.to_owned()));
    }
    alone.clock.advance(1);
    assert_eq!(alone.refusal(&public.cid, "").await, (500, CUT_OFF.to_owned()));
    alone.line.mend().await;
    alone.clock.advance(1);
    assert!(alone.hears(&public).await);
}

/// Deletes the rows of a track, as the deletion of its owner's account does.
fn forget(alone: &Alone, sound: &Sound) {
    alone.place.execute(&format!("DELETE FROM tracks WHERE track_id = {}", sound.id));
}

#[tokio::test]
async fn deleted_audio_is_not_served_during_outage() {
    let mut alone = Alone::new().await;
    let sound = alone.cached(1, 9_000).await;
    forget(&alone, &sound);
    alone.clock.advance(1);
    let no_track = (404, "no track has this CID".to_owned());
    assert_eq!(alone.refusal(&sound.cid, "").await, no_track);
    alone.line.cut().await;
    alone.clock.advance(1);
    assert_eq!(alone.refusal(&sound.cid, "").await, (500, CUT_OFF.to_owned()));
}

#[tokio::test]
async fn unresponsive_service_times_out_for_gated_audio() {
    let alone = Alone::new().await;
    let sound = alone.gated(1, 50_000).await;
    let good = alone.signed(&sound);
    assert_eq!(alone.get(&sound.cid, &good).await.status, 200);
    alone.line.be_silent(true);
    alone.clock.advance(1);
    let replies = futures_util::future::join_all((0..8).map(|_| alone.refusal(&sound.cid, &good)));
    let refused = tokio::time::timeout(std::time::Duration::from_secs(20), replies).await.unwrap();
    assert!(refused.iter().all(|refusal| *refusal == (500, CUT_OFF.to_owned())), "{refused:?}");
    assert_eq!(alone.line.content_requests(&sound.cid), 2, "one question for all of them");
    alone.line.be_silent(false);
    alone.clock.advance(1);
    assert_eq!(alone.get(&sound.cid, &good).await.status, 200);
}

#[tokio::test]
async fn nothing_is_requested_for_disconnected_listeners() {
    let alone = Alone::new().await;
    let sound = alone.public(1, 50_000).await;
    alone.line.be_silent(true);
    let asking = tokio::spawn(alone.ask(&sound.cid, "").send());
    alone.until(|| alone.line.content_requests(&sound.cid) == 1, "the node asks").await;
    asking.abort();
    let _ = asking.await;
    alone.line.be_silent(false);
    assert!(alone.hears(&sound).await, "the next one asks for itself");
}

#[tokio::test]
async fn unregistered_node_serves_nothing() {
    let place = TestStorage::new();
    let other = Settings { node_addresses: vec![[5; 20].into()], ..place.settings() };
    let alone = Alone::of(other, place, 1 << 20).await;
    let public = alone.public(1, 9_000).await;
    assert_eq!(alone.refusal(&public.cid, "").await, (500, NOT_NOW.to_owned()));
    assert_eq!(alone.line.requests(&public.cid)[0].status, 401);
    assert_eq!(readiness(&alone).await.0, 503);

    let place = TestStorage::new();
    let alone = Alone::of(place.settings(), place, 1 << 20).await;
    let public = alone.public(1, 9_000).await;
    assert_eq!(alone.refusal(&public.cid, "").await, (500, NOT_NOW.to_owned()), "one that knows of no nodes at all");
}

#[tokio::test]
async fn audio_fetch_is_retried_after_outage() {
    let mut alone = Alone::with_room_for(0).await;
    let sound = alone.public(1, 200_000).await;
    assert!(alone.hears_block(&sound, 0).await);
    alone.line.cut().await;
    let request = alone.ask(&sound.cid, "").header("range", "bytes=150000-");
    let reply = Reply::read(request.send().await.unwrap()).await;
    assert_eq!((reply.status, reply.detail().as_str(), reply.header("retry-after")), (503, NOT_NOW, "5"));
    assert!(alone.hears_block(&sound, 0).await, "what is in memory is served");
    alone.line.mend().await;
    assert!(alone.hears(&sound).await);
}
