//! `/tracks/cidstream/{cid}/waveform`: under the same rule as the audio.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::alone::Alone;
use crate::support::{
    DELISTED, GATED, GATED_TRACK, HALF_DELISTED, MIXED, MIXED_PUBLIC_TRACK, PUBLIC, Reply, WITHDRAWN_TRACK, World,
    query,
};

fn json_of(reply: &Reply) -> Value {
    serde_json::from_slice(&reply.body).unwrap()
}

#[tokio::test]
async fn waveform_is_served_and_cached_like_its_audio() {
    let world = World::new().await;
    for (cid, query) in [(PUBLIC, String::new()), (PUBLIC, "track_id=1".to_owned()), (GATED, world.good())] {
        let (audio, waveform) = (world.get(cid, &query).await, world.get(&format!("{cid}/waveform"), &query).await);
        assert_eq!((waveform.status, json_of(&waveform)), (200, json!({ "peaks": vec![7; 128] })));
        for name in ["cache-control", "access-control-allow-origin", "cross-origin-resource-policy"] {
            assert_eq!(waveform.header(name), audio.header(name), "{name}");
        }
    }
    let head = world.ask(Method::HEAD, &format!("{PUBLIC}/waveform"), "").send().await.unwrap();
    assert_eq!((head.status().as_u16(), head.bytes().await.unwrap().len()), (200, 0));
    world.catalog.edit(PUBLIC, |content| content.waveform = None);
    assert_eq!(json_of(&world.get(&format!("{PUBLIC}/waveform"), "").await), json!({ "peaks": [] }));
}

#[tokio::test]
async fn refused_audio_has_no_waveform() {
    let world = World::new().await;
    let of = |track_id| query(&world.signed(&world.data(GATED, track_id)));
    let mut requests = vec![
        (GATED, String::new(), 401),
        (GATED, "signature=x".to_owned(), 401),
        (GATED, of(MIXED_PUBLIC_TRACK), 401),
        (GATED, format!("track_id=99&{}", world.good()), 401),
        (MIXED, String::new(), 401),
        (MIXED, format!("track_id={MIXED_PUBLIC_TRACK}"), 401),
        (DELISTED, String::new(), 403),
        (HALF_DELISTED, format!("track_id={WITHDRAWN_TRACK}"), 403),
        ("unknown", String::new(), 404),
    ];
    let expired = of(GATED_TRACK);
    world.clock.advance(261);
    requests.push((GATED, expired, 401));
    for (cid, query, status) in requests {
        let (audio, waveform) =
            (world.refusal(cid, &query).await, world.refusal(&format!("{cid}/waveform"), &query).await);
        assert_eq!((audio.0, &audio), (status, &waveform), "{cid}?{query}");
    }
}

#[tokio::test]
async fn standalone_node_gets_waveform_from_its_service() {
    let alone = Alone::new().await;
    let sound = alone.gated(1, 100_000).await;
    let path = format!("{}/waveform", sound.cid);
    assert_eq!(alone.refusal(&path, "").await.0, 401);
    let reply = alone.get(&path, &alone.signed(&sound)).await;
    assert_eq!(json_of(&reply)["peaks"].as_array().unwrap().len(), 128);
}
