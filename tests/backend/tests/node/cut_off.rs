//! A node that can't reach its service: what is gated is refused, and the reason is told.

use serde_json::{Value, json};
use stagepass_backend::Settings;
use stagepass_test_support::TestStorage;

use crate::support::alone::{Alone, SOON};

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
    for never_asked_for in [&public, &delisted] {
        assert_eq!(alone.refusal(&never_asked_for.cid, "").await, (500, CUT_OFF.to_owned()));
    }
    let not_usable = json!({ "status": "not ready", "server": "ok", "catalog": "can't be used" });
    // What is found out counts for a moment.
    let told = async { while readiness(&alone).await.0 == 200 {} };
    tokio::time::timeout(SOON, told).await.unwrap();
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

#[tokio::test]
async fn unresponsive_service_times_out_for_gated_audio() {
    let alone = Alone::new().await;
    let sound = alone.gated(1, 50_000).await;
    let good = alone.signed(&sound);
    assert_eq!(alone.get(&sound.cid, &good).await.status, 200);
    alone.line.be_silent(true);
    alone.clock.advance(1);
    let asked = futures_util::future::join_all((0..8).map(|_| alone.refusal(&sound.cid, &good)));
    let refused = tokio::time::timeout(std::time::Duration::from_secs(20), asked).await.unwrap();
    assert!(refused.iter().all(|refusal| *refusal == (500, CUT_OFF.to_owned())), "{refused:?}");
    assert_eq!(alone.line.asked_for_content(&sound.cid), 2, "one question for all of them");
    alone.line.be_silent(false);
    alone.clock.advance(1);
    assert_eq!(alone.get(&sound.cid, &good).await.status, 200);
}

#[tokio::test]
async fn for_listeners_who_have_gone_nothing_is_asked() {
    let alone = Alone::new().await;
    let sound = alone.public(1, 50_000).await;
    alone.line.be_silent(true);
    let asking = tokio::spawn(alone.ask(&sound.cid, "").send());
    alone.until(|| alone.line.asked_for_content(&sound.cid) == 1, "the node asks").await;
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
    assert_eq!(alone.line.asked(&public.cid)[0].status, 401);
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
    let reply = crate::support::Reply::read(request.send().await.unwrap()).await;
    assert_eq!((reply.status, reply.detail().as_str(), reply.header("retry-after")), (503, NOT_NOW, "5"));
    assert!(alone.hears_block(&sound, 0).await, "what is in memory is served");
    alone.line.mend().await;
    assert!(alone.hears(&sound).await);
}
