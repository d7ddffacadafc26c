//! A signature that has been seen: everything but its signer is asked again.

use crate::support::{GATED, MIXED, MIXED_GATED_TRACK, World};

#[tokio::test]
async fn it_expires_all_the_same() {
    let world = World::new().await;
    let good = world.good();
    for _ in 0..2 {
        assert_eq!(world.get(GATED, &good).await.status, 200);
    }
    world.clock.advance(260);
    let last = world.get(GATED, &good).await;
    assert_eq!((last.status, last.header("cache-control")), (200, "private, max-age=0"));
    world.clock.advance(1);
    assert_eq!(world.refusal(GATED, &good).await, (401, "signature too old".to_owned()));
}

#[tokio::test]
async fn an_authority_can_be_removed() {
    let world = World::new().await;
    let good = world.good();
    assert_eq!(world.get(GATED, &good).await.status, 200);
    world.catalog.edit(GATED, |content| content.tracks[0].authorities = vec![[3; 20].into()]);
    let (status, detail) = world.refusal(GATED, &good).await;
    assert_eq!((status, detail.as_str()), (401, "signer not authorized for this track (access_authorities)"));
    world.catalog.edit(GATED, |content| content.tracks[0].authorities = vec![world.authority.address()]);
    assert_eq!(world.get(GATED, &good).await.status, 200);
}

#[tokio::test]
async fn it_opens_its_own_content_and_track_only() {
    let world = World::new().await;
    let good = world.good();
    assert_eq!(world.get(GATED, &good).await.status, 200);
    assert_eq!(world.refusal(MIXED, &good).await, (401, "signature contains incorrect CID".to_owned()));
    world.catalog.edit(GATED, |content| content.tracks[0].id = MIXED_GATED_TRACK);
    assert_eq!(world.get(GATED, &good).await.status, 401);
}

#[tokio::test]
async fn a_track_can_be_withdrawn() {
    let world = World::new().await;
    let good = world.good();
    assert_eq!(world.get(GATED, &good).await.status, 200);
    world.catalog.edit(GATED, |content| content.tracks[0].delisted = true);
    assert_eq!(world.refusal(GATED, &good).await, (403, "the track has been delisted".to_owned()));
}
