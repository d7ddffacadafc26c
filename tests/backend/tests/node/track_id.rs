//! Addresses that name their track (`track_id`): that track decides, whatever others have the same audio.

use stagepass_backend::node::{Catalog as _, FileCatalog};

use crate::support::{
    DELISTED, HALF_DELISTED, INVALID, MIXED, MIXED_GATED_TRACK, MIXED_PUBLIC_TRACK, NOT_AUTHORIZED, PUBLIC,
    WITHDRAWN_TRACK, World, query, track, unauthorized,
};

fn of(track: u64) -> String {
    format!("track_id={track}")
}

/// A world in which the owner of the public track had uploaded the audio that another has gated.
async fn squatted() -> World {
    let world = World::new().await;
    world.catalog.edit(MIXED, |content| content.tracks[0].owner_uploaded = true);
    world
}

#[tokio::test]
async fn public_track_of_its_owners_upload_opens_unsigned() {
    let world = squatted().await;
    let reply = world.get(MIXED, &of(MIXED_PUBLIC_TRACK)).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, "public, max-age=86400, immutable"));
    world.catalog.edit(MIXED, |content| content.tracks[0].delisted = true);
    assert_eq!(world.get(MIXED, &of(MIXED_PUBLIC_TRACK)).await.status, 403, "it alone is withdrawn");
}

#[tokio::test]
async fn public_track_without_upload_is_closed_beside_gated() {
    let world = World::new().await;
    assert_eq!(world.refusal(MIXED, &of(MIXED_PUBLIC_TRACK)).await, unauthorized(INVALID));
    world.catalog.edit(MIXED, |content| content.tracks.truncate(1));
    assert_eq!(world.get(MIXED, &of(MIXED_PUBLIC_TRACK)).await.status, 200, "all tracks are public");
}

#[tokio::test]
async fn gated_track_never_opens_unsigned() {
    let world = squatted().await;
    world.catalog.edit(MIXED, |content| content.tracks[1].owner_uploaded = true);
    assert_eq!(world.refusal(MIXED, &of(MIXED_GATED_TRACK)).await, unauthorized(INVALID));
    let signed = query(&world.signed(&world.data(MIXED, MIXED_GATED_TRACK)));
    for query in [signed.clone(), format!("{}&{signed}", of(MIXED_GATED_TRACK))] {
        assert_eq!(world.get(MIXED, &query).await.header("cache-control"), "private, max-age=260");
    }
}

#[tokio::test]
async fn address_without_matching_track_needs_all_public() {
    let world = squatted().await;
    for query in ["", "track_id=99", "a=b"] {
        assert_eq!(world.refusal(MIXED, query).await, unauthorized(INVALID), "{query}");
        assert_eq!(world.get(PUBLIC, query).await.status, 200, "{query}");
    }
}

#[tokio::test]
async fn signature_for_another_track_is_rejected() {
    let world = squatted().await;
    world.catalog.edit(MIXED, |content| content.tracks.push(track(44, &[world.authority.address()])));
    let signed = query(&world.signed(&world.data(MIXED, MIXED_GATED_TRACK)));
    for other in [MIXED_PUBLIC_TRACK, 44, 99] {
        for query in [format!("{}&{signed}", of(other)), format!("{signed}&{}", of(other))] {
            assert_eq!(world.refusal(MIXED, &query).await, unauthorized(NOT_AUTHORIZED), "{query}");
        }
    }
    let other_content = format!("{}&{signed}", of(44)).replace(MIXED, DELISTED);
    let refusal = world.refusal(MIXED, &other_content).await;
    assert_eq!(refusal.0, 401, "{}", refusal.1);
    let named_nothing = stagepass_gate::Data { track_id: None, ..world.data(MIXED, MIXED_PUBLIC_TRACK) };
    let unnamed = format!("{}&{}", of(MIXED_PUBLIC_TRACK), query(&world.signed(&named_nothing)));
    assert_eq!(world.refusal(MIXED, &unnamed).await, unauthorized(NOT_AUTHORIZED));
}

#[tokio::test]
async fn withdrawn_track_is_refused_by_its_address_alone() {
    let world = World::new().await;
    assert_eq!(world.get(HALF_DELISTED, &of(WITHDRAWN_TRACK)).await.status, 403);
    assert_eq!(world.get(HALF_DELISTED, &of(7)).await.status, 401, "gated");
    world.catalog.edit(HALF_DELISTED, |content| content.tracks[1].authorities.clear());
    assert_eq!(world.get(HALF_DELISTED, &of(WITHDRAWN_TRACK)).await.status, 403);
    assert_eq!(world.get(HALF_DELISTED, &of(7)).await.status, 200);
}

#[tokio::test]
async fn malformed_or_repeated_track_is_rejected_everywhere() {
    let world = squatted().await;
    let words = "track_id must be given once, as a whole number without leading zeros";
    for query in ["track_id=03", "track_id=3&%74rack_id=4"] {
        for cid in [MIXED, PUBLIC, "unknown"] {
            assert_eq!(world.refusal(cid, query).await, unauthorized(words), "{cid} {query}");
        }
    }
}

#[tokio::test]
async fn listen_counts_for_track_named_by_address() {
    let world = squatted().await;
    let signed = query(&world.signed(&world.data(MIXED, MIXED_GATED_TRACK)));
    for query in [of(MIXED_PUBLIC_TRACK), format!("{}&{signed}", of(MIXED_GATED_TRACK))] {
        assert_eq!(world.get(MIXED, &query).await.status, 200);
    }
    assert_eq!(world.refusal(MIXED, &of(MIXED_GATED_TRACK)).await.0, 401);
    let catalog = world.catalog.clone();
    world.node.shutdown().await;
    assert_eq!(catalog.listens(), [(MIXED_PUBLIC_TRACK, 1), (MIXED_GATED_TRACK, 1)]);
}

#[tokio::test]
async fn file_catalog_reads_owner_uploaded_per_track() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.mp3"), b"audio").unwrap();
    let path = folder.path().join("catalog.json");
    let tracks = serde_json::json!([
        { "trackId": 1, "cid": "a", "path": "a.mp3", "owner_uploaded": true },
        { "trackId": 2, "cid": "a", "path": "a.mp3" },
    ]);
    std::fs::write(&path, tracks.to_string()).unwrap();
    let content = FileCatalog::read(&path).unwrap().content("a").await.unwrap().unwrap();
    assert_eq!(content.tracks.iter().map(|track| track.owner_uploaded).collect::<Vec<_>>(), [true, false]);
}
